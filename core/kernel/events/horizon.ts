import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../storage/schema/codec.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import type { Tables } from '../storage/schema/tables.ts'

/**
 * A position in the event log of an organization: all events up to the first number were committed, and those with the further numbers.
 * On PostgreSQL numbers are assigned in one order and committed in another, so one number alone would not be exact.
 */
export type Cut = readonly number[]

/** The current position; to be stored in the transaction of `tables`. */
export async function cutNow(tables: Kysely<Tables>, dialect: DialectName, user_from: string): Promise<Cut> {
  const upTo = await horizon(tables, dialect, user_from)
  if (dialect === 'sqlite') return [upTo]
  // A statement of its own, after the horizon: it sees everything that was committed by then.
  const rows = await tables
    .selectFrom(EventRecord.table)
    .select('id')
    .where('user_from', '=', user_from)
    .where('id', '>', upTo)
    .orderBy('id')
    .execute()
  return [upTo, ...rows.map(({ id }) => Number(id))]
}

/** Whether an event was committed before this position. */
export function isBefore(id: number, [upTo = 0, ...others]: Cut): boolean {
  return id <= upTo || others.includes(id)
}

/** The number up to which the log of an organization is complete: open and later transactions have numbers above it. */
export async function horizon(tables: Kysely<Tables>, dialect: DialectName, user_from: string): Promise<number> {
  const row =
    dialect === 'postgresql'
      ? await tables.selectNoFrom(sql<number>`${sql.table('event_horizon')}(${user_from})`.as('id')).executeTakeFirst()
      : await tables
          .selectFrom(EventRecord.table)
          .select('id')
          .where('user_from', '=', user_from)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
  return Number(row?.id ?? 0)
}
