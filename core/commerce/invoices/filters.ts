import { OneOf } from '../../kernel/operation/schema/schema.ts'
import { type ListFilter, type FilterContext, flag, fromDay, tagged, toDay } from '../../kernel/storage/records/filters.ts'
import { documentFilters, documentSorts } from '../documents/filters.ts'
import { answeredStates } from './entity.ts'
import { openInvoice, overdueInvoice } from './settlement.ts'

const overdue = ({ today }: FilterContext) => overdueInvoice(today)

// Answers call an open invoice past its due date `overdue`, and neither `sent` nor `partially_paid`.
const status: ListFilter = {
  schema: OneOf(answeredStates, { description: 'Invoices in this state, as it is answered' }),
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
  unpaid: flag('Issued invoices of which something is still to be paid', () => openInvoice()),
  overdue: flag('Unpaid invoices whose due date has passed', overdue),
  due_from: fromDay('due_date'),
  due_to: toDay('due_date'),
}

/** Orders of the list of invoices. */
export const invoiceSorts = [...documentSorts, 'due_date', 'balance_due'] as const
