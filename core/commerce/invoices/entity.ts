import { Type } from '@sinclair/typebox'
import { choice, day, defaulted, integer, json, money, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/fields.ts'
import { Closed, Day, Id, Nullable, Text } from '../../kernel/operation/schema.ts'
import { entity, ownFields } from '../../kernel/storage/entity.ts'
import { headerFields, headerIndexes } from '../documents/header.ts'
import { lineEntity } from '../documents/line.ts'

/** As stored; `overdue` is what an open invoice is called once its due date has passed (records.md 6). */
export const invoiceStates = ['draft', 'sent', 'partially_paid', 'paid', 'void'] as const
/** As stored (records.md 6); `applied` once nothing of it is left. */
export const creditNoteStates = ['draft', 'issued', 'applied', 'void'] as const
/** Why a credit note was given (records.md 6). */
export const creditReasons = ['refund', 'return', 'discount', 'correction'] as const

// Payments are a part of their invoice, so that they and what is due change in one row.
const Payment = Closed({
  id: Id('Id of the payment'),
  amount: Type.Number({ description: 'Amount, in the currency of the invoice' }),
  date: Day('Day of payment'),
  method: Nullable(Text(60, { description: 'transfer, card, direct_debit, cash, ...' })),
  reference: Nullable(Text(255, { description: 'Of the bank or the payment service' })),
})

/** Fields of an invoice besides the common header (records.md 6). */
export const invoiceFields = {
  ...headerFields,
  status: defaulted(choice(invoiceStates, 'How far it has come'), 'draft'),
  due_date: optional(day({ description: 'Day until which it is to be paid', example: '2026-03-02' })),
  amount_paid: readOnly(defaulted(money('Sum of its payments'), 0)),
  /** Credit notes that were applied. */
  amount_credited: readOnly(defaulted(money('Sum of the credit notes that were applied to it'), 0)),
  balance_due: readOnly(optional(money('What is still to be paid'))),
  paid_at: readOnly(optional(timestamp('When the last of it was paid'))),
  order_id: optional(uuid('The order that it bills')),
  quote_id: optional(uuid('The quote that it came from')),
  payments: readOnly(defaulted(json(Type.Array(Payment), 'What was paid, the oldest first'), [])),
}

const invoice = entity('Invoice', 'invoices', invoiceFields, { uniques: [['number']], indexes: [...headerIndexes, ['due_date', 'id']] })

/**
 * An invoice; its lines are `InvoiceLine` rows (records.md 6). Unique by number among live ones. From `sent` on it is frozen, unless
 * its totals are those of a source.
 */
export class Invoice extends invoice.class {}
invoice.setClass(Invoice)

const invoiceLine = lineEntity('InvoiceLine', 'invoice_lines')

/** A line of an invoice; one row a position. */
export class InvoiceLine extends invoiceLine.class {}
invoiceLine.setClass(InvoiceLine)

/** Fields of a credit note besides the common header (records.md 6). */
export const creditNoteFields = {
  ...headerFields,
  status: defaulted(choice(creditNoteStates, 'How far it has come'), 'draft'),
  invoice_id: optional(uuid('The invoice that it corrects')),
  reason: optional(choice(creditReasons, 'Why it was given')),
  applied_amount: readOnly(defaulted(money('What of it was set off against invoices'), 0)),
  remaining_amount: readOnly(optional(money('What of it is left'))),
}

const creditNote = entity('CreditNote', 'credit_notes', creditNoteFields, {
  uniques: [['number']],
  indexes: [...headerIndexes, ['invoice_id']],
})

/** A credit note; quantities and totals are positive (records.md 6). */
export class CreditNote extends creditNote.class {}
creditNote.setClass(CreditNote)

const creditNoteLine = lineEntity('CreditNoteLine', 'credit_note_lines')

/** A line of a credit note; quantity and totals are positive. */
export class CreditNoteLine extends creditNoteLine.class {}
creditNoteLine.setClass(CreditNoteLine)

const series = entity(
  'NumberSeries',
  'number_series',
  {
    ...ownFields,
    /** Type and year: `invoices-2026`. */
    series: readOnly(text()),
    last: readOnly(integer()),
    /** Numbers of drafts that were deleted, to be given again, so that no gap stays. */
    released: readOnly(defaulted(json(Type.Array(Type.Integer())), [])),
  },
  { uniques: [['series']] },
)

/** The last number that a series of documents gave; unique by type and year. Its row is the lock under which numbers are given. */
export class NumberSeries extends series.class {}
series.setClass(NumberSeries)
