import { type Expression, sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CreditNote, CreditNoteLine } from '../../commerce/credit-notes/entity.ts'
import { Invoice, InvoiceLine } from '../../commerce/invoices/entity.ts'
import { Company } from '../../crm/companies/entity.ts'
import { CurrencyTotal, rounded } from '../../kernel/money/currency-total.ts'
import type { Span } from '../../kernel/money/span.ts'
import { tally, type Tallied, zero } from '../../kernel/money/tally.ts'
import { Records, type RowQuery } from '../../kernel/storage/records/records.ts'
import { meantBy } from '../../kernel/storage/records/references.ts'
import { numberOrNull, textOrNull } from '../../kernel/values/scalar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { documentRate } from '../../platform/currencies/rates.ts'

/** Narrows an analysis to the documents of a company, an owner and an article; all that the caller may see when nothing is given. */
export type BillingScope = {
  readonly company_id?: string | undefined
  readonly owner?: string | undefined
  readonly sku?: string | undefined
}
/** Sums of documents by keys; the last two keys are currency and rate. */
export interface IssuedGroup extends Tallied {
  /** 1 of invoices, -1 of credit notes. */
  readonly sign: 1 | -1
}

// The states that count as issued: drafts and void documents are no revenue.
const kinds = [
  { sign: 1, document: Invoice, line: InvoiceLine, states: ['sent', 'partially_paid', 'paid'] },
  { sign: -1, document: CreditNote, line: CreditNoteLine, states: ['issued', 'applied'] },
] as const

/** Issued invoices and credit notes, as groups with exact sums. */
export class IssuedDocuments {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof IssuedDocuments.uses>) {
    this.#records = records
  }

  /** Issued invoices and credit notes of these days, in groups. */
  async documents(span: Span, scope: BillingScope, keys: readonly Expression<unknown>[], field = 'total_excl_tax'): Promise<IssuedGroup[]> {
    const found = await Promise.all(
      kinds.map(async ({ sign, document, states }) => {
        const rows = this.#issued(this.live(document.table, scope), span, states)
        const groups = await tally(this.#records, rows, [...keys, ...this.moneyKeys(span)], [{ kind: 'money', sql: sql.ref(`d.${field}`) }])
        return groups.map((each) => ({ ...each, sign }))
      }),
    )
    return found.flat()
  }

  /** The same for their lines, with the quantity as the second value. */
  async lines(span: Span, scope: BillingScope, keys: readonly Expression<unknown>[]): Promise<IssuedGroup[]> {
    const values = [
      { kind: 'money', sql: sql.ref('l.total_excl_tax') },
      { kind: 'number', sql: sql.ref('l.quantity') },
    ] as const
    const found = await Promise.all(
      kinds.map(async ({ sign, document, line, states }) => {
        const joined = this.live(document.table, scope).innerJoin(`${line.table} as l`, 'l.document_id', 'd.id')
        const rows = this.#issued(scope.sku === undefined ? joined : joined.where('l.sku', '=', scope.sku), span, states)
        const groups = await tally(this.#records, rows, [...keys, ...this.moneyKeys(span)], values)
        return groups.map((each) => ({ ...each, sign }))
      }),
    )
    return found.flat()
  }

  /** The currency of a document, and its rate. */
  moneyKeys({ currency, today }: Span): Expression<unknown>[] {
    return [sql`coalesce(d.currency, ${currency})`, documentRate(this.#records, sql.val(currency), today, 'd')]
  }

  /** The scope with the id of the survivor for a company that was merged. */
  async resolved({ company_id, ...scope }: BillingScope): Promise<BillingScope> {
    return company_id === undefined ? scope : { ...scope, company_id: await meantBy(this.#records, Company, company_id) }
  }

  /** Live documents of a company and an owner, under the alias `d`. */
  live(table: string, { company_id, owner }: BillingScope): RowQuery {
    let rows = this.#records.db.selectFrom(`${table} as d`).where('d.deleted_at', 'is', null)
    if (company_id !== undefined) rows = rows.where('d.company_id', '=', company_id)
    return owner === undefined ? rows : rows.where('d.owner_email', '=', ownerMeant(owner, this.#records.unit.actor))
  }

  // In these states, and issued within the span.
  #issued(rows: RowQuery, { from, to }: Span, states: readonly string[]): RowQuery {
    let issued = rows.where('d.status', 'in', [...states])
    if (from !== null) issued = issued.where('d.issue_date', '>=', from)
    return to === null ? issued : issued.where('d.issue_date', '<=', to)
  }
}

/** Groups by the key at this place; the key is null where the documents have none. */
export const groupedBy = (groups: readonly IssuedGroup[], at: number) => Map.groupBy(groups, ({ keys }) => textOrNull(keys[at]))

/** The currency and the rate of a group: its last two keys, as `moneyKeys` puts them. */
export function moneyOf({ keys }: Tallied): { readonly code: string | null; readonly rate: number | null } {
  const [code, rate] = keys.slice(-2)
  return { code: textOrNull(code), rate: numberOrNull(rate) }
}

/** The sums of groups in one currency; amounts without a rate are kept in `total`, so that the answer can name them. */
export function net(groups: readonly IssuedGroup[], currency: string, total = new CurrencyTotal(currency)) {
  const [invoiced, credited] = [new CurrencyTotal(currency, total), new CurrencyTotal(currency, total)]
  for (const group of groups) {
    const { code, rate } = moneyOf(group)
    const subtotal = group.sign === 1 ? invoiced : credited
    subtotal.add(code, group.values[0]?.sum ?? zero, { rate, count: group.count })
  }
  return { invoiced: invoiced.value, credited: credited.value, revenue: rounded(invoiced.amount.minus(credited.amount), currency) }
}

/** The greatest by revenue; equal ones by key, so that two calls agree. */
export function top<T extends { readonly key: string | null; readonly revenue: number }>(groups: readonly T[], limit: number): T[] {
  return groups.toSorted((a, b) => b.revenue - a.revenue || (String(a.key) < String(b.key) ? -1 : 1)).slice(0, limit)
}

/** The names of companies by their ids. */
export async function companyNames(records: Records, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const companies = await records.findBy(Company, 'id', new Set(ids))
  return new Map(companies.map(({ id, name }) => [id, String(name)]))
}
