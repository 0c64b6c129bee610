import type { Kysely } from 'kysely'
import { type Cut, cutNow, isBefore } from '../../../kernel/events/horizon.ts'
import type { DialectName } from '../../../kernel/storage/schema/codec.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { isWaiting } from '../../../kernel/storage/writing/waiting-events.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import type { Webhook } from '../entity.ts'

/** Positions in the event log at which a webhook was activated and deactivated in turn; stored as `switches`. */
export type ActivationHistory = readonly Cut[]

type Subscriber = Pick<Webhook, 'user_from' | 'switches'>

/** Whether the webhook was active when the event was committed, however late the event is dispatched. */
export function wasActive({ switches }: Pick<Webhook, 'switches'>, event: number): boolean {
  return switches.filter((cut) => !isBefore(event, cut)).length % 2 === 1
}

/** The history with one more change, at this moment; to be stored in the transaction of `tables`. */
export async function changedNow(tables: Kysely<Tables>, dialect: DialectName, { user_from, switches }: Subscriber): Promise<Cut[]> {
  const cut = await cutNow(tables, dialect, user_from)
  const { waiting } = await tables
    .selectFrom(EventRecord.table)
    .select((eb) => eb.fn.min<number | string | null>('id').as('waiting'))
    .where('user_from', '=', user_from)
    .where(isWaiting)
    .executeTakeFirstOrThrow()
  return withChange(switches, cut, waiting === null ? Number.POSITIVE_INFINITY : Number(waiting))
}

/** The history with one more change and without those that no event needs any more; `waiting` is the first undispatched event. */
export function withChange(history: ActivationHistory, cut: Cut, waiting: number): Cut[] {
  const last = history.at(-1)
  // Two changes with no event between them cancel each other.
  const all = last && isSame(last, cut) ? history.slice(0, -1) : [...history, cut]
  // A pair is needed as long as an event that lies before its second change waits for dispatch.
  const needed = all.findIndex((each, index) => index % 2 === 1 && Math.max(...each) >= waiting)
  return needed < 0 ? all.slice(all.length - (all.length % 2)) : all.slice(needed - 1)
}

function isSame(one: Cut, other: Cut): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
