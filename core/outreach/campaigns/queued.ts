import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'

/** What queued e-mails of a paused campaign wait for. */
export const WAITS_FOR = 'campaign'

/** Has the queued e-mails of a campaign wait until somebody releases them. */
export async function holdQueued(records: Records, campaign_id: string): Promise<void> {
  await change(records, campaign_id, (query) => query.where('due_at', 'is not', null), { due_at: null, waiting_for: WAITS_FOR })
}

/** Has those that wait leave. */
export async function releaseQueued(records: Records, campaign_id: string): Promise<void> {
  await change(records, campaign_id, (query) => query.where('waiting_for', '=', WAITS_FOR), { due_at: records.unit.now, waiting_for: null })
}

// Those that somebody is about to send are left to whoever does: there, the campaign is asked once more.
async function change(
  { whole, dialect }: Records,
  campaign_id: string,
  which: (query: RowQuery) => RowQuery,
  changes: Partial<Email>,
): Promise<void> {
  const query = which(whole.db.selectFrom(Email.table).where('campaign_id', '=', campaign_id).where('status', '=', 'queued')).select('id')
  const rows = await (dialect === 'postgresql' ? query.forUpdate().skipLocked() : query).execute()
  const found = await whole.findBy(
    Email,
    'id',
    rows.map(({ id }) => id),
  )
  await whole.update(
    Email,
    found.map((before) => ({ before, changes })),
  )
}
