import { amongGiven } from '../../kernel/storage/records/any-of.ts'
import { givenTo } from '../../kernel/storage/schema/given-to.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Campaign } from './entity.ts'

/** What queued e-mails of a paused campaign wait for. */
export const WAITS_FOR = 'campaign'

/** What of a campaign decides whether it goes on. */
export type State = Pick<Campaign, 'id' | 'status' | 'deleted_at'>

/**
 * Campaigns, deleted or not, as they stay until the unit of work ends: who pauses or cancels one waits for those that read it so, and what
 * they do counts for everybody after. Unless they are held they are read as they are.
 */
export async function heldStates(records: Records, ids: Iterable<string>, isHeld = true): Promise<ReadonlyMap<string, State>> {
  const codec = records.codec(Campaign)
  const isPostgres = records.dialect === 'postgresql'
  const rows = await records.whole.rows(
    `states of campaigns${isHeld ? ', held' : ''}`,
    [givenTo(records.dialect, new Set(ids))],
    (db, place) => {
      const query = db
        .selectFrom(Campaign.table)
        .select(['id', 'status', 'deleted_at'])
        .where(amongGiven('id', 'uuid', place, records.dialect))
      return isPostgres && isHeld ? query.orderBy('id').forShare() : query
    },
  )
  return new Map(rows.map((row) => codec.pick(row, ['id', 'status', 'deleted_at'])).map((each) => [each.id, each]))
}

/** Whether nothing of it is to be sent any more. */
export function isOver({ status, deleted_at }: State): boolean {
  return status === 'cancelled' || deleted_at !== null
}
