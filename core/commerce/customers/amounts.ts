import { Type } from '@sinclair/typebox'
import type { Decimal } from 'decimal.js'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { rounded } from '../../kernel/money/currency-total.ts'
import { documentRate, homeToday } from '../../platform/currencies/rates.ts'
import { convertedSum, sumField, unconverted, UnconvertedRecords } from '../../platform/currencies/converted-sums.ts'
import { dealsOf } from '../../crm/deals/counts.ts'
import { CreditNote } from '../credit-notes/entity.ts'
import { Invoice } from '../invoices/entity.ts'
import type { Counts, Figure } from '../../records/record-type/relation.ts'
import { Nullable, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { Order } from '../orders/entity.ts'
import { dayText } from '../../kernel/money/bucket.ts'
import { column, type SearchField, type Source } from '../../records/search/grammar/field.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { shared } from '../../records/record-type/related-records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { periodOf } from '../../kernel/values/period.ts'
import { openInvoice, overdueInvoice } from '../invoices/settlement.ts'
import { type Billing, billingOf, issued, openCredit, within } from './billing.ts'

type Condition = Expression<SqlBool>

/** The day of an order; one without a day was not placed yet, a cancelled one is none. */
export const ordered = sql`coalesce(order_date, issue_date)`
/** The condition that an order counts. */
export const placed = sql<SqlBool>`status <> 'cancelled'`

// The last twelve months with the current one: the period `m12`.
const yearTo = (today: string) => periodOf('m12', today)
const inYear = ({ today }: Pick<Source, 'today'>) => within(yearTo(today))

const billing = shared(async (records: Records, ids: readonly unknown[]) => {
  const home = await homeToday(records)
  return await billingOf(records, ids, home, [yearTo(home.today)])
})

function amount(description: string, of: (billing: Billing) => Decimal | undefined): Figure<number> {
  return {
    none: 0,
    schema: Type.Number({ description: `${description}, in the currency of the organization; not in lists and events` }),
    load: async (records, companies) => (await billing(records, companies)).map((each) => rounded(of(each), each.home)),
  }
}

const deals = dealsOf('company_id')

const other_currencies: Figure<ReturnType<typeof unconverted>> = {
  none: [],
  schema: UnconvertedRecords,
  async load(records, of) {
    const [open, billed] = await Promise.all([deals(records, of), billing(records, of)])
    return of.map((_, at) => unconverted([open[at]?.open, ...(billed[at]?.worths ?? [])]))
  },
}

const last_order_at: Figure<string | null> = {
  none: null,
  schema: Nullable(Timestamp('Day of its newest order that is not cancelled, as midnight of UTC; not in lists and events')),
  load: shared(async (records: Records, ids: readonly unknown[]) => {
    const rows = await records
      .from(Order)
      .select(['company_id', sql<string | null>`max(${dayText(ordered, records.dialect)})`.as('day')])
      .where(records.anyOf(Order, 'company_id', ids))
      .where('deleted_at', 'is', null)
      .where(placed)
      .groupBy('company_id')
      .execute()
    const days = new Map<unknown, string | null>(rows.map(({ company_id, day }) => [company_id, day]))
    return ids.map((id) => {
      const day = days.get(id)
      return day ? new Date(day).toISOString() : null
    })
  }),
}

/** The revenue, open balance and last order of a company. */
export const companyAmounts = {
  revenue_12m: amount('Invoices less credit notes of the last 12 months, without tax', ({ revenue }) => revenue[0]),
  unpaid_amount: amount('What of its invoices is still to be paid', ({ unpaid }) => unpaid),
  overdue_amount: amount('What of that is past its due date', ({ overdue }) => overdue),
  open_credit_amount: amount('What of its credit notes is not used yet', ({ credit }) => credit),
  last_order_at,
  other_currencies,
} satisfies Counts

/** The same as conditions name it. */
export const companyAmountFields: Readonly<Record<string, SearchField>> = {
  revenue_12m: sumField((of) => {
    return sql`(${documentSum(Invoice, 'total_excl_tax', inYear, of)} - ${documentSum(CreditNote, 'total_excl_tax', inYear, of)})`
  }),
  unpaid_amount: sumField((of) => documentSum(Invoice, 'balance_due', () => openInvoice(), of)),
  overdue_amount: sumField((of) => documentSum(Invoice, 'balance_due', ({ today }) => overdueInvoice(today), of)),
  open_credit_amount: sumField((of) => documentSum(CreditNote, 'remaining_amount', () => openCredit, of)),
  last_order_at: {
    type: 'timestamp',
    sql(of) {
      const newest = expressionBuilder<Tables, never>()
        .selectFrom(`${Order.table} as counted`)
        .select(sql`max(${ordered})`.as('day'))
        .where(sql<SqlBool>`counted.company_id = ${column('id', of)}`)
        .where('counted.deleted_at', 'is', null)
        .where(placed)
      return of.dialect === 'postgresql' ? sql`((${newest})::timestamp at time zone 'UTC')` : sql`(unixepoch((${newest})) * 1000)`
    },
    value: () => null,
  },
}

function documentSum(entity: EntityTable, amount: string, where: (of: Source) => Condition, of: Source): Expression<unknown> {
  const rate = (home: Expression<unknown>, { today }: Source) => documentRate(of, home, today, 'counted')
  return convertedSum({ entity, by: 'company_id', amount, where: (source) => sql<SqlBool>`${issued} and (${where(source)})`, rate }, of)
}
