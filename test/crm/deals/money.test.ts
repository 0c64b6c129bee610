import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

const known = (id: string) => ({ external_ids: [{ provider: 'custom:erp', id }] })

describeStorages('amounts have the decimals of their currency', (open) => {
  it('in answers, storage, searches and events, for each currency', async () => {
    const { api, engine } = await open(withEvents)
    const yen = await api.deals.create({ name: 'Yen', amount: 1234.5, mrr: 10.4, currency: 'JPY' })
    const dinar = await api.deals.create({ name: 'Dinar', amount: 1234.56789, currency: 'KWD' })
    const euro = await api.deals.create({ name: 'Euro', amount: -1.005 })
    expect([yen.amount, yen.mrr, dinar.amount, euro.amount]).toEqual([1235, 10, 1234.568, -1.01])
    expect((await api.deals.get({ id: yen.id })).amount).toBe(1235)
    const found = await api.deals.search({ filter: { field: 'amount', op: 'eq', value: 1235 } })
    expect(found.deals.map(({ id }) => id)).toEqual([yen.id])
    const [created] = await eventsOf(engine)
    expect(created?.payload).toMatchObject({ amount: 1235 })
  })

  it('in single and set writes, so that the same amount again is no change', async () => {
    const { api, engine } = await open(withEvents)
    const records = [{ ...known('1'), name: 'Yen', amount: 99.5, currency: 'JPY' }]
    const { results } = await api.deals.bulkUpsert({ records })
    const id = results[0]!.id!
    expect((await api.deals.get({ id })).amount).toBe(100)
    const before = (await eventsOf(engine)).length
    expect(await api.deals.bulkUpsert({ records })).toMatchObject({ unchanged: 1 })
    expect((await api.deals.update({ id, amount: 100.4 })).version).toBe(1)
    expect(await api.deals.bulkUpdate({ ids: [id], set: { amount: 99.9 } })).toEqual({ matched: 1, updated: 0 })
    const sent = [{ external_id: '1', name: 'Yen', amount: '100.3', currency: 'JPY' }]
    expect(await api.sync.ingest({ provider: 'custom:erp', object: 'deals', records: sent })).toMatchObject({ updated: 0, unchanged: 1 })
    expect((await eventsOf(engine)).length).toBe(before)
  })

  it('as large as whole numbers carry them exactly, and sums of many', async () => {
    const { api } = await open()
    const most = 900_719_925_474
    const [ann, bob] = [await api.contacts.create({ first_name: 'Ann' }), await api.contacts.create({ first_name: 'Bob' })]
    const large = await api.deals.create({ name: 'Large', amount: 100_000_000_000, currency: 'IDR' })
    expect((await api.deals.get({ id: large.id })).amount).toBe(100_000_000_000)
    const greatest = await api.deals.create({ name: 'Greatest', amount: most - 0.99, mrr: -most })
    expect(await api.deals.get({ id: greatest.id })).toMatchObject({ amount: most - 0.99, mrr: -most })
    await expect(api.deals.create({ name: 'Larger', amount: most + 1 })).rejects.toMatchObject({
      details: { errors: [{ path: '/amount', code: 'too_big' }] },
    })
    const records = Array.from({ length: 1100 }, (_, at) => ({ name: `Deal ${at}`, amount: most, primary_lead_id: ann.id }))
    await api.deals.bulkUpsert({ records })
    await api.deals.create({ name: 'Small', amount: 1, primary_lead_id: bob.id })
    const { contacts } = await api.contacts.search({ filter: { field: 'open_deals_amount', op: 'gt', value: most } })
    expect(contacts.map(({ id }) => id)).toEqual([ann.id])
    expect((await api.contacts.get({ id: ann.id })).open_deals_amount).toBe(most * 1100)
  })

  it('and follow when the currency changes', async () => {
    const { api } = await open()
    const { id } = await api.deals.create({ name: 'Moving', amount: 12.34, mrr: 5.5 })
    expect(await api.deals.update({ id, currency: 'JPY' })).toMatchObject({ amount: 12, mrr: 6, currency: 'JPY' })
    expect(await api.deals.bulkUpdate({ ids: [id], set: { currency: 'KWD', amount: 1.0005 } })).toMatchObject({ updated: 1 })
    expect(await api.deals.get({ id })).toMatchObject({ amount: 1.001, mrr: 6 })
  })

  it('of companies and discounts too, while the price of one unit keeps four', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Sato', currency: 'JPY', annual_revenue: 1_000_000.6 })
    expect(company.annual_revenue).toBe(1_000_001)
    const lines = [{ name: 'Screw', quantity: 1000, unit_price: 0.0125, discount_amount: 0.505 }]
    const quote = await api.quotes.create({ discount_amount: 1.005, currency: 'EUR', lines })
    expect(quote).toMatchObject({ discount_amount: 1.01, total_excl_tax: 10.98 })
    expect(quote.lines[0]).toMatchObject({ unit_price: 0.0125, discount_amount: 0.51, total_excl_tax: 11.99 })
    expect(await api.quotes.update({ id: quote.id, currency: 'JPY' })).toMatchObject({ discount_amount: 1 })
  })
})
