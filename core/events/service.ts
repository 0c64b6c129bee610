import type { Static } from '@sinclair/typebox'
import { type SelectQueryBuilder, sql } from 'kysely'
import { CrmError, invalid } from '../kernel/errors.ts'
import { Registry } from '../kernel/registry.ts'
import type { Row } from '../storage/codec.ts'
import { EventRecord } from '../storage/event-record.ts'
import { Records } from '../storage/records.ts'
import type { Tables } from '../storage/set-writer.ts'
import { Consumers } from './consumer.ts'
import { type Position, readCursor, writeCursor } from './cursor.ts'
import type { EventDetail, EventList, EventLogEntry, EventPage } from './schema.ts'

type Query = SelectQueryBuilder<Tables, string, Row>

const start: Position = { xid: '0', id: 0 }

/** The event log of one organisation (contract 4.6). */
export class EventLog {
  static readonly inject = [Records, Registry, Consumers] as const
  readonly #records: Records
  readonly #registry: Registry
  readonly #consumers: Consumers

  constructor(records: Records, registry: Registry, consumers: Consumers) {
    this.#records = records
    this.#registry = registry
    this.#consumers = consumers
  }

  async list({ type, limit = 50, order, cursor, after }: Static<typeof EventList>): Promise<Static<typeof EventPage>> {
    this.#checkType(type)
    const polls = (order ?? (after === undefined ? 'desc' : 'asc')) === 'asc'
    if (polls && cursor !== undefined) throw invalid('/cursor', 'not_allowed', 'cursor leads to older events: poll with after')
    if (!polls && after !== undefined) throw invalid('/order', 'not_allowed', 'after needs order=asc', ['asc'])
    let query = this.#entries()
    if (type !== undefined) query = query.where('type', '=', type)
    return polls ? await this.#newer(query, after, limit) : await this.#older(query, cursor, limit)
  }

  async get(id: number): Promise<EventDetail> {
    const row = await this.#entries().where('id', '=', id).executeTakeFirst()
    if (!row) throw new CrmError('not_found', `No event with the id ${id}`)
    const caused = await Promise.all(this.#consumers.all.map((each) => each.caused?.(id, this.#records)))
    return Object.assign(this.#present(row), ...caused) as EventDetail
  }

  /** The cursor at which a stream begins: behind `after`, or behind all that can be seen by now. */
  async positionFor(type: string | undefined, after: string | undefined): Promise<string> {
    this.#checkType(type)
    return writeCursor('newer', after === undefined ? await this.#end() : await this.#positionOf(after))
  }

  #entries(): Query {
    return this.#records.db.selectFrom(EventRecord.table).selectAll() as unknown as Query
  }

  async #older(query: Query, cursor: string | undefined, limit: number): Promise<Static<typeof EventPage>> {
    const from = cursor === undefined ? query : query.where('id', '<', readCursor('cursor', cursor, 'older').id)
    const rows = await from
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const events = rows.slice(0, limit).map((row) => this.#present(row))
    const last = events.at(-1)
    return { events, next_cursor: rows.length > limit && last ? writeCursor('older', { ...start, id: last.id }) : null }
  }

  // On PostgreSQL ids become visible out of order: what is read here is ordered by transaction, and ends below the oldest
  // one that is still open, so that nothing can appear behind the cursor later (webhooks.md G3).
  async #newer(query: Query, after: string | undefined, limit: number): Promise<Static<typeof EventPage>> {
    const from = after === undefined ? start : await this.#positionOf(after)
    const ordered =
      this.#records.dialect === 'sqlite'
        ? query.where('id', '>', from.id).orderBy('id')
        : query
            .select(sql<string>`xid::text`.as('visible'))
            .where(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`)
            .where(sql<boolean>`(xid, id) > (${from.xid}::xid8, ${from.id})`)
            .orderBy('xid')
            .orderBy('id')
    const rows = await ordered.limit(limit).execute()
    const last = rows.at(-1)
    const reached = last ? { xid: String(last['visible'] ?? start.xid), id: Number(last['id']) } : from
    return { events: rows.map((row) => this.#present(row)), next_cursor: writeCursor('newer', reached) }
  }

  // An event's own number is as good as a cursor: it is what a stream and a webhook show of it.
  async #positionOf(after: string): Promise<Position> {
    if (!/^\d{1,15}$/.test(after)) return readCursor('after', after, 'newer')
    const id = Number(after)
    if (id === 0) return start
    const row = await this.#positions().where('id', '=', id).executeTakeFirst()
    if (!row) throw invalid('/after', 'unknown_event', `No event with the id ${id}; 0 is before the first one`)
    return { xid: String(row['visible'] ?? start.xid), id }
  }

  // On PostgreSQL below every transaction that is still open: what they commit is behind this place.
  async #end(): Promise<Position> {
    if (this.#records.dialect === 'sqlite') {
      const last = await this.#positions().orderBy('id', 'desc').limit(1).executeTakeFirst()
      return { ...start, id: Number(last?.['id'] ?? 0) }
    }
    const below = sql<string>`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text`.as('below')
    const row = await this.#records.db.selectFrom(EventRecord.table).select(below).limit(1).executeTakeFirst()
    return row ? { xid: String(row['below']), id: Number.MAX_SAFE_INTEGER } : start
  }

  #positions(): Query {
    const query = this.#records.db.selectFrom(EventRecord.table).select('id') as unknown as Query
    return this.#records.dialect === 'sqlite' ? query : (query.select(sql<string>`xid::text`.as('visible')) as unknown as Query)
  }

  #present(row: Row): EventLogEntry {
    const { type, entity_type, entity_id, payload, created_at, processed_at } = this.#records
      .codec(EventRecord)
      .fromRow(row) as unknown as EventRecord
    return {
      id: Number(row['id']),
      type,
      entity_type,
      entity_id,
      payload: JSON.parse(payload) as Record<string, unknown>,
      created_at: created_at.toISOString(),
      processed_at: processed_at?.toISOString() ?? null,
    }
  }

  #checkType(type: string | undefined): void {
    const { eventTypes } = this.#registry
    if (type !== undefined && !eventTypes.has(type))
      throw invalid('/type', 'unknown_event', `${type} is not an event type`, [...eventTypes.keys()])
  }
}
