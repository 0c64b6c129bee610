import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Work', unit_price: 1000 }]

describeStorages('converted sums', (open) => {
  it('have the decimals of the currency of the organization, wherever they are answered or searched by', async () => {
    const { api } = await open()
    await api.currencies.set({ code: 'USD', rate: 0.123456 })
    const { id } = await api.companies.create({ name: 'Forge' })
    await api.invoices.create({ company_id: id, currency: 'USD', status: 'sent', due_date: '2026-01-10', lines })
    await api.deals.create({ name: 'Deal', amount: 1000, currency: 'USD', company_id: id, close_date: '2026-02-01', probability: 100 })
    const worth = 123.46
    const company = await api.companies.get({ id })
    const amounts = ['revenue_12m', 'unpaid_amount', 'overdue_amount', 'open_deals_amount'] as const
    expect(amounts.map((each) => company[each])).toEqual(amounts.map(() => worth))
    for (const field of amounts) {
      const filter = {
        and: [
          { field, op: 'gte' as const, value: worth },
          { field, op: 'lte' as const, value: worth },
        ],
      }
      expect([field, (await api.companies.search({ filter })).companies.length]).toEqual([field, 1])
    }
    expect(await api.companies.summary({ id })).toMatchObject({
      open_deals: { amount: worth },
      revenue: { this_year: worth },
      unpaid_amount: worth,
      overdue_amount: worth,
    })
    const { total, overdue, debtors } = await api.analytics.receivables({})
    expect([total, overdue, debtors[0]?.total]).toEqual([worth, worth, worth])
    expect(await api.analytics.revenue({})).toMatchObject({ invoiced: worth, revenue: worth })
    expect((await api.analytics.forecast({})).months[1]).toMatchObject({ pipeline: worth, weighted: worth })
    const measures = (['sum', 'avg', 'min', 'max'] as const).map((measure) => ({ measure, field: 'total_excl_tax', as: measure }))
    const { rows } = await api.reports.query({ object: 'invoices', measures })
    expect(rows).toEqual([{ sum: worth, avg: worth, min: worth, max: worth }])
  })

  it('are rounded once, after all of them are added up, and to none or three decimals where the currency has so many', async () => {
    const { api } = await open()
    const { id } = await api.companies.create({ name: 'Forge' })
    for (const [currency, rate, unpaid] of [
      ['JPY', 0.123456, 247],
      ['KWD', 0.123456, 246.912],
      ['EUR', 0.123456, 246.91],
    ] as const) {
      await api.organization.update({ currency })
      await api.currencies.set({ code: 'USD', rate })
      while ((await api.invoices.list({})).invoices.length < 2)
        await api.invoices.create({ company_id: id, currency: 'USD', exchange_rate: null, status: 'sent', lines })
      expect([currency, (await api.companies.get({ id })).unpaid_amount]).toEqual([currency, unpaid])
    }
  })

  it('of halves go away from zero on both databases', async () => {
    const { api } = await open()
    await api.currencies.set({ code: 'USD', rate: 0.1005 })
    const { id } = await api.companies.create({ name: 'Forge' })
    await api.invoices.create({ company_id: id, currency: 'USD', status: 'sent', lines: [{ name: 'Work', unit_price: 10 }] })
    expect((await api.companies.get({ id })).unpaid_amount).toBe(1.01)
    const filter = { field: 'unpaid_amount', op: 'gte' as const, value: 1.01 }
    expect((await api.companies.search({ filter })).companies).toHaveLength(1)
  })
})

describeStorages('the rate of a copy', (open) => {
  const issued = async () => {
    const { api } = await open()
    await api.currencies.set({ code: 'USD', rate: 0.5 })
    const { id } = await api.companies.create({ name: 'Forge' })
    const quoteAt = async (exchange_rate?: number) => {
      const quote = await api.quotes.create({
        company_id: id,
        currency: 'USD',
        lines,
        ...(exchange_rate !== undefined && { exchange_rate }),
      })
      await api.quotes.send({ id: quote.id })
      await api.quotes.accept({ id: quote.id, name: 'Ada' })
      return quote.id
    }
    const billed = async (quote_id: string) => (await api.invoices.create({ quote_id, status: 'sent' })).exchange_rate
    return { api, quoteAt, billed }
  }

  it('is that of its own issue where the rate of the day was taken, also if it was corrected since', async () => {
    const { api, quoteAt, billed } = await issued()
    const id = await quoteAt()
    await api.currencies.set({ code: 'USD', rate: 0.6 })
    expect((await api.quotes.get({ id })).exchange_rate).toBe(0.5)
    expect(await billed(id)).toBe(0.6)
  })

  it('is the agreed one where one was agreed, also if it is that of the day', async () => {
    const { api, quoteAt, billed } = await issued()
    const [other, same] = [await quoteAt(0.4), await quoteAt(0.5)]
    await api.currencies.set({ code: 'USD', rate: 0.6 })
    expect([await billed(other), await billed(same)]).toEqual([0.4, 0.5])
  })
})
