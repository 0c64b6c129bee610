import { type Expression, type ExpressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import { Codec, type DialectName } from '../schema/codec.ts'
import { EventDispatch } from '../schema/event-dispatch.ts'
import { EventRecord } from '../schema/event-record.ts'
import type { Tables } from '../schema/tables.ts'

// What consumers get, without the delivered bytes.
const columns = [
  'position',
  'id',
  'user_from',
  'type',
  'entity_type',
  'entity_id',
  'payload',
  'actor',
  'cause_chain',
  'request_id',
  'created_at',
] as const

/** The dispatcher has not come to the event yet: a condition of queries for events. */
export function isWaiting(eb: Pick<ExpressionBuilder<Tables, string>, 'selectFrom'>): Expression<SqlBool> {
  const queue = eb.selectFrom(EventDispatch.table).select('position').where('processed_at', 'is', null)
  return sql<SqlBool>`${sql.ref(`${EventRecord.table}.position`)} in (${queue})`
}

/** The first events for the dispatcher, of all organizations. */
export function waitingEvents(tables: Kysely<Tables>, limit: number) {
  // By `processed_at` and not by a last position: these become visible out of order, so a high-water mark would lose events.
  return tables.selectFrom(EventDispatch.table).select('position').where('processed_at', 'is', null).orderBy('position').limit(limit)
}

/** Marks the first waiting events of all organizations as processed at `now`, and answers them in their order. */
export async function takeWaiting(tables: Kysely<Tables>, dialect: DialectName, limit: number, now: Date) {
  const waiting = waitingEvents(tables, limit)
  const processed = { processed_at: Codec.of(EventDispatch.fields, dialect).toColumn('processed_at', now) }
  const rows = await (dialect === 'sqlite' ? onSqlite() : onPostgresql())
  const codec = Codec.of(EventRecord.fields, dialect)
  return rows.map((row) => codec.fromRow(row)).toSorted((left, right) => left.position - right.position)

  // Nobody else writes meanwhile: what is read is what is marked.
  async function onSqlite() {
    const isAmong = sql<SqlBool>`position in (${waiting})`
    const found = await tables.selectFrom(EventRecord.table).select(columns).where(isAmong).execute()
    await tables.updateTable(EventDispatch.table).set(processed).where(isAmong).execute()
    return found
  }

  // As arrays, of which PostgreSQL looks each position up: joined with rows of which it does not know how few they are, it would read all events.
  function onPostgresql() {
    const isAmong = sql<SqlBool>`position = any(array(${waiting.forUpdate().skipLocked()}))`
    return tables
      .with('taken', (db) => db.updateTable(EventDispatch.table).set(processed).where(isAmong).returning('position'))
      .selectFrom(EventRecord.table)
      .select(columns)
      .where(sql<SqlBool>`position = any(array(select position from taken))`)
      .execute()
  }
}

/** Leaves the events of an organization from this id on, which were written as dispatched, to the dispatcher. */
export async function letWait(tables: Kysely<Tables>, organization: string, first: number): Promise<void> {
  const { table } = EventRecord
  const theirs = tables.selectFrom(table).where('user_from', '=', organization).where('id', '>=', first)
  await tables
    .insertInto(EventDispatch.table)
    .columns(['position', 'user_from'])
    .expression(theirs.select(['position', 'user_from']))
    .execute()
  await tables.updateTable(table).set({ processed_at: null }).where('user_from', '=', organization).where('id', '>=', first).execute()
}
