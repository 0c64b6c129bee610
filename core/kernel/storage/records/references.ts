import type { Kysely } from 'kysely'
import { amongGiven } from './any-of.ts'
import { givenTo } from '../schema/given-to.ts'
import { referencesAmong } from './references-among.ts'
import { inParts } from '../writing/chunks.ts'
import { distinctInTurns, eachInTurns } from '../../values/turns.ts'
import type { Ids } from '../../ports/ids.ts'
import type { EntityTable } from '../schema/entity.ts'
import { type ExternalIds, ExternalReference } from '../schema/external-id.ts'
import type { ListQuery } from './filters.ts'
import type { Records } from './records.ts'
import { fromEntity, type Tables } from '../schema/tables.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Which record of one type an external system means by an id, unique among live records. Secondary e-mails
 * and domains are kept here too, under providers that begin with `#`.
 */
export class References {
  readonly #records: Records
  readonly #ids: Ids
  readonly #object: string

  constructor(records: Records, ids: Ids, object: string) {
    this.#records = records
    this.#ids = ids
    this.#object = object
  }

  /** Those of the whole organization, for what must be unique whoever asks. */
  get whole(): References {
    return new References(this.#records.whole, this.#ids, this.#object)
  }

  /** Id of the record that one of these external ids means. */
  async findAny(external: ExternalIds): Promise<string | undefined> {
    for (const { provider, id } of external) {
      const row = await this.#rows().select('record_id').where('provider', '=', provider).where('external_id', '=', id).executeTakeFirst()
      if (row) return row.record_id
    }
    return undefined
  }

  /** Id of the record that has taken in the one with this id. */
  async survivorOf(id: string): Promise<string | undefined> {
    return (await this.findMany('#merged', [id.toLowerCase()])).get(id.toLowerCase())
  }

  /** Ids of the records that these ids of one system mean, in one look-up. */
  async findMany(provider: string, ids: Iterable<string>): Promise<Map<string, string>> {
    const rows = await inParts(await distinctInTurns(ids), (part) => referencesAmong(this.#records, this.#object, provider, part))
    const found = new Map<string, string>()
    await eachInTurns(rows, (row) => found.set(row.external_id, row.record_id))
    return found
  }

  /** Makes these ids mean the record. */
  async link({ id: record_id }: { id: string }, external: ExternalIds): Promise<void> {
    const distinct = new Map(external.map((each) => [`${each.provider} ${each.id}`, each]))
    await this.linkMany([...distinct.values()].map(({ provider, id }) => ({ record_id, provider, external_id: id })))
  }

  /** The same for many records, in one statement. */
  async linkMany(links: readonly { record_id: string; provider: string; external_id: string }[]): Promise<void> {
    if (links.length === 0) return
    const own = { user_from: this.#records.unit.actor.organization, object: this.#object }
    await this.#records.insert(
      ExternalReference,
      links.map((each) => ({ id: this.#ids.next(), ...own, ...each })),
    )
  }

  /** Makes these ids, of a kind that the engine keeps itself, the only ones of the record. */
  async replace(record: { id: string }, provider: string, ids: readonly string[]): Promise<void> {
    const rows = await this.#rows().select('external_id').where('record_id', '=', record.id).where('provider', '=', provider).execute()
    const known = new Set(rows.map((row) => row.external_id))
    const gone = [...known].filter((each) => !ids.includes(each))
    if (gone.length > 0) await this.#delete(record.id).where('provider', '=', provider).where('external_id', 'in', gone).execute()
    await this.link(
      record,
      ids.filter((id) => !known.has(id)).map((id) => ({ provider, id })),
    )
  }

  /** Makes nothing mean the record any more, or no id of these systems. */
  async unlink(record_id: string, providers?: ReadonlySet<string>): Promise<void> {
    const ids = this.#delete(record_id)
    await (providers ? ids.where('provider', 'in', [...providers]) : ids).execute()
  }

  /** Frees the ids of a record that is deleted softly; those that it has taken in still mean it, so that they do not come back alone. */
  async release(record_id: string): Promise<void> {
    await this.#delete(record_id).where('provider', '<>', '#merged').execute()
  }

  #rows() {
    return this.#records.from(ExternalReference).where('object', '=', this.#object)
  }

  #delete(record_id: string) {
    return this.#records.db.deleteFrom(ExternalReference.table).where('object', '=', this.#object).where('record_id', '=', record_id)
  }
}

/** Ids of the records that have taken in those with these ids, by each as it was given; in one look-up. */
export async function survivorsOf(records: Records, { table }: EntityTable, ids: Iterable<string>): Promise<Map<string, string>> {
  return await survivors(records, ids, table)
}

/** The id that conditions look for where this one is asked: of a merged record that of its survivor. */
export async function meantBy(records: Records, entity: EntityTable, id: string): Promise<string> {
  return (await survivorsOf(records, entity, [id])).get(id) ?? id
}

/** A query of a list with the ids of survivors in the place of those of merged records; undefined where it names none. */
export async function withSurvivors(records: Records, query: ListQuery): Promise<ListQuery | undefined> {
  const ids = Object.values(query)
    .filter((value) => typeof value === 'string')
    .filter((value) => UUID.test(value))
  const found = await anySurvivors(records, ids)
  if (found.size === 0) return undefined
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, found.get(String(value)) ?? value]))
}

/** The same of records of any type: an id is that of one record alone. */
export async function anySurvivors(records: Records, ids: Iterable<string>): Promise<Map<string, string>> {
  return await survivors(records, ids)
}

async function survivors(records: Records, ids: Iterable<string>, object?: string): Promise<Map<string, string>> {
  const given = Map.groupBy(ids, (id) => id.toLowerCase())
  if (given.size === 0) return new Map()
  const wanted = givenTo(records.dialect, given.keys())
  const found = await records.rows<{ external_id: string; record_id: string }>(`survivors of ${object ?? 'any'}`, [wanted], (db, place) => {
    const rows = fromEntity(db, ExternalReference)
      .select(['external_id', 'record_id'])
      .where('provider', '=', '#merged')
      .where(amongGiven('external_id', 'text', place, records.dialect))
    return object === undefined ? rows : rows.where('object', '=', object)
  })
  return new Map(found.flatMap((row) => (given.get(row.external_id) ?? []).map((id) => [id, row.record_id] as const)))
}

/** A query for the record that this id means, to be joined to one for its primary value. */
export function referenceOf(db: Kysely<Tables>, object: string, provider: string, id: string) {
  const rows = fromEntity(db, ExternalReference).select('record_id as id').where('object', '=', object)
  return rows.where('provider', '=', provider).where('external_id', '=', id)
}
