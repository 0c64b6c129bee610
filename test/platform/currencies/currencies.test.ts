import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { allDeals, dayIn, seeded } from '../../insight/reports/oracle.ts'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'currencies of an organization',
  (open) => {
    it('have a rate to its own from a day on, and keep those of the days before', async () => {
      const { api, clock, engine } = await open()
      clock.set('2026-06-20T12:00:00Z')
      expect(await api.currencies.list({})).toMatchObject({ base: 'EUR', currencies: [{ code: 'EUR', home: true, rate: 1, rates: [] }] })
      await api.currencies.set({ code: 'USD', rate: 0.9, valid_from: '2026-01-01' })
      await api.currencies.set({ code: 'USD', rate: 0.8123456789, valid_from: '2026-07-01' })
      await api.currencies.set({ code: 'CHF', rate: 1.05 })
      expect(await api.currencies.set({ code: 'USD', rate: 0.85, valid_from: '2026-06-01' })).toMatchObject({
        rate: 0.85,
        valid_from: '2026-06-01',
        rates: [{ rate: 0.8123456789 }, { rate: 0.85, set_by: 'ada@acme.test' }, { rate: 0.9, valid_from: '2026-01-01' }],
      })
      const { currencies } = await api.currencies.list({ on: '2026-05-31', from: '2026-06-01' })
      expect(currencies.map(({ code, rate, valid_from, rates }) => [code, rate, valid_from, rates.length])).toEqual([
        ['EUR', 1, null, 0],
        ['CHF', null, null, 1],
        ['USD', 0.9, '2026-01-01', 2],
      ])
      const page = await api.currencies.list({ limit: 2 })
      expect(page.currencies.map(({ code }) => code)).toEqual(['EUR', 'CHF'])
      const rest = await api.currencies.list({ limit: 2, cursor: page.next_cursor! })
      expect([rest.currencies.map(({ code }) => code), rest.next_cursor]).toEqual([['USD'], null])
      await api.currencies.set({ code: 'USD', rate: 0.95, valid_from: '2026-01-01' })
      expect((await api.currencies.set({ code: 'USD', rate: null, valid_from: '2026-06-01' })).rate).toBe(0.95)
      expect((await engine.as({ ...ada, organization: 'other' }).currencies.list({ code: 'USD' })).currencies).toMatchObject([
        { rate: null, rates: [] },
      ])
    })

    it('refuse impossible rates, each by its field', async () => {
      const { api } = await open()
      const refused = [
        [{ code: 'XYZ', rate: 1 }, '/code'],
        [{ code: 'EUR', rate: 1 }, '/code'],
        [{ code: 'USD', rate: 0 }, '/rate'],
        [{ code: 'USD', rate: -1 }, '/rate'],
        [{ code: 'USD', rate: 1, valid_from: '2026-02-30' }, '/valid_from'],
      ] as const
      for (const [rate, path] of refused)
        await expect(api.currencies.set(rate)).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path }] } })
    })

    it('are recorded in the audit log when revoked, with who did it', async () => {
      const { api } = await open()
      for (const rate of [0.9, null]) await api.currencies.set({ code: 'USD', rate, valid_from: '2026-06-01' })
      const [deleted] = (await api.audit.list({ object: 'currency_rate', action: 'deleted' })).audit_log
      expect(deleted).toMatchObject({
        actor: { label: 'ada@acme.test' },
        changes: expect.arrayContaining([{ field: 'rate', from: 0.9, to: null }]),
      })
    })

    it('take back no rate that nobody set, and are set by administrators only', async () => {
      const { api, engine } = await open()
      await expect(api.currencies.set({ code: 'USD', rate: null })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/valid_from', code: 'unknown_record' }] },
      })
      const member = engine.as({ ...ada, user: 'bob@acme.test', role: 'member' })
      await expect(member.currencies.set({ code: 'USD', rate: 1 })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(api.currencies.list({ cursor: 'nonsense' })).rejects.toMatchObject({ details: { errors: [{ path: '/cursor' }] } })
    })

    it('are set by parallel calls to one rate a day', async () => {
      const { api } = await open()
      await Promise.all([1, 2, 3].map((rate) => api.currencies.set({ code: 'USD', rate, valid_from: '2026-01-01' })))
      expect((await api.currencies.list({ code: 'USD' })).currencies[0]?.rates).toHaveLength(1)
    })

    it('convert deals by the day of closing or today, in reports and analytics alike, as a walk over all deals does', async () => {
      const { api, clock } = await open()
      const zone = 'America/New_York'
      await api.organization.update({ timezone: zone })
      clock.set('2026-03-01T03:00:00Z')
      const random = seeded(3)
      for (const [code, valid_from, rate] of [
        ['USD', '2026-03-01', 0.9],
        ['USD', '2026-03-05', 0.8123456789],
        ['CHF', '2026-03-04', 1.05],
      ] as const)
        await api.currencies.set({ code, valid_from, rate })
      for (let at = 0; at < 40; at += 1) {
        const currency = random.of(['EUR', 'USD', 'USD', 'CHF', 'JPY'])
        const status = random.of(['open', 'won', 'lost'] as const)
        await api.deals.create({ name: `Deal ${at}`, amount: random.of([0.1, 0.07, random.cents(9000)]), currency, status })
        clock.advance(`${1 + random.whole(5)} hours`)
      }
      const deals = await allDeals(api)
      const today = dayIn(zone, clock.now())
      const rates = {
        USD: [
          ['2026-03-05', 0.8123456789],
          ['2026-03-01', 0.9],
        ],
        CHF: [['2026-03-04', 1.05]],
        JPY: [],
      } as const
      const rateOf = ({ currency, closed_at }: (typeof deals)[number]) => {
        if (currency === 'EUR') return 1
        const day = closed_at === null ? today : dayIn(zone, closed_at)
        return rates[currency as keyof typeof rates].find(([from]) => from <= day)?.[1] ?? null
      }
      const sum = (some: typeof deals) =>
        some
          .reduce((total, each) => total.plus(new Decimal(each.amount).times(rateOf(each) ?? 0)), new Decimal(0))
          .toDecimalPlaces(2)
          .toNumber()
      const report = await api.reports.query({
        object: 'deals',
        group_by: [{ field: 'status' }],
        measures: [{ measure: 'sum', field: 'amount', as: 'sum' }],
      })
      const unrated = deals.filter((each) => rateOf(each) === null)
      expect(unrated.length).toBeGreaterThan(0)
      expect(unrated.length).toBeLessThan(deals.filter(({ currency }) => currency !== 'EUR').length)
      for (const { status, sum: found } of report.rows)
        expect([status, found]).toEqual([status, sum(deals.filter((each) => each.status === status))])
      expect(report.other_currencies.reduce((total, { records }) => total + records, 0)).toBe(unrated.length)
      const analysed = await api.analytics.winLoss({ period: 'all' })
      expect([analysed.won.amount, analysed.lost.amount]).toEqual(
        ['won', 'lost'].map((status) => sum(deals.filter((each) => each.status === status))),
      )
      const pending = deals.filter(({ status }) => status === 'open')
      const pipeline = await api.analytics.pipeline({})
      expect([pipeline.count, pipeline.amount]).toEqual([pending.length, sum(pending)])
      expect(pipeline.other_currencies.map(({ currency }) => currency)).toEqual(['JPY'])
      const board = await api.deals.board({ limit: 0 })
      for (const { stage_id, count, amount } of board.stages) {
        const own = deals.filter((each) => each.stage_id === stage_id)
        expect([stage_id, count, amount]).toEqual([stage_id, own.length, sum(own)])
      }
      const left = board.other_currencies.reduce((total, { count }) => total + count, 0)
      expect([left, board.stages.flatMap(({ amounts }) => amounts).reduce((total, { count }) => total + count, 0)]).toEqual([
        unrated.length,
        deals.length,
      ])
      const { opening, changes, closing } = await api.analytics.pipelineChanges({ from: '2026-03-02', to: '2026-03-04' })
      const moved = Object.values(changes).reduce((total, { amount }) => total.plus(amount), new Decimal(opening.amount))
      // Each of the sums is rounded once, to cents.
      expect(moved.toNumber()).toBeCloseTo(closing.amount, 1)
    })

    it('are frozen in a document when it is issued, agreed ones stay, and copies have an issue of their own', async () => {
      const { api, clock } = await open()
      clock.set('2026-03-10T12:00:00Z')
      await api.currencies.set({ code: 'USD', rate: 0.9, valid_from: '2026-03-01' })
      const foreign = { currency: 'USD', lines: [{ quantity: 1, unit_price: 100 }] }
      const quote = await api.quotes.create(foreign)
      expect(quote.exchange_rate).toBeNull()
      expect((await api.quotes.send({ id: quote.id })).exchange_rate).toBe(0.9)
      const agreed = await api.quotes.create({ ...foreign, exchange_rate: 0.95 })
      expect((await api.quotes.send({ id: agreed.id })).exchange_rate).toBe(0.95)
      const sent = await api.invoices.create({ ...foreign, status: 'sent' })
      expect(sent.exchange_rate).toBe(0.9)
      const draft = await api.invoices.create(foreign)
      const home = await api.invoices.create({ ...foreign, currency: 'EUR', status: 'sent' })
      const unknown = await api.invoices.create({ ...foreign, currency: 'JPY', status: 'sent' })
      expect([draft.exchange_rate, home.exchange_rate, unknown.exchange_rate]).toEqual([null, null, null])
      await expect(api.invoices.create({ ...foreign, exchange_rate: 0 })).rejects.toMatchObject({
        details: { errors: [{ path: '/exchange_rate', code: 'too_small' }] },
      })
      clock.set('2026-04-10T12:00:00Z')
      await api.currencies.set({ code: 'USD', rate: 0.8, valid_from: '2026-04-01' })
      expect((await api.quotes.update({ id: quote.id, title: 'Next' })).exchange_rate).toBeNull()
      expect((await api.quotes.convert({ id: agreed.id, to: 'order' })).order!.exchange_rate).toBe(0.95)
      const { order } = await api.quotes.convert({ id: quote.id, to: 'order' })
      expect(order!.exchange_rate).toBe(0.8)
      expect((await api.invoices.update({ id: draft.id, status: 'sent', issue_date: '2026-04-02' })).exchange_rate).toBe(0.8)
      expect((await api.creditNotes.create({ invoice_id: sent.id, status: 'issued' })).exchange_rate).toBe(0.9)
      const { results } = await api.invoices.bulkUpsert({ records: [{ ...foreign, number: 'B-1', status: 'sent' }] })
      expect((await api.invoices.get({ id: results[0]!.id! })).exchange_rate).toBe(0.8)
      // What was issued stays as it was, whatever the rates become; sending it again changes nothing.
      await api.currencies.set({ code: 'USD', rate: 0.5, valid_from: '2026-03-01' })
      expect((await api.invoices.update({ id: sent.id, notes: 'N' })).exchange_rate).toBe(0.9)
      expect((await api.analytics.revenue({ from: '2026-03-01', to: '2026-03-31' })).invoiced).toBe(90 + 100)
    })

    it('of documents count only in the currency of the organization that they are to', async () => {
      const { api } = await open()
      const company = await api.companies.create({ name: 'Lac' })
      const foreign = { company_id: company.id, currency: 'USD', lines: [{ quantity: 1, unit_price: 100 }] }
      const rated = (rate: number) => api.currencies.set({ code: 'USD', rate, valid_from: '2026-01-01' })
      const worth = async () => {
        const report = { object: 'invoices' as const, measures: [{ measure: 'sum' as const, field: 'total_excl_tax', as: 'sum' }] }
        const [row] = (await api.reports.query(report)).rows
        const { credited, invoiced } = await api.analytics.revenue({ period: 'month' })
        return [invoiced, row?.['sum'], (await api.companies.get({ id: company.id })).unpaid_amount, credited]
      }
      await rated(0.9)
      const invoice = await api.invoices.create({ ...foreign, status: 'sent' })
      const agreed = await api.quotes.create({ ...foreign, exchange_rate: 0.95 })
      await api.quotes.send({ id: agreed.id })
      const bulk = await api.invoices.bulkUpsert({
        records: [{ ...foreign, number: 'B', source_totals: true, issue_date: '2026-01-15', exchange_rate: 0.5, status: 'sent' }],
      })
      expect([invoice.exchange_rate, bulk.created, await worth()]).toEqual([0.9, 1, [140, 140, 140, 0]])
      await api.organization.update({ currency: 'CHF' })
      expect(await worth()).toEqual([0, 0, 0, 0])
      await rated(0.8)
      expect(await worth()).toEqual([160, 160, 160, 0])
      expect((await api.quotes.convert({ id: agreed.id, to: 'order' })).order?.exchange_rate).toBe(0.8)
      const note = await api.creditNotes.create({ invoice_id: invoice.id, status: 'issued' })
      const next = await api.quotes.update({ id: agreed.id, title: 'Next' })
      expect([note.exchange_rate, next.exchange_rate, await worth()]).toEqual([0.8, null, [160, 160, 80, 80]])
      expect((await api.quotes.send({ id: next.id })).exchange_rate).toBe(0.8)
      await api.organization.update({ currency: 'EUR' })
      expect(await worth()).toEqual([140, 140, 50, 90])
    })

    it('convert documents by their own rate, else by that of the day of issue, and leave out what has neither', async () => {
      const { api, clock } = await open()
      clock.set('2026-06-20T12:00:00Z')
      await api.currencies.set({ code: 'USD', rate: 0.9, valid_from: '2026-03-01' })
      await api.currencies.set({ code: 'USD', rate: 0.8, valid_from: '2026-04-01' })
      const company = await api.companies.create({ name: 'Acme', domain: 'acme-works.com' })
      const bill = (issue_date: string, currency: string, exchange_rate?: number) =>
        api.invoices.create({
          company_id: company.id,
          issue_date,
          due_date: '2026-12-31',
          currency,
          status: 'sent',
          ...(exchange_rate !== undefined && { exchange_rate }),
          lines: [{ quantity: 1, unit_price: 100 }],
        })
      await bill('2026-02-01', 'USD')
      await bill('2026-02-02', 'USD', 0.95)
      await bill('2026-03-31', 'USD')
      await bill('2026-04-01', 'USD')
      await bill('2026-04-02', 'EUR')
      await bill('2026-04-03', 'JPY')
      await api.deals.create({ name: 'D', amount: 10, currency: 'USD', company_id: company.id })
      const expected = 95 + 90 + 80 + 100
      expect(await api.analytics.revenue({ period: 'all' })).toMatchObject({
        revenue: expected,
        other_currencies: [
          { currency: 'JPY', count: 1, amount: 100 },
          { currency: 'USD', count: 1, amount: 100 },
        ],
      })
      expect(await api.analytics.receivables({})).toMatchObject({ total: expected, invoices: 4, ageing: { current: expected } })
      const { rows, other_currencies } = await api.reports.query({
        object: 'invoices',
        measures: [{ measure: 'sum', field: 'total_excl_tax' }],
      })
      expect([rows, other_currencies]).toEqual([
        [{ sum_total_excl_tax: expected }],
        [
          { currency: 'JPY', records: 1 },
          { currency: 'USD', records: 1 },
        ],
      ])
      expect(await api.companies.summary({ id: company.id })).toMatchObject({
        unpaid_amount: expected,
        revenue: { this_year: expected },
        open_deals: { count: 1, amount: 8 },
      })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
