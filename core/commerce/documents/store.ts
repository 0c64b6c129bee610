import { mapInTurns } from '../../kernel/values/turns.ts'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { newExternalIds } from '../../kernel/storage/schema/external-id.ts'
import type { StoreParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { todayOf } from '../../platform/access/organization.ts'
import type { Header } from './amounts.ts'
import type { Draft, Drafts } from './drafts.ts'
import { type Line, Lines } from './lines.ts'
import { noteLines } from './line-history.ts'
import { drafted, issuedIn, isProvisional, nextNumbers } from './numbers.ts'
import type { DocumentInput } from './schema.ts'
import { only } from '../../kernel/values/only.ts'
import { keysOf } from '../../kernel/values/objects.ts'
import {
  type Decision,
  type DocumentChange,
  type DocumentKind,
  type HeaderFields,
  headerOf,
  headerValues,
  isIssued,
  issuedFields,
  type WithLines,
} from './document-kind.ts'

/** Commercial documents of one type: headers as other records, with lines that lists leave out. */
export class DocumentStore<F extends HeaderFields & Fields> extends RecordStore<F> {
  readonly lines: Lines
  readonly drafts: Drafts
  readonly ids: Ids
  /** Ids of the documents that were written in this unit of work. */
  readonly changed = new Set<string>()
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

  /** The document that the input means, by external id, else by number; null for a new one. */
  async match({ external_ids = [], number }: Partial<DocumentInput>): Promise<{ id: string; by: string } | null> {
    const byId = await this.references.findAny(external_ids)
    if (byId) return { id: byId, by: 'external_id' }
    const byNumber = number === undefined ? undefined : await this.idOf(headerValues<F>({ number: number.trim() }))
    return byNumber ? { id: byNumber, by: 'number' } : null
  }

  /** Writes new documents and their lines; those without a number get the next ones of their series, in their order, drafts provisional ones. */
  async insert(decisions: readonly Decision<F>[]): Promise<WithLines<RecordOf<F>>[]> {
    const numbers = await this.#numbersFor(decisions)
    const made = await mapInTurns(decisions, ({ draft: { values, amounts }, own }, at) =>
      this.made({ ...headerValues<F>({ ...values, ...amounts }), ...own, ...headerValues<F>({ number: numbers[at] ?? '' }) }),
    )
    const plans = await mapInTurns(made, (record, at) => this.lines.plan(headerOf(record).id, [], decisions[at]?.draft.lines ?? []))
    await this.records.insert(this.entity, made)
    await this.lines.write(plans)
    await this.references.linkMany(made.flatMap((record) => linksOf(headerOf(record))))
    for (const record of made) this.changed.add(headerOf(record).id)
    return made.map((record, at) => Object.assign(record, { lines: plans[at]?.lines ?? [] }))
  }

  /** Writes a new document and its lines; without a number it gets the next one. */
  async insertOne(decision: Decision<F>): Promise<WithLines<RecordOf<F>>> {
    const { number = '', external_ids = [] } = decision.draft.values
    await this.heedUnseen(headerValues<F>({ number, external_ids }))
    return only(await this.insert([decision]))
  }

  /** What a decision changes in a known document; null where it changes nothing. */
  changeOf(before: RecordOf<F>, known: readonly Line[], { draft, own }: Decision<F>): DocumentChange<F> | null {
    const { external_ids: given = [], ...values } = draft.values
    const others = this.asStored({ ...headerValues<F>({ ...values, ...draft.amounts }), ...own }, before)
    const { id, external_ids } = headerOf(before)
    const added = newExternalIds(external_ids, given, this.records.unit)
    const lines = this.lines.plan(id, known, draft.lines)
    const differs = Object.entries(others).some(([name, value]) => value !== undefined && !equal(value, before[name]))
    if (!differs && !lines.changed && added.length === 0) return null
    return { before, known, values: others, differs, lines, added }
  }

  /** Writes what a decision changes in a document of this unit of work and in its lines. */
  async updateOne(record: RecordOf<F>, known: readonly Line[], decision: Decision<F>): Promise<WithLines<RecordOf<F>>> {
    const change = this.changeOf(record, known, decision)
    if (!change) return Object.assign(record, { lines: known })
    const { values, differs, lines, added } = change
    await this.lines.write([lines])
    await noteLines(this.records, this.entity, [{ id: headerOf(record).id, before: known, after: lines.lines }])
    const touched = lines.changed && !differs ? this.#touch(headerOf(record)) : {}
    const number = await this.numberAtIssue(record, values)
    await this.complete(record, { ...values, ...headerValues<F>({ ...touched, ...number, external_ids: added }) })
    this.changed.add(headerOf(record).id)
    return Object.assign(record, { lines: lines.lines })
  }

  /** Writes changes of many documents and of their lines as a set. */
  async updateAll(changes: readonly DocumentChange<F>[]): Promise<void> {
    await this.lines.write(changes.map(({ lines }) => lines))
    const edits = changes.map(({ before, known, lines }) => ({ id: headerOf(before).id, before: known, after: lines.lines }))
    await noteLines(this.records, this.entity, edits)
    const issued = changes.filter(({ before, values }) => leavesDraft(before, values))
    const numbers = await this.#nextOf(issued.map(({ before, values }) => ({ ...headerOf(before), ...values })))
    const numberOf = new Map(issued.map(({ before }, at) => [headerOf(before).id, { number: numbers[at] ?? '' }]))
    const updates = changes.map(({ before, values, lines, added }) => {
      const external_ids = added.length > 0 && { external_ids: [...headerOf(before).external_ids, ...added] }
      return {
        before,
        changes: { ...values, ...numberOf.get(headerOf(before).id), ...external_ids },
        ...(lines.changed && { besides: ['lines'] }),
      }
    })
    await this.records.update(this.entity, updates)
    await this.references.linkMany(changes.flatMap(({ before, added }) => linksOf({ id: headerOf(before).id, external_ids: added })))
  }

  /** Whether a draft leaves the lines, and all fields that are frozen with them, as they are. */
  leavesFrozenFields(record: RecordOf<F>, known: readonly Line[], { values, lines }: Draft): boolean {
    const { frozen = issuedFields } = this.#kind
    return (
      frozen.every((field) => values[field] === undefined || equal(values[field], record[field])) &&
      lines.length === known.length &&
      // Where a price came from decides nothing any more.
      lines.every((line, at) => keysOf(line).every((field) => field === 'from_catalog' || equal(line[field], known[at]?.[field])))
    )
  }

  /** Deletes for good, with the lines. */
  override async purge(id: string, reply?: Reply): Promise<void> {
    await super.purge(id, reply)
    await this.lines.replace(id, (await this.lines.of([id])).get(id) ?? [], [])
  }

  /** The number that a draft gets when these values issue it; nothing for a document that has one. */
  async numberAtIssue(record: RecordOf<F>, values: Partial<RecordOf<F>>): Promise<{ readonly number?: string }> {
    return leavesDraft(record, values) ? { number: only(await this.#nextOf([{ ...headerOf(record), ...values }])) } : {}
  }

  /** The number of each new document: as given, else the next one of the year of its issue, of a draft a provisional one. */
  async #numbersFor(decisions: readonly Decision<F>[]): Promise<string[]> {
    const made = decisions.map(({ draft: { values }, own }) => ({ ...values, status: statusOf(own) ?? 'draft' }))
    const given: (string | undefined)[] = made.map(({ number, status }) =>
      status !== 'draft' && isProvisional(number) ? undefined : number,
    )
    const taken = new Set(given.flatMap((number) => number ?? []))
    const [drafts, issued] = [true, false].map((isDraft) =>
      [...made.keys()].filter((at) => given[at] === undefined && (made[at]?.status === 'draft') === isDraft),
    )
    for (const [at, number] of (await this.#nextOf(issued?.map((place) => made[place] ?? {}) ?? [], taken)).entries())
      given[issued?.[at] ?? 0] = number
    const count = drafts?.length ?? 0
    const provisional = count === 0 ? [] : await nextNumbers(this.records, this.ids, drafted(this.entity.table), { count, taken })
    drafts?.forEach((at, index) => (given[at] = provisional[index]))
    return given.map((number) => number ?? '')
  }

  /** The next numbers for documents that are issued, in their order, of the year of each. */
  async #nextOf(documents: readonly { readonly issue_date?: string | null }[], taken?: ReadonlySet<string>): Promise<string[]> {
    if (documents.length === 0) return []
    const today = await todayOf(this.records)
    const { entity, prefix } = this.#kind
    const numbers = documents.map(() => '')
    const byYear = Map.groupBy(documents.keys(), (at) => (documents[at]?.issue_date ?? today).slice(0, 4))
    // In the same order in every set, so that no two wait for each other.
    for (const [year, places] of [...byYear].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const series = issuedIn(entity.table, prefix, year)
      const next = await nextNumbers(this.records, this.ids, series, { count: places.length, ...(taken && { taken }) })
      places.forEach((at, index) => (numbers[at] = next[index] ?? ''))
    }
    return numbers
  }

  // When only lines change, the version of the document rises all the same, even within one millisecond.
  #touch({ updated_at, version }: Header): Partial<Header> {
    return updated_at.getTime() === this.now.getTime() ? { version: version + 1 } : { updated_at: this.now }
  }
}

// Every type of document has its own states.
const statusOf = (values: object): unknown => ('status' in values ? values.status : undefined)

// A draft with a number of its own keeps it.
function leavesDraft<F extends HeaderFields & Fields>(before: RecordOf<F>, values: Partial<RecordOf<F>>): boolean {
  return isProvisional(headerOf(before).number) && isIssued({ status: statusOf(values) ?? statusOf(before) })
}

function linksOf({ id, external_ids }: Pick<Header, 'id' | 'external_ids'>) {
  return external_ids.map((each) => ({ record_id: id, provider: each.provider, external_id: each.id }))
}
