import { CrmError } from '../../kernel/operation/errors.ts'
import type { Invoice } from '../invoices/entity.ts'

/** A payment, or a share of one, as its invoice keeps it. */
export type Payment = Invoice['payments'][number]
/** What a payment is of one invoice. */
export interface Share {
  readonly invoice: Invoice
  readonly amount: number
}

/** The payment of this id; undefined where there is none. */
export const shareOf = (payments: readonly Payment[], id: string): Payment | undefined =>
  payments.find((each) => each.id === id.toLowerCase())

/** The payment that has this reference already, with the same shares; `conflict` where an invoice has another one by it. */
export function earlier(shares: readonly Share[], reference: string): Payment | undefined {
  const found = shares.flatMap(({ invoice }) => invoice.payments.find((each) => each.reference === reference) ?? [])
  const [one] = found
  if (!one) return undefined
  const ids = new Set(shares.map(({ invoice }) => invoice.id))
  const isSame =
    one.invoice_ids?.length === ids.size &&
    one.invoice_ids.every((id) => ids.has(id)) &&
    shares.every(({ invoice, amount }) => shareOf(invoice.payments, one.id)?.amount === amount)
  if (!isSame) throw new CrmError('conflict', `The payment ${reference} is already recorded, with other shares`, { existing_id: one.id })
  return one
}
