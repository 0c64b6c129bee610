import { EmailChanges } from '../../../core/outreach/emails/changes.ts'
import { Email, EmailContact } from '../../../core/outreach/emails/entity.ts'
import { Outbox } from '../../../core/outreach/emails/outbox.ts'
import { returnPathOf } from '../../../core/outreach/links/return-path.ts'
import { OutreachSecrets } from '../../../core/outreach/secrets/outreach-secrets.ts'
import { MailboxCursor } from '../../../core/outreach/inbox/cursor.ts'
import { EmailReport, MailboxSync, MailLeftover } from '../../../core/outreach/inbox/entity.ts'
import { Records } from '../../../core/kernel/storage/records/records.ts'
import { TestClock } from '../../support/clock.ts'
import type { Open, Opened } from '../../support/storages.ts'
import { inUnit } from '../in-unit.ts'
import { letter } from '../reading/letters.ts'
import { FakeInbox } from './fake-inbox.ts'

const { run, options } = inUnit({
  outbox: Outbox,
  changes: EmailChanges,
  records: Records,
  secrets: OutreachSecrets,
  cursor: MailboxCursor,
})

/** An engine with a mailbox that is read, and a contact to whom messages were sent. */
export class PostOffice {
  readonly opened: Opened
  readonly inbox: FakeInbox
  readonly mailbox: string
  #count = 0

  private constructor(opened: Opened, inbox: FakeInbox, mailbox: string) {
    this.opened = opened
    this.inbox = inbox
    this.mailbox = mailbox
  }

  static async open(open: Open): Promise<PostOffice> {
    const inbox = new FakeInbox()
    const opened = await open({ ports: [inbox], clock: new TestClock('2026-11-24T12:00:00Z'), ...options })
    const mailbox = await PostOffice.connect(opened, 'ada@ours.example')
    inbox.folder('ada@ours.example', 'INBOX')
    inbox.folder('ada@ours.example', 'Sent')
    const office = new PostOffice(opened, inbox, mailbox)
    // What comes after the first reading makes events.
    await office.read()
    return office
  }

  static async connect({ api }: Opened, address: string): Promise<string> {
    const server = { host: 'mail.ours.example', user: address, password: 'x' }
    return (await api.mailboxes.create({ address, smtp: server, imap: server })).id
  }

  /** Makes a contact. */
  async contact(email: string): Promise<string> {
    return (await this.opened.api.contacts.create({ email, first_name: 'Kim' })).id
  }

  /** A message of the engine that was sent to these addresses; its contact is the first that is known. */
  async sent(contact_id: string | null, to: readonly string[], changes: Partial<Email> = {}): Promise<Email> {
    this.#count += 1
    const key = `test ${this.#count}`
    return await run(this.opened.engine, async ({ outbox, changes: writer, records }) => {
      const draft = {
        key,
        purpose: 'personal',
        contact_id,
        to,
        subject: 'Tuesday',
        html: null,
        text: 'Hello',
        mailbox_id: this.mailbox,
        owner: 'ada@acme.test',
        track: false,
        unsubscribe_link: 'no',
        due: records.unit.now,
      } as const
      await outbox.queue([draft])
      const found = await records.findBy(Email, 'key', [key])
      const recipients = to.map((address) => ({ address, status: 'sent' as const, code: null, text: null }))
      const [email] = await writer.write(
        found.map((before) => ({
          before,
          changes: { status: 'sent', sent_at: records.unit.now, begun_at: records.unit.now, due_at: null, recipients, ...changes },
        })),
      )
      if (!email) throw new Error('Nothing was sent')
      const links = await records.findBy(EmailContact, 'email_id', [email.id])
      await records.update(
        EmailContact,
        links.map((before) => ({ before, changes: { sent_at: email.sent_at } })),
      )
      return email
    })
  }

  /** The token that stands in the return path of a message. */
  async returnToken(email: string): Promise<string> {
    return await run(this.opened.engine, async ({ secrets, records }) =>
      returnPathOf('{token}', await secrets.of('links'), records.unit.actor.organization, email),
    )
  }

  /** Puts a message into a folder of a mailbox. */
  put(raw: Buffer, folder = 'INBOX', user = 'ada@ours.example'): number {
    return this.inbox.put(user, folder, raw, this.opened.clock.now())
  }

  /** An answer to a message of ours. */
  answer(email: Email, headers: Readonly<Record<string, string>> = {}, body = 'Yes.\n\n> Tuesday?'): Buffer {
    this.#count += 1
    return letter(body, {
      'Message-ID': `<answer-${this.#count}@theirs.example>`,
      'In-Reply-To': email.message_id ?? '',
      Date: this.opened.clock.now().toUTCString(),
      ...headers,
    })
  }

  /** Has all mailboxes read. */
  async read(): Promise<void> {
    this.opened.clock.advance('11 minutes')
    await this.opened.engine.tick()
  }

  /** When the mailbox is read again. */
  async due(): Promise<Date | undefined> {
    return await run(
      this.opened.engine,
      async ({ records }) => (await records.findBy(MailboxSync, 'mailbox_id', [this.mailbox]))[0]?.due_at,
    )
  }

  /** Asks for the mailbox to be read, now or not before a time. */
  async ask(notBefore?: Date): Promise<void> {
    await run(this.opened.engine, async ({ cursor }) => await cursor.ask(this.mailbox, notBefore))
  }

  async emails(): Promise<readonly Email[]> {
    return await run(this.opened.engine, async ({ records }) =>
      (await records.db.selectFrom('emails').selectAll().orderBy('id').execute()).map((row) => records.codec(Email).fromRow(row)),
    )
  }
  async email(id: string): Promise<Email | undefined> {
    return (await this.emails()).find((each) => each.id === id)
  }
  async leftovers(): Promise<readonly MailLeftover[]> {
    return await run(this.opened.engine, async ({ records }) =>
      (await records.db.selectFrom('mail_leftovers').selectAll().orderBy('id').execute()).map((row) =>
        records.codec(MailLeftover).fromRow(row),
      ),
    )
  }
  async reports(): Promise<readonly EmailReport[]> {
    return await run(this.opened.engine, async ({ records }) =>
      (await records.db.selectFrom('email_reports').selectAll().orderBy('id').execute()).map((row) =>
        records.codec(EmailReport).fromRow(row),
      ),
    )
  }
  async suppressed(): Promise<readonly (readonly [string | null, string])[]> {
    return (await this.opened.api.suppressions.list({})).suppressions.map(({ value, kind }) => [value, kind] as const)
  }
  /** Types of the events of a contact that are about messages. */
  async told(contact: string): Promise<readonly string[]> {
    const { events } = await this.opened.api.events.list({ limit: 200 })
    return events
      .filter(({ entity_id }) => entity_id === contact)
      .map(({ type }) => type)
      .filter((type) => /email|repl|unsub/.test(type))
      .toSorted()
  }
}
