import type { Static } from '@sinclair/typebox'
import { type Expression, sql } from 'kysely'
import { Company } from '../../crm/companies/entity.ts'
import { exactSum, CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { documentRate } from '../../platform/currencies/rates.ts'
import { CreditNote, CreditNoteLine } from '../../commerce/credit-notes/entity.ts'
import { Invoice, InvoiceLine } from '../../commerce/invoices/entity.ts'
import { Product } from '../../commerce/products/entity.ts'
import { bucketOf, dayText } from '../../kernel/money/bucket.ts'
import { daysBefore, shownSpan, type Span, spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { tally, type Tallied, zero } from '../../kernel/money/tally.ts'
import { Records, type RowQuery } from '../../kernel/storage/records.ts'
import { meantBy } from '../../kernel/storage/references.ts'
import { dayAfter } from '../../kernel/values/calendar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import type { ProductsAnswer, ProductsQuery, ReceivablesAnswer, ReceivablesQuery, RevenueAnswer, RevenueQuery } from './billing-schema.ts'
import { aged, owed } from './ageing.ts'
import { byName, ratio } from './common.ts'

// Whose documents are read; nothing given = those of everybody whom the caller sees.
type Whose = { readonly company_id?: string | undefined; readonly owner?: string | undefined; readonly sku?: string | undefined }
/** Sums of documents by keys of which the last two are currency and rate. */
interface Group extends Tallied {
  /** 1 of invoices, -1 of credit notes. */
  readonly sign: 1 | -1
}

// Days of sales outstanding are measured against what was invoiced in as many days, the quarter that most firms go by.
const DSO_DAYS = 90
// What counts as issued: drafts and void documents are no revenue, a paid invoice still is.
const kinds = [
  { sign: 1, document: Invoice, line: InvoiceLine, states: ['sent', 'partially_paid', 'paid'] },
  { sign: -1, document: CreditNote, line: CreditNoteLine, states: ['issued', 'applied'] },
] as const

/** What was invoiced, what is owed and what was sold. */
export class BillingAnalytics {
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /**
   * What was invoiced, credited and earned, net; throws `invalid_input` for days that contradict each other, as every analysis of a
   * span.
   */
  async revenue({ limit = 20, company_id, owner, ...days }: Static<typeof RevenueQuery>): Promise<Static<typeof RevenueAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'm12')
    const whose = await this.#meant({ company_id, owner })
    const month = bucketOf(dayText(sql.ref('d.issue_date'), this.#records.dialect), 'month', this.#records.dialect)
    const documents = await this.#documents(span, whose, [month, sql.ref('d.company_id'), sql.ref('d.owner_email')])
    const lines = await this.#lines(span, whose, [sql.ref('l.sku')])
    const total = new CurrencyTotal(span.currency)
    const by = (at: number) => [...grouped(documents, at)].map(([key, own]) => ({ key, ...net(own, span.currency) }))
    const own = net(documents, span.currency, total)
    const companies = top(by(1), limit)
    const named = await this.#names(companies.map(({ key }) => key))
    return {
      period: shownSpan(span),
      currency: span.currency,
      ...own,
      months: byName(grouped(documents, 0)).flatMap(([key, some]) => (key === null ? [] : [{ month: key, ...net(some, span.currency) }])),
      companies: companies.map(({ key, ...rest }) => ({ company_id: key, name: named.get(key ?? '') ?? null, ...rest })),
      products: top(
        [...grouped(lines, 0)].map(([key, some]) => ({ key, ...net(some, span.currency) })),
        limit,
      ).map(({ key, ...rest }) => ({ sku: key, ...rest })),
      owners: top(by(2), limit).map(({ key, ...rest }) => ({ owner_email: key, ...rest })),
      currencies: byName(grouped(documents, 3)).map(([code, some]) => ({
        currency: code ?? span.currency,
        ...net(some, code ?? span.currency),
      })),
      other_currencies: total.others,
    }
  }

  /** What was invoiced less what was credited, net; what nothing converts is left out. */
  async earned(span: Span): Promise<number> {
    return net(await this.#documents(span, {}, []), span.currency).revenue
  }

  /** What is still to be paid, by age and by debtor, as of today where the organization is. A void or paid invoice owes nothing. */
  async receivables({ limit = 20, ...asked }: Static<typeof ReceivablesQuery>): Promise<Static<typeof ReceivablesAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), {})
    const whose = await this.#meant(asked)
    const { today, currency } = span
    const open = this.#of(Invoice.table, whose).where('d.status', 'in', ['sent', 'partially_paid']).where('d.balance_due', '>', 0)
    const due = dayText(sql.ref('d.due_date'), this.#records.dialect)
    const keys = [sql.ref('d.company_id'), due, ...this.#money(span)]
    const found = await tally(this.#records, open, keys, [{ kind: 'money', sql: sql.ref('d.balance_due') }])
    const total = new CurrencyTotal(currency)
    const { amount, ageing, ...all } = aged(found, span, total)
    // Of many debtors few are shown, so that only these are told by age.
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
    const dso = ratio(amount.times(DSO_DAYS), await this.#billedOf(span, whose))
    return { as_of: today, currency, ...all, ageing, dso, debtors, other_currencies: total.others }
  }

  /** What was invoiced, with tax, today and on the days before it by which sales outstanding are measured. */
  async #billedOf(span: Span, whose: Whose) {
    const recent = { ...span, from: dayAfter(span.today, 1 - DSO_DAYS), to: span.today }
    const billed = new CurrencyTotal(span.currency)
    for (const { keys, values, sign } of await this.#documents(recent, whose, [], 'total_incl_tax')) {
      const [code, rate] = keys as [string, number | null]
      if (sign === 1) billed.add(code, values[0]?.sum ?? zero, { rate })
    }
    return billed.amount
  }

  /**
   * Quantity and net revenue by article, brand and category, and who stopped buying. A line without a product has neither brand nor
   * category.
   */
  async products({ limit = 20, sku, ...days }: Static<typeof ProductsQuery>): Promise<Static<typeof ProductsAnswer>> {
    const span = await spanOf(await calendarOf(this.#records), days, 'quarter')
    const of = (name: string) =>
      sql`(${this.#records.db.selectFrom(`${Product.table} as p`).select(`p.${name}`).whereRef('p.id', '=', 'l.product_id')})`
    const lines = await this.#lines(span, { sku }, [sql.ref('l.sku'), of('brand'), of('category'), sql.ref('d.company_id')])
    const total = new CurrencyTotal(span.currency)
    net(lines, span.currency, total)
    const by = (at: number) =>
      top(
        [...grouped(lines, at)].map(([key, own]) => ({
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

  /** Who was invoiced in the period before, of the same length, and not in this one; nobody where no period lies before. */
  async #stopped(span: Span, sku: string | undefined, lines: readonly Group[], limit: number) {
    const days = daysBefore(span)
    if (!days) return []
    const before = { ...span, ...days }
    const day = dayText(sql.ref('d.issue_date'), this.#records.dialect)
    const past = await this.#lines(before, { sku }, [sql.ref('d.company_id'), day])
    // To be credited something is not to buy.
    const still = new Set(lines.flatMap(({ keys, sign }) => (sign === 1 ? [keys[3]] : [])))
    const gone = [...grouped(past, 0)].filter(([id, own]) => id !== null && !still.has(id) && own.some(({ sign }) => sign === 1))
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

  /** Issued invoices and credit notes of these days, in groups. */
  async #documents(span: Span, whose: Whose, keys: readonly Expression<unknown>[], field = 'total_excl_tax'): Promise<Group[]> {
    const found = await Promise.all(
      kinds.map(async ({ sign, document, states }) => {
        const rows = this.#issued(this.#of(document.table, whose), span, states)
        const groups = await tally(this.#records, rows, [...keys, ...this.#money(span)], [{ kind: 'money', sql: sql.ref(`d.${field}`) }])
        return groups.map((each) => ({ ...each, sign }))
      }),
    )
    return found.flat()
  }

  /** The same of their lines, with the quantity as the second value. */
  async #lines(span: Span, whose: Whose, keys: readonly Expression<unknown>[]): Promise<Group[]> {
    const values = [
      { kind: 'money', sql: sql.ref('l.total_excl_tax') },
      { kind: 'number', sql: sql.ref('l.quantity') },
    ] as const
    const found = await Promise.all(
      kinds.map(async ({ sign, document, line, states }) => {
        const joined = this.#of(document.table, whose).innerJoin(`${line.table} as l`, 'l.document_id', 'd.id')
        const rows = this.#issued(whose.sku === undefined ? joined : joined.where('l.sku', '=', whose.sku), span, states)
        const groups = await tally(this.#records, rows, [...keys, ...this.#money(span)], values)
        return groups.map((each) => ({ ...each, sign }))
      }),
    )
    return found.flat()
  }

  // The currency of a document, and by what it is converted.
  #money({ currency, today }: Span): Expression<unknown>[] {
    return [sql`coalesce(d.currency, ${currency})`, documentRate(this.#records, sql.val(currency), today, 'd')]
  }

  async #meant({ company_id, ...whose }: Whose): Promise<Whose> {
    return company_id === undefined ? whose : { ...whose, company_id: await meantBy(this.#records, Company, company_id) }
  }

  /** Live documents of a company and an owner, under the alias `d`. */
  #of(table: string, { company_id, owner }: Whose): RowQuery {
    let rows = this.#records.db.selectFrom(`${table} as d`).where('d.deleted_at', 'is', null)
    if (company_id !== undefined) rows = rows.where('d.company_id', '=', company_id)
    return owner === undefined ? rows : rows.where('d.owner_email', '=', ownerMeant(owner, this.#records.unit.actor))
  }

  /** Of these states, issued within the span. */
  #issued(rows: RowQuery, { from, to }: Span, states: readonly string[]): RowQuery {
    let issued = rows.where('d.status', 'in', [...states])
    if (from !== null) issued = issued.where('d.issue_date', '>=', from)
    return to === null ? issued : issued.where('d.issue_date', '<=', to)
  }

  async #names(ids: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
    const companies = await this.#records.findBy(Company, 'id', new Set(ids))
    return new Map(companies.map(({ id, name }) => [id, String(name)]))
  }
}

// Groups by the key at this place; the key is null where the documents name none.
const grouped = (groups: readonly Group[], at: number) => Map.groupBy(groups, ({ keys }) => (keys[at] ?? null) as string | null)

/** What groups come to in one currency; what nothing converts is kept in `total`, so that the answer can name it. */
function net(groups: readonly Group[], currency: string, total = new CurrencyTotal(currency)) {
  const [invoiced, credited] = [new CurrencyTotal(currency, total), new CurrencyTotal(currency, total)]
  for (const { keys, values, sign, count } of groups) {
    const [code, rate] = keys.slice(-2) as [string, number | null]
    const pot = sign === 1 ? invoiced : credited
    pot.add(code, values[0]?.sum ?? zero, { rate: rate === null ? null : Number(rate), count })
  }
  return { invoiced: invoiced.value, credited: credited.value, revenue: exactSum(invoiced.amount.minus(credited.amount)) }
}

/** The greatest by revenue; equal ones by key, so that two calls agree. */
function top<T extends { readonly key: string | null; readonly revenue: number }>(groups: readonly T[], limit: number): T[] {
  return groups.toSorted((a, b) => b.revenue - a.revenue || (String(a.key) < String(b.key) ? -1 : 1)).slice(0, limit)
}
