import type { Decimal } from 'decimal.js'
import { Invoice } from '../invoices/entity.ts'
import { openInvoice, overdueInvoice } from '../invoices/settlement.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { documentRate, type Home } from '../../platform/currencies/rates.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { convertedSums, type ConvertedSums } from '../../platform/currencies/converted-sums.ts'
import { zero } from '../../kernel/money/tally.ts'
import { CreditNote } from '../credit-notes/entity.ts'

type Condition = Expression<SqlBool>

/** The condition that a document was issued; a paid invoice still is. */
export const issued = sql<SqlBool>`status not in ('draft', 'void')`

/** The condition that a credit note was issued, and something of it is not used yet. */
export const openCredit = sql<SqlBool>`(status = 'issued')`

/** First and last day. */
interface Days {
  readonly from: string
  readonly to: string
}
const when = (met: Condition, amount: string) => sql`(case when ${met} then ${sql.ref(amount)} end)`
/** The condition that a document was issued on one of these days. */
export const within = ({ from, to }: Days) => sql<SqlBool>`(issue_date >= ${from} and issue_date <= ${to})`

/** What a company was billed, exactly and in the currency of the organization. */
export interface Billing {
  /** The currency of the organization, ISO 4217. */
  readonly home: string
  /** Invoices less credit notes by day of issue, without tax, of each span that was asked for. */
  readonly revenue: readonly Decimal[]
  readonly unpaid: Decimal
  readonly overdue: Decimal
  /** What remains of its credit notes. */
  readonly credit: Decimal
  /** What was left out. */
  readonly worths: readonly (ConvertedSums | undefined)[]
}

/** What was billed to each of these companies in some spans, and what is open of it; one statement of invoices, another of credit notes. */
export async function billingOf(records: Records, ids: readonly unknown[], home: Home, spans: readonly Days[]): Promise<Billing[]> {
  const { currency, today } = home
  const inSpans = sql<SqlBool>`(${sql.join(spans.map(within), sql` or `)})`
  const worths = (entity: EntityTable, where: Condition, values: readonly Expression<unknown>[]) => {
    const rows = records.db
      .selectFrom(entity.table)
      .where(records.anyOf(entity, 'company_id', ids))
      .where('deleted_at', 'is', null)
      .where(issued)
      .where(where)
    const rate = documentRate(records, sql.val(currency), today, entity.table)
    return convertedSums(records, rows, { by: sql.ref('company_id'), home: currency, currency: sql.ref('currency'), rate, values })
  }
  const revenue = spans.map((each) => when(within(each), 'total_excl_tax'))
  const open = [when(openInvoice(), 'balance_due'), when(overdueInvoice(today), 'balance_due')]
  const [billed, noted] = await Promise.all([
    worths(Invoice, sql<SqlBool>`(status <> 'paid' or ${inSpans})`, [...open, ...revenue]),
    worths(CreditNote, sql<SqlBool>`(${openCredit} or ${inSpans})`, [when(openCredit, 'remaining_amount'), ...revenue]),
  ])
  return ids.map((id) => {
    const [bills, credits] = [billed.get(id), noted.get(id)]
    const [unpaid = zero, overdue = zero, ...invoiced] = bills?.sums ?? []
    const [credit = zero, ...credited] = credits?.sums ?? []
    const net = spans.map((_, at) => (invoiced[at] ?? zero).minus(credited[at] ?? zero))
    return { home: currency, revenue: net, unpaid, overdue, credit, worths: [bills, credits] }
  })
}
