import { expect, it } from 'vitest'
import { margins } from '../../../core/commerce/documents/margin-migration.ts'
import { withTables } from '../../platform/access/tables.ts'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages('Margins', (open, name) => {
  it('take the cost as it was when the line was made, to the decimals of the currency, and are not known without it', async () => {
    const { api, engine } = await open(withTables)
    const product = await api.products.create({ sku: 'A-1', name: 'Chair', price: 100, currency: 'EUR', cost: 40.3333 })
    const chair = { product_id: product.id, quantity: 3, discount_percent: 10, tax_rate: 20 }
    const free = { name: 'Advice', quantity: 1, unit_price: 0 }
    const invoice = await api.invoices.create({ currency: 'EUR', lines: [chair, free], discount_percent: 5, status: 'sent' })
    await api.products.update({ id: product.id, cost: 90 })
    // 270 less 3 x 40.3333, rounded to 121.00; the discount of the document takes 13.50 off.
    expect(await api.invoices.get({ id: invoice.id })).toMatchObject({ margin: 135.5, lines: [{ margin: 149 }, { margin: null }] })
    const yen = { currency: 'JPY', lines: [{ name: 'Tea', quantity: 3, unit_price: 100, cost: 0.5 }] }
    const order = await api.orders.create(yen)
    expect(order).toMatchObject({ margin: 298, lines: [{ margin: 298 }] })
    const unknown = await api.quotes.create({
      currency: 'EUR',
      lines: [
        { ...free, unit_price: 1 },
        { name: 'Lamp', unit_price: 5, cost: 7 },
      ],
    })
    expect(unknown).toMatchObject({ margin: null, lines: [{ margin: null }, { margin: -2 }] })
    const huge = await api.orders.create({ lines: [{ name: 'Sun', quantity: 1e6, unit_price: 0, cost: 9e11 }] })
    expect(huge).toMatchObject({ margin: null, lines: [{ margin: null }] })
    const ofSource = {
      number: 'S-1',
      source_totals: true,
      currency: 'EUR',
      lines: [{ sku: 'B', quantity: 2, total_excl_tax: 10.5, cost: 4 }],
    }
    const given = await api.invoices.create(ofSource)
    expect(given).toMatchObject({ margin: 2.5, lines: [{ margin: 2.5 }] })
    await expect(api.orders.create({ lines: [{ name: 'Tea', unit_price: 1, margin: 5 } as never] })).rejects.toMatchObject({
      details: { errors: [{ path: '/lines/0/margin', code: 'read_only' }] },
    })

    const where = { filter: { field: 'margin', op: 'gt', value: 100 } } as const
    expect((await api.invoices.search(where)).invoices.map(({ id }) => id)).toEqual([invoice.id])
    await api.currencies.set({ code: 'JPY', rate: 0.01, valid_from: '2026-01-01' })
    await api.orders.update({ id: order.id, issue_date: '2026-01-02' })
    const measures = [{ measure: 'sum' as const, field: 'margin' }]
    expect((await api.reports.query({ object: 'orders', measures })).rows).toEqual([{ sum_margin: 2.98 }])

    // An upgrade knows them of all that is there.
    const read = async () => [
      await api.invoices.get({ id: invoice.id }),
      await api.orders.get({ id: order.id }),
      await api.quotes.get({ id: unknown.id }),
      await api.orders.get({ id: huge.id }),
      await api.invoices.get({ id: given.id }),
    ]
    const before = await read()
    const probe = engine.registry.byId.get('probeStatement')!
    const run = (statement: string) => engine.call(probe, { statement: statement.replaceAll('{p}', '') }, ada)
    for (const table of ['invoices', 'orders', 'quotes'])
      for (const each of [table, `${table.slice(0, -1)}_lines`]) await run(`update "${each}" set margin = null`)
    const up = margins.up[name === 'PostgreSQL' ? 'postgresql' : 'sqlite']
    for (const [statement] of up.matchAll(/^update [^;]+;/gm)) await run(statement)
    expect(await read()).toEqual(before)
  })

  it('follow the amount of a deal, whose cost is that of its lines or of the quote that was accepted', async () => {
    const { api } = await open()
    const deal = await api.deals.create({ name: 'Chairs', currency: 'EUR', amount: 500 })
    expect(deal).toMatchObject({ cost: null, margin: null })
    const lines = [{ name: 'Chair', quantity: 3, unit_price: 100, cost: 40 }]
    expect(await api.deals.replaceLines({ id: deal.id, lines })).toMatchObject({ margin: 180, lines: [{ margin: 180 }] })
    expect(await api.deals.update({ id: deal.id, amount: 250 })).toMatchObject({ cost: 120, margin: 130 })
    const measures = [{ measure: 'sum' as const, field: 'margin' }]
    expect((await api.reports.query({ object: 'deals', measures })).rows).toEqual([{ sum_margin: 130 }])
    const search = { filter: { field: 'margin', op: 'eq', value: 130 } } as const
    expect((await api.deals.search(search)).deals).toMatchObject([{ id: deal.id }])
    const quote = await api.quotes.create({ deal_id: deal.id, currency: 'EUR', lines: [{ ...lines[0]!, cost: 50 }] })
    await api.quotes.send({ id: quote.id })
    await api.quotes.accept({ id: quote.id, name: 'Anna' })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 300, cost: 150, margin: 150 })
    expect(await api.deals.replaceLines({ id: deal.id, lines: [] })).toMatchObject({ margin: null })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ amount: 0, cost: null, margin: null })
  })
})
