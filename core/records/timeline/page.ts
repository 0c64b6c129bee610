import { type ExpressionBuilder, sql } from 'kysely'
import { hiddenOnTimelines } from '../record-type/change-events.ts'
import { EventRecord } from '../../kernel/storage/schema/event-record.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { listFor, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import type { AnyComposed, RecordTypes } from '../record-type/record-types.ts'
import { type Besides, namedBy, naming } from '../../kernel/storage/records/naming.ts'
import type { TimelineEntry } from '../record-type/timeline.ts'
import type { TimelineSource } from './sources.ts'
import { earlier, type Place, readCursor } from './place.ts'

/** One entry of a timeline: `type` is `event` or the record type, `at` ISO 8601, `data` the record or what the event says. */
export interface TimelineItem {
  readonly type: string
  readonly id: string
  readonly at: string
  readonly title: string
  readonly data: Row
}
/** Whose timeline it is. */
export interface TimelineSubject {
  /** Of its record type. */
  readonly plural: string
  /** The field in which records name it. */
  readonly by: string
  /** Its id, and those of all records that it has taken in. */
  readonly ids: readonly string[]
}

type Placed = { readonly key: string; readonly item: TimelineItem }

/**
 * A page of everything that happened with a record, newest first: of each record type no more is read than the page can show. Throws
 * `invalid_input` (`/cursor`) for a cursor of another list.
 */
export async function timelinePage(
  { records, types, sources }: { readonly records: Records; readonly types: RecordTypes; readonly sources: readonly TimelineSource[] },
  subject: TimelineSubject,
  limit: number,
  cursor?: string,
): Promise<Page<TimelineItem>> {
  const list = listFor('timeline', { of: subject.plural, id: subject.ids[0] })
  const place = cursor === undefined ? null : readCursor(list, cursor)
  const wanted: Wanted = { records, subject, members: membersOf(types, subject), limit: limit + 1, place }
  const entries = types.with('timelineEntry')
  const found = await Promise.all([
    eventsOf(wanted, types),
    ...entries.map((type) => recordsOf(wanted, type)),
    ...sources.map((source) => rowsOf(wanted, source)),
  ])
  const all = found.flat().toSorted((a, b) => (b.item.at + b.key < a.item.at + a.key ? -1 : 1))
  const last = all[limit - 1]
  return {
    items: all.slice(0, limit).map(({ item }) => item),
    next_cursor: all.length > limit && last ? writePlace(list, [last.item.at, last.key]) : null,
  }
}

// What every part of a page is read by.
interface Wanted {
  readonly records: Records
  readonly subject: TimelineSubject
  /** Record types whose records belong to the subject, so that what names them is on its timeline, too. */
  readonly members: readonly Member[]
  readonly limit: number
  readonly place: Place | null
}

/** A record type whose records belong to the subject. */
interface Member {
  readonly entity: AnyComposed['entity']
  /** The field in which they name the subject, and where they do so besides. */
  readonly field: string
  readonly besides: Besides | undefined
  /** The field in which other records name them. */
  readonly by: string
}

/** A record of a company is one of its contacts and deals, too, and one of a contact those of its deals. */
function membersOf(types: RecordTypes, subject: TimelineSubject): readonly Member[] {
  return types.with('timeline').flatMap(({ plural, entity, timeline }) => {
    const field = timeline?.of?.[subject.by] ?? subject.by
    return timeline && plural !== subject.plural && field in entity.fields
      ? [{ entity, field, besides: timeline.besides?.[subject.by], by: timeline.by }]
      : []
  })
}

async function recordsOf(wanted: Wanted, { entity, timelineEntry, watch }: AnyComposed): Promise<Placed[]> {
  const { records, subject, limit, place } = wanted
  const isNamed = subject.by in entity.fields || wanted.members.some(({ by }) => by in entity.fields)
  if (!timelineEntry || !isNamed) return []
  const { at } = timelineEntry
  const codec = records.codec(entity)
  let query = records.db.selectFrom(entity.table).selectAll().where('deleted_at', 'is', null)
  query = query.where((eb) => concerns(eb, wanted, entity.fields))
  if (at.isDay) query = query.where(at.field, 'is not', null)
  if (place)
    query = query.where(
      earlier(at.field, at.isDay ? place.at.toISOString().slice(0, 10) : codec.toColumn(at.field, place.at), place, at.isDay),
    )
  const rows = await query.orderBy(at.field, 'desc').orderBy('id', 'desc').limit(limit).execute()
  const today = watch && (await records.dayFor(watch))
  return rows.map((row) => {
    const record = codec.fromRow(row)
    return placed({ ...record, ...watch?.answered?.(record, today) }, timelineEntry, records.unit.now)
  })
}

async function rowsOf(wanted: Wanted, source: TimelineSource): Promise<Placed[]> {
  const { records, subject, limit, place } = wanted
  const { entity, at, reads, by } = source
  const found = Object.fromEntries(by.map((name) => [name, true]))
  const isNamed = subject.by in found || wanted.members.some(({ by: name }) => name in found)
  if (!isNamed) return []
  const codec = records.codec(entity)
  const names = ['id', at.field, ...reads]
  let query = records.db.selectFrom(entity.table).select([...new Set(names)])
  query = query.where(at.field, 'is not', null).where((eb) => concerns(eb, wanted, found))
  if (place) query = query.where(earlier(at.field, codec.toColumn(at.field, place.at), place))
  const rows = await query.orderBy(at.field, 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => placed(codec.pick(row, names), source, records.unit.now))
}

function placed(row: Row, { at, type, title, data }: Pick<TimelineEntry, 'at' | 'type' | 'title' | 'data'>, now: Date): Placed {
  const value = row[at.field]
  const time = value instanceof Date ? value : new Date(`${String(value)}T00:00:00Z`)
  const id = String(row['id'])
  return { key: id, item: { type, id, at: time.toISOString(), title: String(title(row) ?? type), data: data(row, now) } }
}

function concerns(eb: ExpressionBuilder<Tables, string>, { subject, members }: Wanted, fields: object) {
  const [id = ''] = subject.ids
  const theirs = members.flatMap(({ entity, field, besides, by }) =>
    by in fields ? [eb(by, 'in', namedBy(entity.table, 'named', { field, besides }, sql.val(id)).select('named.id'))] : [],
  )
  const own = subject.by in fields ? [eb(subject.by, '=', id)] : []
  return eb.or([...own, ...theirs])
}

// Without those that say the same as an entry, and changes of fields, which the history shows.
async function eventsOf(wanted: Wanted, types: RecordTypes): Promise<Placed[]> {
  const { records, subject, members, limit, place } = wanted
  const { db } = records
  const codec = records.codec(EventRecord)
  const hidden = types.all.flatMap(({ timeline, timelineEntry, declared }) => [
    ...(timeline?.hides ?? []),
    ...(timelineEntry?.hides ?? []),
    ...hiddenOnTimelines(declared),
  ])
  let query = db.selectFrom(EventRecord.table).selectAll().where('type', 'not in', hidden)
  query = query.where((eb) => {
    if (members.length === 0) return eb('entity_id', 'in', subject.ids)
    const text = sql<string>`cast(id as text)`.as('id')
    // As one set, which the index by record serves; several would be looked for in the whole log.
    const own = db.selectFrom(types.get(subject.plural).entity.table).select(text).where('id', 'in', subject.ids)
    return eb(
      'entity_id',
      'in',
      members.reduce((union, { entity, ...by }) => union.unionAll(naming(records, entity, by, subject.ids).select(text)), own),
    )
  })
  if (place) {
    const time = codec.toColumn('created_at', place.at)
    const number = place.key.startsWith('e') ? Number(place.key.slice(1)) : null
    // Of one moment, events come before records.
    query = query.where((eb) =>
      number === null
        ? eb('created_at', '<', time)
        : eb.or([eb('created_at', '<', time), eb.and([eb('created_at', '=', time), eb('id', '<', number)])]),
    )
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => {
    const { id: number, type, payload, created_at } = codec.fromRow(row)
    const id = String(number)
    const data: Row = { event: type, ...JSON.parse(payload) }
    return { key: `e${id.padStart(20, '0')}`, item: { type: 'event', id: `evt_${id}`, at: created_at.toISOString(), title: type, data } }
  })
}
