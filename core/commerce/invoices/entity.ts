import { Type } from '@sinclair/typebox'
import { choice, day, defaulted, hidden, json, money, optional, readOnly, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { Closed, Day, Id, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { entity } from '../../kernel/storage/schema/entity.ts'
import { headerFields, headerIndexes } from '../documents/header.ts'
import { lineEntity } from '../documents/line.ts'

/** States of an invoice as they are stored; an open one past its due date is answered as `overdue`. */
export const invoiceStates = ['draft', 'sent', 'partially_paid', 'paid', 'void'] as const
/** The states as they are answered. */
export const answeredStates = [...invoiceStates, 'overdue'] as const
/** How far an invoice has come; whether it is overdue follows from its due date. */
export type InvoiceState = (typeof invoiceStates)[number]

// Payments are a part of their invoice, so that they and what is due change in one row.
const Payment = Closed({
  id: Id('Id of the payment'),
  amount: Type.Number({ description: 'Amount, in the currency of the invoice' }),
  date: Day('Day of payment'),
  method: Nullable(Text(60, { description: 'transfer, card, direct_debit, cash, ...' })),
  reference: Nullable(Text(255, { description: 'Reference of the bank or the payment service' })),
  invoice_ids: Type.Optional(Type.Array(Id(), { description: 'All invoices that it pays, where it was allocated' })),
})

/** The header of an invoice: that of every document, and the fields that only invoices have. */
export const invoiceFields = {
  ...headerFields,
  status: defaulted(choice(invoiceStates, 'Its status'), 'draft'),
  due_date: optional(day({ description: 'Day until which it is to be paid', example: '2026-03-02' })),
  amount_paid: readOnly(defaulted(money('Sum of its payments'), 0)),
  amount_credited: readOnly(defaulted(money('Sum of the credit notes that were applied to it'), 0)),
  balance_due: readOnly(optional(money('What of its total is neither paid nor credited'))),
  paid_at: readOnly(optional(timestamp('When the payment that settled it was recorded'))),
  order_id: optional(uuid('The order that it bills')),
  quote_id: optional(uuid('The quote that it came from')),
  payments: readOnly(defaulted(json(Type.Array(Payment), 'What was paid, in the order of recording'), [])),
  /** The due date for which `invoice.overdue` was fired last. */
  overdue_for: hidden(optional(day())),
}

const invoice = entity('Invoice', 'invoices', invoiceFields, {
  uniques: [['number']],
  indexes: [...headerIndexes, ['due_date', 'id'], ['order_id'], ['quote_id']],
})

/**
 * An invoice; its lines are `InvoiceLine` rows. The number is unique among the live invoices of the organization. From `sent` on it is
 * frozen, unless its totals are those of a source.
 */
export class Invoice extends invoice.class {}
invoice.setClass(Invoice)

const invoiceLine = lineEntity('InvoiceLine', 'invoice_lines')

/** A line of an invoice, kept in its place by `position`. */
export class InvoiceLine extends invoiceLine.class {}
invoiceLine.setClass(InvoiceLine)
