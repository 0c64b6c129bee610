import type { Draft } from '../documents/drafts.ts'
import type { Line } from '../documents/lines.ts'
import { DocumentService, type Whole } from '../documents/service.ts'
import { type Decision, issuedFields } from '../documents/document-kind.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Random } from '../../kernel/ports/random.ts'
import { offerOfDeal, offersAhead } from './deal-offer.ts'
import { Quote, QuoteLine, type QuoteState } from './entity.ts'
import { type Linked, quoteFilters, type QuoteInput, quoteSorts } from './schema.ts'
import { nextVersion } from './versions.ts'

/** A quote as its operations answer it: with the address of its page, and with lines in all but lists. */
export type QuoteView = Whole<typeof Quote.fields, Linked>

const kind = {
  entity: Quote,
  lines: QuoteLine,
  object: 'quotes',
  prefix: 'QUO',
  filters: quoteFilters,
  sorts: quoteSorts,
  frozen: [...issuedFields, 'lead_id', 'title', 'notes', 'terms', 'reference', 'shipping_address'],
} as const

/** Quotes: drafts are edited; a quote that was sent is frozen, and an edit makes its next version. */
export class QuoteService extends DocumentService<typeof Quote.fields, QuoteInput, Linked> {
  static override readonly uses = { ...DocumentService.uses, settings: Settings, random: Random }
  readonly random: Random
  readonly #settings: Settings

  constructor(uses: Resolved<typeof QuoteService.uses>) {
    super(uses, kind)
    this.#settings = uses.settings
    this.random = uses.random
  }

  /** Address of the public page; null until the quote is sent. */
  urlOf({ public_token }: Pick<Quote, 'public_token'>): string | null {
    return public_token === null ? null : `${this.#settings.publicUrl}/q/${public_token}`
  }

  /** The public page of a quote and how often it was viewed. Throws `not_found`, and `conflict` before the quote was sent. */
  async linkOf(id: string) {
    const quote = await this.store.get(id)
    const public_url = this.urlOf(quote)
    if (public_url === null)
      throw new CrmError('conflict', `Quote ${quote.number} has no public page before it is sent`, { existing_id: id })
    const { status, valid_until, view_count, next_quote_id, sent_at, first_viewed_at, last_viewed_at } = quote
    return {
      id,
      public_url,
      status,
      valid_until,
      view_count,
      next_quote_id,
      sent_at: sent_at?.toISOString() ?? null,
      first_viewed_at: first_viewed_at?.toISOString() ?? null,
      last_viewed_at: last_viewed_at?.toISOString() ?? null,
    }
  }

  /** Deletes softly; the version before a deleted draft can be accepted again. */
  override async remove(id: string, reply: Reply): Promise<void> {
    await super.remove(id, reply)
    await this.#unlink(id)
  }

  /** Deletes for good, as `remove` does softly; `forbidden` to all but administrators. */
  override async purge(id: string, reply: Reply): Promise<void> {
    await this.#unlink(id)
    await super.purge(id, reply)
  }

  /** Undoes a delete; throws `conflict` when another version has taken the place of this one in the meantime. */
  override async restore(id: string, reply: Reply): Promise<QuoteView> {
    const restored = await super.restore(id, reply)
    const { previous_quote_id } = restored
    const previous = previous_quote_id && (await this.store.find({ id: previous_quote_id }))
    if (previous && previous.next_quote_id && previous.next_quote_id !== id)
      throw new CrmError('conflict', 'The quote has another next version by now: delete that one first', {
        existing_id: previous.next_quote_id,
      })
    if (previous) this.store.change(previous, { next_quote_id: id })
    return restored
  }

  /**
   * The next version of a quote that was sent, with what the input changes in it, as a draft with a number of its own. Throws `conflict`
   * where there is a newer one already, or the quote was accepted or cancelled.
   */
  async nextVersion(quote: Quote, input: QuoteInput): Promise<QuoteView> {
    if (quote.next_quote_id)
      throw new CrmError('conflict', `Quote ${quote.number} has a newer version: change that one`, { existing_id: quote.next_quote_id })
    if (quote.status === 'accepted' || quote.status === 'cancelled') throw this.frozen(quote, 'changed')
    return await this.view(await nextVersion(this.store, quote, input))
  }

  /** With the deals and their lines. */
  override async ahead<T>(inputs: readonly QuoteInput[], work: () => Promise<T>): Promise<T> {
    return await offersAhead(this.records, inputs, (all) => super.ahead(all, work))
  }

  /** With what it takes from its deal. */
  override async decideNew(input: QuoteInput): Promise<Decision<typeof Quote.fields>> {
    return await super.decideNew(await offerOfDeal(this.records, input))
  }

  /** What a customer does not see of a quote that was sent, such as tags or the owner, is changed in place. */
  protected override leavesFrozen(quote: Quote, lines: readonly Line[], draft: Draft, input: QuoteInput): boolean {
    const isValidAsBefore = input.valid_until === undefined || input.valid_until === quote.valid_until
    return isValidAsBefore && super.leavesFrozen(quote, lines, draft, input)
  }

  /** An edit of a quote that was sent makes its next version. */
  protected override async writeFrozen(quote: Quote, input: QuoteInput): Promise<QuoteView> {
    return await this.nextVersion(quote, input)
  }

  protected own(_draft: Draft, input: QuoteInput, known?: Quote) {
    const { valid_until, status = known?.status ?? 'draft' } = input
    if (!(known?.source_totals ?? input.source_totals)) checkMove(known?.status, status)
    return { status, ...(valid_until !== undefined && { valid_until }) }
  }

  protected isFrozen({ status, source_totals }: Quote): boolean {
    return status !== 'draft' && !source_totals
  }

  protected frozen({ number, status, id }: Quote, what: 'changed' | 'deleted'): CrmError {
    const cancels = open.includes(status) ? ': set its status to cancelled instead' : ''
    const instead = what === 'deleted' ? cancels : ': duplicate it instead'
    return new CrmError('conflict', `Quote ${number} is ${status} and cannot be ${what}${instead}`, { existing_id: id })
  }

  async viewed<R extends Quote>(quotes: readonly R[]): Promise<(R & Linked)[]> {
    return quotes.map((each) => Object.assign(each, { public_url: this.urlOf(each) }))
  }

  async #unlink(id: string): Promise<void> {
    const previous = await this.store.find({ next_quote_id: id })
    if (previous) this.store.change(previous, { next_quote_id: null })
  }
}

// States from which an update can cancel.
const open: readonly QuoteState[] = ['draft', 'sent', 'viewed', 'expired']

// Every other state is reached by an operation of its own, which makes the event.
function checkMove(from: QuoteState | undefined, to: QuoteState): void {
  const allowed: readonly QuoteState[] = from === undefined ? ['draft'] : open.includes(from) ? [from, 'cancelled'] : [from]
  if (allowed.includes(to)) return
  const message = `A quote becomes ${to} by an operation of its own; an update can only cancel an open one`
  throw invalid('/status', 'not_allowed', message, allowed)
}
