import { expect, it } from 'vitest'
import { dealSearch } from '../../../core/crm/deals/search.ts'
import { matches } from '../../../core/records/search/grammar/evaluate.ts'
import { parseFilter } from '../../../core/records/search/grammar/parse.ts'
import { describeStorages } from '../../support/storages.ts'

const amounts = [0, 0.05, 10.01, 1001, 333.3333, 9_999_999_999.99, 7.5]
const probabilities = [0, 12.5, 33.33, 50, 0.1, 100]
const currencies = ['EUR', 'JPY', 'BHD', 'CLF']

describeStorages(
  'The weighted amount of deals',
  (open) => {
    it('is searched and sorted by as the API shows it, rounded to its currency', async () => {
      const { api, clock } = await open()
      const records = amounts.flatMap((amount) =>
        probabilities.flatMap((probability) => currencies.map((currency) => ({ name: 'D', amount, probability, currency }))),
      )
      expect((await api.deals.bulkUpsert({ records })).rejected).toEqual([])
      const deals = (await api.deals.list({ limit: 200 })).deals
      const shown = new Map(deals.map(({ id, weighted_amount }) => [id, weighted_amount]))
      for (const value of new Set(shown.values()))
        for (const op of ['eq', 'gt'] as const) {
          const filter = { field: 'weighted_amount', op, value }
          const { deals: found } = await api.deals.search({ filter, limit: 200, fields: ['id'] })
          const expected = deals.filter(({ weighted_amount }) => (op === 'eq' ? weighted_amount === value : weighted_amount > value))
          expect(new Set(found.map(({ id }) => id)), `${op} ${value}`).toEqual(new Set(expected.map(({ id }) => id)))
          const inMemory = deals.filter((record) => matches(parseFilter(dealSearch, filter), { record, now: clock.now() }))
          expect(inMemory).toHaveLength(expected.length)
        }
      const seen: number[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await api.deals.search({ sort: '-weighted_amount', limit: 50, ...(cursor && { cursor }) })
        seen.push(...page.deals.map(({ weighted_amount }) => weighted_amount))
        cursor = page.next_cursor
      }
      expect(seen).toEqual([...shown.values()].toSorted((a, b) => b - a))
    })

    it('is summed exactly in reports, in the currency of the organization', async () => {
      const { api } = await open()
      await api.organization.update({ currency: 'EUR' })
      await api.currencies.set({ code: 'USD', rate: 0.5 })
      for (const [amount, currency] of [
        [0.2, 'EUR'],
        [100.1, 'EUR'],
        [10, 'USD'],
        [3, 'GBP'],
      ] as const)
        await api.deals.create({ name: 'D', amount, currency, probability: 50 })
      const measures = (['sum', 'min', 'max'] as const).map((measure) => ({ measure, field: 'weighted_amount' }))
      const answer = await api.reports.query({ object: 'deals', measures })
      expect(answer).toMatchObject({
        rows: [{ sum_weighted_amount: 52.65 }],
        other_currencies: [{ currency: 'GBP', records: 1 }],
      })
      const { rows } = await api.reports.query({ object: 'deals', measures, group_by: [{ field: 'currency' }], sort: 'currency' })
      expect(rows).toEqual([
        { currency: 'EUR', sum_weighted_amount: 50.15, min_weighted_amount: 0.1, max_weighted_amount: 50.05 },
        { currency: 'GBP', sum_weighted_amount: 1.5, min_weighted_amount: 1.5, max_weighted_amount: 1.5 },
        { currency: 'USD', sum_weighted_amount: 5, min_weighted_amount: 5, max_weighted_amount: 5 },
      ])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
