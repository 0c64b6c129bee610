import { type Expression, type ExpressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import { EventDispatch } from '../schema/event-dispatch.ts'
import { EventRecord } from '../schema/event-record.ts'
import type { Tables } from '../schema/tables.ts'

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
