import { todayOf } from '../access/organization.ts'
import type { Fields, RecordOf } from '../kernel/fields.ts'
import type { Reply } from '../kernel/reply.ts'
import type { Ids } from '../ports/ids.ts'
import type { EntityClass } from '../storage/entity.ts'
import { RecordStore, type StoreOptions, type StoreParts } from '../storage/record-store.ts'
import { equal } from '../storage/set-writer.ts'
import type { Header } from './amounts.ts'
import type { Draft, Drafts } from './drafts.ts'
import type { headerFields } from './header.ts'
import { type Line, type LineClass, Lines } from './lines.ts'
import { nextNumber, releaseNumber } from './numbers.ts'
import type { DocumentInput } from './schema.ts'

export type HeaderFields = typeof headerFields
export type WithLines<R> = R & { readonly lines: readonly Line[] }

export interface DocumentKind<F extends Fields> extends Omit<StoreOptions<F>, 'keys'> {
  readonly lines: LineClass
  /** First letters of its numbers: `INV`. */
  readonly prefix: string
  /** Fields that are frozen with the lines once the document is; those of `issued` unless said otherwise. */
  readonly seen?: readonly (keyof HeaderFields)[]
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

  get entity(): EntityClass<F> {
    return this.#kind.entity
  }

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

  /** Writes what a draft changes in a document and its lines; a change of lines alone is one of the document too. */
  async applyDraft(
    record: RecordOf<F>,
    known: readonly Line[],
    { values, amounts, lines }: Draft,
    own: Partial<RecordOf<F>>,
  ): Promise<WithLines<RecordOf<F>>> {
    const header = record as unknown as Header
    const written = await this.lines.replace(header.id, known, lines)
    const changes: Partial<Record<string, unknown>> = { ...values, ...amounts, ...own }
    const { external_ids: _, ...others } = changes
    const differs = Object.entries(others).some(([name, value]) => value !== undefined && !equal(value, record[name]))
    const { external_ids } = record
    await this.complete(record, { ...changes, ...(written.changed && !differs && this.#touch(header)) } as Partial<RecordOf<F>>)
    if (differs || written.changed || record.external_ids !== external_ids) this.changed.add(record.id)
    return Object.assign(record, { lines: written.lines })
  }

  /** The next free number of the year of a day. */
  async nextNumber(day: string | null | undefined): Promise<string> {
    const year = (day ?? (await todayOf(this.records))).slice(0, 4)
    const { entity, prefix } = this.#kind
    return await nextNumber(this.records, this.ids, { table: entity.table, prefix, year })
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

  override async purge(id: string, reply?: Reply): Promise<void> {
    const [row] = await this.#deleted(id)
    await super.purge(id, reply)
    await this.#release(row)
    await this.lines.replace(id, (await this.lines.of([id])).get(id) ?? [], [])
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
