import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { seeded } from './oracle.ts'

describeStorages('reports over lines, tags and medians', (open) => {
  it('sum lines by product, at the rate of their document, and count documents once', async () => {
    const { api, engine } = await open()
    await api.organization.update({ currency: 'EUR' })
    const chair = await api.products.create({ sku: 'CH', name: 'Chair', category: 'Seats', price: 10, cost: 4, currency: 'EUR' })
    await api.products.create({ sku: 'ST', name: 'Stool', category: 'Seats', price: 5, currency: 'EUR' })
    const tags = ['vip', 'new']
    const line = (sku: string, quantity: number, more: object = {}) => ({ sku, quantity, ...more })
    await api.invoices.create({ status: 'sent', tags, lines: [line('CH', 3), line('CH', 1.5, { discount_percent: 50 }), line('ST', 2)] })
    const usd = { currency: 'USD', exchange_rate: 0.5, status: 'sent' as const, tags: ['vip'] }
    await api.invoices.create({ ...usd, lines: [line('CH', 1, { unit_price: 3.01, cost: 1 }), line('??', 1, { unit_price: 7 })] })
    await api.invoices.create({
      currency: 'SEK',
      status: 'sent',
      lines: [line('CH', 10, { unit_price: 1 }), line('CH', 1, { unit_price: 1 })],
    })
    const gone = await api.invoices.create({ lines: [line('CH', 100)] })
    await api.invoices.delete({ id: gone.id })
    await engine.as({ ...ada, organization: 'other' }).invoices.create({ lines: [line('CH', 7, { unit_price: 1 })] })

    const bySku = await api.reports.query({
      object: 'invoices',
      group_by: [
        { field: 'lines.sku', as: 'sku' },
        { field: 'lines.product.category', as: 'category' },
      ],
      measures: [
        { measure: 'count' },
        { measure: 'count_distinct', field: 'id', as: 'invoices' },
        { measure: 'sum', field: 'lines.quantity', as: 'quantity' },
        { measure: 'sum', field: 'lines.total_excl_tax', as: 'revenue' },
        { measure: 'sum', field: 'lines.margin', as: 'margin' },
        { measure: 'median', field: 'lines.total_excl_tax', as: 'median' },
      ],
    })
    // 30 + 7.50 + half of 3.01, of which the cent is rounded at the end; crowns have no rate.
    expect(bySku.rows).toEqual([
      { sku: '??', category: null, count: 1, invoices: 1, quantity: 1, revenue: 3.5, margin: 0, median: 3.5 },
      { sku: 'CH', category: 'Seats', count: 5, invoices: 3, quantity: 16.5, revenue: 39.01, margin: 20.51, median: 7.5 },
      { sku: 'ST', category: 'Seats', count: 1, invoices: 1, quantity: 2, revenue: 10, margin: 0, median: 10 },
    ])
    expect(bySku).toMatchObject({ records: 3, other_currencies: [{ currency: 'SEK', records: 1 }] })

    const byTag = await api.reports.query({
      object: 'invoices',
      group_by: [{ field: 'tags' }],
      measures: [{ measure: 'count' }, { measure: 'sum', field: 'total_excl_tax', as: 'net' }],
    })
    expect(byTag.rows).toEqual([
      { tags: 'new', count: 1, net: 47.5 },
      { tags: 'vip', count: 2, net: 52.51 },
      { tags: null, count: 1, net: 0 },
    ])
    expect(byTag).toMatchObject({ records: 3, other_currencies: [{ currency: 'SEK', records: 1 }] })
    const both = {
      object: 'invoices',
      group_by: [{ field: 'tags' }, { field: 'lines.product_id', as: 'product' }],
      sort: '-quantity',
      limit: 1,
    }
    const measures = [{ measure: 'sum' as const, field: 'lines.quantity', as: 'quantity' }]
    expect((await api.reports.query({ ...both, measures })).rows).toEqual([{ tags: null, product: chair.id, quantity: 11 }])

    const deal = await api.deals.create({ name: 'Seats', currency: 'EUR' })
    await api.deals.replaceLines({ id: deal.id, lines: [line('CH', 2), line('ST', 1)] })
    const ofDeals = { object: 'deals', measures: [{ measure: 'sum' as const, field: 'lines.quantity' }] }
    expect((await api.reports.query(ofDeals)).rows).toEqual([{ 'sum_lines.quantity': 3 }])
    // Somebody who sees only their own records sees no lines of others.
    const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
    expect(await bob.reports.query(ofDeals)).toMatchObject({ records: 0, rows: [{ 'sum_lines.quantity': 0 }] })
  })

  it('find the median as sorting all values does, of amounts in the currency of the organization', async () => {
    const { api } = await open()
    await api.organization.update({ currency: 'EUR' })
    await api.currencies.set({ code: 'USD', rate: 0.9, valid_from: '2020-01-01' })
    const random = seeded(11)
    const made = Array.from({ length: 61 }, (_, at) => ({
      name: `Deal ${at}`,
      amount: random.of([0.1, 0.3, random.cents(50), 99_999_999_999.99]),
      currency: random.of(['EUR', 'USD']),
      source: random.of(['web', 'fair', null]),
      score: random.of([1.5, -3.25, random.whole(9), null]),
    }))
    for (const each of [...made, { name: 'Unknown', amount: 5, currency: 'SEK', source: 'web' }]) await api.deals.create(each)
    const medianOf = (values: readonly Decimal[], decimals: number) => {
      if (values.length === 0) return null
      const sorted = values.toSorted((a, b) => a.comparedTo(b))
      const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
      return low.plus(high).dividedBy(2).toDecimalPlaces(decimals).toNumber()
    }
    const worth = ({ amount, currency }: (typeof made)[number]) => new Decimal(amount).times(currency === 'EUR' ? 1 : 0.9)
    const measures = (['amount', 'score'] as const).map((field) => ({ measure: 'median' as const, field }))
    const { rows } = await api.reports.query({ object: 'deals', group_by: [{ field: 'source' }], measures })
    const expected = ['fair', 'web', null].map((source) => {
      const own = made.filter((each) => each.source === source)
      const scores = own.flatMap(({ score }) => (score === null ? [] : [new Decimal(score)]))
      return { source, median_amount: medianOf(own.map(worth), 2), median_score: medianOf(scores, 6) }
    })
    expect(rows).toEqual(expected)
    const all = await api.reports.query({ object: 'deals', measures })
    expect(all.rows).toMatchObject([{ median_amount: medianOf(made.map(worth), 2) }])
    await api.orders.create({ lines: [{ name: 'Of unknown cost', unit_price: 1 }] })
    const none = await api.reports.query({ object: 'orders', measures: [{ measure: 'median', field: 'margin' }] })
    expect(none.rows).toEqual([{ median_margin: null }])
  })
})
