import { type Expression, sql, type SqlBool } from 'kysely'
import { CurrencyCode } from '../../kernel/operation/currency-code.ts'
import { OneOf } from '../../kernel/operation/schema.ts'
import { type Filter, type FilterContext, flag, fromDay, is, ownedBy, refersTo, tagged, toDay } from '../../kernel/storage/filters.ts'
import { type Period, periodOf, periods } from '../../kernel/values/period.ts'
import { creditReasons, creditNoteStates, invoiceStates } from '../invoices/entity.ts'

// By the day of the organisation, which `todayOf` asks for before a list is read.
const period: Filter = {
  schema: OneOf(periods, { description: 'Documents whose issue_date lies in this period, as of today' }),
  condition(value, { eb, today, yearStart }) {
    const { from, to } = periodOf(value as Period, today, yearStart)
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

/** The condition that an invoice is issued and something of it is still to be paid. */
export const isOpen = sql<SqlBool>`(status in ('sent', 'partially_paid') and coalesce(balance_due, 0) > 0)`
const overdue = ({ today }: FilterContext): Expression<SqlBool> =>
  sql<SqlBool>`(${isOpen} and due_date is not null and due_date < ${today})`

// As it is answered: an open invoice past its due date is `overdue`, and neither `sent` nor `partially_paid`.
const status: Filter = {
  schema: OneOf([...invoiceStates, 'overdue'], { description: 'Invoices in this state, as it is answered' }),
  condition: (value, context) => {
    const late = overdue(context)
    return value === 'overdue' ? late : context.eb.and([context.eb('status', '=', value), context.eb.not(late)])
  },
}

/** Filters of the list of invoices. */
export const invoiceFilters = {
  ...documentFilters,
  tag: tagged('invoices'),
  status,
  unpaid: flag('Issued invoices of which something is still to be paid', () => isOpen),
  overdue: flag('Unpaid invoices whose due date has passed', overdue),
  due_from: fromDay('due_date'),
  due_to: toDay('due_date'),
}

/** Filters of the list of credit notes. */
export const creditNoteFilters = {
  ...documentFilters,
  status: is('status', OneOf(creditNoteStates)),
  invoice_id: refersTo('invoice_id'),
  reason: is('reason', OneOf(creditReasons)),
}

/** Orders that all documents have in common. */
export const documentSorts = ['created_at', 'updated_at', 'issue_date', 'number', 'total_incl_tax'] as const
