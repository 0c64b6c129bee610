import { expect, it } from 'vitest'
import type { Api } from 'rapport-crm'
import { describeStorages } from '../../support/storages.ts'

const line = (sku: string, more: object = {}) => ({ sku, name: `Article ${sku}`, quantity: 2, unit_price: 10, tax_rate: 20, ...more })

describeStorages('The history of lines', (open) => {
  const told = async ({ audit }: Pick<Api, 'audit'>, record_id: string) => {
    const { audit_log } = await audit.list({ record_id, action: 'lines_changed' })
    return audit_log.flatMap(({ changes }) => changes)
  }

  it('tells the lines before and after where only they change and the total stays', async () => {
    const { api } = await open()
    const { id } = await api.quotes.create({ currency: 'EUR', lines: [line('A'), line('B'), line('C')] })
    await api.quotes.update({ id, lines: [line('A'), line('B', { quantity: 4, unit_price: 5 }), line('C')] })

    expect(await told(api, id)).toMatchObject([
      {
        field: 'lines',
        from: [{ position: 2, sku: 'B', quantity: 2, unit_price: 10 }],
        to: [{ position: 2, sku: 'B', quantity: 4, unit_price: 5 }],
      },
    ])
  })

  it('tells lines that were added and removed, and nothing of those that are sent again', async () => {
    const { api } = await open()
    const { id } = await api.orders.create({ currency: 'EUR', lines: [line('A'), line('B')] })
    await api.orders.update({ id, lines: [line('A'), line('B')] })
    await api.orders.update({ id, lines: [line('A')] })
    await api.orders.update({ id, lines: [line('A'), line('D')] })
    expect(await told(api, id)).toMatchObject([
      { from: null, to: [{ position: 2, sku: 'D' }] },
      { from: [{ position: 2, sku: 'B' }], to: null },
    ])
  })

  it('tells the lines of a deal', async () => {
    const { api } = await open()
    const { id } = await api.deals.create({ name: 'Forty licenses', currency: 'EUR' })
    await api.deals.replaceLines({ id, lines: [line('A')] })
    await api.deals.replaceLines({ id, lines: [line('A', { quantity: 1, unit_price: 20 })] })
    const { history } = await api.deals.history({ id })
    expect(history.filter(({ field }) => field === 'lines')).toMatchObject([
      { from: [{ quantity: 2, unit_price: 10 }], to: [{ quantity: 1, unit_price: 20 }] },
      { from: null, to: [{ position: 1, sku: 'A', quantity: 2 }] },
    ])
  })

  it('tells the lines that a source has changed, one by one and in a set', async () => {
    const { api } = await open()
    const record = (quantity: number) => ({
      external_ids: [{ provider: 'custom:erp', id: '1' }],
      number: 'E-1',
      currency: 'EUR',
      lines: [line('A', { quantity })],
    })
    await api.invoices.bulkUpsert({ records: [record(1)] })
    const { results } = await api.invoices.bulkUpsert({ records: [record(3)] })
    const send = (quantity: string) =>
      api.sync.ingest({
        provider: 'custom:shop',
        object: 'invoices',
        records: [
          { number: 'S-1', date: '2026-03-01', customer: 'Mill', lines: [{ sku: 'A', name: 'Article A', quantity, unit_price: '10' }] },
        ],
      })
    await send('1')
    await send('2')
    const { invoices } = await api.invoices.list({ number: 'S-1' })
    for (const id of [results[0]?.id, invoices[0]?.id]) expect(await told(api, String(id))).toMatchObject([{ field: 'lines' }])
  })
})
