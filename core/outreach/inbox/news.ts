import type { Records } from '../../kernel/storage/records/records.ts'
import { MailboxSync } from './entity.ts'

/**
 * Asks for mailboxes to be read at a time, at once unless it is given, in the unit of work of whoever waits for it. One that is due sooner stays so. One that could not be read is tried again when it was
 * going to be, and one that is being read at this moment is left alone: whoever waits asks again.
 */
export async function askForNews(records: Records, mailboxes: ReadonlySet<string>, at: Date = records.unit.now): Promise<void> {
  if (mailboxes.size === 0) return
  const codec = records.codec(MailboxSync)
  const quiet = records.db
    .selectFrom(MailboxSync.table)
    .select('id')
    .where(records.anyOf(MailboxSync, 'mailbox_id', mailboxes))
    .where('due_at', '>', codec.toColumn('due_at', at))
    .where('failures', '=', 0)
    .where('lease_token', 'is', null)
  // Who reads a mailbox holds this row before any message; nobody who holds messages waits for it.
  const rows = await (records.dialect === 'postgresql' ? quiet.forUpdate().skipLocked() : quiet).execute()
  const found = await records.findBy(
    MailboxSync,
    'id',
    rows.map(({ id }) => id),
  )
  await records.update(
    MailboxSync,
    found.map((before) => ({ before, changes: { due_at: at } })),
  )
}
