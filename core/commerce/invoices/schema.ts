import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Id, OneOf } from '../../kernel/operation/schema/schema.ts'
import { listSchema } from '../../kernel/storage/records/filters.ts'
import { dayOf, daysBetween } from '../../kernel/values/calendar.ts'
import type { Line } from '../documents/lines.ts'
import { aliases, documentInput, given, Lines, presentLines } from '../documents/schema.ts'
import { type Invoice, invoiceFields, answeredStates } from './entity.ts'
import { invoiceFilters, invoiceSorts } from './filters.ts'
import { answeredState, isOverdue } from './settlement.ts'

const invoiceStatus = OneOf(answeredStates, { description: 'overdue: sent, not paid, and past its due date' })

/** An invoice as it is shown beside another record. */
export const InvoiceHeader = Closed({
  ...recordSchema(invoiceFields).properties,
  status: invoiceStatus,
  days_overdue: Count('Days since its due date; 0 when it is not overdue'),
})
/** An invoice as lists show it, without its lines. */
export const InvoiceRecord = Closed({
  ...InvoiceHeader.properties,
  credit_note_ids: Type.Array(Id(), { description: 'Credit notes that correct it' }),
})
/** An invoice as everything but lists shows it. */
export const FullInvoice = Closed({ ...InvoiceRecord.properties, lines: Lines }, { description: 'An invoice with its lines' })
const amount_paid = given('Only with source_totals: what was paid, as the source says')
/** Input of create. */
export const InvoiceCreate = Closed({ ...createSchema(invoiceFields).properties, ...documentInput, amount_paid })
/** Input of update, which cannot change the number. */
export const InvoiceUpdate = Closed({ ...updateSchema(invoiceFields).properties, ...aliases, amount_paid })
/** What create and update of an invoice take. */
export type InvoiceInput = Partial<Static<typeof InvoiceCreate>>

/** Query of the list of invoices. */
export const InvoiceList = listSchema(invoiceFilters, invoiceSorts)

const { company_id, currency, overdue } = invoiceFilters
/** Query of the list of unpaid invoices: of a customer, in a currency, or overdue ones. */
export const UnpaidList = listSchema({ company_id, currency, overdue }, invoiceSorts)

/** An invoice with what belongs to it; without lines in lists. */
export type InvoiceView = Invoice & {
  readonly credit_note_ids: string[]
  readonly today: string
  readonly lines?: readonly Line[]
}
/** The same with its lines. */
export type WholeInvoice = InvoiceView & { readonly lines: readonly Line[] }
const invoice = presenter(invoiceFields)

/** An invoice without its lines; `today` is the day in the organization, which decides whether it is overdue. */
export function presentInvoiceHeader(header: Invoice, now: Date, today = dayOf(now)): Static<typeof InvoiceHeader> {
  const late = isOverdue(header, today)
  const shown = invoice(header, now)
  return {
    ...shown,
    status: answeredState(header, today),
    days_overdue: late ? daysBetween(header.due_date ?? today, today) : 0,
  }
}

/** An invoice as the API shows it, with lines where the view has them. */
export function presentInvoice(view: WholeInvoice, now: Date): Static<typeof FullInvoice>
export function presentInvoice(view: InvoiceView, now: Date): Static<typeof InvoiceRecord>
export function presentInvoice(view: InvoiceView, now: Date): Static<typeof InvoiceRecord> {
  return { ...presentInvoiceHeader(view, now, view.today), credit_note_ids: view.credit_note_ids, ...presentLines(view, now) }
}
