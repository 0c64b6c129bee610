import type { Expression, SqlBool } from 'kysely'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import { Email } from './entity.ts'

/** Whose queued e-mails are meant. */
export interface HeldEmails {
  readonly by: 'campaign_id' | 'sequence_id' | 'enrollment_id'
  readonly ids: Iterable<string>
  /** What they wait for, as their `waiting_for` says. */
  readonly word: string
  readonly when?: Expression<SqlBool>
}

/** Has queued e-mails wait until somebody releases them. */
export async function holdQueued(records: Records, held: HeldEmails): Promise<void> {
  await change(records, held, (query) => query.where('due_at', 'is not', null), { due_at: null, waiting_for: held.word })
}

/** Has those that wait leave, or be judged again. */
export async function releaseQueued(records: Records, held: HeldEmails): Promise<void> {
  await change(records, held, (query) => query.where('waiting_for', '=', held.word), { due_at: records.unit.now, waiting_for: null })
}

// Those that somebody is about to send are left to whoever does: there, it is asked once more whether they wait.
async function change(
  { whole, dialect }: Records,
  { by, ids, when }: HeldEmails,
  which: (query: RowQuery) => RowQuery,
  changes: Partial<Email>,
): Promise<void> {
  const own = whole.db
    .selectFrom(Email.table)
    .where(whole.anyOf(Email, by, ids))
    .where('status', '=', 'queued')
  const query = which(when ? own.where(when) : own).select('id')
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
