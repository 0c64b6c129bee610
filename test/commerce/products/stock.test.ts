import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('Products in sets', (open) => {
  it('have only their stock set, by sku', async () => {
    const { api } = await open()
    const chair = await api.products.create({ sku: 'A-1', name: 'Chair', price: 9, stock_on_hand: 1 })
    await api.products.create({ sku: 'A-2', name: 'Lamp' })
    const answer = await api.products.setStock({
      records: [
        { sku: 'A-1', stock_on_hand: 12, stock_reserved: 2.5, stock_incoming: [{ quantity: 4, expected_at: '2026-03-01' }] },
        { sku: 'Z', stock_on_hand: 1 },
        { sku: 'A-2' },
      ],
    })
    expect(answer).toMatchObject({ updated: 1, unchanged: 1, rejected: [{ index: 1, code: 'not_found', field: 'sku' }] })
    expect(await api.products.get({ id: chair.id })).toMatchObject({
      name: 'Chair',
      price: 9,
      stock_available: 9.5,
      version: 2,
      stock_incoming: [{ quantity: 4 }],
    })
  })

  it('are written by sku or external id, and found by conditions and full text', async () => {
    const { api } = await open()
    const records = [
      { sku: 'A-1', name: 'Oak chair', brand: 'Nord', price: 120, stock_on_hand: 3, stock_reserved: 3 },
      { sku: 'A-2', name: 'Desk lamp', brand: 'Sud', price: 30, stock_on_hand: 5 },
      { sku: 'A-3', price: 1 },
    ]
    const { created, rejected } = await api.products.bulkUpsert({ records })
    expect([created, rejected.map(({ index, field }) => [index, field])]).toEqual([2, [[2, 'name']]])
    expect(await api.products.bulkUpsert({ records: [{ code: 'A-1', price: 130 }, records[1]!] })).toMatchObject({
      updated: 1,
      unchanged: 1,
    })
    const found = async (query: object) => (await api.products.search({ sort: 'sku', ...query } as never)).products.map(({ sku }) => sku)
    expect(await found({ filter: { field: 'price', op: 'gte', value: 130 } })).toEqual(['A-1'])
    expect(await found({ filter: { field: 'stock_available', op: 'gt', value: 0 } })).toEqual(['A-2'])
    expect(await found({ q: 'lamp' })).toEqual(['A-2'])
  })
})
