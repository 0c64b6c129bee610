import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { todayOf } from '../../platform/access/organization.ts'
import { asOffered } from '../documents/copied-lines.ts'
import { copyOf } from '../documents/copies.ts'
import type { QuoteDuplication } from './schema.ts'
import { QuoteService, type QuoteView } from './service.ts'

/** Copies of quotes: drafts of their own, and next versions. */
export class QuoteCopies {
  static readonly uses = { quotes: QuoteService }
  readonly #quotes: QuoteService

  constructor({ quotes }: Resolved<typeof QuoteCopies.uses>) {
    this.#quotes = quotes
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
    if (as === 'draft') {
      const { lines, ...copy } = await this.copyOf(quote)
      return await this.#quotes.create({ ...copy, ...(lines && { lines: asOffered(lines, quote.lines ?? []) }) }, reply)
    }
    if (quote.status === 'draft')
      throw new CrmError('conflict', `Quote ${quote.number} is a draft: change it, it needs no next version`, { existing_id: id })
    await todayOf(this.#quotes.records)
    return await this.#quotes.nextVersion(quote, {})
  }

  /** What another document takes over of a quote that was read with its lines. */
  async copyOf(quote: QuoteView) {
    const { records, store } = this.#quotes
    return await copyOf(records, quote, quote.lines ?? [], store.drafts)
  }
}
