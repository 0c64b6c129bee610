import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { invalid } from '../../kernel/operation/errors.ts'
import { Company } from '../../crm/companies/entity.ts'
import { EventRecord } from '../../kernel/storage/event-record.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Page } from '../../kernel/storage/listing.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { people, type Source, sources, untold } from './sources.ts'

/** One entry of a timeline: `type` is `event` or the record type, `at` ISO 8601, `data` the record or what the event says. */
export interface TimelineItem {
  readonly type: string
  readonly id: string
  readonly at: string
  readonly title: string
  readonly data: Row
}
/** The field by which records are on the timeline. */
export type Subject = 'lead_id' | 'company_id' | 'deal_id'

interface Place {
  readonly at: Date
  readonly key: string
}
type Placed = { readonly key: string; readonly item: TimelineItem }

/**
 * A page of everything that happened with a record, newest first: of each source no more is read than the page can show. `ids` are those of
 * the record and of all that it has taken in. Throws `invalid_input` (`/cursor`) for a cursor of another list.
 */
export async function timelinePage(
  records: Records,
  subject: Subject,
  ids: readonly string[],
  limit: number,
  cursor?: string,
): Promise<Page<TimelineItem>> {
  const [id = ''] = ids
  const place = cursor === undefined ? null : readCursor(cursor)
  const found = await Promise.all([
    eventsOf(records, subject, ids, limit + 1, place),
    ...sources.map((source) => recordsOf(records, source, subject, id, limit + 1, place)),
  ])
  const all = found.flat().toSorted((a, b) => (b.item.at + b.key < a.item.at + a.key ? -1 : 1))
  const last = all[limit - 1]
  return {
    items: all.slice(0, limit).map(({ item }) => item),
    next_cursor: all.length > limit && last ? Buffer.from(JSON.stringify([last.item.at, last.key])).toString('base64url') : null,
  }
}

async function recordsOf(
  records: Records,
  source: Source,
  subject: Subject,
  id: string,
  limit: number,
  place: Place | null,
): Promise<Placed[]> {
  const { entity, at, type } = source
  if (!(subject in entity.fields)) return []
  const codec = records.codec(entity)
  let query = records.db.selectFrom(entity.table).selectAll().where('deleted_at', 'is', null)
  query = query.where((eb) => concerns(eb, records, entity.fields, subject, id))
  if (at.isDay) query = query.where(at.field, 'is not', null)
  if (place)
    query = query.where(
      earlier(at.field, at.isDay ? place.at.toISOString().slice(0, 10) : codec.toColumn(at.field, place.at), place, at.isDay),
    )
  const rows = await query.orderBy(at.field, 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => {
    const record = codec.fromRow(row)
    const time = record[at.field] instanceof Date ? (record[at.field] as Date) : new Date(`${String(record[at.field])}T00:00:00Z`)
    const key = String(record['id'])
    return {
      key,
      item: {
        type,
        id: key,
        at: time.toISOString(),
        title: String(source.title(record) ?? type),
        data: source.data(record, records.unit.now),
      },
    }
  })
}

// A record of the company is one of its contacts and deals, too.
function concerns(eb: ExpressionBuilder<Tables, string>, { db }: Records, fields: object, subject: Subject, id: string) {
  const own = eb(subject, '=', id)
  if (subject !== 'company_id') return own
  const theirs = [
    ...('lead_id' in fields ? [eb('lead_id', 'in', db.selectFrom(people.contacts.table).select('id').where('company_id', '=', id))] : []),
    ...('deal_id' in fields ? [eb('deal_id', 'in', db.selectFrom(people.deals.table).select('id').where('company_id', '=', id))] : []),
  ]
  return eb.or([own, ...theirs])
}

async function eventsOf(records: Records, subject: Subject, ids: readonly string[], limit: number, place: Place | null): Promise<Placed[]> {
  const { db } = records
  const codec = records.codec(EventRecord)
  let query = db.selectFrom(EventRecord.table).selectAll().where('type', 'not in', untold).where('entity_type', '!=', 'task')
  query = query.where((eb) => {
    if (subject !== 'company_id') return eb('entity_id', 'in', ids)
    const text = (table: string, field: string) =>
      db
        .selectFrom(table)
        .select(sql<string>`cast(id as text)`.as('id'))
        .where(field, 'in', ids)
    // As one set, which the index by record serves; several would be looked for in the whole log.
    const theirs = text(people.contacts.table, 'company_id').unionAll(text(people.deals.table, 'company_id'))
    return eb('entity_id', 'in', theirs.unionAll(text(Company.table, 'id')))
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
    const { type, payload, created_at } = codec.fromRow(row)
    const id = String(row['id'])
    const data = { event: type, ...(JSON.parse(payload) as Row) }
    return { key: `e${id.padStart(20, '0')}`, item: { type: 'event', id: `evt_${id}`, at: created_at.toISOString(), title: type, data } }
  })
}

// What lies behind a place; a day lies at its beginning.
function earlier(field: string, value: unknown, { at, key }: Place, isDay?: true) {
  const column = sql.ref(field)
  if (isDay && !at.toISOString().endsWith('T00:00:00.000Z')) return sql<SqlBool>`${column} <= ${value}`
  return key.startsWith('e')
    ? sql<SqlBool>`${column} <= ${value}`
    : sql<SqlBool>`(${column} < ${value} or (${column} = ${value} and id < ${key}))`
}

function readCursor(cursor: string): Place {
  try {
    const [time, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown]
    const at = new Date(String(time))
    if (typeof key === 'string' && /^(e\d{20}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/.test(key) && at.getTime() >= 0) return { at, key }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this timeline')
}
