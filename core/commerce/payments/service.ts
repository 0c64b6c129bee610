import type { Static } from '@sinclair/typebox'
import { todayOf } from '../../platform/access/organization.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { listFor } from '../../kernel/storage/records/place-cursor.ts'
import { pageOfAll, type Paging } from '../../kernel/storage/records/whole-list.ts'
import { CreditNoteService } from '../credit-notes/service.ts'
import { CreditNote } from '../credit-notes/entity.ts'
import { InvoiceService } from '../invoices/service.ts'
import type { WholeInvoice } from '../invoices/schema.ts'
import type { PaymentInput } from './schema.ts'
import { creditable } from '../invoices/settlement.ts'
import { exceeds, paymentAmount, settle } from './settle.ts'
import { sum } from '../documents/totals.ts'

/** Payments of invoices. */
export class PaymentService {
  static readonly uses = { records: Records, ids: Ids, invoices: InvoiceService, notes: CreditNoteService }
  readonly #uses: Resolved<typeof PaymentService.uses>
  readonly invoices: InvoiceService

  constructor(uses: Resolved<typeof PaymentService.uses>) {
    this.#uses = uses

    this.invoices = uses.invoices
  }

  /**
   * Records a payment in the currency of the invoice, and answers the invoice with its new balance. A payment with the reference of an
   * earlier one is that one: `conflict` when the amounts differ. Throws `conflict` for a draft or void invoice, too, and `invalid_input` for 0,
   * for decimals that the currency lacks, for a refund of more than was paid, and for more than is due without `allow_overpayment`.
   */
  async record(
    { id, date, method = null, reference = null, allow_overpayment = false, ...input }: PaymentInput,
    reply: Reply,
  ): Promise<WholeInvoice> {
    const invoice = await this.invoices.store.forChange(id, reply)
    const amount = paymentAmount(input.amount, invoice, '/amount')
    const same = reference === null ? undefined : invoice.payments.find((each) => each.reference === reference)
    if (same && same.amount !== amount)
      throw new CrmError('conflict', `The payment ${reference} is already recorded, with the amount ${same.amount}`, {
        existing_id: same.id,
      })
    if (same) reply.matched('reference')
    else {
      if (!creditable(invoice)) throw new CrmError('conflict', `Invoice ${invoice.number} is ${invoice.status}: it cannot be paid`)
      const paid = sum(invoice.amount_paid, amount)
      if (paid < 0 && (invoice.total_incl_tax ?? 0) >= 0)
        throw invalid('/amount', 'too_small', `No more than ${invoice.amount_paid}, which was paid of the invoice, can be given back`)
      if (!allow_overpayment && exceeds(amount, invoice))
        throw invalid('/amount', 'too_big', `Only ${invoice.balance_due} is due: send allow_overpayment when more was received`)
      const payment = { id: this.#uses.ids.next(), amount, date: date ?? (await todayOf(this.#uses.records)), method, reference }
      await settle(this.#uses, invoice, amount, [...invoice.payments, payment])
    }
    return await this.invoices.whole(invoice)
  }

  /** A page of the payments in the order of their recording, and the credit notes that were applied; throws `not_found`. */
  async list({ id, ...page }: { readonly id: string } & Static<typeof Paging>) {
    const { id: own, payments } = await this.invoices.store.get(id)
    const { items, next_cursor } = pageOfAll(listFor('payments of an invoice', { id: own }), payments, page, (payment) => payment.id)
    const notes = await this.#uses.records.findBy(CreditNote, 'invoice_id', [id])
    return {
      payments: [...items],
      next_cursor,
      credit_notes: notes
        .filter(({ applied_amount }) => applied_amount !== 0)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((each) => ({ credit_note_id: each.id, number: each.number, amount: each.applied_amount, date: each.issue_date })),
    }
  }
}
