import type { Static } from '@sinclair/typebox'
import { todayOf } from '../../platform/access/organization.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { CreditNoteService } from '../credit-notes/service.ts'
import { sum } from '../documents/totals.ts'
import type { Invoice } from '../invoices/entity.ts'
import { InvoiceService } from '../invoices/service.ts'
import { answeredState, creditable } from '../invoices/settlement.ts'
import type { AllocatedPayment, AllocationInput } from './schema.ts'
import { exceeds, paymentAmount, settle } from './settle.ts'
import { earlier, type Payment, type Share, shareOf } from './shares.ts'

/** Payments of several invoices at once: each invoice keeps its share, all shares have one id. */
export class Allocations {
  static readonly uses = { records: Records, ids: Ids, invoices: InvoiceService, notes: CreditNoteService }
  readonly #uses: Resolved<typeof Allocations.uses>

  constructor(uses: Resolved<typeof Allocations.uses>) {
    this.#uses = uses
  }

  /**
   * Records one payment of several invoices of one company in one currency, whole or not at all. With the reference of an earlier one it is
   * that one, `conflict` where the shares differ. Throws `not_found`, `conflict` for a draft or void invoice, and `invalid_input` where the
   * shares do not add up to the amount, are more than is due, or name an invoice twice, of another company or in another currency.
   */
  async record(
    { amount, allocations, date, method = null, reference = null }: Static<typeof AllocationInput>,
    reply: Reply,
  ): Promise<Static<typeof AllocatedPayment>> {
    const shares = await this.#shares(allocations)
    const total = shares.reduce((so, share) => sum(so, share.amount), 0)
    if (total !== toMoney(amount))
      throw invalid('/allocations', total > amount ? 'too_big' : 'too_small', `The allocations are ${total}, and the payment is ${amount}`)
    const known = reference === null ? undefined : earlier(shares, reference)
    if (known) {
      reply.matched('reference')
      return await this.#view(known, shares)
    }
    for (const [at, { invoice, amount }] of shares.entries()) {
      if (!creditable(invoice)) throw new CrmError('conflict', `Invoice ${invoice.number} is ${invoice.status}: it cannot be paid`)
      if ((invoice.balance_due ?? 0) < amount)
        throw invalid(`/allocations/${at}/amount`, 'too_big', `Only ${invoice.balance_due ?? 0} is due of invoice ${invoice.number}`)
    }
    const invoice_ids = shares.map(({ invoice }) => invoice.id)
    const payment = { id: this.#uses.ids.next(), date: date ?? (await todayOf(this.#uses.records)), method, reference, invoice_ids }
    for (const { invoice, amount } of shares) await settle(this.#uses, invoice, amount, [...invoice.payments, { ...payment, amount }])
    return await this.#view(payment, shares)
  }

  /**
   * Takes a payment back as if it had not been recorded, off all invoices that it pays; answers it as it was, with the new balances. Throws
   * `not_found`, and `conflict` where an invoice is void by now, or would be paid less than nothing or more than its total.
   */
  async undo(id: string, paymentId: string): Promise<Static<typeof AllocatedPayment>> {
    const { number, payments } = await this.#uses.invoices.store.get(id)
    const missing = () => new CrmError('not_found', `Invoice ${number} has no payment with the id ${paymentId}`)
    const payment = shareOf(payments, paymentId)
    if (!payment) throw missing()
    const invoices = await this.#locked(payment.invoice_ids ?? [id])
    const shares = [...invoices.values()].map((invoice): Share => {
      // Read again under the lock: somebody else may have undone it.
      const own = shareOf(invoice.payments, paymentId)
      if (!own) throw missing()
      const isBelow = sum(invoice.amount_paid, -own.amount) < 0 && (invoice.total_incl_tax ?? 0) >= 0
      if (!creditable(invoice) || isBelow || exceeds(-own.amount, invoice))
        throw new CrmError('conflict', `The payment of invoice ${invoice.number} cannot be undone: see its payments and status`)
      return { invoice, amount: own.amount }
    })
    for (const { invoice, amount } of shares)
      await settle(
        this.#uses,
        invoice,
        -amount,
        invoice.payments.filter((each) => each.id !== payment.id),
      )
    return await this.#view(payment, shares)
  }

  async #shares(allocations: Static<typeof AllocationInput>['allocations']): Promise<Share[]> {
    const ids = allocations.map(({ invoice_id }) => invoice_id.toLowerCase())
    const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
    if (twice >= 0) throw invalid(`/allocations/${twice}/invoice_id`, 'taken', 'An invoice is named once')
    const invoices = await this.#locked(ids)
    const first = invoices.get(ids[0] ?? '')
    return ids.map((id, at) => {
      const invoice = invoices.get(id)
      // All of them were found.
      if (!invoice || !first) throw new Error(`Invoice ${id} was not locked`)
      const { number, company_id, currency } = invoice
      const path = `/allocations/${at}/invoice_id`
      if (company_id === null || company_id !== first.company_id)
        throw invalid(path, 'not_allowed', `Invoice ${number} is not one of the same company`)
      if (currency !== first.currency) throw invalid(path, 'not_allowed', `Invoice ${number} is in ${currency}, not in ${first.currency}`)
      return { invoice, amount: paymentAmount(allocations[at]?.amount ?? 0, invoice, `/allocations/${at}/amount`) }
    })
  }

  // In the order of their ids, so that two payments of the same invoices wait for each other and never both.
  async #locked(ids: readonly string[]): Promise<Map<string, Invoice>> {
    const invoices = new Map<string, Invoice>()
    for (const id of ids.toSorted()) invoices.set(id, await this.#uses.invoices.store.forChange(id))
    return invoices
  }

  async #view(
    { id, date, method, reference }: Omit<Payment, 'amount'>,
    shares: readonly Share[],
  ): Promise<Static<typeof AllocatedPayment>> {
    const today = await todayOf(this.#uses.records)
    const [{ invoice: { company_id, currency } = { company_id: null, currency: null } } = {}] = shares
    return {
      id,
      company_id,
      currency,
      amount: shares.reduce((so, share) => sum(so, share.amount), 0),
      date,
      method,
      reference,
      invoices: shares.map(({ invoice, amount }) => {
        const { id: invoice_id, number, balance_due } = invoice
        return { invoice_id, number, amount, balance_due, status: answeredState(invoice, today) }
      }),
    }
  }
}
