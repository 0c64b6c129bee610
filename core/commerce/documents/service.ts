import { todayOf } from '../../platform/access/organization.ts'
import type { CrmError } from '../../kernel/operation/errors.ts'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import { type Draft, Drafts, type Issued } from './drafts.ts'
import { type Line, valuesOf } from './lines.ts'
import { DocumentInput } from './schema.ts'
import { DocumentStore } from './store.ts'
import { type Decision, type DocumentKind, headerOf, type HeaderFields, headerValues, isIssued, type WithLines } from './document-kind.ts'
import { only } from '../../kernel/values/only.ts'

/** The values that only one type of document has. */
export type Own<F extends Fields> = Partial<RecordOf<F>>
/** A document with what its type shows besides its fields; without lines in lists. */
export type View<F extends Fields, X = unknown> = RecordOf<F> & { readonly lines?: readonly Line[] } & X
/** The same with its lines. */
export type Whole<F extends Fields, X = unknown> = WithLines<RecordOf<F>> & X

/**
 * What quotes, orders, invoices and credit notes have in common: one document per number and external id, its lines, and totals that follow
 * from them. Each type adds its own values and decides from when on a document is frozen.
 */
export abstract class DocumentService<F extends HeaderFields & Fields, I extends Partial<DocumentInput>, X = unknown> {
  static readonly uses = { ...storeParts, drafts: Drafts }
  /** Where headers and lines are read and written. */
  readonly store: DocumentStore<F>

  constructor(parts: Resolved<typeof DocumentService.uses>, kind: DocumentKind<F>) {
    this.store = new DocumentStore(parts, kind)
  }

  /** The values of the type that follow from an input. */
  protected abstract own(draft: Draft, input: I, known?: RecordOf<F>): Own<F> | Promise<Own<F>>
  /** Whether nothing may change any more that the other side has seen. */
  protected abstract isFrozen(record: RecordOf<F>): boolean
  /** The `conflict` to throw for a frozen document. */
  protected abstract frozen(record: RecordOf<F>, what: 'changed' | 'deleted'): CrmError
  /** Adds what each shows besides its own fields, with one query for a page. */
  abstract viewed<R extends RecordOf<F>>(records: readonly R[]): Promise<(R & X)[]>

  get now(): Date {
    return this.store.now
  }

  get records(): Records {
    return this.store.records
  }

  /** A page of documents without their lines, as of today in the organization. */
  async list(query: ListQuery): Promise<{ items: View<F, X>[]; next_cursor: string | null }> {
    await todayOf(this.records)
    const { items, next_cursor } = await this.store.list(query)
    return { items: await this.viewed(items), next_cursor }
  }

  /** A document with its lines; throws `not_found`. */
  async get(id: string): Promise<Whole<F, X>> {
    return await this.whole(await this.store.get(id))
  }

  /** A document of this unit of work with its lines. */
  async whole(record: RecordOf<F>): Promise<Whole<F, X>> {
    return await this.view(await this.store.withLines(record))
  }

  /**
   * A new document, or the one of this external id or number, completed as long as it is not frozen. Throws `conflict` where what is
   * frozen would change, and `invalid_input` for links, totals and prices that cannot be.
   */
  async create(input: I, reply: Reply): Promise<Whole<F, X>> {
    const match = await this.store.match(input)
    if (match) {
      reply.matched(match.by)
      return await this.write(await this.store.forChange(match.id), input)
    }
    await todayOf(this.records)
    return await this.view(await this.store.insertOne(await this.decideNew(input)))
  }

  /** Whether a set can write the document with others: it neither reads nor changes other documents. */
  standsAlone(_input: I, _known?: RecordOf<F>): boolean {
    return true
  }

  /** Looks up in advance what any number of documents need that `work` decides. */
  async ahead<T>(inputs: readonly Partial<DocumentInput>[], work: () => Promise<T>): Promise<T> {
    return await this.store.drafts.ahead(inputs, work)
  }

  /** What an input makes of a new document, for a single write and a set alike. Writes nothing but what `own` does. */
  async decideNew(input: I): Promise<Decision<F>> {
    const draft = await this.store.drafts.make(commonInput(input))
    return { draft, own: await this.#withIssue(draft, input) }
  }

  /** What an input makes of a known document with its lines; null where it would change what is frozen. */
  async decideChange(input: I, record: RecordOf<F>, lines: readonly Line[]): Promise<Decision<F> | null> {
    const isFrozen = this.isFrozen(record)
    const draft = await this.store.drafts.make(commonInput(input), { record: headerOf(record), lines, isFrozen })
    if (isFrozen && !this.leavesFrozen(record, lines, draft, input)) return null
    const own = await this.#withIssue(draft, input, record)
    return { draft: isFrozen ? { ...draft, lines: lines.map(valuesOf) } : draft, own }
  }

  /** Throws where a new document could not be written, and writes nothing. */
  async check(input: I): Promise<void> {
    await todayOf(this.records)
    await this.decideNew(input)
  }

  /** Sets what differs; `lines` are all lines. Throws as `create` does, `not_found`, and `version_mismatch` under `If-Match`. */
  async update(id: string, input: I, reply: Reply): Promise<Whole<F, X>> {
    return await this.write(await this.store.forChange(id, reply), input)
  }

  /** Takes the external ids of these systems off, which are not frozen. */
  async loseIds({ id }: Whole<F, X>, of: readonly { readonly provider: string }[]): Promise<void> {
    await this.store.loseIds(await this.store.forChange(id), of)
  }

  /** Deletes softly; throws `conflict` for a frozen document, whose number would be missing in the series: a draft has none of it. */
  async remove(id: string, reply: Reply): Promise<void> {
    const record = await this.store.forChange(id, reply)
    if (this.isFrozen(record)) throw this.frozen(record, 'deleted')
    await this.store.remove(id, reply)
  }

  /** Deletes for good, by an administrator; throws `conflict` for a frozen document, as `remove` does. */
  async purge(id: string, reply: Reply): Promise<void> {
    const [live] = await this.records.findBy(this.store.entity, 'id', [id])
    if (live && this.isFrozen(live)) throw this.frozen(live, 'deleted')
    await this.store.purge(id, reply)
  }

  /** Undoes a delete; throws `already_exists` when another document has its number by now. */
  async restore(id: string, reply: Reply): Promise<Whole<F, X>> {
    return await this.whole(await this.store.restore(id, reply))
  }

  /** Writes what the input changes in a document of this unit of work. */
  protected async write(record: RecordOf<F>, input: I): Promise<Whole<F, X>> {
    await todayOf(this.records)
    const { lines } = await this.store.withLines({ id: headerOf(record).id })
    const decision = await this.decideChange(input, record, lines)
    if (!decision) return await this.writeFrozen(record, input)
    return await this.view(await this.store.updateOne(record, lines, decision))
  }

  /** Whether an input leaves what is frozen of a document as it is. */
  protected leavesFrozen(record: RecordOf<F>, lines: readonly Line[], draft: Draft, _input: I): boolean {
    return this.store.leavesFrozenFields(record, lines, draft)
  }

  /** What comes of an input that would change what is frozen: throws `conflict`, unless the type of document has another way. */
  protected async writeFrozen(record: RecordOf<F>, _input: I): Promise<Whole<F, X>> {
    throw this.frozen(record, 'changed')
  }

  /** The values of the type, and with the issue what is kept of it; a source says itself what it issued. */
  async #withIssue(draft: Draft, input: I, known?: RecordOf<F>): Promise<Partial<RecordOf<F>>> {
    const own = await this.own(draft, input, known)
    const before: Issue | undefined = known && headerOf(known)
    const after: Issue = { ...before, ...draft.values, ...own }
    if (draft.amounts.source_totals || !isIssued(after) || (before && isIssued(before))) return own
    const { company_id = null, exchange_rate = null, currency = null, issue_date = null } = after
    return { ...own, ...headerValues<F>(await this.store.drafts.atIssue({ company_id, exchange_rate, currency, issue_date })) }
  }

  protected async view<R extends WithLines<RecordOf<F>> | RecordOf<F>>(record: R): Promise<R & X> {
    await todayOf(this.records)
    return only(await this.viewed([record]))
  }
}

// What decides whether a document is issued, and what is kept of that.
interface Issue extends Partial<Issued> {
  readonly status?: string
}

// Names that all types of documents take; the others belong to one type.
const commonNames = new Set(Object.keys(DocumentInput.properties))

/** The part of an input that every type of document takes. */
export function commonInput(input: Partial<DocumentInput>): Partial<DocumentInput> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => commonNames.has(name)))
}
