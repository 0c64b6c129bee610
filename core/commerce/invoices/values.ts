import { invalid } from '../../kernel/operation/errors.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import type { Draft } from '../documents/drafts.ts'
import type { Invoice, InvoiceState } from './entity.ts'
import type { InvoiceInput } from './schema.ts'
import { balanceOf, stateOf } from './settlement.ts'
import { sum } from '../documents/totals.ts'

type Values = Partial<Omit<Invoice, 'id'>>

/**
 * The values that only invoices have: due date, state and amount paid. When an update sets the status of an own invoice to `paid`, a payment
 * of the rest is added. Throws `invalid_input` for a status that cannot follow, for issuing an invoice without lines, and for an amount paid
 * that only a source may give.
 */
export function invoiceValues(
  { values, amounts, lines, company }: Draft,
  input: InvoiceInput,
  known: Invoice | undefined,
  { now, today = dayOf(now), paymentId }: { readonly now: Date; readonly today: string | undefined; paymentId(): string },
): Values {
  const { order_id, quote_id, status = known?.status ?? 'draft' } = input
  const { source_totals: source, total_incl_tax } = amounts
  if (!source) checkMove(known?.status, status, input)
  if (!source && status !== 'draft' && status !== 'void' && lines.length === 0)
    throw invalid('/lines', 'required', 'An invoice without lines cannot be issued')
  if (status === 'partially_paid' && input.amount_paid === undefined && known?.status !== status)
    throw invalid('/amount_paid', 'required', 'amount_paid is required for an invoice that is partially paid')
  const before = { status, total_incl_tax, amount_paid: known?.amount_paid ?? 0, amount_credited: known?.amount_credited ?? 0 }
  const open = balanceOf(before) ?? 0
  const inFull = status === 'paid' && known?.status !== 'paid' && input.amount_paid === undefined
  const settled = { ...before, amount_paid: input.amount_paid ?? sum(before.amount_paid, inFull ? open : 0) }
  const state = stateOf(settled)
  const payment = inFull && !source && open !== 0 ? [{ id: paymentId(), amount: open, date: today, method: null, reference: null }] : []
  return {
    ...(order_id !== undefined && { order_id }),
    ...(quote_id !== undefined && { quote_id }),
    ...dueDate(values, input, company?.payment_terms_days ?? null, known),
    status: state,
    amount_paid: settled.amount_paid,
    balance_due: balanceOf(settled),
    paid_at: state === 'paid' ? (known?.paid_at ?? (source ? null : now)) : null,
    ...(payment.length > 0 && { payments: [...(known?.payments ?? []), ...payment] }),
  }
}

// By an update; `partially_paid` and the way back follow from payments.
const moves: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  draft: ['sent', 'paid', 'void'],
  sent: ['paid', 'void'],
  partially_paid: ['paid'],
  paid: [],
  void: [],
}

function checkMove(from: InvoiceState | undefined, to: InvoiceState, { amount_paid }: InvoiceInput): void {
  if (amount_paid !== undefined)
    throw invalid('/amount_paid', 'read_only', 'amount_paid follows from payments unless source_totals is true')
  const allowed = from === undefined ? (['draft', 'sent', 'paid'] as const) : [from, ...moves[from]]
  if (!allowed.some((each) => each === to)) {
    const message = from === undefined ? `A new invoice cannot be ${to}` : `An invoice that is ${from} cannot become ${to}`
    throw invalid('/status', 'not_allowed', message, allowed)
  }
}

/** The due date as given, else by the payment terms of the company; a known invoice keeps its own. */
function dueDate({ issue_date }: Draft['values'], { due_date }: InvoiceInput, terms: number | null, known?: Invoice): Values {
  if (due_date !== undefined) return { due_date }
  return known || terms === null || !issue_date ? {} : { due_date: dayAfter(issue_date, terms) }
}
