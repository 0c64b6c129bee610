import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Count, Id, OneOf } from '../../kernel/operation/schema.ts'
import { listSchema } from '../../kernel/storage/filters.ts'
import { dayOf, daysBetween } from '../../kernel/values/calendar.ts'
import type { Line } from '../documents/lines.ts'
import { aliases, documentInput, given, Lines, presentLines } from '../documents/schema.ts'
import { type Invoice, invoiceFields, invoiceStates } from './entity.ts'
import { invoiceFilters, invoiceSorts } from './filters.ts'
import { isOverdue } from './settlement.ts'

const invoiceStatus = OneOf([...invoiceStates, 'overdue'], { description: 'overdue: sent, not paid, and past its due date' })

/** An invoice by itself, beside a record that it belongs to. */
export const InvoiceHeader = Closed({
  ...recordSchema(invoiceFields).properties,
  status: invoiceStatus,
  days_overdue: Count('Days since its due date; 0 when it is not overdue'),
})
/** An invoice as lists show it; a single one has its lines, too. */
export const InvoiceRecord = Closed({
  ...InvoiceHeader.properties,
  credit_note_ids: Type.Array(Id(), { description: 'Credit notes that correct it' }),
})
export const FullInvoice = Closed({ ...InvoiceRecord.properties, lines: Lines }, { description: 'An invoice with its lines' })
const amount_paid = given('Only with source_totals: what was paid, as the source says')
/** Input of create and update; the number is for create alone. */
export const InvoiceCreate = Closed({ ...createSchema(invoiceFields).properties, ...documentInput, amount_paid })
export const InvoiceUpdate = Closed({ ...updateSchema(invoiceFields).properties, ...aliases, amount_paid })
export type InvoiceInput = Partial<Static<typeof InvoiceCreate>>

export const InvoiceList = listSchema(invoiceFilters, invoiceSorts)

const { company_id, currency, overdue } = invoiceFilters
/** What is open: narrowed to a customer, a currency or what is overdue. */
export const UnpaidList = listSchema({ company_id, currency, overdue }, invoiceSorts)

/** An invoice with what belongs to it; lists leave the lines out. */
export type InvoiceView = Invoice & {
  readonly credit_note_ids: readonly string[]
  readonly today: string
  readonly lines?: readonly Line[]
}
const invoice = presenter(invoiceFields)

/** `today` is the day in the organisation, by which an invoice is overdue or not. */
export function presentInvoiceHeader(header: Invoice, now: Date, today = dayOf(now)): Record<string, unknown> {
  const late = isOverdue(header, today)
  return {
    ...invoice(header, now),
    ...(late && { status: 'overdue' }),
    days_overdue: late ? daysBetween(header.due_date ?? today, today) : 0,
  }
}

/** An invoice as it is answered, with its lines where they are at hand. */
export function presentInvoice(view: InvoiceView, now: Date): Record<string, unknown> {
  return { ...presentInvoiceHeader(view, now, view.today), credit_note_ids: view.credit_note_ids, ...presentLines(view, now) }
}
