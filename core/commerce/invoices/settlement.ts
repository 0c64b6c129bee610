import { Decimal } from 'decimal.js'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Invoice } from './entity.ts'

// The fields that decide the state of an invoice.
type Settled = Pick<Invoice, 'status' | 'total_incl_tax' | 'amount_paid' | 'amount_credited'>

// The fields that decide whether it is overdue.
type Dated = Pick<Invoice, 'status' | 'due_date' | 'balance_due'>

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

/** The state as it is answered wherever an invoice is shown: `overdue` instead of the stored one while it is, where the day is known. */
export function answeredState(invoice: Dated, today?: string): Invoice['status'] | 'overdue' {
  return today !== undefined && isOverdue(invoice, today) ? 'overdue' : invoice.status
}

/** The condition that an invoice is issued and has a balance due, in a statement; `column` names its columns. */
export function openInvoice(column: (name: 'status' | 'balance_due') => Expression<unknown> = sql.ref): Expression<SqlBool> {
  return sql<SqlBool>`(${column('status')} in ('sent', 'partially_paid') and coalesce(${column('balance_due')}, 0) > 0)`
}

/** `isOverdue` as the condition of a statement, true or false. */
export function overdueInvoice(
  today: string,
  column: (name: 'status' | 'balance_due' | 'due_date') => Expression<unknown> = sql.ref,
): Expression<SqlBool> {
  const due = column('due_date')
  return sql<SqlBool>`(${openInvoice(column)} and ${due} is not null and ${due} < ${today})`
}

/** Whether something is due of an issued invoice after its due date. */
export function isOverdue({ status, due_date, balance_due }: Dated, today: string): boolean {
  return (status === 'sent' || status === 'partially_paid') && due_date !== null && due_date < today && (balance_due ?? 0) > 0
}
