import { Hook } from '../../kernel/operation/hook.ts'
import type { Records } from '../../kernel/storage/records/records.ts'

/** A record that was deleted for good, in the transaction of that. */
export interface PurgedRecord {
  readonly plural: string
  readonly id: string
}

/** What goes for good with records of any type; `records` are those of the whole organization. */
export const followsPurge = new Hook<(records: Records, purged: PurgedRecord) => Promise<void>>('what goes for good with a record')
