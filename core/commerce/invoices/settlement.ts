import { Decimal } from 'decimal.js'
import type { Invoice } from './entity.ts'

// The fields that decide the state of an invoice.
type Settled = Pick<Invoice, 'status' | 'total_incl_tax' | 'amount_paid' | 'amount_credited'>

/** The balance that is due (BR-CO-16 of EN 16931); null where the total is unknown. */
export function balanceOf({ total_incl_tax, amount_paid, amount_credited }: Omit<Settled, 'status'>): number | null {
  return total_incl_tax === null ? null : new Decimal(total_incl_tax).minus(amount_paid).minus(amount_credited).toNumber()
}

/** The state that follows from the amounts paid and credited; drafts and void invoices keep theirs. */
export function stateOf(invoice: Settled): Invoice['status'] {
  const { status, total_incl_tax } = invoice
  const balance = balanceOf(invoice)
  if (status === 'draft' || status === 'void' || balance === null || total_incl_tax === null) return status
  if (balance === 0 || Math.sign(balance) !== Math.sign(total_incl_tax)) return 'paid'
  return balance === total_incl_tax ? 'sent' : 'partially_paid'
}

/** What changes in an issued invoice when another amount was paid or credited. */
export function settledBy(
  invoice: Invoice,
  amounts: Partial<Pick<Invoice, 'amount_paid' | 'amount_credited'>>,
  now: Date,
): Pick<Invoice, 'amount_paid' | 'amount_credited' | 'balance_due' | 'status' | 'paid_at'> {
  const { status, total_incl_tax, amount_paid, amount_credited, paid_at } = invoice
  const settled = { status, total_incl_tax, amount_paid, amount_credited, ...amounts }
  const state = stateOf(settled)
  return {
    amount_paid: settled.amount_paid,
    amount_credited: settled.amount_credited,
    balance_due: balanceOf(settled),
    status: state,
    paid_at: state === 'paid' ? (paid_at ?? now) : null,
  }
}

/** Whether the customer has the invoice: only then it can be paid or credited. */
export function creditable({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'draft' && status !== 'void'
}

/** Whether something is due of an issued invoice after its due date. */
export function isOverdue({ status, due_date, balance_due }: Pick<Invoice, 'status' | 'due_date' | 'balance_due'>, today: string): boolean {
  return (status === 'sent' || status === 'partially_paid') && due_date !== null && due_date < today && (balance_due ?? 0) > 0
}
