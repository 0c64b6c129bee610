import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('a deal with lines that changes currency or company', (open) => {
  it('has the prices of the new ones, and the amount that they come to unless it was given', async () => {
    const { api } = await open()
    await api.products.create({ sku: 'TEA', name: 'Tea', price: 10, currency: 'EUR', cost: 4, tax_rate: 20 })
    await api.priceRules.create({ kind: 'fixed_price', value: 12, currency: 'USD', sku: 'TEA' })
    await api.priceRules.create({ kind: 'discount_percent', value: 20, company_tier: 'gold' })
    const gold = await api.companies.create({ name: 'Gold', domain: 'gold.example', tier: 'gold' })
    const lines = [{ sku: 'TEA', quantity: 2 }, { name: 'Help', unit_price: 5, cost: 1 }] // prettier-ignore
    const made = async (more: object = {}) => {
      const deal = await api.deals.create({ name: 'Tea', currency: 'EUR' })
      await api.deals.replaceLines({ id: deal.id, lines })
      return await api.deals.update({ id: deal.id, ...more })
    }
    const pricesOf = async (id: string) => (await api.deals.lines({ id })).lines.map(({ unit_price }) => unit_price)

    const { id } = await made()
    expect(await api.deals.update({ id, company_id: gold.id })).toMatchObject({ amount: 21, cost: 9, margin: 12 })
    expect(await api.deals.update({ id, currency: 'USD' })).toMatchObject({ currency: 'USD', amount: 29, cost: null })
    expect(await pricesOf(id)).toEqual([12, 5])
    const { history } = await api.deals.history({ id })
    expect(history.filter(({ field }) => field === 'lines').length).toBe(3)
    await expect(api.deals.update({ id, currency: 'CHF' })).rejects.toMatchObject({
      details: { errors: [{ path: '/lines/0/unit_price', code: 'required' }] },
    })
    expect(await api.deals.get({ id })).toMatchObject({ currency: 'USD', amount: 29 })
    expect(await api.deals.update({ id, currency: 'EUR', amount: 3 })).toMatchObject({ amount: 3, cost: 9 })
    // It was set by hand, so it stays; the lines follow.
    expect(await api.deals.update({ id, currency: 'USD' })).toMatchObject({ amount: 3, lines: [{ unit_price: 12 }, { unit_price: 5 }] })
    // What is won was agreed.
    await api.deals.win({ id })
    await api.deals.update({ id, currency: 'EUR' })
    expect(await pricesOf(id)).toEqual([12, 5])
  })

  it('does so in sets, each deal for itself, and not in merges', async () => {
    const { api } = await open()
    await api.products.create({ sku: 'TEA', name: 'Tea', price: 10, currency: 'EUR' })
    await api.products.create({ sku: 'ICE', name: 'Ice', price: 3, currency: 'EUR' })
    await api.priceRules.create({ kind: 'fixed_price', value: 12, currency: 'USD', sku: 'TEA' })
    const made = async (sku: string, key: string) => {
      const deal = await api.deals.create({ name: sku, currency: 'EUR', external_ids: [{ provider: 'custom:erp', id: key }] })
      await api.deals.replaceLines({ id: deal.id, lines: [{ sku, quantity: 2 }] })
      return deal.id
    }
    const [tea, ice, third] = [await made('TEA', '1'), await made('ICE', '2'), await made('TEA', '3')]
    const named = ['1', '2'].map((id) => ({ external_ids: [{ provider: 'custom:erp', id }], currency: 'USD' }))
    const dry = await api.deals.bulkUpsert({ records: named, dry_run: true } as never)
    expect(dry).toMatchObject({ updated: 1, rejected: [{ index: 1, code: 'required', field: 'lines.0.unit_price' }] })
    expect((await api.deals.lines({ id: tea })).lines).toMatchObject([{ unit_price: 10 }])
    expect(await api.deals.bulkUpsert({ records: named } as never)).toMatchObject({ updated: 1, rejected: [{ index: 1 }] })
    expect(await api.deals.get({ id: tea })).toMatchObject({ amount: 24, currency: 'USD', lines: [{ unit_price: 12, total_excl_tax: 24 }] })
    expect(await api.deals.get({ id: ice })).toMatchObject({ amount: 6, currency: 'EUR' })
    const answer = await api.deals.bulkUpdate({ ids: [third, ice], set: { currency: 'USD' } } as never)
    expect(answer).toMatchObject({ updated: 1, rejected: [{ id: ice, code: 'required' }] })
    expect(await api.deals.get({ id: third })).toMatchObject({ amount: 24, lines: [{ unit_price: 12 }] })

    const [one, other] = [await api.companies.create({ name: 'One' }), await api.companies.create({ name: 'Other' })]
    await api.deals.update({ id: tea, company_id: other.id })
    await api.priceRules.create({ kind: 'fixed_price', value: 1, company_id: one.id })
    await api.companies.merge({ id: one.id, merge_ids: [other.id] })
    expect(await api.deals.get({ id: tea })).toMatchObject({ company_id: one.id, amount: 24, lines: [{ unit_price: 12 }] })
  })
})
