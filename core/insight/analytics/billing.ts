import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { Company } from '../../crm/companies/entity.ts'
import { exactSum, CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { Invoice } from '../../commerce/invoices/entity.ts'
import { Product } from '../../commerce/products/entity.ts'
import { bucketOf, dayText } from '../../kernel/money/bucket.ts'
import { daysBefore, shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally, zero } from '../../kernel/money/tally.ts'
import { Records } from '../../kernel/storage/records.ts'
import { dayAfter } from '../../kernel/values/calendar.ts'
import type { ProductsAnswer, ProductsQuery, ReceivablesAnswer, ReceivablesQuery, RevenueAnswer, RevenueQuery } from './billing-schema.ts'
import { aged, owed } from './ageing.ts'
import { byName, ratio } from './common.ts'
import { type BillingScope, groupedBy, IssuedDocuments, type IssuedGroup, net, top } from './issued.ts'

// Days of sales outstanding are measured against what was invoiced in as many days, the quarter that most firms go by.
const DSO_DAYS = 90
/** Revenue, receivables and sold products. */
export class BillingAnalytics {
  static readonly inject = [Records, IssuedDocuments] as const
  readonly #records: Records
  readonly #issued: IssuedDocuments

  constructor(records: Records, issued: IssuedDocuments) {
    this.#records = records
    this.#issued = issued
  }

  /**
   * Invoiced and credited amounts and the revenue, net. Throws `invalid_input` for days that contradict each other, as every analysis of a
   * span does.
   */
  async revenue({ limit = 20, company_id, owner, ...days }: Static<typeof RevenueQuery>): Promise<Static<typeof RevenueAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'm12')
    const scope = await this.#issued.resolved({ company_id, owner })
    const month = bucketOf(dayText(sql.ref('d.issue_date'), this.#records.dialect), 'month', this.#records.dialect)
    const documents = await this.#issued.documents(span, scope, [month, sql.ref('d.company_id'), sql.ref('d.owner_email')])
    const lines = await this.#issued.lines(span, scope, [sql.ref('l.sku')])
    const total = new CurrencyTotal(span.currency)
    const by = (at: number) => [...groupedBy(documents, at)].map(([key, own]) => ({ key, ...net(own, span.currency) }))
    const own = net(documents, span.currency, total)
    const companies = top(by(1), limit)
    const named = await this.#names(companies.map(({ key }) => key))
    return {
      period: shownSpan(span),
      currency: span.currency,
      ...own,
      months: byName(groupedBy(documents, 0)).flatMap(([key, some]) => (key === null ? [] : [{ month: key, ...net(some, span.currency) }])),
      companies: companies.map(({ key, ...rest }) => ({ company_id: key, name: named.get(key ?? '') ?? null, ...rest })),
      products: top(
        [...groupedBy(lines, 0)].map(([key, some]) => ({ key, ...net(some, span.currency) })),
        limit,
      ).map(({ key, ...rest }) => ({ sku: key, ...rest })),
      owners: top(by(2), limit).map(({ key, ...rest }) => ({ owner_email: key, ...rest })),
      currencies: byName(groupedBy(documents, 3)).map(([code, some]) => ({
        currency: code ?? span.currency,
        ...net(some, code ?? span.currency),
      })),
      other_currencies: total.others,
    }
  }

  /** Invoiced less credited amounts, net; amounts without a rate are left out. */
  async earned(span: Span): Promise<number> {
    return net(await this.#issued.documents(span, {}, []), span.currency).revenue
  }

  /** Balances due by age and by debtor, as of today in the organization. */
  async receivables({ limit = 20, ...asked }: Static<typeof ReceivablesQuery>): Promise<Static<typeof ReceivablesAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), {})
    const scope = await this.#issued.resolved(asked)
    const { today, currency } = span
    const open = this.#issued.live(Invoice.table, scope).where('d.status', 'in', ['sent', 'partially_paid']).where('d.balance_due', '>', 0)
    const due = dayText(sql.ref('d.due_date'), this.#records.dialect)
    const keys = [sql.ref('d.company_id'), due, ...this.#issued.moneyKeys(span)]
    const found = await tally(this.#records, open, keys, [{ kind: 'money', sql: sql.ref('d.balance_due') }])
    const total = new CurrencyTotal(currency)
    const { amount, ageing, ...all } = aged(found, span, total)
    // Few of many debtors are shown, so that only these are sorted by age.
    const most = byName(Map.groupBy(found, ({ keys }) => (keys[0] ?? null) as string | null))
      .map(([company_id, groups]) => ({ company_id, groups, owed: owed(groups, currency) }))
      .toSorted((a, b) => b.owed.comparedTo(a.owed))
      .slice(0, limit)
    const named = await this.#names(most.map(({ company_id }) => company_id))
    const debtors = most.map(({ company_id, groups }) => {
      const { ageing, amount: _, ...own } = aged(groups, span)
      const dues = groups.flatMap(({ keys }) => (keys[1] === null ? [] : [String(keys[1])])).toSorted()
      return { company_id, name: named.get(company_id ?? '') ?? null, ...own, oldest_due: dues[0] ?? null, ...ageing }
    })
    const dso = ratio(amount.times(DSO_DAYS), await this.#billedOf(span, scope))
    return { as_of: today, currency, ...all, ageing, dso, debtors, other_currencies: total.others }
  }

  /** Invoiced amounts with tax of the days by which sales outstanding are measured, up to today. */
  async #billedOf(span: Span, scope: BillingScope) {
    const recent = { ...span, from: dayAfter(span.today, 1 - DSO_DAYS), to: span.today }
    const billed = new CurrencyTotal(span.currency)
    for (const { keys, values, sign } of await this.#issued.documents(recent, scope, [], 'total_incl_tax')) {
      const [code, rate] = keys as [string, number | null]
      if (sign === 1) billed.add(code, values[0]?.sum ?? zero, { rate })
    }
    return billed.amount
  }

  /**
   * Quantity and net revenue by article, brand and category, and the customers who stopped buying. A line without a product has neither brand
   * nor category.
   */
  async products({ limit = 20, sku, ...days }: Static<typeof ProductsQuery>): Promise<Static<typeof ProductsAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'quarter')
    const of = (name: string) =>
      sql`(${this.#records.db.selectFrom(`${Product.table} as p`).select(`p.${name}`).whereRef('p.id', '=', 'l.product_id')})`
    const lines = await this.#issued.lines(span, { sku }, [sql.ref('l.sku'), of('brand'), of('category'), sql.ref('d.company_id')])
    const total = new CurrencyTotal(span.currency)
    net(lines, span.currency, total)
    const by = (at: number) =>
      top(
        [...groupedBy(lines, at)].map(([key, own]) => ({
          key,
          quantity: exactSum(own.reduce((sum, { values, sign }) => sum.plus((values[1]?.sum ?? zero).times(sign)), zero)),
          ...net(own, span.currency),
          customers: new Set(own.flatMap(({ keys, sign }) => (sign === 1 && keys[3] ? [keys[3]] : []))).size,
        })),
        limit,
      )
    return {
      period: shownSpan(span),
      currency: span.currency,
      skus: by(0).map(({ key, ...rest }) => ({ sku: key, ...rest })),
      brands: by(1).map(({ key, ...rest }) => ({ brand: key, ...rest })),
      categories: by(2).map(({ key, ...rest }) => ({ category: key, ...rest })),
      stopped: await this.#stopped(span, sku, lines, limit),
      other_currencies: total.others,
    }
  }

  /** Customers who were invoiced in the period before, of the same length, and not in this one. */
  async #stopped(span: Span, sku: string | undefined, lines: readonly IssuedGroup[], limit: number) {
    const days = daysBefore(span)
    if (!days) return []
    const before = { ...span, ...days }
    const day = dayText(sql.ref('d.issue_date'), this.#records.dialect)
    const past = await this.#issued.lines(before, { sku }, [sql.ref('d.company_id'), day])
    // A credit note is no purchase.
    const still = new Set(lines.flatMap(({ keys, sign }) => (sign === 1 ? [keys[3]] : [])))
    const gone = [...groupedBy(past, 0)].filter(([id, own]) => id !== null && !still.has(id) && own.some(({ sign }) => sign === 1))
    const named = await this.#names(gone.map(([id]) => id))
    const shown = gone.map(([id, own]) => ({
      key: id,
      last_bought:
        own
          .flatMap(({ keys, sign }) => (sign === 1 ? [String(keys[1])] : []))
          .toSorted()
          .at(-1) ?? '',
      revenue: net(own, span.currency).revenue,
    }))
    return top(shown, limit).map(({ key, ...rest }) => ({ company_id: key, name: named.get(key ?? '') ?? null, ...rest }))
  }

  async #names(ids: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
    const companies = await this.#records.findBy(Company, 'id', new Set(ids))
    return new Map(companies.map(({ id, name }) => [id, String(name)]))
  }
}
