import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

/** A product in euros, which a rule sells in dollars, a cheap customer in euros, and one in dollars that pays no tax. */
async function catalog(api: Api) {
  const product = await api.products.create({ sku: 'TEA', name: 'Tea', price: 10, currency: 'EUR', cost: 4, tax_rate: 20 })
  const plain = await api.companies.create({ name: 'Plain', domain: 'plain.example', currency: 'EUR' })
  const cheap = await api.companies.create({ name: 'Cheap', domain: 'cheap.example', currency: 'EUR', tier: 'gold' })
  const free = await api.companies.create({ name: 'Free', domain: 'free.example', currency: 'USD', tax_exempt: true })
  const gold = await api.priceRules.create({ kind: 'discount_percent', value: 20, company_tier: 'gold' })
  const dollars = await api.priceRules.create({ kind: 'fixed_price', value: 12, currency: 'USD', sku: 'TEA' })
  return { product, plain, cheap, free, gold, dollars }
}
const offered = [
  { sku: 'TEA', quantity: 2 },
  { sku: 'TEA', unit_price: 9, tax_rate: 7, cost: 3 },
]
const kinds = ['quotes', 'orders', 'invoices', 'creditNotes'] as const

describeStorages('a draft that changes currency or customer', (open) => {
  it('takes prices, tax rates and costs again that it had from the catalog, and keeps those that were given', async () => {
    const { api } = await open()
    const { plain, cheap, free, gold, dollars } = await catalog(api)
    for (const kind of kinds) {
      const { id, ...made } = await api[kind].create({ company_id: plain.id, lines: offered })
      const given = { unit_price: 9, tax_rate: 7, cost: 3, price_rule_id: null, from_catalog: [] }
      const all = ['unit_price', 'tax_rate', 'cost']
      expect(made.lines).toMatchObject([{ unit_price: 10, tax_rate: 20, cost: 4, from_catalog: all }, given])
      // Another field leaves them as they are.
      await api.priceRules.update({ id: gold.id, value: 20, active: false })
      expect((await api[kind].update({ id, title: 'Tea' })).lines).toMatchObject([{ unit_price: 10 }, given])
      await api.priceRules.update({ id: gold.id, active: true })
      expect(await api[kind].update({ id, company_id: cheap.id })).toMatchObject({
        total_excl_tax: 25,
        margin: 14,
        lines: [{ unit_price: 8, price_rule_id: gold.id, total_excl_tax: 16 }, given],
      })
      expect(await api[kind].update({ id, company_id: free.id, currency: 'USD' })).toMatchObject({
        total_excl_tax: 33,
        tax_total: 0.63,
        margin: null,
        lines: [{ unit_price: 12, tax_rate: 0, cost: null, price_rule_id: dollars.id, from_catalog: all }, given],
      })
      // Nothing has a price in francs: the line is named, and nothing changes.
      await expect(api[kind].update({ id, currency: 'CHF' })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/lines/0/unit_price', code: 'required', message: expect.stringContaining('in CHF') as string }] },
      })
      expect(await api[kind].get({ id })).toMatchObject({ currency: 'USD', total_excl_tax: 33 })
      // A price that is given from now on stays.
      await api[kind].update({ id, lines: [{ sku: 'TEA', quantity: 2, unit_price: 12 }] })
      expect((await api[kind].update({ id, currency: 'EUR' })).lines).toMatchObject([
        { unit_price: 12, from_catalog: ['tax_rate', 'cost'] },
      ])
    }
  })

  it('does so in a set, each document for itself, and takes no rate of another currency along', async () => {
    const { api } = await open()
    const { plain, free } = await catalog(api)
    const lines = [{ sku: 'TEA', quantity: 2 }]
    const made = []
    for (const number of ['A', 'B', 'C'])
      made.push(await api.orders.create({ number, company_id: plain.id, currency: 'USD', exchange_rate: 0.9, lines }))
    const records = [
      { number: 'A', company_id: free.id },
      { number: 'B', currency: 'EUR' },
      { number: 'C', currency: 'CHF' },
    ]
    expect(await api.orders.bulkUpsert({ records } as never)).toMatchObject({
      updated: 2,
      rejected: [{ index: 2, code: 'required', field: 'lines.0.unit_price' }],
    })
    const [a, b, c] = await Promise.all(made.map(({ id }) => api.orders.get({ id })))
    expect(a).toMatchObject({ currency: 'USD', exchange_rate: 0.9, total_excl_tax: 24, tax_total: 0 })
    expect(b).toMatchObject({ currency: 'EUR', exchange_rate: null, total_excl_tax: 20, tax_total: 4 })
    expect(c).toMatchObject({ currency: 'USD', exchange_rate: 0.9, total_excl_tax: 24 })
  })

  it('is also a copy of a quote and its next version, but no copy of what was agreed; what was issued stays, and so does what a source said', async () => {
    const { api } = await open()
    const { plain, cheap, product } = await catalog(api)
    const quote = await api.quotes.create({ company_id: plain.id, lines: offered })
    const copy = await api.quotes.duplicate({ id: quote.id })
    expect((await api.quotes.update({ id: copy.id, company_id: cheap.id })).lines).toMatchObject([{ unit_price: 8 }, { unit_price: 9 }])
    await api.quotes.send({ id: quote.id })
    const next = await api.quotes.update({ id: quote.id, currency: 'USD' })
    expect(next).toMatchObject({ previous_quote_id: quote.id, currency: 'USD', lines: [{ unit_price: 12 }, { unit_price: 9 }] })
    expect((await api.quotes.get({ id: quote.id })).lines).toMatchObject([{ unit_price: 10 }, { unit_price: 9 }])

    const ordered = await api.orders.create({ company_id: plain.id, status: 'confirmed', lines: offered })
    const { id } = await api.invoices.create({ order_id: ordered.id })
    expect((await api.invoices.update({ id, company_id: cheap.id })).lines).toMatchObject([{ unit_price: 10 }, { unit_price: 9 }])
    const sent = await api.invoices.create({ company_id: plain.id, status: 'sent', lines: offered })
    await expect(api.invoices.update({ id: sent.id, currency: 'CHF' })).rejects.toMatchObject({ code: 'conflict' })
    // The same prices, given: nothing that the customer sees changes.
    const same = sent.lines!.map(({ sku, quantity, unit_price, tax_rate, cost }) => ({ sku, quantity, unit_price, tax_rate, cost }))
    expect(await api.invoices.update({ id: sent.id, lines: same })).toMatchObject({ version: sent.version })

    const source = { number: 'S-1', source_totals: true, currency: 'EUR', lines: [{ product_id: product.id, unit_price: 11 }] }
    const imported = await api.orders.create(source)
    expect((await api.orders.update({ id: imported.id, currency: 'USD' })).lines).toMatchObject([{ unit_price: 11, from_catalog: null }])

    // A product that is gone has no price, and the line keeps what it was.
    const gone = await api.quotes.create({ company_id: plain.id, lines: [{ sku: 'TEA' }] })
    await api.products.delete({ id: product.id })
    await expect(api.quotes.update({ id: gone.id, company_id: cheap.id })).rejects.toMatchObject({
      details: { errors: [{ path: '/lines/0/unit_price' }] },
    })
    expect((await api.quotes.update({ id: gone.id, currency: 'USD' })).lines).toMatchObject([{ product_id: product.id, unit_price: 12 }])
  })
})
