import { randomUUID } from 'node:crypto'
import { Reply } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages('Products', (open) => {
  it('are active, no tester and without stock by default', async () => {
    const { api } = await open()
    const product = await api.products.create({ sku: 'A-1', name: 'Chair' })
    expect(product).toMatchObject({
      user_from: 'acme',
      sku: 'A-1',
      name: 'Chair',
      price: null,
      price_tiers: [],
      stock_on_hand: null,
      stock_available: null,
      stock_incoming: [],
      is_tester: false,
      active: true,
      details: {},
    })
    expect(await api.products.get({ id: product.id })).toEqual(product)
  })

  it('keep every field that is given', async () => {
    const { api } = await open()
    const supplier = await api.companies.create({ name: 'Woodworks' })
    const given = {
      sku: 'A-1',
      name: 'Chair',
      description: 'Oak',
      brand: 'Nord',
      category: 'Seating',
      unit: 'pcs',
      barcode: '4006381333931',
      price: 99.95,
      currency: 'EUR',
      tax_rate: 20,
      cost: 41.1234,
      price_tiers: [{ min_quantity: 10, price: 89.5 }],
      stock_on_hand: 12.5,
      stock_reserved: 2.3,
      stock_incoming: [{ quantity: 40, expected_at: '2026-03-01', reference: 'PO-7' }],
      supplier_company_id: supplier.id,
      supplier_sku: 'W-1',
      supplier_currency: 'SEK',
      supplier_price: 450,
      is_tester: true,
      active: false,
      image_url: 'https://acme.test/chair.png',
      weight: 7.2,
      details: { material: 'oak', size: { width: 45, depth: [40, 42] } },
      tags: ['new'],
      custom: { shelf: 'B7' },
    }
    const product = await api.products.create(given)
    expect(product).toMatchObject({ ...given, stock_available: 10.2 })
    expect(await api.products.get({ id: product.id })).toEqual(product)
  })

  it('are matched by sku, by its other names and by external id, and never made twice', async () => {
    const { api } = await open()
    const { id } = await api.products.create({ sku: ' A-1 ', name: 'Chair' })
    const reply = new Reply()
    expect(await api.products.create({ code: 'A-1', name: 'Chair, oak' }, { reply })).toMatchObject({ id, sku: 'A-1', name: 'Chair, oak' })
    expect(reply.matchedBy).toBe('sku')
    const external_ids = [{ provider: 'custom:erp', id: '17' }]
    expect(await api.products.create({ reference: 'A-1', name: 'Chair', external_ids })).toMatchObject({ id, external_ids })
    expect(await api.products.create({ sku: 'A-2', name: 'Chair', external_ids }, { reply })).toMatchObject({ id, sku: 'A-2' })
    expect(reply.matchedBy).toBe('external_id')
    expect((await api.products.list()).products).toHaveLength(1)
  })

  it('need a sku and a name, and have one price per quantity', async () => {
    const { api } = await open()
    const price_tiers = [10, 20, 10].map((min_quantity) => ({ min_quantity, price: 1 }))
    await expect(api.products.create({ sku: 'T', name: 'T', price_tiers })).rejects.toMatchObject({
      details: { errors: [{ path: '/price_tiers/2/min_quantity', code: 'duplicate' }] },
    })
    await expect(api.products.create({ name: 'Chair' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/sku', code: 'required' }] },
    })
    await expect(api.products.create({ sku: '  ', name: 'Chair' })).rejects.toMatchObject({ details: { errors: [{ path: '/sku' }] } })
    await expect(api.products.create({ sku: 'A-1', name: '' })).rejects.toMatchObject({ details: { errors: [{ path: '/name' }] } })
  })

  it('refuse the sku of another product, an unknown supplier and an unknown currency', async () => {
    const { api } = await open()
    const first = await api.products.create({ sku: 'A-1', name: 'Chair' })
    const second = await api.products.create({ sku: 'A-2', name: 'Table' })
    await expect(api.products.update({ id: second.id, sku: 'A-1' })).rejects.toMatchObject({
      code: 'already_exists',
      details: { existing_id: first.id },
    })
    await expect(api.products.create({ sku: 'A-3', name: 'Lamp', supplier_company_id: randomUUID() })).rejects.toMatchObject({
      details: { errors: [{ path: '/supplier_company_id', code: 'unknown_record' }] },
    })
    await expect(api.products.create({ sku: 'A-3', name: 'Lamp', currency: 'euro' })).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await api.products.list()).products).toHaveLength(2)
  })

  it('store money with four decimals, as answers show it', async () => {
    const { api } = await open()
    const { id, price, price_tiers } = await api.products.create({
      sku: 'A-1',
      name: 'Screw',
      price: 0.123456,
      price_tiers: [{ min_quantity: 1000, price: 0.00005 }],
    })
    expect({ price, price_tiers }).toEqual({ price: 0.1235, price_tiers: [{ min_quantity: 1000, price: 0.0001 }] })
    expect(await api.products.get({ id })).toMatchObject({ price, price_tiers })
  })

  it('are listed by category, brand, activity and stock', async () => {
    const { api } = await open()
    await api.products.create({
      sku: 'A',
      name: 'Chair',
      category: 'Seating',
      brand: 'Nord',
      price: 20,
      stock_on_hand: 3,
      stock_reserved: 1,
    })
    await api.products.create({ sku: 'B', name: 'Bench', category: 'Seating', price: 100, stock_on_hand: 1, stock_reserved: 1 })
    await api.products.create({ sku: 'C', name: 'Advice', active: false, price: 9 })
    await api.products.create({ sku: 'D', name: 'Gift', tags: ['new'] })
    const skus = async (query: Parameters<typeof api.products.list>[0]) =>
      (await api.products.list({ sort: 'sku', ...query })).products.map(({ sku }) => sku)
    expect(await skus({ category: 'Seating' })).toEqual(['A', 'B'])
    expect(await skus({ brand: 'Nord' })).toEqual(['A'])
    expect(await skus({ active: true })).toEqual(['A', 'B', 'D'])
    expect(await skus({ active: false })).toEqual(['C'])
    expect(await skus({ in_stock: true })).toEqual(['A'])
    expect(await skus({ in_stock: false })).toEqual(['B', 'C', 'D'])
    expect(await skus({ tag: 'new' })).toEqual(['D'])
    expect(await skus({ sort: 'price' })).toEqual(['C', 'A', 'B', 'D'])
    expect(await skus({ sort: '-price' })).toEqual(['D', 'B', 'A', 'C'])
  })

  it('are paged by price, with those that have none', async () => {
    const { api } = await open()
    for (const [number, price] of [2.5, null, 0.0001, 2.5, null].entries())
      await api.products.create({ sku: `A-${number}`, name: 'Screw', price })
    const prices: (number | null)[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof api.products.list>> = await api.products.list({
        sort: 'price',
        limit: 2,
        ...(cursor && { cursor }),
      })
      prices.push(...page.products.map(({ price }) => price))
      cursor = page.next_cursor
    } while (cursor)
    expect(prices).toEqual([0.0001, 2.5, 2.5, null, null])
  })

  it('free their sku when deleted, and cannot be restored over its new holder', async () => {
    const { api } = await open()
    const first = await api.products.create({ sku: 'A-1', name: 'Chair' })
    await api.products.delete({ id: first.id })
    const second = await api.products.create({ sku: 'A-1', name: 'Chair, new' })
    expect(second.id).not.toBe(first.id)
    await expect(api.products.restore({ id: first.id })).rejects.toMatchObject({
      code: 'already_exists',
      details: { existing_id: second.id },
    })
    await api.products.delete({ id: second.id })
    expect(await api.products.restore({ id: first.id })).toMatchObject({ id: first.id, name: 'Chair' })
  })

  it('belong to one organization', async () => {
    const { api, engine } = await open()
    const { id } = await api.products.create({ sku: 'A-1', name: 'Chair' })
    const other = engine.as({ ...ada, organization: 'other' })
    expect((await other.products.create({ sku: 'A-1', name: 'Chair' })).id).not.toBe(id)
    await expect(other.products.get({ id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
