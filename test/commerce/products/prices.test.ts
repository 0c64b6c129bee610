import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const tea = {
  sku: 'TEA',
  name: 'Tea',
  price: 10,
  currency: 'EUR',
  cost: 4,
  tax_rate: 20,
  price_tiers: [{ min_quantity: 10, price: 9 }],
  prices: [
    { currency: 'USD', price: 12.12345, price_tiers: [{ min_quantity: 10, price: 11 }], cost: 5 },
    { currency: 'CHF', price: 13 },
  ],
}
const refusal = (...errors: object[]) => ({ code: 'invalid_input', details: { errors } })

describeStorages('prices of a product in several currencies', (open) => {
  it('make the prices, costs and margins of documents and deals in each currency, and of rules by percent', async () => {
    const { api } = await open()
    const product = await api.products.create({ ...tea, supplier_price: 6, supplier_currency: 'CHF' })
    expect(product.prices).toEqual([
      { currency: 'USD', price: 12.1235, price_tiers: [{ min_quantity: 10, price: 11 }], cost: 5 },
      { currency: 'CHF', price: 13, price_tiers: [], cost: null },
    ])
    const lines = [{ sku: 'TEA' }, { sku: 'TEA', quantity: 10 }]
    const { id, ...quote } = await api.quotes.create({ currency: 'USD', lines })
    expect(quote).toMatchObject({
      lines: [
        { unit_price: 12.1235, cost: 5 },
        { unit_price: 11, cost: 5, margin: 60 },
      ],
    })
    // A change of the currency follows; the catalog has no cost in francs.
    const francs = await api.quotes.update({ id, currency: 'CHF' })
    expect(francs).toMatchObject({ total_excl_tax: 143, margin: null, lines: [{ unit_price: 13, cost: null }, { unit_price: 13 }] })
    const euros = await api.quotes.update({ id, currency: 'EUR' })
    expect(euros).toMatchObject({ total_excl_tax: 100, margin: 56, lines: [{ unit_price: 10, cost: 4 }, { unit_price: 9 }] })
    const deal = await api.deals.create({ name: 'Tea', currency: 'USD' })
    expect(await api.deals.replaceLines({ id: deal.id, lines })).toMatchObject({ amount: 122.12, margin: 67.12 })
    expect(await api.deals.update({ id: deal.id, currency: 'CHF' })).toMatchObject({ amount: 143, cost: null })

    const off = await api.priceRules.create({ name: 'Off', kind: 'discount_percent', value: 10, company_tier: 'off' })
    const on = await api.priceRules.create({ name: 'On', kind: 'markup_percent', value: 50, company_tier: 'on' })
    const asked = async (currency: string, company_tier?: string, quantity = 1) =>
      (await api.priceRules.resolve({ currency, lines: [{ sku: 'TEA', quantity }], ...(company_tier && { company_tier }) })).lines[0]
    const ofCatalog = (price: number, won = true) => ({ rule_id: null, outcome: won ? 'won' : 'lost', price })
    expect(await asked('USD')).toMatchObject({ price: 12.1235, list_price: 12.1235, rule_id: null, trace: [ofCatalog(12.1235)] })
    expect(await asked('USD', undefined, 10)).toMatchObject({ price: 11, list_price: 11 })
    expect(await asked('USD', 'off', 10)).toMatchObject({
      price: 9.9,
      rule_id: off.id,
      list_price: 11,
      trace: [{ price: 9.9 }, ofCatalog(11, false)],
    })
    expect(await asked('USD', 'on')).toMatchObject({ price: 7.5, rule_id: on.id })
    // Without a cost in the currency, what the supplier asks in it.
    expect(await asked('CHF', 'on')).toMatchObject({ price: 9, rule_id: on.id, list_price: 13 })
    expect(await asked('GBP', 'off')).toMatchObject({ price: null, list_price: null, trace: [{ reason: 'no_base_price' }] })
    expect(await asked('GBP', 'on')).toMatchObject({ price: null, trace: [{ reason: 'no_cost' }] })
    // A fixed price that names no currency is the same number in each.
    await api.priceRules.create({ kind: 'fixed_price', value: 7, company_tier: 'fix' })
    for (const currency of ['EUR', 'USD', 'GBP']) expect(await asked(currency, 'fix')).toMatchObject({ price: 7 })
  })

  it('stand beside one without a currency, which counts wherever there is no other', async () => {
    const { api } = await open()
    await api.products.create({ sku: 'ICE', name: 'Ice', price: 3, cost: 1, prices: [{ currency: 'USD', price: 4 }, { currency: 'GBP', price: 2, cost: 0.5 }] }) // prettier-ignore
    const priced = async (currency: string) => (await api.orders.create({ currency, lines: [{ sku: 'ICE' }] })).lines
    expect(await priced('CHF')).toMatchObject([{ unit_price: 3, cost: 1 }])
    expect(await priced('USD')).toMatchObject([{ unit_price: 4, cost: 1 }])
    expect(await priced('GBP')).toMatchObject([{ unit_price: 2, cost: 0.5 }])
  })

  it('are refused twice for one currency or quantity, in that of the product, below zero, and in no currency at all', async () => {
    const { api } = await open()
    const { id } = await api.products.create(tea)
    const refused = async (input: object, ...errors: object[]) => {
      const expected = refusal(...errors)
      await expect(api.products.update({ id, ...input })).rejects.toMatchObject(expected)
      await expect(api.products.create({ ...tea, ...input })).rejects.toMatchObject(expected)
    }
    const usd = { currency: 'USD', price: 1 }
    await refused({ prices: [usd, { currency: 'CHF', price: 1 }, usd] }, { path: '/prices/2/currency', code: 'duplicate' })
    await refused({ prices: [usd, { currency: 'EUR', price: 1 }] }, { path: '/prices/1/currency', code: 'duplicate' })
    await refused({ currency: 'CHF' }, { path: expect.stringMatching(/^\/(prices\/1\/)?currency$/) as string, code: 'duplicate' })
    const tiers = [5, 10, 5].map((min_quantity) => ({ min_quantity, price: 1 }))
    await refused({ prices: [{ ...usd, price_tiers: tiers }] }, { path: '/prices/0/price_tiers/2/min_quantity', code: 'duplicate' })
    await refused({ prices: [{ ...usd, price: -1 }] }, { path: '/prices/0/price', code: 'too_small' })
    await refused({ prices: [{ ...usd, cost: -1 }] }, { path: '/prices/0/cost', code: 'too_small' })
    await refused({ prices: [{ ...usd, currency: 'XYZ' }] }, { path: '/prices/0/currency' })
    await refused({ prices: [{ currency: 'USD' }] }, { path: '/prices/0/price', code: 'required' })
    await refused({ prices: Array.from({ length: 51 }, () => usd) }, { path: '/prices', code: 'too_many' })
    const records = [{ sku: 'TEA', currency: 'USD' }, { sku: 'TEA', prices: [{ currency: 'EUR', price: 2 }] }, { sku: 'TEA', prices: [usd] }] // prettier-ignore
    const rejected = [{ index: 0, field: 'currency', code: 'duplicate' }, { index: 1, field: 'prices.0.currency', code: 'duplicate' }] // prettier-ignore
    expect(await api.products.bulkUpsert({ records } as never)).toMatchObject({ updated: 1, rejected })
    const { prices, version } = await api.products.get({ id })
    expect(prices).toEqual([{ ...usd, price_tiers: [], cost: null }])
    expect(await api.products.update({ id, prices: [usd] })).toMatchObject({ version })
    // Both at once: the price changes places.
    expect(await api.products.update({ id, currency: 'USD', price: 1, prices: [{ currency: 'EUR', price: 10 }] })).toMatchObject({
      currency: 'USD',
    })
  })

  it('are found by their currencies', async () => {
    const { api } = await open()
    const { id } = await api.products.create(tea)
    await api.products.create({ sku: 'ICE', name: 'Ice' })
    const found = async (op: string) =>
      (await api.products.search({ filter: { field: 'prices.currency', op, value: 'CHF' } } as never)).products.map(({ sku }) => sku)
    expect(await found('contains')).toEqual(['TEA'])
    expect(await found('not_contains')).toEqual(['ICE'])
    await api.products.update({ id, prices: [] })
    expect(await found('contains')).toEqual([])
  })
})
