import type { Resolved } from '../../kernel/operation/operation.ts'
import { Services } from '../../kernel/operation/services.ts'
import { JobRecord } from '../../kernel/jobs/entity.ts'
import type { RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { forgetKeptValues } from '../../kernel/storage/units/kept-values.ts'
import { filterInTurns, Turns } from '../../kernel/values/turns.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { TextEntry } from '../../kernel/storage/schema/text-entry.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { AboutPerson } from '../../records/record-type/person.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { PrivacyRequest, type RequestInput } from './entity.ts'
import { PrivacyExport } from './export.ts'
import { type PeopleType, peopleTypes } from './people.ts'
import { type RefusalKeeper, refusalKeepers } from './refusals.ts'
import { lockPerson, type Person, personOf } from './person.ts'
import { ownRows } from './own-rows.ts'
import { keyColumns, type StoredRow, tracesIn } from './traces.ts'
import { redacted, tellsOf } from './redaction.ts'
import { wordsOfEngine } from './words.ts'

/** Rows of one table that a step cleans at most. */
const STEP = 300
/** Tables that one step reads at most: most of them have no rows about the person. */
const TABLES = 12
/** Rows that are written during a pass, such as deliveries of events that were not yet clean, are found by the next one. */
const MOST_PASSES = 4
/** Words of the person that the statistics of the database are searched for. */
const MOST_WORDS = 500

// Where the next step continues.
interface Position {
  readonly person: Person
  readonly table: number
  readonly after: string | null
  readonly counts: Readonly<Record<string, number>>
  readonly pass: number
  /** Rows that this pass has cleaned. */
  readonly cleaned: number
  /** The tables are clean, and the index of texts is rewritten. */
  readonly rewriting?: boolean
}

/**
 * Removes a person from all tables, one after the other (rule 4 of platform): rows about the person are deleted, their data in other rows is
 * replaced. Written directly, because an erasure must leave neither history nor events with the old values.
 */
export class PrivacyErasure {
  static readonly kind = 'privacy_erasure'
  static readonly uses = { records: Records, registry: Registry, types: RecordTypes, database: Database, services: Services }
  readonly #database: Database
  readonly #records: Records
  readonly #entities: readonly EntityTable[]
  readonly #words: ReadonlySet<string>
  readonly #people: readonly PeopleType[]
  readonly #aboutPeople: ReadonlyMap<string, AboutPerson>

  readonly #keepers: readonly RefusalKeeper[]
  readonly #services: Services

  constructor({ records, registry, types, database, services }: Resolved<typeof PrivacyErasure.uses>) {
    this.#records = records.whole
    this.#database = database
    this.#services = services
    this.#keepers = registry.attached(refusalKeepers)
    this.#words = wordsOfEngine(registry)
    this.#people = peopleTypes(types)
    this.#aboutPeople = new Map(types.all.flatMap(({ plural, aboutPerson }) => (aboutPerson ? [[plural, aboutPerson]] : [])))
    this.#entities = registry.all('entities').filter(({ privacy }) => privacy !== 'kept')
  }

  /**
   * Reads up to 12 windows of tables, until 300 rows of one are found. A pass that found something is followed by another one, up to four.
   */
  async step({ id, input, record_id, at }: RunningJob<RequestInput, Position>): Promise<Step> {
    if (at === null) return await this.#begin(String(record_id))
    const total = this.#entities.length
    if (at.rewriting) return await this.#rewrite(id, input.request_id, at, false)
    let now = at
    for (let tables = 0; tables < TABLES; tables += 1) {
      const entity = this.#entities[now.table]
      if (!entity) break
      now = await this.#page(entity, now, id)
    }
    const { table, pass, cleaned } = now
    if (table < total) return { done: table, total, next: now }
    if (cleaned === 0 || pass === MOST_PASSES) return await this.#rewrite(id, input.request_id, now, true)
    return { done: total, total, next: { ...now, table: 0, pass: pass + 1, cleaned: 0 } }
  }

  // In a step of its own for each part: the index may be large.
  async #rewrite(job: string, request: string, at: Position, begins: boolean): Promise<Step> {
    const total = this.#entities.length
    if (await this.#records.rewriteTexts(begins)) return { done: total, total, next: { ...at, rewriting: true } }
    return await this.#end(job, request, at.person, at.counts)
  }

  /** Cleans the next rows of a table; the result is where to continue. */
  async #page(entity: EntityTable, { person, table, after, counts, pass, cleaned }: Position, job: string): Promise<Position> {
    const { rows, behind } = await tracesIn(this.#records, entity, person, { after, limit: STEP })
    const codec = this.#records.codec(entity)
    const isTheirs = tellsOf(person, this.#words)
    // A row may hold much text, each of which is looked through.
    const theirs = await filterInTurns(rows, (row) => isTheirs(codec.fromRow(row)))
    const turns = new Turns(1)
    let now = 0
    for (const row of theirs) {
      if (await this.#clean(entity, row, person, job)) now += 1
      if (turns.areOver()) await turns.next()
    }
    const done = (counts[entity.table] ?? 0) + theirs.length
    const counted = done === 0 || pass > 1 ? counts : { ...counts, [entity.table]: done }
    // Rows without an id are deleted; the next page begins after those that stay.
    const next = behind === null || 'id' in entity.fields ? behind : String(Number(behind) - now)
    return { person, table: next === null ? table + 1 : table, after: next, counts: counted, pass, cleaned: cleaned + now }
  }

  // The delete event tells receivers that the contact is gone; the next steps remove the person's data from it, too.
  async #begin(contactId: string): Promise<Step> {
    await lockPerson(this.#records, this.#people, contactId)
    const person = await personOf(this.#records, this.#entities, this.#people, contactId)
    for (const keep of this.#keepers) await keep(this.#services, person.ids)
    for (const { entity } of this.#people) {
      const live = await this.#records.findBy(entity, 'id', person.ids)
      await this.#records.update(
        entity,
        live.map((before) => ({ before, changes: { deleted_at: this.#records.unit.now } })),
      )
    }
    return { done: 0, total: this.#entities.length, next: { person, table: 0, after: null, counts: {}, pass: 1, cleaned: 0 } }
  }

  /** Deletes or cleans one row; false if it contained nothing of the person. */
  async #clean(entity: EntityTable, row: StoredRow, person: Person, job: string): Promise<boolean> {
    const { table } = entity
    const codec = this.#records.codec(entity)
    const record = codec.fromRow(row)
    // The progress of this job identifies the person until the job ends.
    const asJob = table === JobRecord.table ? this.#records.codec(JobRecord).pick(row, ['id', 'kind']) : undefined
    if (asJob?.id === job) return false
    const isCopy = asJob?.kind === PrivacyExport.kind
    if (!('id' in entity.fields) || isCopy || ownRows(entity).some((name) => person.ids.includes(String(record[name]))))
      return await this.#delete(entity, row)
    const about = this.#aboutPeople.get(table)
    const cleared = about && person.ids.includes(String(record[about.by])) ? about.erase(record) : {}
    const changes = { ...redacted(entity, record, person, this.#words), ...cleared }
    if (Object.keys(changes).length === 0) return false
    // The full-text index follows deletes and inserts, but not updates.
    if (table === TextEntry.table) {
      const { id: _, ...entry }: Row = { ...record, ...changes }
      await this.#delete(entity, row)
      await this.#records.db.insertInto(table).values(codec.toRow(entry)).execute()
      return true
    }
    // Full-text entries contain the words of the record, but neither its id nor an address by which they would be found.
    const entries = entity.fields['id']?.kind === 'uuid' ? await this.#records.findBy(TextEntry, 'record_id', [row.id]) : []
    for (const entry of entries) await this.#clean(TextEntry, this.#records.codec(TextEntry).toRow(entry), person, job)
    await this.#records.db.updateTable(table).set(codec.toRow(changes)).where('id', '=', row.id).execute()
    return true
  }

  async #delete(entity: EntityTable, row: Row): Promise<boolean> {
    const { table, fields } = entity
    let query = this.#records.db.deleteFrom(table)
    for (const name of 'id' in fields ? ['id'] : keyColumns(entity))
      query = row[name] === null ? query.where(name, 'is', null) : query.where(name, '=', row[name])
    await query.execute()
    return true
  }

  async #end(id: string, request_id: string, person: Person, tables: Readonly<Record<string, number>>): Promise<Step> {
    await this.#cleanReasons(person)
    // What is deleted with the record is in no count, so that all tables which know its words are read again.
    const words = [...person.ids, ...person.strong, ...person.names, ...person.weak].slice(0, MOST_WORDS)
    await forgetKeptValues(this.#database, [TextEntry.table, ...Object.keys(tables)], words)
    const [before] = await this.#records.findBy(PrivacyRequest, 'id', [request_id])
    if (before)
      await this.#records.update(PrivacyRequest, [{ before, changes: { tables: { ...tables }, finished_at: this.#records.unit.now } }])
    const total = this.#entities.length
    return { done: total, total, result: { tables, erased: person.ids.length, job_id: id } }
  }

  // Earlier requests stay as proof, without data of the person in their reasons.
  async #cleanReasons(person: Person): Promise<void> {
    const codec = this.#records.codec(PrivacyRequest)
    const rows = await this.#records.db.selectFrom(PrivacyRequest.table).selectAll().where('reason', 'is not', null).execute()
    const isTheirs = tellsOf(person, this.#words)
    for (const request of rows.map((row) => codec.fromRow(row))) {
      if (!person.ids.includes(request.contact_id) && !isTheirs(request)) continue
      const { reason } = redacted(PrivacyRequest, request, person, this.#words)
      if (reason === undefined) continue
      await this.#records.db.updateTable(PrivacyRequest.table).set(codec.toRow({ reason })).where('id', '=', request.id).execute()
    }
  }
}
