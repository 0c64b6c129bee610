import type { Expression, SqlBool } from 'kysely'
import { projectAmong } from '../../kernel/storage/records/project.ts'
import type { Records, RowQuery } from '../../kernel/storage/records/records.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { Email } from './entity.ts'

// Messages that one statement changes: of a sequence tens of thousands may wait.
const PART = 1000

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
  const found = which(when ? own.where(when) : own)
    .select('id')
    .limit(PART)
  const query = dialect === 'postgresql' ? found.forUpdate().skipLocked() : found
  const turns = new Turns(1)
  // What was changed is not found again.
  for (;;) {
    const rows = await query.execute()
    const some = rows.map(({ id }) => String(id))
    if (some.length > 0) await projectAmong(whole, Email, ['id', some], changes)
    if (some.length < PART) return
    if (turns.areOver()) await turns.next()
  }
}
