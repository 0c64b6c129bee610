import type { Kysely } from 'kysely'
import { EventRecord } from '../schema/event-record.ts'
import type { Tables } from '../schema/tables.ts'

/** Whether any event waits for the dispatcher. */
export async function isAnyWaiting(tables: Kysely<Tables>): Promise<boolean> {
  const waiting = tables.selectFrom(EventRecord.table).select('position').where('processed_at', 'is', null).orderBy('position').limit(1)
  return (await waiting.execute()).length > 0
}

/** Leaves the events of an organization from this id on to the dispatcher. */
export async function letWait(tables: Kysely<Tables>, organization: string, first: number): Promise<void> {
  await tables
    .updateTable(EventRecord.table)
    .set({ processed_at: null })
    .where('user_from', '=', organization)
    .where('id', '>=', first)
    .execute()
}
