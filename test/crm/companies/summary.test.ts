import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { seeded } from '../../insight/reports/oracle.ts'
import { describeStorages } from '../../support/storages.ts'

describeStorages(
  'The summary of a company',
  (open) => {
    it('shows what is open, earned, unpaid and next, in the currency of the organization', async () => {
      const { api } = await open()
      const { id } = await api.companies.create({ name: 'Firm', currency: 'EUR' })
      await api.deals.create({ name: 'Big', company_id: id, amount: 100.1 })
      await api.deals.create({ name: 'Small', company_id: id, amount: 0.2 })
      await api.tasks.create({ title: 'Later', company_id: id, due_at: '2026-03-01T00:00:00Z' })
      const next = await api.tasks.create({ title: 'Next', company_id: id, due_at: '2026-02-01T00:00:00Z' })
      const invoice = { customer_name: 'Firm', currency: 'EUR', status: 'open', total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 }
      await api.sync.ingest({
        provider: 'custom:erp',
        object: 'invoices',
        records: [
          { ...invoice, invoice_number: 'A-1', invoice_date: '2026-01-10', due_date: '2026-01-12' },
          { ...invoice, invoice_number: 'A-2', invoice_date: '2026-01-11', due_date: '2026-02-12' },
          { ...invoice, invoice_number: 'A-3', invoice_date: '2025-12-31', due_date: '2026-02-12' },
        ],
      })
      expect(await api.companies.summary({ id })).toMatchObject({
        company: { id, name: 'Firm' },
        currency: 'EUR',
        open_deals: { count: 2, amount: 100.3 },
        revenue: { this_year: 200, last_year: 100 },
        unpaid_amount: 360,
        overdue_amount: 120,
        last_order: null,
        price_rules: 0,
        next_task: { id: next.id },
      })
      const order = { company_id: id, currency: 'USD', lines: [{ name: 'Seat', unit_price: 100 }] }
      const placed = await api.orders.create({ ...order, order_date: '2026-01-05' })
      const { id: given } = await api.orders.create({ ...order, order_date: '2026-01-06' })
      await api.orders.update({ id: given, status: 'cancelled' })
      const rule = { name: 'Own price', company_id: id, kind: 'fixed_price' as const, value: 5 }
      await api.priceRules.create(rule)
      for (const days of [{ valid_to: '2020-12-31' }, { valid_from: '2030-01-01' }]) await api.priceRules.create({ ...rule, ...days })
      expect(await api.companies.summary({ id })).toMatchObject({
        last_order: { id: placed.id, currency: 'USD', total_incl_tax: 100 },
        price_rules: 1,
      })
      await expect(api.companies.summary({ id: '01a00000-0000-7000-8000-000000000000' })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('has figures that agree with a walk over all deals and documents, in currencies with a rate, and conditions find them', async () => {
      const { api, clock } = await open()
      clock.set('2026-06-20T23:30:00Z')
      await api.organization.update({ timezone: 'Asia/Tokyo' })
      const random = seeded(11)
      const dated = [
        ['2026-06-21', 0.8123456789],
        ['2026-05-01', 0.9],
      ] as const
      for (const [valid_from, rate] of dated) await api.currencies.set({ code: 'USD', valid_from, rate })
      const firms = await Promise.all([0, 1, 2, 3].map((at) => api.companies.create({ name: `Firm ${at}` })))
      expect(firms[0]).toMatchObject({ revenue_12m: 0, unpaid_amount: 0, overdue_amount: 0, last_order_at: null, other_currencies: [] })
      const days = ['2025-06-30', '2025-07-01', '2026-02-28', '2026-05-01', '2026-06-20', '2026-06-21', '2026-06-30']
      const currencies = ['EUR', 'EUR', 'USD', 'JPY']
      for (let at = 0; at < 60; at += 1) {
        const document = {
          company_id: random.of(firms).id,
          currency: random.of(currencies),
          issue_date: random.of(days),
          ...(random.whole(4) === 0 && { exchange_rate: 0.95 }),
          lines: [{ quantity: 1 + random.whole(3), unit_price: random.cents(900), tax_rate: 20 }],
        }
        const kind = random.of(['bill', 'bill', 'bill', 'credit', 'order', 'deal'])
        if (kind === 'bill') {
          const status = random.of(['draft', 'sent', 'sent', 'sent'] as const)
          const { id } = await api.invoices.create({
            ...document,
            status,
            due_date: random.of(days) < '2026-06-21' ? '2026-06-20' : '2026-06-21',
          })
          const then = status === 'sent' ? random.of(['paid in part', 'void', 'open', 'open']) : status
          if (then === 'paid in part') await api.invoices.recordPayment({ id, amount: 1 + random.whole(200), reference: 'part' })
          if (then === 'void') await api.invoices.update({ id, status: 'void' })
        } else if (kind === 'credit') await api.creditNotes.create({ ...document, status: random.of(['draft', 'issued'] as const) })
        else if (kind === 'order') {
          const { id } = await api.orders.create({ ...document, status: 'confirmed' })
          if (random.whole(2) === 0) await api.orders.update({ id, status: 'cancelled' })
        } else
          await api.deals.create({
            name: `Deal ${at}`,
            company_id: document.company_id,
            currency: document.currency,
            amount: random.cents(900),
          })
      }
      const [{ invoices }, { credit_notes }, { orders }, { deals }] = [
        await api.invoices.list({ limit: 200 }),
        await api.creditNotes.list({ limit: 200 }),
        await api.orders.list({ limit: 200 }),
        await api.deals.list({ limit: 200 }),
      ]
      const rateOf = (currency: string | null, day: string, own: number | null = null) =>
        currency === 'EUR' ? 1 : (own ?? (currency === 'USD' ? (dated.find(([from]) => from <= day)?.[1] ?? null) : null))
      for (const firm of firms) {
        const left = new Map<string, number>()
        const worth = (each: { currency: string | null; issue_date: string | null; exchange_rate: number | null }, amount: number | null) =>
          new Decimal(amount ?? 0).times(rateOf(each.currency, each.issue_date ?? '', each.exchange_rate) ?? 0)
        const note = (currency: string | null, rate: number | null) => rate === null && left.set(currency!, (left.get(currency!) ?? 0) + 1)
        let [revenue, unpaid, overdue, pending] = [new Decimal(0), new Decimal(0), new Decimal(0), new Decimal(0)]
        const inYear = (day: string | null) => day !== null && day >= '2025-07-01' && day <= '2026-06-21'
        for (const each of invoices.filter(({ company_id, status }) => company_id === firm.id && !['draft', 'void'].includes(status))) {
          const isOpen = each.status !== 'paid'
          if (inYear(each.issue_date)) revenue = revenue.plus(worth(each, each.total_excl_tax))
          if (isOpen) unpaid = unpaid.plus(worth(each, each.balance_due))
          if (isOpen && each.due_date! < '2026-06-21') overdue = overdue.plus(worth(each, each.balance_due))
          if (isOpen || inYear(each.issue_date)) note(each.currency, rateOf(each.currency, each.issue_date!, each.exchange_rate))
        }
        for (const each of credit_notes.filter(({ company_id, status }) => company_id === firm.id && status !== 'draft')) {
          if (!inYear(each.issue_date)) continue
          revenue = revenue.minus(worth(each, each.total_excl_tax))
          note(each.currency, rateOf(each.currency, each.issue_date!, each.exchange_rate))
        }
        for (const { company_id, currency, amount } of deals)
          if (company_id === firm.id) {
            pending = pending.plus(new Decimal(amount).times(rateOf(currency, '2026-06-21') ?? 0))
            note(currency, rateOf(currency, '2026-06-21'))
          }
        const placed = orders.filter(({ company_id, status }) => company_id === firm.id && status !== 'cancelled')
        const newest = placed
          .map(({ issue_date }) => issue_date!)
          .toSorted()
          .at(-1)
        const round = (amount: Decimal) => amount.toDecimalPlaces(2).toNumber()
        const figures = {
          revenue_12m: round(revenue),
          unpaid_amount: round(unpaid),
          overdue_amount: round(overdue),
          open_deals_amount: round(pending),
        }
        expect(await api.companies.get({ id: firm.id })).toMatchObject({
          ...figures,
          last_order_at: newest === undefined ? null : `${newest}T00:00:00.000Z`,
          other_currencies: [...left].toSorted().map(([currency, records]) => ({ currency, records })),
        })
        for (const [field, value] of Object.entries(figures)) {
          const near = {
            and: [
              { field, op: 'gte', value: value - 0.0002 },
              { field, op: 'lte', value: value + 0.0002 },
            ],
          } as const
          expect((await api.companies.search({ filter: near as never })).companies.map(({ id }) => id)).toContain(firm.id)
          const more = { field, op: 'gt', value: value + 0.0002 } as const
          expect((await api.companies.search({ filter: more })).companies.map(({ id }) => id)).not.toContain(firm.id)
        }
        if (newest !== undefined) {
          const on = { field: 'last_order_at', op: 'eq', value: `${newest}T00:00:00Z` } as const
          expect((await api.companies.search({ filter: on })).companies.map(({ id }) => id)).toContain(firm.id)
        }
      }
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
