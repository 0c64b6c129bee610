import { Activity } from '../activities/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { JobRecord } from '../jobs/entity.ts'
import type { RunningJob, Step } from '../jobs/work.ts'
import type { EntityClass } from '../storage/entity.ts'
import type { Row } from '../storage/codec.ts'
import { Records } from '../storage/records.ts'
import { TextEntry } from '../storage/text-entry.ts'
import { Registry } from '../kernel/registry.ts'
import { PrivacyRequest } from './entity.ts'
import { PrivacyExport } from './export.ts'
import { type Person, personOf } from './person.ts'
import { kept, ownRows } from './tables.ts'
import { redacted, tracesIn } from './traces.ts'

const STEP = 300

interface At {
  readonly person: Person
  readonly table: number
  readonly after: string | null
  readonly counts: Readonly<Record<string, number>>
}

/** Takes a person out of every table, one after the other: rows of their own are deleted, their words in others are replaced. */
export class PrivacyErasure {
  static readonly kind = 'privacy_erasure'
  static readonly inject = [Records, Registry] as const
  readonly #records: Records
  readonly #entities: readonly EntityClass[]

  constructor(records: Records, registry: Registry) {
    this.#records = records.whole
    this.#entities = (registry.all('entities') as unknown as EntityClass[]).filter(({ table }) => !kept.has(table))
  }

  async step({ id, input, record_id, at }: RunningJob): Promise<Step> {
    if (at === null) return await this.#begin(String(record_id))
    const { person, table, after, counts } = at as At
    const entity = this.#entities[table]
    if (!entity) return await this.#end(id, input, person, counts)
    const rows = await tracesIn(this.#records, entity, person, { after, limit: STEP })
    for (const row of rows) await this.#clean(entity, row, person, id)
    const done = (counts[entity.table] ?? 0) + rows.length
    const told = done === 0 ? counts : { ...counts, [entity.table]: done }
    const more = rows.length === STEP
    const next = { person, table: more ? table : table + 1, after: more ? String(rows.at(-1)?.['id'] ?? '') : null, counts: told }
    return { done: table + 1, total: this.#entities.length, next }
  }

  // Receivers learn of the end of the contact by the event of its delete, from which the next steps take the person.
  async #begin(contactId: string): Promise<Step> {
    const person = await personOf(this.#records, contactId)
    const live = await this.#records.findBy(Contact, 'id', person.ids)
    await this.#records.update(
      Contact,
      live.map((before) => ({ before, changes: { deleted_at: this.#records.unit.now } })),
    )
    return { done: 0, total: this.#entities.length, next: { person, table: 0, after: null, counts: {} } }
  }

  async #clean(entity: EntityClass, row: Row, person: Person, job: string): Promise<void> {
    const { table } = entity
    const codec = this.#records.codec(entity)
    const record = codec.fromRow(row) as Row
    // Its own progress says whom it looks for until it ends.
    if (table === JobRecord.table && record['id'] === job) return
    const isCopy = table === JobRecord.table && record['kind'] === PrivacyExport.kind
    if (!('id' in entity.fields) || isCopy || ownRows(table).some((name) => person.ids.includes(String(record[name]))))
      return await this.#delete(entity, row)
    const content =
      table === Activity.table && person.ids.includes(String(record['lead_id'])) ? { body: null, subject: null, participants: [] } : {}
    const changes = { ...redacted(record, person), ...content }
    if (Object.keys(changes).length === 0) return
    // The index of full-text search follows what is deleted and inserted.
    if (table === TextEntry.table) {
      const { id: _, ...entry } = { ...record, ...changes } as Row
      await this.#delete(entity, row)
      await this.#records.db
        .insertInto(table)
        .values(codec.toRow(entry as never))
        .execute()
      return
    }
    // What search knows of the record has its words, but neither the id nor an address that would find it.
    const entries = entity.fields['id']?.kind === 'uuid' ? await this.#records.findBy(TextEntry, 'record_id', [record['id']]) : []
    for (const entry of entries) await this.#clean(TextEntry, this.#records.codec(TextEntry).toRow(entry as never), person, job)
    await this.#records.db
      .updateTable(table)
      .set(codec.toRow(changes as never))
      .where('id', '=', row['id'])
      .execute()
  }

  async #delete({ table, fields }: EntityClass, row: Row): Promise<void> {
    let query = this.#records.db.deleteFrom(table)
    const names =
      'id' in fields ? ['id'] : Object.keys(fields).filter((name) => fields[name]?.kind === 'text' || fields[name]?.kind === 'uuid')
    for (const name of names) query = query.where(name, '=', row[name])
    await query.execute()
  }

  async #end(id: string, input: unknown, person: Person, tables: Readonly<Record<string, number>>): Promise<Step> {
    const { request_id } = input as { request_id: string }
    const [before] = await this.#records.findBy(PrivacyRequest, 'id', [request_id])
    if (before)
      await this.#records.update(PrivacyRequest, [{ before, changes: { tables: { ...tables }, finished_at: this.#records.unit.now } }])
    const total = this.#entities.length
    return { done: total, total, result: { tables, erased: person.ids.length, job_id: id } }
  }
}
