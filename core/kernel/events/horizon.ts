import type { Kysely } from 'kysely'
import type { DialectName } from '../storage/codec.ts'
import { EventRecord } from '../storage/event-record.ts'
import type { Tables } from '../storage/tables.ts'

/**
 * What of an organisation's event log was committed at one moment: every event up to the first number, and those behind it. On PostgreSQL
 * numbers are drawn in one order and committed in another, so that one number alone would not tell.
 */
export type Cut = readonly number[]

/** Where the log is cut by what is committed now; whoever writes it down does so in the transaction of `tables`. */
export async function cutNow(tables: Kysely<Tables>, dialect: DialectName, user_from: string): Promise<Cut> {
  const upTo = await horizon(tables, dialect)
  if (dialect === 'sqlite') return [upTo]
  // In a statement of its own, after the horizon: what it sees is all that is committed by then.
  const rows = await tables
    .selectFrom(EventRecord.table)
    .select('id')
    .where('user_from', '=', user_from)
    .where('id', '>', upTo)
    .orderBy('id')
    .execute()
  return [upTo, ...rows.map(({ id }) => Number(id))]
}

/** Whether an event was committed before the log was cut. */
export function isBefore(id: number, [upTo = 0, ...others]: Cut): boolean {
  return id <= upTo || others.includes(id)
}

/** The number up to which the log is complete: what is open or to come has numbers above it. */
export async function horizon(tables: Kysely<Tables>, dialect: DialectName): Promise<number> {
  if (dialect === 'postgresql') return Number((await tables.selectFrom('event_horizon').select('id').executeTakeFirstOrThrow())['id'])
  const last = await tables.selectFrom(EventRecord.table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return Number(last?.['id'] ?? 0)
}
