import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../kernel/fields.ts'
import { presenter } from '../kernel/present.ts'
import { Closed, Id, Nullable, OneOf, Text } from '../kernel/schema.ts'
import { listSchema } from '../storage/filters.ts'
import { dayOf, daysBetween } from '../values/calendar.ts'
import { type CreditNote, creditNoteFields, type Invoice, invoiceFields, invoiceStates } from './entity.ts'
import { creditNoteFilters, documentSorts, invoiceFilters } from './filters.ts'
import { headerFields } from './header.ts'
import { lineFields } from './line.ts'
import type { Line } from './lines.ts'
import { isOverdue } from './settlement.ts'

const { user_from: _organization, document_id: _document, ...shownLine } = recordSchema(lineFields).properties
const LineRecord = Closed(shownLine)
const Lines = Type.Array(LineRecord)

const given = (description: string) =>
  Type.Optional(Nullable(Type.Number({ minimum: -99_999_999_999, maximum: 99_999_999_999, description })))
const forSource = 'Only with source_totals; else computed'

/** A line as it is given: what is left out is taken from the product. */
export const LineInput = Closed({
  ...createSchema(lineFields).properties,
  total_excl_tax: given(forSource),
  tax_amount: given(forSource),
  total_incl_tax: given(forSource),
})
export type LineInput = Static<typeof LineInput>

/** What the input of every document has besides its own fields. */
const aliases = {
  contact_id: Type.Optional(Nullable(Id('Same as lead_id'))),
  assigned_to: Type.Optional(Nullable(Text(254, { description: 'Same as owner_email' }))),
  custom_properties: Type.Optional(headerFields.custom.schema),
  total_excl_tax: given(forSource),
  tax_total: given(forSource),
  total_incl_tax: given(forSource),
  lines: Type.Optional(Type.Array(LineInput, { maxItems: 1000 })),
}
const documentInput = {
  ...aliases,
  number: Type.Optional(Text(100, { minLength: 1, description: 'Unique; the next free number when left out' })),
}

export const DocumentInput = Closed({ ...createSchema(headerFields).properties, ...documentInput })
export type DocumentInput = Static<typeof DocumentInput>

const invoiceStatus = OneOf([...invoiceStates, 'overdue'], { description: 'overdue: sent, not paid, and past its due date' })

/** An invoice by itself, beside a record that it belongs to. */
export const InvoiceHeader = Closed({
  ...recordSchema(invoiceFields).properties,
  status: invoiceStatus,
  days_overdue: Type.Integer(),
})
export const InvoiceRecord = Closed({ ...InvoiceHeader.properties, credit_note_ids: Type.Array(Type.String()) })
export const FullInvoice = Closed({ ...InvoiceRecord.properties, lines: Lines })
const amount_paid = given('Only with source_totals: what was paid, as the source says')
export const InvoiceCreate = Closed({ ...createSchema(invoiceFields).properties, ...documentInput, amount_paid })
export const InvoiceUpdate = Closed({ ...updateSchema(invoiceFields).properties, ...aliases, amount_paid })
export type InvoiceInput = Partial<Static<typeof InvoiceCreate>>
export const InvoiceList = listSchema(invoiceFilters, [...documentSorts, 'due_date'])

export const CreditNoteRecord = recordSchema(creditNoteFields)
export const FullCreditNote = Closed({ ...CreditNoteRecord.properties, lines: Lines })
export const CreditNoteList = listSchema(creditNoteFilters, documentSorts)

/** An invoice with what belongs to it; lists leave the lines out. */
export type InvoiceView = Invoice & { readonly credit_note_ids: readonly string[]; readonly lines?: readonly Line[] }
export type CreditNoteView = CreditNote & { readonly lines?: readonly Line[] }

const invoice = presenter(invoiceFields)
const creditNote = presenter(creditNoteFields)
const line = presenter(lineFields)

export function presentInvoiceHeader(header: Invoice, now: Date): Record<string, unknown> {
  const today = dayOf(now)
  const late = isOverdue(header, today)
  return {
    ...invoice(header, now),
    ...(late && { status: 'overdue' }),
    days_overdue: late ? daysBetween(header.due_date ?? today, today) : 0,
  }
}

export function presentInvoice(view: InvoiceView, now: Date): Record<string, unknown> {
  return {
    ...presentInvoiceHeader(view, now),
    credit_note_ids: view.credit_note_ids,
    ...(view.lines && { lines: view.lines.map((each) => presentLine(each, now)) }),
  }
}

export function presentCreditNote(view: CreditNoteView, now: Date): Record<string, unknown> {
  return { ...creditNote(view, now), ...(view.lines && { lines: view.lines.map((each) => presentLine(each, now)) }) }
}

function presentLine(each: Line, now: Date): Record<string, unknown> {
  const { user_from: _, document_id: __, ...shown } = line(each, now)
  return shown
}
