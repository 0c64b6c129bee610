import { Decimal } from 'decimal.js'
import type { Values } from './values.ts'
import { fold } from '../languages/letters.ts'

const day = 86_400_000
const parts = ['amount_paid', 'is_paid', 'payment_status', 'payment_days']

/** Composes the unpaid amount and the due date; what only follows from other values is put into `derived`. */
export function settlePayment(values: Values, derived: Values): void {
  const { amount_paid: paid, is_paid: isPaid, payment_status: state, payment_days: days, date, total_incl_tax: total } = values
  for (const part of parts) delete values[part]
  values.status ??= state
  if (values.status === undefined) delete values.status
  if (values.amount_due === undefined) {
    if (typeof paid === 'number' && typeof total === 'number') derived.amount_due = new Decimal(total).minus(paid).toNumber()
    else if (isPaid === true || isPaidWord(state) || isPaidWord(values.status)) derived.amount_due = 0
  }
  if (typeof days === 'number' && days >= 0 && days <= 366 && typeof date === 'string' && values.due_date === undefined)
    derived.due_date = new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}

const paidWords =
  /^(?:(?:fully|completely|voll|vollstandig|totalmente|entierement|integralement) )?(?:paid(?: off| in full)?|settled|bezahlt|beglichen|ausgeglichen|paye[es]?|reglee?|soldee?|acquittee?|pagad[ao]|pagat[ao]|pag[ao]|quitad[ao]|saldat[ao]|incassat[ao]|cobrad[ao]|liquidad[ao]|saldad[ao])$/

const isPaidWord = (word: unknown): boolean =>
  typeof word === 'string' && word.length <= 40 && paidWords.test(fold(word).replace(/[_-]/g, ' '))
