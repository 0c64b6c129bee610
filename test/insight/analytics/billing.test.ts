import { Decimal } from 'decimal.js'
import type { Api } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { everything, seeded } from '../reports/oracle.ts'

const issued = ['sent', 'overdue', 'partially_paid', 'paid']

describeStorages(
  'billing analytics',
  (open) => {
    it('agree with a loop over all invoices and credit notes', async () => {
      const { api, clock, engine } = await open()
      clock.set('2026-06-20T12:00:00Z')
      const random = seeded(5)
      const companies: string[] = []
      for (const name of ['Anton', 'Berta', 'Caesar', 'Dora'])
        companies.push((await api.companies.create({ name, domain: `${name.toLowerCase()}-trade.com` })).id)
      for (const [sku, brand] of [
        ['A', 'Blue'],
        ['B', 'Blue'],
        ['C', 'Red'],
      ] as const)
        await api.products.create({ sku, name: sku, brand, category: sku === 'B' ? 'Old' : 'New' })
      await bill(api, random, companies)
      const foreign = engine.as({ ...ada, organization: 'other' })
      await foreign.invoices.create({ issue_date: '2026-05-01', status: 'sent', lines: [{ quantity: 1, unit_price: 9 }] })

      const invoices = await everything(async (cursor) => {
        const { invoices: items, next_cursor } = await api.invoices.list({ limit: 200, ...(cursor !== undefined && { cursor }) })
        return { items, next_cursor }
      })
      const notes = (await api.creditNotes.list({ limit: 200 })).credit_notes
      const whole = await Promise.all(invoices.map(({ id }) => api.invoices.get({ id })))
      const wholeNotes = await Promise.all(notes.map(({ id }) => api.creditNotes.get({ id })))
      type Billed = {
        status: string
        issue_date: string | null
        currency: string | null
        exchange_rate: number | null
        total_excl_tax: number | null
        company_id: string | null
      }
      const rate = ({ currency, exchange_rate }: Billed) => (currency === 'EUR' ? 1 : exchange_rate)
      const sum = (records: readonly Billed[], of = (each: Billed) => each.total_excl_tax ?? 0) =>
        records
          .reduce((total, each) => (rate(each) === null ? total : total.plus(new Decimal(of(each)).times(rate(each)!))), new Decimal(0))
          .toDecimalPlaces(2)
          .toNumber()
      const during = (from: string, to: string) => (each: Billed) =>
        each.issue_date !== null && each.issue_date >= from && each.issue_date <= to
      const [from, to] = ['2026-02-01', '2026-06-30']
      const billed = whole.filter(({ status }) => issued.includes(status))
      const credited = wholeNotes.filter(({ status }) => status === 'issued' || status === 'applied')
      const [own, back] = [billed.filter(during(from, to)), credited.filter(during(from, to))]
      const net = (a: readonly Billed[], b: readonly Billed[]) => ({
        invoiced: sum(a),
        credited: sum(b),
        revenue: new Decimal(sum(a)).minus(sum(b)).toNumber(),
      })

      const revenue = await api.analytics.revenue({ from, to })
      expect(revenue).toMatchObject(net(own, back))
      expect(own.length).toBeGreaterThan(20)
      expect(back.length).toBeGreaterThan(2)
      for (const { month, ...rest } of revenue.months) {
        const inMonth = ({ issue_date }: Billed) => issue_date!.startsWith(month.slice(0, 7))
        expect(rest).toEqual(net(own.filter(inMonth), back.filter(inMonth)))
      }
      for (const { company_id, name, ...rest } of revenue.companies) {
        expect(name).toBe((await api.companies.get({ id: company_id! })).name)
        expect(rest).toEqual(
          net(
            own.filter((each) => each.company_id === company_id),
            back.filter((each) => each.company_id === company_id),
          ),
        )
      }
      const pounds = own.filter(({ currency }) => currency === 'GBP')
      const poundsBack = back.filter(({ currency }) => currency === 'GBP')
      expect(revenue.other_currencies.map(({ currency, count }) => [currency, count])).toEqual([['GBP', pounds.length + poundsBack.length]])
      const line = (records: typeof own | typeof back, sku: string) =>
        records.flatMap((each) =>
          each.lines
            .filter((one) => one.sku === sku)
            .map((one) => ({ ...each, total_excl_tax: one.total_excl_tax, quantity: one.quantity })),
        )
      for (const { sku, ...rest } of revenue.products) expect(rest).toEqual(net(line(own, sku!), line(back, sku!)))

      const products = await api.analytics.products({ from, to })
      for (const { sku, quantity, customers, ...rest } of products.skus) {
        expect(rest).toEqual(net(line(own, sku!), line(back, sku!)))
        const pieces = [...line(own, sku!).map((each) => each.quantity), ...line(back, sku!).map((each) => -each.quantity)]
        expect(quantity).toBe(pieces.reduce((a, b) => a.plus(b), new Decimal(0)).toNumber())
        expect(customers).toBe(new Set(line(own, sku!).map(({ company_id }) => company_id)).size)
      }
      const blue = [...line(own, 'A'), ...line(own, 'B')]
      expect(products.brands.find(({ brand }) => brand === 'Blue')).toMatchObject(net(blue, [...line(back, 'A'), ...line(back, 'B')]))
      const june = await api.analytics.products({ period: 'month' })
      const [now, before] = [billed.filter(during('2026-06-01', '2026-06-30')), billed.filter(during('2026-05-02', '2026-05-31'))]
      const gone = companies.filter((id) => before.some((each) => each.company_id === id) && !now.some((each) => each.company_id === id))
      expect(june.stopped.map(({ company_id }) => company_id).toSorted()).toEqual(gone.toSorted())
      expect(gone).toContain(companies[3])

      const receivables = await api.analytics.receivables()
      const due = billed.filter(({ status, balance_due }) => status !== 'paid' && (balance_due ?? 0) > 0)
      const owed = (records: typeof due) => sum(records, (each) => (each as (typeof due)[number]).balance_due ?? 0)
      const late = ({ due_date }: (typeof due)[number]) =>
        due_date === null ? 0 : Math.round((Date.parse('2026-06-20') - Date.parse(due_date)) / 86_400_000)
      const aged = (records: typeof due) => ({
        current: owed(records.filter((each) => late(each) <= 0)),
        '1_30': owed(records.filter((each) => late(each) > 0 && late(each) <= 30)),
        '31_60': owed(records.filter((each) => late(each) > 30 && late(each) <= 60)),
        '61_90': owed(records.filter((each) => late(each) > 60 && late(each) <= 90)),
        over_90: owed(records.filter((each) => late(each) > 90)),
      })
      expect(receivables).toMatchObject({
        as_of: '2026-06-20',
        total: owed(due),
        overdue: owed(due.filter((each) => late(each) > 0)),
        ageing: aged(due),
      })
      for (const debtor of receivables.debtors)
        expect(debtor).toMatchObject({
          total: owed(due.filter(({ company_id }) => company_id === debtor.company_id)),
          ...aged(due.filter(({ company_id }) => company_id === debtor.company_id)),
        })
      const recent = billed.filter(during('2026-03-23', '2026-06-20'))
      const gross = sum(recent, (each) => (each as (typeof due)[number]).total_incl_tax ?? 0)
      expect(receivables.dso).toBe(new Decimal(owed(due)).times(90).dividedBy(gross).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toNumber())

      const cohorts = await api.analytics.cohorts({ of: 'customers', period: 'all' })
      const firsts = new Map(
        companies.map((id) => [
          id,
          billed
            .filter((each) => each.company_id === id)
            .map(({ issue_date }) => issue_date!.slice(0, 7))
            .toSorted()[0],
        ]),
      )
      for (const cohort of cohorts.cohorts) {
        const members = companies.filter((id) => firsts.get(id) === cohort.month.slice(0, 7))
        expect(cohort.size).toBe(members.length)
        const all = billed.filter(({ company_id }) => members.includes(company_id!))
        expect(cohort.months.reduce((total, each) => total.plus(each.revenue), new Decimal(0)).toNumber()).toBe(sum(all))
      }
      expect((await api.analytics.overview({ from, to })).current.revenue).toBe(revenue.revenue)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

async function bill(api: Api, random: ReturnType<typeof seeded>, companies: readonly string[]): Promise<void> {
  for (let at = 0; at < 36; at += 1) {
    const month = 1 + random.whole(6)
    const company_id = at % 9 === 0 ? companies[3]! : random.of(companies.slice(0, 3))
    const lines = Array.from({ length: 1 + random.whole(3) }, () => ({
      sku: random.of(['A', 'B', 'C']),
      quantity: random.of([1, 2.5, 3]),
      unit_price: random.cents(500),
      tax_rate: 20,
    }))
    const issue_date = company_id === companies[3] ? '2026-05-15' : `2026-0${month}-${10 + random.whole(9)}`
    const money = random.of([{}, {}, { currency: 'USD', exchange_rate: 0.91 }, { currency: 'GBP' }])
    const made = await api.invoices.create({ company_id, issue_date, due_date: `2026-0${month}-28`, lines, ...money })
    if (random.next() < 0.1) continue
    await api.invoices.update({ id: made.id, status: 'sent' })
    if (random.next() < 0.3) await api.invoices.recordPayment({ id: made.id, amount: random.of([1, made.total_incl_tax ?? 1]) })
    if (random.next() < 0.25) {
      const note = await api.creditNotes.create({
        company_id,
        issue_date,
        lines: lines.slice(0, 1).map((each) => ({ ...each, quantity: 1 })),
        ...money,
      })
      await api.creditNotes.update({ id: note.id, status: 'issued' })
    }
  }
}
