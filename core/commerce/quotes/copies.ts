import { todayOf } from '../../platform/access/organization.ts'
import type { Static } from '@sinclair/typebox'
import { refuseBilled } from '../invoices/billed.ts'
import { copyOf } from '../documents/copies.ts'
import { InvoiceService } from '../invoices/service.ts'
import type { InvoiceView } from '../invoices/schema.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { Invoiced } from '../orders/schema.ts'
import { OrderService } from '../orders/service.ts'
import { Order } from '../orders/entity.ts'
import type { View } from '../documents/service.ts'
import type { QuoteConversion, QuoteDuplication } from './schema.ts'
import { QuoteService, type QuoteView } from './service.ts'
import { isOver, over } from './transitions.ts'

/** A quote and the one document that was made of it. */
export interface Converted {
  readonly quote: QuoteView
  readonly order: View<typeof Order.fields, Invoiced> | null
  readonly invoice: InvoiceView | null
}

/** What is made of a quote: another quote, an order, an invoice. */
export class QuoteCopies {
  static readonly inject = [QuoteService, OrderService, InvoiceService] as const
  readonly #quotes: QuoteService
  readonly #orders: OrderService
  readonly #invoices: InvoiceService

  constructor(quotes: QuoteService, orders: OrderService, invoices: InvoiceService) {
    this.#quotes = quotes
    this.#orders = orders
    this.#invoices = invoices
  }

  get now(): Date {
    return this.#quotes.now
  }

  /**
   * A copy as a draft of its own, or the next version of a quote that was sent. Throws `not_found`, `version_mismatch`, and `conflict` for
   * the next version of a draft, of an accepted or cancelled quote, or of one that has a newer version.
   */
  async duplicate({ id, as = 'draft' }: Static<typeof QuoteDuplication>, reply: Reply): Promise<QuoteView> {
    const quote = await this.#quotes.whole(await this.#quotes.store.forChange(id, reply))
    if (as === 'draft') return await this.#quotes.create(await this.#copyOf(quote), reply)
    if (quote.status === 'draft')
      throw new CrmError('conflict', `Quote ${quote.number} is a draft: change it, it needs no next version`, { existing_id: id })
    await todayOf(this.#quotes.records)
    return await this.#quotes.nextVersion(quote, {})
  }

  #copyOf(quote: QuoteView) {
    const { records, store } = this.#quotes
    return copyOf(records, quote, quote.lines ?? [], store.drafts)
  }

  /**
   * An order (confirmed) or an invoice (draft) with the lines of the quote, at its prices; each once. Throws `conflict` when there is one
   * already or the quote was not sent, is declined, expired or cancelled.
   */
  async convert({ id, to }: Static<typeof QuoteConversion>, reply: Reply): Promise<Converted> {
    const quote = await this.#quotes.whole(await this.#quotes.store.forChange(id, reply))
    const { order_id } = quote
    if (to === 'invoice') await refuseBilled(this.#quotes.records, { order_id, quote_id: id })
    else if (order_id && (await this.#quotes.records.whole.has(Order, order_id)))
      throw new CrmError('conflict', `Quote ${quote.number} has an order already`, { existing_id: order_id })
    if (!convertible.has(quote.status))
      throw new CrmError('conflict', `Quote ${quote.number} is ${quote.status}: only one that was sent becomes an ${to}`, {
        existing_id: id,
      })
    if (quote.status !== 'accepted' && isOver(quote, await todayOf(this.#quotes.records))) throw over(quote)
    const input = { ...(await this.#copyOf(quote)), quote_id: id }
    if (to === 'order') {
      const order = await this.#orders.create({ ...input, status: 'confirmed' }, reply)
      return { quote, order, invoice: null }
    }
    const invoice = await this.#invoices.create({ ...input, ...(quote.order_id && { order_id: quote.order_id }) }, reply)
    this.#quotes.store.change(quote, { invoice_id: invoice.id })
    return { quote, order: null, invoice }
  }
}

// A seller may deliver what was agreed by telephone, so an acceptance is not asked for.
const convertible: ReadonlySet<string> = new Set(['sent', 'viewed', 'accepted'])
