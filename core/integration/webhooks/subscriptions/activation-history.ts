import type { Kysely } from 'kysely'
import { type Cut, cutNow, isBefore } from '../../../kernel/events/horizon.ts'
import type { DialectName } from '../../../kernel/storage/codec.ts'
import { EventRecord } from '../../../kernel/storage/event-record.ts'
import type { Tables } from '../../../kernel/storage/tables.ts'
import type { Webhook } from '../entity.ts'

type Switched = Pick<Webhook, 'user_from' | 'switches'>

/** Whether the webhook was active when the event was committed, however late the event is dispatched (webhooks.md D4). */
export function wasActive({ switches }: Pick<Webhook, 'switches'>, event: number): boolean {
  return switches.filter((cut) => !isBefore(event, cut)).length % 2 === 1
}

/** The switches with one more, here and now: made and on again in turn with off. */
export async function switchedNow(tables: Kysely<Tables>, dialect: DialectName, { user_from, switches }: Switched): Promise<Cut[]> {
  const cut = await cutNow(tables, dialect, user_from)
  const { waiting } = await tables
    .selectFrom(EventRecord.table)
    .select((eb) => eb.fn.min<number | string | null>('id').as('waiting'))
    .where('user_from', '=', user_from)
    .where('processed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return withSwitch(switches, cut, waiting === null ? Number.POSITIVE_INFINITY : Number(waiting))
}

/** The same without what no event can fall between any more; `waiting` is the first event that is not dispatched yet. */
export function withSwitch(switches: readonly Cut[], cut: Cut, waiting: number): Cut[] {
  const last = switches.at(-1)
  // Nothing has happened since then.
  const all = last && isSame(last, cut) ? switches.slice(0, -1) : [...switches, cut]
  // Every event that is still to be dispatched is behind both of a pair whose second is this old.
  const over = all.findIndex((each, index) => index % 2 === 1 && Math.max(...each) >= waiting)
  return over < 0 ? all.slice(all.length - (all.length % 2)) : all.slice(over - 1)
}

function isSame(one: Cut, other: Cut): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
