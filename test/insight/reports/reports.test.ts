import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { allDeals, dayIn, meanOf, seeded, sumOf } from './oracle.ts'

const ZONE = 'America/New_York'

describeStorages(
  'reports',
  (open) => {
    it('counts and sums groups as a loop over all records does, in days of the organization', async () => {
      const { api, clock, engine } = await open()
      await api.organization.update({ timezone: ZONE, currency: 'EUR' })
      const random = seeded(7)
      const companies = []
      for (const country of ['FR', 'DE', 'GB'])
        companies.push(await api.companies.create({ name: `Company ${country}`, country, domain: `${country.toLowerCase()}-works.com` }))
      for (let at = 0; at < 60; at += 1) {
        const company = random.of([...companies, null])
        await api.deals.create({
          name: `Deal ${at}`,
          amount: random.of([0.1, 0.2, random.cents(5000), 99_999_999_999]),
          currency: random.of(['EUR', 'EUR', 'EUR', 'USD']),
          ...(company && { company_id: company.id }),
          source: random.of(['web', 'fair', null]),
          score: random.of([0.1, 0.2, 1.5, -3.25, null]),
          ...(random.next() < 0.6 && { close_date: random.of(['2026-03-01', '2026-03-31', '2026-07-15']) }),
          custom: { segment: random.of(['a', 'b', 3, true]), seats: random.whole(9) },
        })
        clock.advance(`${1 + random.whole(60)} hours`)
      }
      await engine.as({ ...ada, organization: 'other' }).deals.create({ name: 'Foreign', amount: 5 })
      const deals = await allDeals(api)
      const gone = deals.pop()!
      await api.deals.delete({ id: gone.id })

      const byMonth = await api.reports.query({
        object: 'deals',
        group_by: [
          { field: 'created_at', bucket: 'month' },
          { field: 'company.country', as: 'country' },
        ],
        measures: [
          { measure: 'count' },
          { measure: 'sum', field: 'amount' },
          { measure: 'avg', field: 'amount' },
          { measure: 'min', field: 'amount' },
          { measure: 'max', field: 'close_date' },
          { measure: 'sum', field: 'score' },
          { measure: 'count', field: 'source', as: 'with_source' },
          { measure: 'count_distinct', field: 'source', as: 'sources' },
          { measure: 'sum', field: 'custom.seats', as: 'seats' },
        ],
        limit: 1000,
      })
      const country = new Map(companies.map((each) => [each.id, each.country]))
      const groups = Map.groupBy(deals, (each) =>
        JSON.stringify([`${dayIn(ZONE, each.created_at).slice(0, 7)}-01`, country.get(each.company_id ?? '') ?? null]),
      )
      expect(byMonth.rows.length).toBe(groups.size)
      for (const row of byMonth.rows) {
        const own = groups.get(JSON.stringify([row['created_at_month'], row['country']]))!
        const euros = own.filter(({ currency }) => currency === 'EUR').map(({ amount }) => amount)
        const dates = own.flatMap(({ close_date }) => close_date ?? []).toSorted()
        expect(row).toEqual({
          created_at_month: row['created_at_month'],
          country: row['country'],
          count: own.length,
          sum_amount: sumOf(euros),
          avg_amount: meanOf(euros),
          min_amount: euros.length === 0 ? null : Math.min(...euros),
          max_close_date: dates.at(-1) ?? null,
          sum_score: sumOf(own.map(({ score }) => score ?? 0)),
          with_source: own.filter(({ source }) => source !== null).length,
          sources: new Set(own.flatMap(({ source }) => source ?? [])).size,
          seats: sumOf(own.map(({ custom }) => custom['seats'] as number)),
        })
      }
      const dollars = deals.filter(({ currency }) => currency === 'USD').length
      expect(byMonth).toMatchObject({ currency: 'EUR', records: deals.length, other_currencies: [{ currency: 'USD', records: dollars }] })

      for (const [bucket, startOf] of Object.entries(starts)) {
        const { rows } = await api.reports.query({
          object: 'deals',
          group_by: [{ field: 'created_at', bucket: bucket as 'day', as: 'at' }],
          limit: 1000,
        })
        const days = Map.groupBy(deals, ({ created_at }) => startOf(dayIn(ZONE, created_at)))
        expect(rows).toEqual([...days].map(([at, own]) => ({ at, count: own.length })).toSorted((a, b) => (a.at < b.at ? -1 : 1)))
      }

      const bySegment = await api.reports.query({
        object: 'deals',
        filter: { field: 'currency', op: 'eq', value: 'USD' },
        group_by: [{ field: 'currency' }, { field: 'custom.segment', as: 'segment' }],
        measures: [{ measure: 'sum', field: 'amount' }, { measure: 'count' }],
        sort: '-count',
      })
      const segments = Map.groupBy(
        deals.filter(({ currency }) => currency === 'USD'),
        ({ custom }) => custom['segment'],
      )
      expect(new Map(bySegment.rows.map(({ segment, ...row }) => [segment, row]))).toEqual(
        new Map(
          [...segments].map(([segment, own]) => [
            segment,
            { currency: 'USD', count: own.length, sum_amount: sumOf(own.map(({ amount }) => amount)) },
          ]),
        ),
      )
      expect(bySegment.rows.map(({ count }) => count)).toEqual(bySegment.rows.map(({ count }) => count as number).toSorted((a, b) => b - a))
      expect(bySegment.other_currencies).toEqual([])
    })

    it('takes a period or days, and converts amounts by the rate of a document', async () => {
      const { api } = await open()
      const invoice = (issue_date: string, unit_price: number, more: object = {}) =>
        api.invoices.create({ issue_date, lines: [{ name: 'Service', quantity: 1, unit_price, tax_rate: 0 }], ...more })
      await invoice('2026-01-01', 100)
      await invoice('2026-01-31', 10.01, { currency: 'USD', exchange_rate: 0.9 })
      await invoice('2026-01-31', 7, { currency: 'GBP' })
      await invoice('2025-12-31', 50)
      const question = { object: 'invoices', measures: [{ measure: 'sum', field: 'total_excl_tax', as: 'net' }] } as const
      const net = async (days: object) =>
        (await api.reports.query({ ...question, measures: [...question.measures], ...days })).rows[0]?.['net']
      expect([await net({}), await net({ period: 'month' }), await net({ period: 'last_year' })]).toEqual([159.01, 109.01, 50])
      expect([await net({ from: '2026-01-02' }), await net({ to: '2025-12-31' })]).toEqual([9.01, 50])
      expect(await net({ from: '0001-01-01', to: '9999-12-31', date_field: 'created_at' })).toBe(159.01)
      const january = await api.reports.query({
        object: 'invoices',
        period: 'month',
        measures: [{ measure: 'max', field: 'total_excl_tax' }],
      })
      // The rate makes six decimals of it; amounts are told with four.
      await invoice('2025-06-01', 1.01, { currency: 'USD', exchange_rate: 0.912345 })
      const ends = [
        { measure: 'min' as const, field: 'total_excl_tax' },
        { measure: 'max' as const, field: 'total_excl_tax' },
      ]
      const { rows } = await api.reports.query({ object: 'invoices', from: '2025-06-01', to: '2025-06-01', measures: ends })
      expect(rows).toEqual([{ min_total_excl_tax: 0.92, max_total_excl_tax: 0.92 }])
      expect(january).toMatchObject({
        period: { from: '2026-01-01', to: '2026-01-31', timezone: 'UTC' },
        other_currencies: [{ currency: 'GBP', records: 1 }],
        columns: [{ name: 'max_total_excl_tax', kind: 'measure', money: true }],
      })
    })

    it('counts quarters and years from the month in which the fiscal year begins', async () => {
      const { api, clock } = await open()
      await api.organization.update({ fiscal_year_start: 2, timezone: ZONE })
      for (const issue_date of ['2024-02-29', '2025-01-31', '2025-02-01', '2025-10-31', '2025-11-30', '2026-01-31', '2026-02-01'])
        await api.invoices.create({ issue_date, status: 'sent', lines: [{ unit_price: 10 }] })
      const counted = async (bucket: 'quarter' | 'year') => {
        const asked = { object: 'invoices' as const, group_by: [{ field: 'issue_date', bucket, as: 'at' }] }
        return (await api.reports.query(asked)).rows.map((row) => [row['at'], row['count']])
      }
      expect(await counted('year')).toEqual([
        ['2024-02-01', 2],
        ['2025-02-01', 4],
        ['2026-02-01', 1],
      ])
      expect(await counted('quarter')).toEqual([
        ['2024-02-01', 1],
        ['2024-11-01', 1],
        ['2025-02-01', 1],
        ['2025-08-01', 1],
        ['2025-11-01', 2],
        ['2026-02-01', 1],
      ])
      const { invoices } = await api.invoices.list({ period: 'quarter', sort: 'issue_date' })
      expect(invoices.map(({ issue_date }) => issue_date)).toEqual(['2025-11-30', '2026-01-31'])
      expect(await api.analytics.revenue({ period: 'last_year' })).toMatchObject({
        period: { from: '2024-02-01', to: '2025-01-31' },
        revenue: 20,
      })
      // In the evening of the last day of the fiscal year there, which is the first of the next in UTC.
      clock.set('2026-02-01T02:00:00Z')
      await api.contacts.create({ email: 'last@day.test' })
      clock.set('2026-02-01T14:00:00Z')
      await api.contacts.create({ email: 'first@day.test' })
      const made = await api.reports.query({ object: 'contacts', group_by: [{ field: 'created_at', bucket: 'year', as: 'year' }] })
      expect(made.rows.map((row) => row['year'])).toEqual(['2025-02-01', '2026-02-01'])
    })

    it('reads custom properties by the types of their definitions, in conditions, groups, measures and periods', async () => {
      const { api } = await open()
      await api.organization.update({ timezone: ZONE })
      const old = { seats: 'many', start: '2026-99-99', met: 'once' }
      await api.deals.create({ name: 'Old', custom: old })
      for (const [name, type] of [
        ['seats', 'number'],
        ['start', 'date'],
        ['met', 'datetime'],
        ['topics', 'multi_select'],
      ] as const)
        await api.properties.create({
          object: 'deals',
          name,
          type,
          ...(type === 'multi_select' && { options: [{ value: 'a' }, { value: 'b' }] }),
        })
      const company = await api.companies.create({ name: 'Big', domain: 'big-works.com' })
      await api.properties.create({ object: 'companies', name: 'floors', type: 'number' })
      await api.companies.update({ id: company.id, custom: { floors: 12 } })
      const deal = (name: string, custom: Record<string, string | number | string[]>) =>
        api.deals.create({ name, custom, company_id: company.id })
      await deal('One', { seats: 9, start: '2026-01-31', met: '2026-02-01T03:00:00Z', topics: ['a'] })
      await deal('Two', { seats: 10.5, start: '2026-02-01', met: '2026-02-01T06:00:00Z', topics: ['a', 'b'] })
      await deal('Three', { start: '2026-02-28' })
      const rows = async (question: object) => (await api.reports.query({ object: 'deals', ...question } as never)).rows
      // As texts, 10.5 would come before 9.
      expect(await rows({ filter: { field: 'custom.seats', op: 'gt', value: 9 } })).toEqual([{ count: 1 }])
      expect(await rows({ filter: { field: 'custom.topics', op: 'contains', value: 'b' } })).toEqual([{ count: 1 }])
      expect(await rows({ filter: { field: 'company.custom.floors', op: 'gte', value: '9' } })).toEqual([{ count: 3 }])
      const month = (field: string) =>
        rows({ group_by: [{ field, bucket: 'month', as: 'at' }], measures: [{ measure: 'sum', field: 'custom.seats', as: 'seats' }] })
      expect(await month('custom.start')).toEqual(
        expect.arrayContaining([
          { at: '2026-01-01', seats: 9 },
          { at: '2026-02-01', seats: 10.5 },
        ]),
      )
      // At three in the morning of UTC it is the day before in New York.
      expect(await month('custom.met')).toEqual([
        { at: '2026-01-01', seats: 9 },
        { at: '2026-02-01', seats: 10.5 },
        { at: null, seats: 0 },
      ])
      expect(await rows({ group_by: [{ field: 'company.custom.floors', as: 'floors' }] })).toEqual([
        { floors: 12, count: 3 },
        { floors: null, count: 1 },
      ])
      expect(await rows({ date_field: 'custom.met', from: '2026-02-01' })).toEqual([{ count: 1 }])
      expect(await rows({ measures: [{ measure: 'max', field: 'custom.met', as: 'last' }] })).toEqual([
        { last: '2026-02-01T06:00:00.000Z' },
      ])
      await expect(rows({ filter: { field: 'custom.seats', op: 'gt', value: 'nine' } })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(rows({ group_by: [{ field: 'custom.topics' }] })).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('ignores values that a custom property held before it was a day or time, on both databases', async () => {
      const { api } = await open()
      const real = ['2024-02-29', '2000-02-29', '2026-01-31', '2026-12-31', '0001-01-01']
      const none = ['2026-99-99', '2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-01-00', '0000-01-01', 'soon']
      const time = (day: string) => `${day}T23:59:59.999Z`
      for (const each of [...real, ...none]) await api.deals.create({ name: each, custom: { start: each, met: time(each) } })
      await api.deals.create({ name: 'At sixty', custom: { met: '2026-01-31T10:60:00.000Z' } })
      await api.properties.create({ object: 'deals', name: 'start', type: 'date' })
      await api.properties.create({ object: 'deals', name: 'met', type: 'datetime' })
      const found = async (field: string) => {
        const { deals } = await api.deals.search({ filter: { field, op: 'is_set' }, sort: 'name' })
        return deals.map(({ name }) => name)
      }
      expect(await found('custom.start')).toEqual(real.toSorted())
      expect(await found('custom.met')).toEqual(real.toSorted())
      for (const [field, bucket] of [
        ['custom.start', 'week'],
        ['custom.start', 'day'],
        ['custom.met', 'week'],
      ] as const) {
        const { rows } = await api.reports.query({ object: 'deals', group_by: [{ field, bucket, as: 'at' }] })
        expect([field, bucket, rows.at(-1)]).toEqual([field, bucket, { at: null, count: none.length + 1 }])
        expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(real.length + none.length + 1)
      }
    })

    it('answers up to 10,000 groups, and refuses more', async () => {
      const { api } = await open()
      for (const from of [0, 5000, 10_000])
        await api.products.bulkUpsert({
          records: Array.from({ length: from < 10_000 ? 5000 : 1 }, (_, at) => ({ sku: `S${from + at}`, name: 'Part' })),
        })
      const by = (field: string) => api.reports.query({ object: 'products', group_by: [{ field }] })
      expect((await by('name')).rows).toEqual([{ name: 'Part', count: 10_001 }])
      await expect(by('sku')).rejects.toMatchObject({ details: { errors: [{ path: '/group_by', code: 'too_many' }] } })
    })

    it('saves reports, answers them for other periods and as CSV, and refuses reports that it could not answer', async () => {
      const { api } = await open()
      await api.deals.create({ name: '=1+1', amount: 5, source: '=SUM(A1), "x"' })
      const saved = await api.reports.create({
        name: 'By source',
        object: 'deals',
        group_by: [{ field: 'source' }],
        period: 'month',
        chart: 'bar',
      })
      expect(saved).toMatchObject({ measures: [{ measure: 'count' }], chart: 'bar', limit: 100, version: 1 })
      const ran = await api.reports.run({ id: saved.id, format: 'csv' })
      expect(ran.rows).toEqual([{ source: '=SUM(A1), "x"', count: 1 }])
      expect(ran.csv).toBe('source,count\r\n"\'=SUM(A1), ""x""",1\r\n')
      expect((await api.reports.run({ id: saved.id, period: 'last_month' })).rows).toEqual([])
      expect(await api.reports.update({ id: saved.id, name: 'Sources' })).toMatchObject({ name: 'Sources', version: 2 })
      expect((await api.reports.list()).reports.map(({ name }) => name)).toEqual(['Sources'])
      expect(await api.reports.delete({ id: saved.id })).toEqual({ deleted: true })
      expect(await api.reports.restore({ id: saved.id })).toMatchObject({ id: saved.id, deleted_at: null })
      expect(await api.reports.delete({ id: saved.id })).toEqual({ deleted: true })
      await expect(api.reports.get({ id: saved.id })).rejects.toMatchObject({ code: 'not_found' })
      for (const [path, question] of refused) {
        const error = { code: 'invalid_input', details: { errors: [expect.objectContaining({ path })] } }
        await expect(api.reports.query(question as never)).rejects.toMatchObject(error)
        if (!('from' in question)) await expect(api.reports.create({ name: 'Bad', ...question } as never)).rejects.toMatchObject(error)
      }
      expect((await api.reports.list()).reports).toEqual([])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

const starts: Record<string, (day: string) => string> = {
  day: (day) => day,
  week(day) {
    const date = new Date(day)
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
    return date.toISOString().slice(0, 10)
  },
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) => `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
}

const refused: readonly (readonly [string, object])[] = [
  ['/object', { object: 'nothings' }],
  ['/filter/field', { object: 'deals', filter: { field: 'nothing', op: 'eq', value: 1 } }],
  ['/group_by/0/field', { object: 'deals', group_by: [{ field: 'nothing' }] }],
  ['/group_by/0/field', { object: 'deals', group_by: [{ field: 'company.tags' }] }],
  ['/group_by/1/field', { object: 'deals', group_by: [{ field: 'tags' }, { field: 'competitors' }] }],
  ['/group_by/0/field', { object: 'deals', group_by: [{ field: 'lines.nothing' }] }],
  ['/group_by/0/field', { object: 'contacts', group_by: [{ field: 'lines.sku' }] }],
  ['/measures/0/field', { object: 'deals', group_by: [{ field: 'lines.sku' }], measures: [{ measure: 'sum', field: 'amount' }] }],
  ['/measures/0/field', { object: 'deals', measures: [{ measure: 'median', field: 'close_date' }] }],
  ['/group_by/0/bucket', { object: 'deals', group_by: [{ field: 'source', bucket: 'day' }] }],
  ['/group_by/1/as', { object: 'deals', group_by: [{ field: 'source' }, { field: 'source' }] }],
  ['/group_by', { object: 'deals', group_by: ['a', 'b', 'c', 'd'].map((field) => ({ field })) }],
  ['/measures/0/field', { object: 'deals', measures: [{ measure: 'sum', field: 'name' }] }],
  ['/measures/0/field', { object: 'deals', measures: [{ measure: 'avg' }] }],
  ['/sort', { object: 'deals', sort: 'amount' }],
  ['/date_field', { object: 'deals', date_field: 'name' }],
  ['/to', { object: 'deals', from: '2026-02-01', to: '2026-01-01' }],
  ['/period', { object: 'deals', period: 'week', from: '2026-02-01' }],
]
