import { todayOf } from '../../platform/access/organization.ts'
import type { Fields, RecordOf } from '../../kernel/operation/fields.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import { newExternalIds } from '../../kernel/storage/external-id.ts'
import type { StoreOptions, StoreParts } from '../../kernel/storage/record-reader.ts'
import { RecordStore } from '../../kernel/storage/record-store.ts'
import { equal } from '../../kernel/storage/equal.ts'
import type { Header } from './amounts.ts'
import type { Draft, Drafts } from './drafts.ts'
import type { headerFields } from './header.ts'
import { type Line, type LineClass, Lines, type LinesPlan } from './lines.ts'
import { nextNumbers, releaseNumber } from './numbers.ts'
import type { DocumentInput } from './schema.ts'

/** The fields that all documents have. */
export type HeaderFields = typeof headerFields
/** A document and its lines, in their order. */
export type WithLines<R> = R & { readonly lines: readonly Line[] }

/** What is particular to one type of document. */
export interface DocumentKind<F extends Fields> extends Omit<StoreOptions<F>, 'keys'> {
  readonly lines: LineClass
  /** First letters of its numbers: `INV`. */
  readonly prefix: string
  /** Fields that are frozen with the lines once the document is; those of `issued` unless said otherwise. */
  readonly seen?: readonly (keyof HeaderFields)[]
}

/** A document that is decided on and not written: the draft, and what its type says besides. */
export interface Planned<F extends Fields> {
  readonly draft: Draft
  readonly own: Partial<RecordOf<F>>
}

/** What is to be written of a document that is known. */
export interface Applied<F extends Fields> {
  readonly before: RecordOf<F>
  readonly values: Partial<RecordOf<F>>
  readonly lines: LinesPlan
  /** External ids that it lacks. */
  readonly added: Header['external_ids']
}

function linksOf(record_id: string, external: Header['external_ids']) {
  return external.map(({ provider, id }) => ({ record_id, provider, external_id: id }))
}

// What the other side was sent stays as it was sent; notes and who is in charge do not.
export const issued = [
  'number',
  'company_id',
  'currency',
  'exchange_rate',
  'issue_date',
  'billing_address',
  'discount_percent',
  'discount_amount',
] as const

/** Commercial documents of one type: headers as other records, with lines that lists leave out (records.md 6). */
export class DocumentStore<F extends HeaderFields & Fields> extends RecordStore<F> {
  readonly lines: Lines
  readonly drafts: Drafts
  readonly ids: Ids
  /** Ids of the documents that were written in this unit of work. */
  readonly changed = new Set<unknown>()
  readonly #kind: DocumentKind<F>

  constructor(parts: StoreParts & { readonly drafts: Drafts }, kind: DocumentKind<F>) {
    super(parts, { ...kind, keys: ['number'] })
    this.lines = new Lines(parts.records, parts.ids, kind.lines)
    this.drafts = parts.drafts
    this.ids = parts.ids
    this.#kind = kind
  }

  /** The class of the headers. */
  get entity(): EntityTable<F> {
    return this.#kind.entity
  }

  /** The document with its lines, read by its id. */
  async withLines<R extends { readonly id: string }>(record: R): Promise<WithLines<R>> {
    const lines = await this.lines.of([record.id])
    return Object.assign(record, { lines: lines.get(record.id) ?? [] })
  }

  /** The document that the input means: by external id, else by number. */
  async match({ external_ids = [], number }: Partial<DocumentInput>): Promise<{ id: string; by: string } | null> {
    const byId = await this.references.findAny(external_ids)
    if (byId) return { id: byId, by: 'external_id' }
    const byNumber = number === undefined ? undefined : await this.idOf({ number: number.trim() } as Partial<RecordOf<F>>)
    return byNumber ? { id: byNumber, by: 'number' } : null
  }

  /** Writes a new document and its lines; without a number it gets the next free one. */
  async addDraft({ values, amounts, lines }: Draft, own: Partial<RecordOf<F>>): Promise<WithLines<RecordOf<F>>> {
    const number = values.number ?? (await this.nextNumber(values.issue_date))
    const record = await this.add({ ...values, ...amounts, ...own, number } as Partial<RecordOf<F>>)
    const written = await this.lines.replace((record as unknown as Header).id, [], lines)
    this.changed.add(record.id)
    return Object.assign(record, { lines: written.lines })
  }

  /** Writes new documents and their lines as a set; those without a number get the next free ones, in their order. Answers their ids. */
  async addAll(drafts: readonly Planned<F>[]): Promise<string[]> {
    const taken = new Set(drafts.flatMap(({ draft }) => draft.values.number ?? []))
    const today = await todayOf(this.records)
    const yearOf = ({ draft }: Planned<F>) => (draft.values.issue_date ?? today).slice(0, 4)
    const numbers = new Map<Planned<F>, string>()
    for (const [year, group] of Map.groupBy(
      drafts.filter(({ draft }) => draft.values.number === undefined),
      yearOf,
    )) {
      const given = await this.#nextNumbers(year, { count: group.length, taken })
      group.forEach((each, at) => numbers.set(each, given[at] ?? ''))
    }
    const made = drafts.map((each) => {
      const { values, amounts } = each.draft
      return this.made({ ...values, ...amounts, ...each.own, number: values.number ?? numbers.get(each) } as Partial<RecordOf<F>>)
    })
    await this.records.insert(this.entity, made)
    await this.lines.write(made.map(({ id }, at) => this.lines.plan(String(id), [], drafts[at]?.draft.lines ?? [])))
    await this.references.linkMany(made.flatMap((record) => linksOf(String(record.id), (record as unknown as Header).external_ids)))
    return made.map(({ id }) => String(id))
  }

  /** Writes what drafts change in documents that are known, and in their lines, as a set. */
  async applyAll(changes: readonly Applied<F>[]): Promise<void> {
    await this.lines.write(changes.map(({ lines }) => lines))
    await this.records.update(
      this.entity,
      changes.map(({ before, values, lines }) => ({ before, changes: values, ...(lines.changed && { besides: ['lines'] }) })),
    )
    await this.references.linkMany(changes.flatMap(({ before, added }) => linksOf(String(before.id), added)))
  }

  /** What a draft changes in a document that is known; null where it changes nothing. */
  applied(before: RecordOf<F>, known: readonly Line[], { draft, own }: Planned<F>): Applied<F> | null {
    const { external_ids: given = [], ...others } = this.asStored({ ...draft.values, ...draft.amounts, ...own } as Partial<Header>, before)
    const { id, external_ids } = before as unknown as Header
    const added = newExternalIds(external_ids, given, this.now)
    const lines = this.lines.plan(id, known, draft.lines)
    const differs = Object.entries(others).some(([name, value]) => value !== undefined && !equal(value, before[name]))
    if (!differs && !lines.changed && added.length === 0) return null
    const values = { ...others, ...(added.length > 0 && { external_ids: [...external_ids, ...added] }) } as Partial<RecordOf<F>>
    return { before, values, lines, added }
  }

  /** Writes what a draft changes in a document and its lines; a change of lines alone is one of the document too. */
  async applyDraft(
    record: RecordOf<F>,
    known: readonly Line[],
    { values, amounts, lines }: Draft,
    own: Partial<RecordOf<F>>,
  ): Promise<WithLines<RecordOf<F>>> {
    const header = record as unknown as Header
    const written = await this.lines.replace(header.id, known, lines)
    const changes: Partial<Record<string, unknown>> = this.asStored({ ...values, ...amounts, ...own }, record)
    const { external_ids: _, ...others } = changes
    const differs = Object.entries(others).some(([name, value]) => value !== undefined && !equal(value, record[name]))
    const { external_ids } = record
    await this.complete(record, { ...changes, ...(written.changed && !differs && this.#touch(header)) } as Partial<RecordOf<F>>)
    if (differs || written.changed || record.external_ids !== external_ids) this.changed.add(record.id)
    return Object.assign(record, { lines: written.lines })
  }

  /** The next free number of the year of a day. */
  async nextNumber(day: string | null | undefined): Promise<string> {
    const [number = ''] = await this.#nextNumbers((day ?? (await todayOf(this.records))).slice(0, 4))
    return number
  }

  /** Whether a draft leaves all that the other side has seen as it is. */
  isSame(record: RecordOf<F>, known: readonly Line[], { values, lines }: Draft): boolean {
    const { seen = issued } = this.#kind
    return (
      seen.every((field) => values[field] === undefined || equal(values[field], record[field])) &&
      lines.length === known.length &&
      lines.every((line, at) => Object.entries(line).every(([field, value]) => equal(value, known[at]?.[field as keyof Line])))
    )
  }

  /** Deletes softly; a draft gives its number back. */
  override async remove(id: string, reply?: Reply): Promise<void> {
    await super.remove(id, reply)
    const [row] = await this.#deleted(id)
    await this.#release(row)
  }

  /** For good, its lines with it; a draft gives its number back. */
  override async purge(id: string, reply?: Reply): Promise<void> {
    const [row] = await this.#deleted(id)
    await super.purge(id, reply)
    await this.#release(row)
    await this.lines.replace(id, (await this.lines.of([id])).get(id) ?? [], [])
  }

  #nextNumbers(year: string, many?: { readonly count: number; readonly taken: ReadonlySet<string> }): Promise<string[]> {
    const { entity, prefix } = this.#kind
    return nextNumbers(this.records, this.ids, { table: entity.table, prefix, year }, many)
  }

  async #deleted(id: string) {
    return await this.records.db.selectFrom(this.entity.table).select(['number', 'status', 'source_totals']).where('id', '=', id).execute()
  }

  // What was issued keeps its number for ever, and a number of a source is not ours to give.
  async #release(row: Readonly<Record<string, unknown>> | undefined): Promise<void> {
    if (!row || row['status'] !== 'draft' || Boolean(row['source_totals'])) return
    const { entity, prefix } = this.#kind
    await releaseNumber(this.records, this.ids, { table: entity.table, prefix }, String(row['number']))
  }

  // When only lines change, the version of the document rises all the same, even within one millisecond.
  #touch({ updated_at, version }: Header): Partial<Header> {
    return updated_at.getTime() === this.now.getTime() ? { version: version + 1 } : { updated_at: this.now }
  }
}
