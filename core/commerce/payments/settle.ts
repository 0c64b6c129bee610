import { invalid } from '../../kernel/operation/errors.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { timesUnits, toUnits } from '../../kernel/values/units.ts'
import type { CreditNoteService } from '../credit-notes/service.ts'
import { sum } from '../documents/totals.ts'
import type { Invoice } from '../invoices/entity.ts'
import type { InvoiceService } from '../invoices/service.ts'
import { balanceOf, settledBy } from '../invoices/settlement.ts'

interface Settling {
  readonly invoices: InvoiceService
  readonly notes: CreditNoteService
}

/** The amount as it is stored; throws `invalid_input` at `path` for 0 and for decimals that the currency of the invoice lacks. */
export function paymentAmount(given: number, { currency, source_totals }: Invoice, path: string): number {
  const amount = toMoney(given)
  if (amount === 0) throw invalid(path, 'not_allowed', 'The amount of a payment must not be 0')
  const decimals = exponentOf(currency)
  // Amounts of a source may have more decimals, and are to be paid in full.
  if (!source_totals && timesUnits(toUnits(amount), 1, decimals) !== toUnits(amount))
    throw invalid(path, 'not_allowed', `An amount in ${currency} has ${decimals} decimals`)
  return amount
}

/**
 * Changes a locked invoice by what came in or went back, and keeps these payments. Where more is due again, what remains of its credit notes
 * is applied to it.
 */
export async function settle({ invoices, notes }: Settling, invoice: Invoice, by: number, payments: Invoice['payments']): Promise<void> {
  const amount_paid = sum(invoice.amount_paid, by)
  const due = balanceOf({ ...invoice, amount_paid }) ?? 0
  const taken = by < 0 && due > 0 ? await notes.applyRemaining(invoice.id, due) : 0
  const amounts = { amount_paid, amount_credited: sum(invoice.amount_credited, taken) }
  invoices.store.change(invoice, { ...settledBy(invoice, amounts, invoices.now), payments })
}

/** Whether a payment is more than is due; the negative invoice of a source is paid by negative amounts. */
export function exceeds(amount: number, { balance_due, total_incl_tax }: Invoice): boolean {
  const way = (total_incl_tax ?? 0) < 0 ? -1 : 1
  return balance_due !== null && amount * way > 0 && amount * way > balance_due * way
}
