import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Count, Day, Id, Nullable, OneOf, Text } from '../../kernel/operation/schema.ts'
import { withReadOnly } from '../../kernel/operation/validate.ts'
import { listSchema } from '../../kernel/storage/filters.ts'
import { dayOf, daysBetween } from '../../kernel/values/calendar.ts'
import { type CreditNote, creditNoteFields, type Invoice, invoiceFields, invoiceStates } from '../invoices/entity.ts'
import { creditNoteFilters, documentSorts, invoiceFilters } from './filters.ts'
import { headerFields } from './header.ts'
import { lineFields } from './line.ts'
import type { Line } from './lines.ts'
import { isOverdue } from '../invoices/settlement.ts'

const { user_from: _organization, document_id: _document, ...shownLine } = recordSchema(lineFields).properties
/** A line as it is answered. */
export const LineRecord = Closed(shownLine)
export const Lines = Type.Array(LineRecord, { description: 'What is sold, line by line' })

// Amounts that only a source may say.
const given = (description: string) =>
  Type.Optional(Nullable(Type.Number({ minimum: -99_999_999_999, maximum: 99_999_999_999, description })))
const forSource = 'Only with source_totals; else computed'

/** A line as it is given: what is left out is taken from the product. */
export const LineInput = Closed({
  ...createSchema(lineFields).properties,
  position: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Place among the lines; as given when left out' })),
  custom_properties: Type.Optional(lineFields.custom.schema),
  total_excl_tax: given(forSource),
  tax_amount: given(forSource),
  total_incl_tax: given(forSource),
})
export type LineInput = Static<typeof LineInput>
withReadOnly(LineInput, Object.keys(LineRecord.properties))

/** What the input of every document has besides its own fields. */
export const aliases = {
  contact_id: Type.Optional(Nullable(Id('Same as lead_id'))),
  assigned_to: Type.Optional(Nullable(Text(254, { description: 'Same as owner_email' }))),
  custom_properties: Type.Optional(headerFields.custom.schema),
  total_excl_tax: given(forSource),
  tax_total: given(forSource),
  total_incl_tax: given(forSource),
  lines: Type.Optional(Type.Array(LineInput, { maxItems: 1000, description: 'What is sold, line by line' })),
}
/** As `aliases`, and the number, which only a new document is given. */
export const documentInput = {
  ...aliases,
  number: Type.Optional(Text(100, { minLength: 1, description: 'Unique; the next free number when left out' })),
}

/** What every type of document takes. */
export const DocumentInput = Closed({ ...createSchema(headerFields).properties, ...documentInput })
export type DocumentInput = Static<typeof DocumentInput>

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

/** Input of `POST /invoices/{id}/payments`, in the currency of the invoice. */
export const PaymentInput = Closed({
  id: Id(),
  amount: Type.Number({
    minimum: -99_999_999_999,
    maximum: 99_999_999_999,
    description: 'Negative: a payment that was taken back',
    examples: [500],
  }),
  date: Type.Optional(Day('Today when left out')),
  method: Type.Optional(Nullable(Text(60, { description: 'transfer, card, direct_debit, cash, ...' }))),
  reference: Type.Optional(Nullable(Text(255, { description: 'Of the bank or the payment service; one reference is recorded once' }))),
  allow_overpayment: Type.Optional(
    Type.Boolean({ description: 'More came in than is due: balance_due becomes negative; refused unless true' }),
  ),
})
export type PaymentInput = Static<typeof PaymentInput>
export const InvoiceList = listSchema(invoiceFilters, [...documentSorts, 'due_date', 'balance_due'])

const { company_id, currency, overdue } = invoiceFilters
/** What is open: narrowed to a customer, a currency or what is overdue. */
export const UnpaidList = listSchema({ company_id, currency, overdue }, [...documentSorts, 'due_date', 'balance_due'])

/** A credit note as lists show it; a single one has its lines, too. */
export const CreditNoteRecord = recordSchema(creditNoteFields)
export const FullCreditNote = Closed({ ...CreditNoteRecord.properties, lines: Lines }, { description: 'A credit note with its lines' })
const applied_amount = given('Only with source_totals: what was applied, as the source says')
/** Input of create and update; the number is for create alone. */
export const CreditNoteCreate = Closed({ ...createSchema(creditNoteFields).properties, ...documentInput, applied_amount })
export const CreditNoteUpdate = Closed({ ...updateSchema(creditNoteFields).properties, ...aliases, applied_amount })
export type CreditNoteInput = Partial<Static<typeof CreditNoteCreate>>
export const CreditNoteList = listSchema(creditNoteFilters, documentSorts)

/** An invoice with what belongs to it; lists leave the lines out. */
export type InvoiceView = Invoice & {
  readonly credit_note_ids: readonly string[]
  readonly today: string
  readonly lines?: readonly Line[]
}
/** A credit note; lists leave the lines out. */
export type CreditNoteView = CreditNote & { readonly lines?: readonly Line[] }

const invoice = presenter(invoiceFields)
const creditNote = presenter(creditNoteFields)
const line = presenter(lineFields)

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

/** A credit note as it is answered, with its lines where they are at hand. */
export function presentCreditNote(view: CreditNoteView, now: Date): Record<string, unknown> {
  return { ...creditNote(view, now), ...presentLines(view, now) }
}

/** The lines of a document that has them at hand. */
export function presentLines({ lines }: { readonly lines?: readonly Line[] }, now: Date): Record<string, unknown> {
  return lines ? { lines: lines.map((each) => presentLine(each, now)) } : {}
}

function presentLine(each: Line, now: Date): Record<string, unknown> {
  const { user_from: _, document_id: __, ...shown } = line(each, now)
  return shown
}
