import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { todayOf } from '../../platform/access/organization.ts'
import type { Whole } from '../documents/service.ts'
import { refuseBilled } from '../invoices/billed.ts'
import type { WholeInvoice } from '../invoices/schema.ts'
import { InvoiceService } from '../invoices/service.ts'
import { Order } from '../orders/entity.ts'
import type { Invoiced } from '../orders/schema.ts'
import { OrderService } from '../orders/service.ts'
import { QuoteCopies } from '../quotes/copies.ts'
import { refuseUnorderable } from '../quotes/orderable.ts'
import { QuoteService, type QuoteView } from '../quotes/service.ts'

/** A quote and the one document that was made of it. */
export interface Converted {
  readonly quote: QuoteView
  readonly order: Whole<typeof Order.fields, Invoiced> | null
  readonly invoice: WholeInvoice | null
}

/** Orders and invoices that are made of quotes. */
export class QuoteConversions {
  static readonly uses = { quotes: QuoteService, copies: QuoteCopies, orders: OrderService, invoices: InvoiceService }
  readonly #uses: Resolved<typeof QuoteConversions.uses>

  constructor(uses: Resolved<typeof QuoteConversions.uses>) {
    this.#uses = uses
  }

  get now(): Date {
    return this.#uses.quotes.now
  }

  /**
   * A confirmed order or a draft of an invoice with the lines of the quote, at its prices; each once. Throws `conflict` when there is one
   * already, and when the quote was not sent, or is declined, expired or cancelled.
   */
  async convert({ id, to }: { readonly id: string; readonly to: 'order' | 'invoice' }, reply: Reply): Promise<Converted> {
    const quote = await this.#uses.quotes.whole(await this.#uses.quotes.store.forChange(id, reply))
    const { order_id } = quote
    if (to === 'invoice') await refuseBilled(this.#uses.quotes.records, { order_id, quote_id: id })
    else if (order_id && (await this.#uses.quotes.records.whole.has(Order, order_id)))
      throw new CrmError('conflict', `Quote ${quote.number} already has an order`, { existing_id: order_id })
    refuseUnorderable(quote, to, await todayOf(this.#uses.quotes.records))
    const input = { ...(await this.#uses.copies.copyOf(quote)), quote_id: id }
    const order = to === 'order' ? await this.#uses.orders.create({ ...input, status: 'confirmed' }, reply) : null
    const invoice = to === 'invoice' ? await this.#uses.invoices.create({ ...input, ...(order_id && { order_id }) }, reply) : null
    // Read again: it names what was made of it now.
    return { quote: await this.#uses.quotes.get(quote.id), order, invoice }
  }
}
