import { createHash } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { todayOf } from '../../platform/access/organization.ts'
import { DealService } from '../../crm/deals/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { agreeAmount } from './deal-amount.ts'
import type { Quote } from './entity.ts'
import type { QuoteAcceptance, QuoteRefusal, QuoteSending } from './schema.ts'
import { QuoteService, type QuoteView } from './service.ts'
import { isOver, over } from './validity.ts'

// 256 bits: nobody guesses the address of a page.
const TOKEN_BYTES = 32
/** Views that follow each other more closely count as one: a reload, a second look, the answer to a form. */
const VIEW_MS = 30 * 60_000

type Moves = Partial<Omit<Quote, 'id'>>

/** The transitions of quotes; the event of a transition comes from nowhere else. */
export class QuoteTransitions {
  static readonly uses = { quotes: QuoteService, deals: DealService }
  readonly #uses: Resolved<typeof QuoteTransitions.uses>

  constructor(uses: Resolved<typeof QuoteTransitions.uses>) {
    this.#uses = uses
  }

  get now(): Date {
    return this.#uses.quotes.now
  }

  /**
   * Freezes a draft and gives it its number, opens its page and cancels the version before; a quote that was sent already is answered as it is. Throws `conflict` for
   * a quote that is decided or expired, and `invalid_input` without lines or with a `valid_until` in the past.
   */
  async send({ id, valid_until }: Static<typeof QuoteSending>, reply: Reply): Promise<QuoteView> {
    const quote = await this.#locked(id, reply)
    if (quote.sent_at && isOpen(quote) && valid_until === undefined) return await this.#uses.quotes.whole(quote)
    if (quote.status !== 'draft' && (quote.sent_at !== null || !isOpen(quote))) throw stuck(quote, 'sent')
    const until = valid_until === undefined ? quote.valid_until : valid_until
    if (until !== null && until < (await todayOf(this.#uses.quotes.records)))
      throw invalid('/valid_until', 'too_small', `${until} is in the past`)
    if (!quote.lines?.length) throw invalid('/lines', 'required', 'A quote without lines cannot be sent')
    const token = this.#uses.quotes.random.bytes(TOKEN_BYTES).toString('base64url')
    if (quote.previous_quote_id) await this.#retire(quote.previous_quote_id)
    const status = quote.status === 'draft' ? ('sent' as const) : quote.status
    const number = await this.#uses.quotes.store.numberAtIssue(quote, { status })
    const kept = await this.#uses.quotes.store.drafts.atIssue(quote)
    const page = { public_token: token, token_hash: hashOf(token) }
    return await this.#move(quote, { status, sent_at: this.now, valid_until: until, ...number, ...kept, ...page })
  }

  /** Counts a view of the page of an open quote, at most one in half an hour; the first one is an event. */
  async view(id: string): Promise<QuoteView> {
    const quote = await this.#locked(id)
    const { status, last_viewed_at, first_viewed_at, view_count } = quote
    const again = last_viewed_at !== null && this.now.getTime() - last_viewed_at.getTime() < VIEW_MS
    if (again || !isOpen(quote) || isOver(quote, await todayOf(this.#uses.quotes.records))) return quote
    return await this.#move(quote, {
      ...(status === 'sent' && { status: 'viewed' as const }),
      view_count: view_count + 1,
      first_viewed_at: first_viewed_at ?? this.now,
      last_viewed_at: this.now,
    })
  }

  /**
   * Records that the customer accepted: the deal is worth what the quote comes to, and is won with `win_deal`, in the same unit of work. Throws `conflict` where the quote is no
   * longer, or not yet, open to that, and `invalid_input` for a blank name or a time in the future.
   */
  async accept(
    { id, name, email = null, signed_at, win_deal = false }: Static<typeof QuoteAcceptance>,
    reply: Reply,
    ip: string | null = null,
  ): Promise<QuoteView> {
    const quote = await this.#locked(id, reply)
    if (name.trim() === '') throw invalid('/name', 'required', 'name must not be blank')
    const accepted_at = signed_at === undefined ? this.now : new Date(signed_at)
    if (accepted_at > this.now) throw invalid('/signed_at', 'too_big', 'signed_at is in the future')
    await this.#checkOpen(quote, 'accepted')
    await agreeAmount(this.#uses.quotes.records, this.#uses.deals, quote)
    if (win_deal) await this.#win(quote)
    return await this.#move(quote, { status: 'accepted', accepted_at, accepted_by: { name: name.trim(), email, ip } })
  }

  // In the same unit of work: a deal that cannot be won leaves the quote open, too.
  async #win({ number, deal_id }: Quote): Promise<void> {
    if (deal_id === null) throw invalid('/win_deal', 'not_allowed', `Quote ${number} belongs to no deal`)
    await this.#uses.deals.close(deal_id, 'won', {}, new Reply())
  }

  /** Records that the customer declined; throws `conflict` as `accept` does, and for a quote that was ordered or billed. */
  async decline({ id, reason = null }: Static<typeof QuoteRefusal>, reply: Reply): Promise<QuoteView> {
    const quote = await this.#locked(id, reply)
    await this.#checkOpen(quote, 'declined')
    const sold = quote.order_id ?? quote.invoice_id
    if (sold) throw new CrmError('conflict', `Quote ${quote.number} was ordered or billed and cannot be declined`, { existing_id: sold })
    return await this.#move(quote, { status: 'declined', declined_at: this.now, decline_reason: reason?.trim() || null })
  }

  // With its lines, because the event shows the whole quote.
  async #locked(id: string, reply?: Reply): Promise<QuoteView> {
    const quote = await this.#uses.quotes.store.forChange(id, reply)
    return await this.#uses.quotes.whole(quote)
  }

  async #move(quote: QuoteView, values: Moves): Promise<QuoteView> {
    this.#uses.quotes.store.change(quote, values)
    return await this.#uses.quotes.whole(quote)
  }

  async #checkOpen(quote: Quote, to: string): Promise<void> {
    if (quote.next_quote_id)
      throw new CrmError('conflict', `Quote ${quote.number} has a newer version`, { existing_id: quote.next_quote_id })
    if (!isOpen(quote)) throw stuck(quote, to)
    if (isOver(quote, await todayOf(this.#uses.quotes.records))) throw over(quote)
  }

  // Two versions are never open at once.
  async #retire(id: string): Promise<void> {
    const previous = await this.#uses.quotes.store.find({ id })
    if (previous && isOpen(previous)) this.#uses.quotes.store.change(previous, { status: 'cancelled' })
  }
}

/** By which the token of a public page is found. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function isOpen({ status }: Quote): boolean {
  return status === 'sent' || status === 'viewed'
}

function stuck({ number, status, id }: Quote, to: string): CrmError {
  return new CrmError('conflict', `Quote ${number} is ${status} and cannot be ${to}`, { existing_id: id })
}
