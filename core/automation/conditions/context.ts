import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Zone } from '../../kernel/values/zone.ts'

/**
 * All that the conditions of one run can read. Records are as the storage knows them in memory (times as `Date`), with what `needs` calls
 * computed beside their fields; what is not there is null or left out.
 */
export interface ConditionContext {
  /** The enrolled record; null where a run has none. */
  readonly entity: { readonly type: string; readonly record: Row | null } | null
  readonly contact?: Row | null | undefined
  readonly company?: Row | null | undefined
  readonly deal?: Row | null | undefined
  readonly task?: Row | null | undefined
  /** Further records that are related to the enrolled one, by prefix: of record types of plugins. */
  readonly related?: Readonly<Record<string, Row | null>> | undefined
  /** Values of the event that started the run: `from`, `to`, `subject`, ... */
  readonly event?: Row | null | undefined
  /** The last wait of the run: its `result`, and the `event` that it was for. */
  readonly wait?: Row | null | undefined
  /** The last split of the run: its `variant`. */
  readonly split?: Row | null | undefined
  readonly now: Date
  /** The time zone of the organization, which decides what day it is. */
  readonly zone: Zone
  /** Month in which its fiscal year begins, 1 unless given: it decides what `this year` means. */
  readonly yearStart?: number
  /** What the values leave out, such as amounts without a rate of exchange; repeated by every evaluation that reads them. */
  readonly warnings?: readonly string[] | undefined
}

let latest: { readonly now: number; readonly zone: Zone; readonly today: string } | undefined

/** The day that it is in the organization; many runs are looked at in one moment. */
export function todayOf({ now, zone }: Pick<ConditionContext, 'now' | 'zone'>): string {
  const time = now.getTime()
  if (latest?.now !== time || latest.zone !== zone) latest = { now: time, zone, today: zone.dayOf(now) }
  return latest.today
}
