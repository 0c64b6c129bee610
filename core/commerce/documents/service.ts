import { EntityManager } from '@mikro-orm/core'
import { todayOf } from '../../platform/access/organization.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { CrmError } from '../../kernel/operation/errors.ts'
import type { Fields, RecordOf } from '../../kernel/operation/fields.ts'
import type { Token } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { ListQuery } from '../../kernel/storage/filters.ts'
import { Records } from '../../kernel/storage/records.ts'
import type { StoreParts } from '../../kernel/storage/record-reader.ts'
import { type Draft, Drafts } from './drafts.ts'
import type { Line } from './lines.ts'
import { DocumentInput } from './schema.ts'
import { type DocumentKind, DocumentStore, type HeaderFields, type Planned, type WithLines } from './store.ts'

/** What a document has besides the header that all have. */
export type Own<F extends Fields> = Partial<RecordOf<F>>
/** A document as it is answered: lists leave the lines out. */
export type View<F extends Fields, X = unknown> = RecordOf<F> & { readonly lines?: readonly Line[] } & X

/**
 * What quotes, orders, invoices and credit notes have in common: one per number and external id, lines that belong to
 * them, totals that follow. A type of document says what it has besides, and from when on it is frozen.
 */
export abstract class DocumentService<F extends HeaderFields & Fields, I extends Partial<DocumentInput>, X = unknown> {
  static readonly inject: readonly Token[] = [EntityManager, Records, CurrentActor, Ids, Drafts]
  /** Where headers and lines are read and written. */
  readonly store: DocumentStore<F>

  constructor(parts: StoreParts & { readonly drafts: Drafts }, kind: DocumentKind<F>) {
    this.store = new DocumentStore(parts, kind)
  }

  /** What follows for it from the input, beside the header. */
  protected abstract own(draft: Draft, input: I, known?: RecordOf<F>): Own<F> | Promise<Own<F>>
  /** True from when on nothing of it may change that others have seen. */
  protected abstract isFrozen(record: RecordOf<F>): boolean
  /** The `conflict` to throw for a frozen document. */
  protected abstract frozen(record: RecordOf<F>, what: 'changed' | 'deleted'): CrmError
  /** With what other records say of each: one query for a page. */
  abstract viewed<R extends RecordOf<F>>(records: readonly R[]): Promise<(R & X)[]>

  get now(): Date {
    return this.store.now
  }

  get records(): Records {
    return this.store.records
  }

  /** A page of documents without their lines, as of today where the organisation is. */
  async list(query: ListQuery): Promise<{ items: View<F, X>[]; next_cursor: string | null }> {
    await todayOf(this.records)
    const { items, next_cursor } = await this.store.list(query)
    return { items: await this.viewed(items), next_cursor }
  }

  /** A document with its lines; throws `not_found`. */
  async get(id: string): Promise<View<F, X>> {
    return await this.whole(await this.store.get(id))
  }

  /** A document of this unit of work with its lines. */
  async whole(record: RecordOf<F>): Promise<View<F, X>> {
    return await this.view(await this.store.withLines(record))
  }

  /**
   * A new document, or the one of this external id or number, completed: as long as it is not frozen. Throws `conflict` where what is
   * frozen would change, and `invalid_input` for links, totals and prices that cannot be.
   */
  async create(input: I, reply: Reply): Promise<View<F, X>> {
    const match = await this.store.match(input)
    if (match) {
      reply.matched(match.by)
      return await this.write(await this.store.forChange(match.id), input)
    }
    await todayOf(this.records)
    const draft = await this.store.drafts.make(headerOf(input))
    return await this.view(await this.store.addDraft(draft, await this.#decided(draft, input)))
  }

  /** Whether a document is written without a look at other documents, and without a change in one: then it can be one of a set. */
  standsAlone(_input: I, _known?: RecordOf<F>): boolean {
    return true
  }

  /** What the input makes of a new document, or of a known one; null where it would change what is frozen. Writes nothing. */
  async planned(input: I, known?: { readonly record: RecordOf<F>; readonly lines: readonly Line[] }): Promise<Planned<F> | null> {
    const { record, lines } = known ?? {}
    const draft = await this.store.drafts.make(headerOf(input), record && { record: record as never, lines: lines ?? [] })
    if (record && this.isFrozen(record) && !this.store.isSame(record, lines ?? [], draft)) return null
    return { draft, own: await this.#decided(draft, input, record) }
  }

  /** Throws where a new document could not be written, and writes nothing. */
  async check(input: I): Promise<void> {
    await todayOf(this.records)
    await this.own(await this.store.drafts.make(headerOf(input)), input)
  }

  /** Sets what differs; `lines` are all lines. Throws as `create` does, `not_found`, and `version_mismatch` under `If-Match`. */
  async update(id: string, input: I, reply: Reply): Promise<View<F, X>> {
    return await this.write(await this.store.forChange(id, reply), input)
  }

  /** Deletes softly; throws `conflict` for what is frozen, because its number would be missing in the series. */
  async remove(id: string, reply: Reply): Promise<void> {
    const record = await this.store.forChange(id, reply)
    if (this.isFrozen(record)) throw this.frozen(record, 'deleted')
    await this.store.remove(id, reply)
  }

  /** Deletes for good, by an administrator; what is frozen stays, as with `remove`. */
  async purge(id: string, reply: Reply): Promise<void> {
    const [live] = await this.records.findBy(this.store.entity, 'id', [id])
    if (live && this.isFrozen(live)) throw this.frozen(live, 'deleted')
    await this.store.purge(id, reply)
  }

  /** Undoes a delete; throws `already_exists` where the number was given again meanwhile. */
  async restore(id: string, reply: Reply): Promise<View<F, X>> {
    return await this.whole(await this.store.restore(id, reply))
  }

  /** Writes what the input changes; throws `conflict` where what is frozen would change. */
  protected async write(record: RecordOf<F>, input: I): Promise<View<F, X>> {
    await todayOf(this.records)
    const { lines: known } = await this.store.withLines({ id: String(record.id) })
    const draft = await this.store.drafts.make(headerOf(input), { record: record as never, lines: known })
    if (this.isFrozen(record) && !this.store.isSame(record, known, draft)) throw this.frozen(record, 'changed')
    const own = await this.#decided(draft, input, record)
    return await this.view(await this.store.applyDraft(record, known, draft, own))
  }

  /** What the type says of it, and with its issue the rate of the day, unless it has one; a source says its rate itself. */
  async #decided(draft: Draft, input: I, known?: RecordOf<F>): Promise<Partial<RecordOf<F>>> {
    const own = await this.own(draft, input, known)
    const before = known as Issue | undefined
    const after = { ...before, ...draft.values, ...own } as Issue
    if (draft.amounts.source_totals || !isIssued(after) || (before && isIssued(before))) return own
    const { exchange_rate = null, currency = null, issue_date = null } = after
    return exchange_rate === null ? { ...own, ...(await this.store.drafts.rateAtIssue({ currency, issue_date })) } : own
  }

  protected async view<R extends WithLines<RecordOf<F>> | RecordOf<F>>(record: R): Promise<R & X> {
    await todayOf(this.records)
    const [shown] = await this.viewed([record])
    return shown as R & X
  }
}

// What decides whether a document is issued, and at which rate.
interface Issue {
  readonly status?: string
  readonly currency?: string | null
  readonly issue_date?: string | null
  readonly exchange_rate?: number | null
}

const isIssued = ({ status = 'draft' }: Issue) => status !== 'draft' && status !== 'void' && status !== 'cancelled'

// Names that the types of documents share; the others belong to their own part.
const headerNames = new Set(Object.keys(DocumentInput.properties))

/** What of the input every document has. */
export function headerOf(input: Partial<DocumentInput>): Partial<DocumentInput> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => headerNames.has(name)))
}
