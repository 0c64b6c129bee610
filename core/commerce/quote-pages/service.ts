import { timingSafeEqual } from 'node:crypto'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Actor } from '../../kernel/operation/actor.ts'
import type { Page, RawAnswer } from '../../kernel/operation/schema/page.ts'
import type { Resolve } from '../../kernel/operation/pipeline.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Quote } from '../quotes/entity.ts'
import { type Faulty, isOpen, missingPage, quotePage } from './page.ts'
import { QuoteService, type QuoteView } from '../quotes/service.ts'
import { ofQuote } from '../printing/particulars.ts'
import { DocumentPdfs } from '../printing/pdfs.ts'
import { sheetOf } from '../printing/sheet.ts'
import { type SheetData, worded } from '../printing/shown-sheet.ts'
import { hashOf, QuoteTransitions } from '../quotes/transitions.ts'
import { languageOf } from '../printing/words.ts'

/**
 * A request of a public page: the token of its address, the `Accept-Language` of the browser, and its address. `passive` requests (previews,
 * prefetches) get the page and are not counted.
 */
export interface Visit {
  readonly token: string
  readonly languages?: string
  readonly ip?: string | null
  readonly passive?: boolean
}

// An e-mail address of the form; it is stored as it was typed, and nothing is sent to it.
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/

/** The public page of quotes: whoever has its address may read, accept and decline the quote, and nothing else. */
export class PublicQuotes {
  static readonly uses = { database: Database, units: Units, pdfs: DocumentPdfs }
  readonly #uses: Resolved<typeof PublicQuotes.uses>

  constructor(uses: Resolved<typeof PublicQuotes.uses>) {
    this.#uses = uses
  }

  /** The page as it is now; counts the view. An unknown token gets a page with the status 404. */
  async show(visit: Visit): Promise<Page> {
    const found = await this.#find(visit.token)
    if (!found) return missingPage(languageOf(visit.languages))
    const { id, actor } = found
    if (!visit.passive) await this.#uses.units.write(actor, async (resolve) => void (await resolve(QuoteTransitions).view(id)))
    return await this.#page(actor, id, visit)
  }

  /** The quote as a PDF, in a language of the browser; counts no view. Throws `not_found` for an unknown token. */
  async pdf({ token, languages }: Visit): Promise<RawAnswer> {
    const found = await this.#find(token)
    if (!found) throw new CrmError('not_found', 'This page does not exist')
    const { id, actor } = found
    const sheet = await this.#uses.units.read(actor, async (resolve) => {
      const quote = await resolve(QuoteService).get(id)
      return await shownOf(resolve, quote, languages)
    })
    // Made after the transaction has ended: nothing waits for it meanwhile. The link of the page gives the file its name.
    const content = await this.#uses.pdfs.of(sheet)
    return { status: 200, media: 'application/pdf', content, headers: { 'content-disposition': 'attachment' } }
  }

  /**
   * Accepts in the name that was typed, and redirects the browser to the page (303), which shows the result. A blank name or a wrong e-mail
   * address shows the form again (422).
   */
  async accept({ name = '', email = '', ...visit }: Visit & { readonly name?: string; readonly email?: string }): Promise<Page> {
    const found = await this.#find(visit.token)
    if (!found) return missingPage(languageOf(visit.languages))
    const { id, actor } = found
    const [given, address] = [name.trim(), email.trim()]
    const field = given === '' || given.length > 255 ? 'name' : address !== '' && !EMAIL.test(address) ? 'email' : null
    if (field) return await this.#page(actor, id, visit, { field, name, email })
    const acceptance = { id, name: given, email: address === '' ? null : address }
    return await this.#decided(found, visit, (moves) => moves.accept(acceptance, new Reply(), visit.ip ?? null))
  }

  /** Declines, with a reason cut at 2,000 characters; answers as `accept` does. */
  async decline({ reason = '', ...visit }: Visit & { readonly reason?: string }): Promise<Page> {
    const found = await this.#find(visit.token)
    if (!found) return missingPage(languageOf(visit.languages))
    return await this.#decided(found, visit, (moves) => moves.decline({ id: found.id, reason: reason.slice(0, 2000) || null }, new Reply()))
  }

  // The page shows the result, even when the quote was no longer open.
  async #decided({ id, actor }: Found, visit: Visit, decide: (moves: QuoteTransitions) => Promise<unknown>): Promise<Page> {
    try {
      await this.#uses.units.write(actor, async (resolve) => void (await decide(resolve(QuoteTransitions))))
    } catch (error) {
      if (!(error instanceof CrmError) || error.code !== 'conflict') throw error
    }
    // The form was sent to a path below the page.
    return { ...(await this.#page(actor, id, visit)), status: 303, location: `../${visit.token}` }
  }

  #page(actor: Actor, id: string, { languages }: Visit, faulty?: Faulty): Promise<Page> {
    return this.#uses.units.read(actor, async (resolve) => {
      const quotes = resolve(QuoteService)
      const quote = await quotes.get(id)
      const sheet = worded(await shownOf(resolve, quote, languages))
      const newer = quote.next_quote_id === null ? undefined : await newerPath(resolve, quote)
      const shown = faulty && isOpen(sheet) ? { status: 422, faulty } : {}
      return quotePage(sheet, { newer, ...shown })
    })
  }

  // A visitor has only the address: the look-up knows no organization, and all that follows runs in that of the quote.
  async #find(token: string): Promise<Found | undefined> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(Quote.table)
      .select(['id', 'user_from', 'public_token'])
      .where('token_hash', '=', hashOf(token))
      .where('deleted_at', 'is', null)
      .where(ofWorkingOrganization(Quote))
      .executeTakeFirst()
    if (!row) return undefined
    const { id, user_from, public_token } = row
    if (!isSame(String(public_token), token)) return undefined
    const via = { type: 'form', id: `quote:${String(id)}`, label: 'Public quote page' } as const
    return { id: String(id), actor: { organization: String(user_from), user: 'public page', scopes: new Set(), via } }
  }
}

interface Found {
  readonly id: string
  readonly actor: Actor
}

function shownOf(resolve: Resolve, quote: QuoteView, accepted?: string): Promise<SheetData<QuoteView>> {
  return sheetOf(resolve(Records), quote, ofQuote(quote), { accepted, made: quote.sent_at ?? quote.updated_at })
}

// A newer version that went to another customer is not shown.
async function newerPath(resolve: Resolve, quote: QuoteView): Promise<string | undefined> {
  const [next] = await resolve(Records).findBy(Quote, 'id', [quote.next_quote_id])
  const same = next?.company_id === quote.company_id && next?.lead_id === quote.lead_id
  return same && next?.public_token ? next.public_token : undefined
}

function isSame(known: string, given: string): boolean {
  const [a, b] = [Buffer.from(known), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
