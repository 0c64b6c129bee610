import type { CreditNoteView } from '../credit-notes/schema.ts'
import type { InvoiceView } from '../invoices/schema.ts'
import type { Order } from '../orders/entity.ts'
import type { Quote } from '../quotes/entity.ts'
import type { Particulars } from './shown-sheet.ts'

/** What a quote shows: until when it can be accepted, and which version it is. */
export function ofQuote({ issue_date, valid_until, quote_version, reference, status }: Quote): Particulars {
  return {
    kind: 'quote',
    facts: [
      { name: 'date', day: issue_date },
      { name: 'valid', day: valid_until },
      { name: 'version', text: quote_version > 1 ? String(quote_version) : null },
      { name: 'reference', text: reference },
    ],
    settled: [],
    isVoid: status === 'cancelled',
  }
}

/** What an order shows: when it was given, and when it is delivered. */
export function ofOrder({ issue_date, order_date, expected_at, reference, status }: Order): Particulars {
  return {
    kind: 'order',
    facts: [
      { name: 'date', day: issue_date },
      { name: 'ordered', day: order_date === issue_date ? null : order_date },
      { name: 'expected', day: expected_at },
      { name: 'reference', text: reference },
    ],
    settled: [],
    isVoid: status === 'cancelled',
  }
}

/** What an invoice shows: until when it is to be paid, and what is left of it where something was paid or credited. */
export function ofInvoice({ issue_date, due_date, reference, status, ...amounts }: InvoiceView): Particulars {
  const { amount_paid, amount_credited, balance_due } = amounts
  const paid = [
    { name: 'paid', amount: amount_paid },
    { name: 'credited', amount: amount_credited },
  ] as const
  const shown = paid.filter(({ amount }) => amount !== 0)
  return {
    kind: 'invoice',
    facts: [
      { name: 'date', day: issue_date },
      { name: 'due', day: due_date },
      { name: 'reference', text: reference },
    ],
    settled: shown.length === 0 ? [] : [...shown, { name: 'balance', amount: balance_due }],
    isVoid: status === 'void',
  }
}

/** What a credit note shows: the number of the invoice that it corrects. */
export function ofCreditNote({ issue_date, reference, status }: CreditNoteView, corrected: string | null): Particulars {
  return {
    kind: 'credit_note',
    facts: [
      { name: 'date', day: issue_date },
      { name: 'corrects', text: corrected },
      { name: 'reference', text: reference },
    ],
    settled: [],
    isVoid: status === 'void',
  }
}
