import type { Static } from '@sinclair/typebox'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Resolved } from '../operation/operation.ts'
import { CrmError, invalid } from '../operation/errors.ts'
import { Registry } from '../feature/registry.ts'
import { EventDispatch } from '../storage/schema/event-dispatch.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import { listFor, readPlace, writePlace } from '../storage/records/place-cursor.ts'
import { Records } from '../storage/records/records.ts'
import { Database } from '../storage/units/database.ts'
import type { Columns } from '../storage/schema/tables.ts'
import { Consumers } from '../feature/event-consumer.ts'
import { horizon } from './horizon.ts'
import type { EventDetail, EventList, EventLogEntry, EventPage } from './schema.ts'

/** Which part of the log a stream reads next. */
export interface Following {
  /** Only events of this type. */
  readonly type?: string | undefined
  /** The number after which it reads. */
  readonly after: number
  readonly limit: number
}

/** What a stream has read: all events after a position, up to another. */
export interface Followed {
  readonly events: readonly EventLogEntry[]
  /** The number up to which nothing is missing. */
  readonly position: number
  /** Nothing more was committed when it was read. */
  readonly isLast: boolean
}

// Of a page of the log: its type, where it begins, and its length.
interface Part {
  readonly type: string | undefined
  readonly cursor?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

// What an entry shows; the delivered bytes stand apart from the row.
const columns = [
  'id',
  'type',
  'entity_type',
  'entity_id',
  'payload',
  'actor',
  'request_id',
  'created_at',
] as const satisfies readonly (keyof typeof EventRecord.fields)[]
type EventRow = Columns<typeof EventRecord.fields>
type Entry = Pick<EventRow, (typeof columns)[number] | 'processed_at'>
type Query = SelectQueryBuilder<Readonly<Record<string, EventRow>>, string, Entry>

/** The event log of one organization. */
export class EventLog {
  static readonly uses = { records: Records, registry: Registry, consumers: Consumers, database: Database }
  readonly #uses: Resolved<typeof EventLog.uses>

  constructor(uses: Resolved<typeof EventLog.uses>) {
    this.#uses = uses
  }

  /**
   * A page of the log: back from the newest, or forward from `after`. Throws `invalid_input` for an unknown type, and for a cursor of
   * the other direction or another type.
   */
  async list({ type, limit = 50, order, cursor, after }: Static<typeof EventList>): Promise<Static<typeof EventPage>> {
    this.#checkType(type)
    const polls = (order ?? (after === undefined ? 'desc' : 'asc')) === 'asc'
    if (polls && cursor !== undefined) throw invalid('/cursor', 'not_allowed', '`cursor` is for older events; poll with `after`')
    if (!polls && after !== undefined) throw invalid('/order', 'not_allowed', '`after` needs order=asc', ['asc'])
    let query = this.#entries()
    if (type !== undefined) query = query.where('type', '=', type)
    return polls ? await this.#newer(query, { type, after, limit }) : await this.#older(query, { type, cursor, limit })
  }

  /** One event and what followed from it; throws `not_found`. */
  async get(id: number): Promise<EventDetail> {
    const row = await this.#entries().where('id', '=', this.#column(id)).executeTakeFirst()
    if (!row) throw new CrmError('not_found', `No event has the id ${id}`)
    const caused = await Promise.all(this.#uses.consumers.all.map((each) => each.caused?.(id, this.#uses.records)))
    return Object.assign(this.#present(row), ...caused)
  }

  /** The number at which a stream starts: that of `after`, or of the last event so far. */
  async positionFor(type: string | undefined, after: string | undefined): Promise<number> {
    this.#checkType(type)
    return after === undefined ? await this.#horizon() : await this.#positionOf(type, after)
  }

  /** The next events of a stream, oldest first, as the list shows them. */
  async follow(part: Following): Promise<Followed> {
    const upTo = await this.#horizon()
    const rows = await this.#following(part, upTo).execute()
    return followed(
      part,
      upTo,
      rows.map((row) => this.#present(row)),
    )
  }

  /** The same with the owners of the events, for `isSeenBy`; to be called by somebody who sees all. */
  async followWithOwners(part: Following): Promise<Followed & { readonly owners: readonly (string | null)[] }> {
    const upTo = await this.#horizon()
    const owner = this.#uses.database.visibility.ownerOf(EventRecord.table, EventRecord.table)
    const rows = await this.#following(part, upTo).select(owner.as('owner')).execute()
    const events = rows.map((row) => this.#present(row))
    return { ...followed(part, upTo, events), owners: rows.map((row) => row.owner) }
  }

  // The column of a number of the log.
  #column(id: number): EventRow['id'] {
    return this.#uses.records.codec(EventRecord).toColumn('id', id)
  }

  #entries(): Query {
    return this.#uses.records
      .from(EventRecord)
      .select(columns)
      .select((eb) => {
        const [own, dispatch] = [EventRecord.table, EventDispatch.table]
        const dispatched = eb.selectFrom(dispatch).select('processed_at').whereRef(`${dispatch}.position`, '=', `${own}.position`)
        return sql<EventRow['processed_at']>`coalesce(${sql.ref(`${own}.processed_at`)}, ${dispatched})`.as('processed_at')
      })
  }

  #following({ type, after, limit }: Following, upTo: number): Query {
    const newer = this.#entries().where('id', '>', this.#column(after)).where('id', '<=', this.#column(upTo)).orderBy('id').limit(limit)
    return type === undefined ? newer : newer.where('type', '=', type)
  }

  // Of all events, also of those that the caller does not see: so that every stream of the organization means the same by a position.
  #horizon(): Promise<number> {
    const { whole, dialect, unit } = this.#uses.records
    return horizon(whole.db, dialect, unit.actor.organization)
  }

  async #older(query: Query, { type, cursor, limit }: Part): Promise<Static<typeof EventPage>> {
    const list = listFor('older events', { type, organization: this.#organization })
    const from = cursor === undefined ? query : query.where('id', '<', this.#column(readPlace(list, cursor, numberOf)))
    const rows = await from
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const events = rows.slice(0, limit).map((row) => this.#present(row))
    const last = events.at(-1)
    return { events, next_cursor: rows.length > limit && last ? writePlace(list, [last.id]) : null }
  }

  // On PostgreSQL numbers become visible out of order: a page ends at the horizon, below which no event can appear later.
  async #newer(query: Query, { type, after, limit }: Part): Promise<Static<typeof EventPage>> {
    const from = after === undefined ? 0 : await this.#positionOf(type, after)
    const newer = query.where('id', '>', this.#column(from)).orderBy('id').limit(limit)
    // A statement of its own, before the page: the page must see everything that was committed when the horizon was read.
    const rows = await (
      this.#uses.records.dialect === 'sqlite' ? newer : newer.where('id', '<=', this.#column(await this.#horizon()))
    ).execute()
    const events = rows.map((row) => this.#present(row))
    return { events, next_cursor: writePlace(this.#newerEvents(type), [events.at(-1)?.id ?? from]) }
  }

  // A page that is polled and a stream are one list.
  #newerEvents(type: string | undefined) {
    return listFor('newer events', { type, organization: this.#organization })
  }

  get #organization(): string {
    return this.#uses.records.unit.actor.organization
  }

  // The number of an event works as a cursor, too: streams and webhooks show it.
  async #positionOf(type: string | undefined, after: string): Promise<number> {
    if (!/^\d{1,15}$/.test(after)) return readPlace(this.#newerEvents(type), after, numberOf, '/after')
    const id = Number(after)
    if (id === 0) return 0
    const row = await this.#entries().where('id', '=', this.#column(id)).executeTakeFirst()
    if (!row) throw invalid('/after', 'unknown_event', `No event has the id ${id}; 0 is before the first one`)
    return id
  }

  #present(row: Entry): EventLogEntry {
    const { id, type, entity_type, entity_id, payload, actor, request_id, created_at, processed_at } = this.#uses.records
      .codec(EventRecord)
      .fromRow(row)
    return {
      id,
      type,
      entity_type,
      entity_id,
      payload: JSON.parse(payload),
      actor,
      request_id,
      created_at: created_at.toISOString(),
      processed_at: processed_at?.toISOString() ?? null,
    }
  }

  #checkType(type: string | undefined): void {
    const { eventTypes } = this.#uses.registry
    if (type !== undefined && !eventTypes.has(type))
      throw invalid('/type', 'unknown_event', `Unknown event type "${type}"`, [...eventTypes.keys()])
  }
}

function followed({ after, limit }: Following, upTo: number, events: readonly EventLogEntry[]): Followed {
  const isLast = events.length < limit
  return { events, isLast, position: isLast ? Math.max(after, upTo) : (events.at(-1)?.id ?? after) }
}

const numberOf = ([id]: readonly unknown[]): number | undefined =>
  typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : undefined
