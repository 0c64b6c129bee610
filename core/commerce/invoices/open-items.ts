import { type Static, Type } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import { todayOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Closed, Count, Day, described, Id, Nullable } from '../../kernel/operation/schema/schema.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { sumOfMoney } from '../../kernel/money/decimals.ts'
import { meantBy } from '../../kernel/storage/records/references.ts'
import { Invoice } from './entity.ts'
import { openInvoice, overdueInvoice } from './settlement.ts'

/** What one customer owes in one currency; amounts of several currencies are never added up here. */
export const OpenItems = Closed({
  company_id: Nullable(Id('The customer; null where none is named')),
  company_name: Nullable(Type.String({ description: 'Its name' })),
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  invoices: Count('How many are open'),
  balance_due: described(Type.Number(), 'What is still to be paid'),
  overdue_amount: described(Type.Number(), 'What of that is past its due date'),
  oldest_due_date: Nullable(Day('The first due date of them')),
})

/** Which open items are asked for; all when nothing is given. */
export interface OpenItemsQuery {
  readonly company_id?: string
  readonly currency?: string
  readonly overdue?: boolean
}

// Customers in an answer, the greatest balances.
const MOST = 200

/** What customers owe by company and currency, the greatest balance first, 200 at most; overdue as of today in the organization. */
export async function openItems(records: Records, { company_id, currency, overdue }: OpenItemsQuery): Promise<Static<typeof OpenItems>[]> {
  const late = overdueInvoice(await todayOf(records))
  const sum = (amount: Expression<unknown>) => sumOfMoney(amount, records.dialect)
  let query = records.db
    .selectFrom(Invoice.table)
    .select(['company_id', 'currency', sql<number>`count(*)`.as('invoices'), sql`min(due_date)`.as('oldest_due_date')])
    .select([sum(sql`balance_due`).as('balance_due'), sum(sql`case when ${late} then balance_due else 0 end`).as('overdue_amount')])
    .where('deleted_at', 'is', null)
    .where(openInvoice())
  if (company_id !== undefined) query = query.where('company_id', '=', await meantBy(records, Company, company_id))
  if (currency !== undefined) query = query.where('currency', '=', currency)
  if (overdue !== undefined) query = query.where(overdue ? late : sql<SqlBool>`not ${late}`)
  const groups = query.groupBy(['company_id', 'currency']).orderBy('balance_due', 'desc')
  // The databases place nulls differently unless the statement says where they come.
  const unnamed = sql`(case when company_id is null then 1 else 0 end)`
  const rows = await groups.orderBy(unnamed).orderBy('company_id').orderBy('currency').limit(MOST).execute()
  const companies = await records.findBy(Company, 'id', new Set(rows.map(({ company_id }) => company_id)))
  const names = new Map(companies.map(({ id, name }) => [id, name]))
  const codec = records.codec(Invoice)
  return rows.map(({ invoices, overdue_amount, oldest_due_date, ...sums }) => {
    const { company_id, currency, balance_due, due_date } = codec.fromRow({ ...sums, due_date: oldest_due_date })
    const overdue = codec.fromRow({ balance_due: overdue_amount }).balance_due
    return {
      company_id,
      company_name: names.get(company_id ?? '') ?? null,
      currency,
      invoices: Number(invoices),
      balance_due: balance_due ?? 0,
      overdue_amount: overdue ?? 0,
      oldest_due_date: due_date,
    }
  })
}
