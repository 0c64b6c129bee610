import { activitySearch, customer } from '../../crm/activities/search.ts'
import { companySearch } from '../../crm/companies/relations.ts'
import { contactSearch } from '../../crm/contacts/relations.ts'
import { dealSearch } from '../../crm/deals/relations.ts'
import { creditNoteSearch } from '../../commerce/credit-notes/search.ts'
import { invoiceSearch } from '../../commerce/invoices/search.ts'
import { orderSearch } from '../../commerce/orders/search.ts'
import { productSearch } from '../../commerce/products/search.ts'
import { quoteSearch } from '../../commerce/quotes/search.ts'
import { relating, type Searchable } from '../../records/search/searchable.ts'
import { taskSearchFields } from '../../crm/tasks/search.ts'

/** One record type that reports are about. */
export interface Subject {
  readonly of: Searchable
  /** The field by which a period is meant unless another is named. */
  readonly date: string
  /** The time on whose day the rate of exchange counts; today for records that lack it. Documents have a day of issue. */
  readonly rated?: 'closed_at'
}

/** Plurals of the record types that a question can be about. */
export const objects = [
  'contacts',
  'companies',
  'deals',
  'tasks',
  'activities',
  'quotes',
  'orders',
  'invoices',
  'credit_notes',
  'products',
] as const

/** The record types that reports are about, with what they can name of them. */
export const subjects: Readonly<Record<(typeof objects)[number], Subject>> = {
  contacts: { of: contactSearch, date: 'created_at' },
  companies: { of: companySearch, date: 'created_at' },
  deals: { of: dealSearch, date: 'created_at', rated: 'closed_at' },
  tasks: { of: relating(taskSearchFields, customer), date: 'created_at' },
  activities: { of: activitySearch, date: 'at' },
  quotes: { of: quoteSearch, date: 'issue_date' },
  orders: { of: orderSearch, date: 'issue_date' },
  invoices: { of: invoiceSearch, date: 'issue_date' },
  credit_notes: { of: creditNoteSearch, date: 'issue_date' },
  products: { of: productSearch, date: 'created_at' },
}
