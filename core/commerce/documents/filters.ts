import { sql, type SqlBool } from 'kysely'
import { CurrencyCode } from '../../kernel/operation/schema/currency-code.ts'
import { OneOf } from '../../kernel/operation/schema/schema.ts'
import { type ListFilter, fromDay, is, ownedBy, refersTo, tagged, toDay } from '../../kernel/storage/records/filters.ts'
import { type Period, periodOf, periods } from '../../kernel/values/period.ts'

// By the day in the organization, which `todayOf` looks up before a list is read.
const period: ListFilter = {
  schema: OneOf(periods, { description: 'Documents whose issue_date lies in this period, as of today' }),
  condition(value: Period, { eb, today, yearStart }) {
    const { from, to } = periodOf(value, today, yearStart)
    if (from === null || to === null) return sql<SqlBool>`1 = 1`
    return eb.and([eb('issue_date', '>=', from), eb('issue_date', '<=', to)])
  },
}

/** Filters that quotes, orders, invoices and credit notes have in common. */
export const documentFilters = {
  number: is('number'),
  company_id: refersTo('company_id'),
  contact_id: refersTo('lead_id'),
  lead_id: refersTo('lead_id'),
  deal_id: refersTo('deal_id'),
  owner: ownedBy('owner_email'),
  currency: is('currency', CurrencyCode()),
  reference: is('reference'),
  issued_from: fromDay('issue_date'),
  issued_to: toDay('issue_date'),
  period,
  tag: tagged(),
}

/** By what lists of all documents can be sorted. */
export const documentSorts = ['created_at', 'updated_at', 'issue_date', 'number', 'total_incl_tax'] as const
