import { sql, type SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'
import { askForNews } from '../inbox/news.ts'
import { Mailbox } from '../mailboxes/entity.ts'

/**
 * Which follow-ups must wait (`mailbox_sync`), because an answer to an earlier e-mail of their enrollment may lie unread: their mailbox reads
 * mail and was not read since they fell due. Asks for it to be read.
 */
export async function unreadAnswers(records: Records, emails: readonly Email[]): Promise<ReadonlyMap<string, string>> {
  const own = emails.filter(({ enrollment_id }) => enrollment_id !== null)
  if (own.length === 0) return new Map()
  const boxes = await records.findBy(
    Mailbox,
    'id',
    own.map(({ mailbox_id }) => mailbox_id),
  )
  const readAt = new Map(
    boxes.flatMap(({ id, imap, last_sync_at }) => (imap === null ? [] : [[id, last_sync_at?.getTime() ?? 0] as const])),
  )
  const unread = own.filter(({ mailbox_id, scheduled_at, created_at }) => {
    const at = readAt.get(mailbox_id ?? '')
    return at !== undefined && at < (scheduled_at ?? created_at).getTime()
  })
  if (unread.length === 0) return new Map()
  const earlier = await records.columns(Email, ['enrollment_id'], (query) =>
    query
      .where(
        records.anyOf(
          Email,
          'enrollment_id',
          unread.map(({ enrollment_id }) => enrollment_id),
        ),
      )
      .where('direction', '=', 'out')
      .where(sql<SqlBool>`status in ('sending', 'sent', 'uncertain', 'bounced')`),
  )
  const written = new Set(earlier.map(({ enrollment_id }) => enrollment_id))
  const waiting = unread.filter(({ enrollment_id }) => written.has(enrollment_id))
  await askForNews(records, new Set(waiting.flatMap(({ mailbox_id }) => mailbox_id ?? [])))
  return new Map(waiting.map(({ id }) => [id, 'mailbox_sync']))
}
