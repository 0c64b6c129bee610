import type { Static } from '@sinclair/typebox'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { cursorOf, inOrder, isAfter, lastOf, type Place, listOf, placeAt } from './audit-place.ts'
import type { AuditPage, AuditQuery } from './audit-schema.ts'
import { actionOf, changesAsked, type Created, creationsAsked, type Source } from './audit-sources.ts'
import { callOf, Creators } from './creators.ts'

type Query = Static<typeof AuditQuery>
type Page = Static<typeof AuditPage>

// Rows that are read for a page where few of them may match, so that a page costs the same in a log of any length.
const LOOKED_AT = 10_000

// What is read of a row, as the driver answers it: of a change what was done, of a record by whom and by which call it was created.
type LoggedRow = Row & { readonly id?: unknown; readonly created_at?: unknown; readonly created_in?: unknown; readonly done?: unknown }

interface Found {
  readonly source: Source
  readonly row: LoggedRow
  readonly place: Place
}

/**
 * The audit log: who changed what in the organization, settings and keys included, and what was exported or erased. Changes are read from
 * `record_changes`, as histories are; a creation is read from the record itself, which knows when, by whom and by which call it was created,
 * so that it costs no write of its own.
 */
export class AuditLog {
  static readonly uses = { records: Records, registry: Registry }
  readonly #records: Records
  readonly #creators: Creators
  readonly #created: readonly Created[]
  // The names of record types by their tables, which are the plurals in paths.
  readonly #singular: ReadonlyMap<string, string>

  constructor({ records, registry }: Resolved<typeof AuditLog.uses>) {
    this.#records = records
    this.#creators = new Creators(records, registry)
    const logged = [...registry.watches, ...registry.all('audits')]
    this.#created = logged
      .filter(({ audit, entity }) => !audit && 'created_via' in entity.fields)
      .map(({ entityType, entity }) => ({ object: entityType, table: entity.table }))
    this.#singular = new Map(logged.map(({ entityType, entity }) => [entity.table, entityType]))
  }

  /**
   * A page of the entries of the caller's organization, the newest first. Throws `invalid_input` for a cursor of another list (`/cursor`),
   * and for an object that the log does not cover (`/object`).
   */
  async list({ object: asked, ...conditions }: Query): Promise<Page> {
    const query = asked === undefined ? conditions : { ...conditions, object: this.#objectNamed(asked) }
    const { limit = 50, cursor, ...filters } = query
    const list = listOf({ ...filters, organization: this.#records.unit.actor.organization })
    const from = cursor === undefined ? undefined : placeAt(list, cursor)
    const span = this.#spanOf(query)
    const sources = [changesAsked(this.#records, this.#creators, query), ...creationsAsked(this.#creators, this.#created, query)]
    const end = await this.#end(sources, span, from)
    const found: Found[] = []
    for (const each of sources) found.push(...(await this.#read(each, span, from, end, limit + 1)))
    const shown = found.toSorted((a, b) => inOrder(a.place, b.place)).slice(0, limit)
    const next = found.length > limit ? shown.at(-1)?.place : end === undefined ? undefined : lastOf(end)
    return { audit_log: await this.#shown(shown), next_cursor: next === undefined ? null : cursorOf(list, next) }
  }

  #objectNamed(asked: string): string {
    const known = [...new Set(this.#singular.values())].toSorted()
    const object = this.#singular.get(asked) ?? asked
    if (!known.includes(object)) throw invalid('/object', 'not_allowed', `The audit log does not cover ${asked}`, known)
    return object
  }

  #spanOf({ since, before }: Query): Expression<SqlBool>[] {
    const time = (value: string) => this.#time(new Date(value))
    return [
      ...(since === undefined ? [] : [sql<SqlBool>`created_at >= ${time(since)}`]),
      ...(before === undefined ? [] : [sql<SqlBool>`created_at < ${time(before)}`]),
    ]
  }

  // How far back a page looks, in milliseconds since 1970; undefined = to the beginning.
  async #end(sources: readonly Source[], span: readonly Expression<SqlBool>[], from: Place | undefined): Promise<number | undefined> {
    const ends: number[] = []
    for (const { table, rank } of sources.filter(({ sparse }) => sparse)) {
      let query = this.#records.db.selectFrom(table).select('created_at')
      for (const each of span) query = query.where(each)
      if (from) query = query.where(isAfter(from, rank, this.#time(new Date(from.time))))
      const row = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(LOOKED_AT).limit(1).executeTakeFirst()
      if (row) ends.push(this.#timeIn(row))
    }
    return ends.length === 0 ? undefined : Math.max(...ends)
  }

  async #read(
    source: Source,
    span: readonly Expression<SqlBool>[],
    from: Place | undefined,
    end: number | undefined,
    limit: number,
  ): Promise<Found[]> {
    const { table, columns, conditions, rank } = source
    let query = this.#records.db.selectFrom(table).select(['id', 'created_at', ...columns])
    if (rank === 0) query = query.select(actionOf(this.#records).as('done'))
    for (const each of [...span, ...conditions]) query = query.where(each)
    if (from) query = query.where(isAfter(from, rank, this.#time(new Date(from.time))))
    if (end !== undefined) query = query.where(sql<SqlBool>`created_at >= ${this.#time(new Date(end))}`)
    const rows: LoggedRow[] = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return rows.map((row) => ({
      source,
      row,
      place: { time: this.#timeIn(row), rank, id: rank === 0 ? Number(row.id) : String(row.id) },
    }))
  }

  async #shown(found: readonly Found[]): Promise<Page['audit_log']> {
    const codec = this.#records.codec(ChangeRecord)
    const creatorOf = await this.#creators.of(found.flatMap(({ source, row }) => (source.object === undefined ? [] : [row])))
    return found.map(({ source, row, place }) => {
      const [id, at] = [String(place.id), new Date(place.time).toISOString()]
      if (source.object !== undefined)
        return {
          id,
          at,
          actor: creatorOf(row),
          action: 'created',
          object: source.object,
          record_id: id,
          ...callOf(row.created_in),
          changes: [],
        }
      const { entity_type: object, record_id, changes, actor, operation, request_id } = codec.fromRow(row)
      const fields = Object.entries(changes).map(([field, [from = null, to = null]]) => ({ field, from, to }))
      const done = { actor, action: String(row.done), object, record_id }
      return { id, at, ...done, operation, request_id, changes: fields }
    })
  }

  #time(value: Date): unknown {
    return this.#records.codec(ChangeRecord).toColumn('created_at', value)
  }

  #timeIn({ created_at }: Row): number {
    return this.#records.codec(ChangeRecord).fromRow({ created_at }).created_at.getTime()
  }
}
