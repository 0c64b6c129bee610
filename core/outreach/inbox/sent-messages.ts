import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Email, EmailFile } from '../emails/entity.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { compose } from '../sending/compose.ts'
import { Preparation } from '../sending/preparation.ts'
import { MailboxSync } from './entity.ts'

/** So long servers have to put a copy of what was sent there by themselves. */
export const COPY_MS = 60_000
/** Messages of which one reading of a mailbox takes care. */
export const COPIES = 200

/** The messages that a mailbox has sent, as they were written. */
export class SentMessages {
  static readonly uses = { records: Records, preparation: Preparation }
  readonly #uses: Resolved<typeof SentMessages.uses>

  constructor(uses: Resolved<typeof SentMessages.uses>) {
    this.#uses = uses
  }

  /** Those that were sent since copies were made last, the oldest first. */
  async since(mailbox: Mailbox, until: Date): Promise<readonly Pick<Email, 'id' | 'message_id' | 'sent_at'>[]> {
    const records = this.#uses.records.whole
    const [sync] = await records.findBy(MailboxSync, 'mailbox_id', [mailbox.id])
    if (!sync) return []
    const codec = records.codec(Email)
    return await records.columns(Email, ['id', 'message_id', 'sent_at'], (query) =>
      query
        .where('mailbox_id', '=', mailbox.id)
        .where('begun_at', 'is not', null)
        .where('sent_at', '>', codec.toColumn('sent_at', sync.copied_until ?? sync.connected_at))
        .where('sent_at', '<=', codec.toColumn('sent_at', until))
        .where('direction', '=', 'out')
        .where('campaign_id', 'is', null)
        .where(sql<SqlBool>`status in ('sent', 'bounced')`)
        .orderBy('sent_at')
        .orderBy('id')
        .limit(COPIES),
    )
  }

  /** The bytes of one; undefined where nothing says anymore what it said. */
  async copyOf(mailbox: Mailbox, id: string): Promise<Buffer | undefined> {
    const { preparation } = this.#uses
    const records = this.#uses.records.whole
    const emails = await records.findBy(Email, 'id', [id])
    const [email] = emails
    const ready = (await preparation.ready(emails, await preparation.bodies(emails), mailbox, { isTracked: false })).get(id)
    if (!email || !ready) return undefined
    const files = email.attachments.length > 0 ? await records.findBy(EmailFile, 'email_id', [id]) : []
    const answered = (await preparation.answered(emails)).get(email.reply_to_email_id ?? '') ?? null
    return await compose(email, { ...ready, files: files.toSorted((a, b) => a.position - b.position), answered })
  }
}
