import { Records } from 'rapport-crm'
import { v7 } from 'uuid'
import { EmailChanges } from '../../../core/outreach/emails/changes.ts'
import { Email } from '../../../core/outreach/emails/entity.ts'
import { Unsubscriber } from '../../../core/outreach/unsubscribes/unsubscriber.ts'
import type { Open, Opened } from '../../support/storages.ts'
import { FakeMailer } from '../fake-mailer.ts'
import { FakeInbox } from '../inbox/fake-inbox.ts'
import { inUnit } from '../in-unit.ts'
import { letter } from '../reading/letters.ts'

type Opening = Parameters<Open>[0]
const unit = inUnit({ records: Records, changes: EmailChanges, unsubscriber: Unsubscriber })

/** An engine that sends by a mailbox which it reads, and a contact in a sequence. */
export class SequenceLab {
  readonly opened: Opened
  readonly mailer: FakeMailer
  readonly inbox: FakeInbox
  readonly mailbox: string

  private constructor(opened: Opened, mailer: FakeMailer, inbox: FakeInbox, mailbox: string) {
    this.opened = opened
    this.mailer = mailer
    this.inbox = inbox
    this.mailbox = mailbox
  }

  static async open(open: Open, { ports = [], ...options }: NonNullable<Opening> = {}): Promise<SequenceLab> {
    const mailer = new FakeMailer()
    const inbox = new FakeInbox()
    const opened = await open({ ...unit.options, ...options, ports: [mailer, inbox, ...ports] })
    const server = { host: 'mail.ours.example', user: 'ada@ours.example', password: 'x' }
    const { id } = await opened.api.mailboxes.create({ address: 'ada@ours.example', smtp: server, imap: server, is_default: true })
    inbox.folder('ada@ours.example', 'INBOX')
    inbox.folder('ada@ours.example', 'Sent')
    return new SequenceLab(opened, mailer, inbox, id)
  }

  get api() {
    return this.opened.api
  }

  /** An active sequence of these steps. */
  async sequence(steps: readonly object[], more: object = {}): Promise<string> {
    const { id } = await this.api.sequences.create({ name: 'Outreach', steps: steps as never[], ...more })
    await this.api.sequences.activate({ id })
    return id
  }

  /** A contact, enrolled; answers the ids of both. */
  async enrolled(id: string, email: string, more: object = {}) {
    const contact = await this.api.contacts.create({ email, first_name: 'Kim', ...more })
    const { results } = await this.api.sequences.enroll({ id, ids: [contact.id] })
    return { contact: contact.id, enrollment: results[0]?.enrollment_id ?? '' }
  }

  /** Has the engine do what is due. */
  async work(times = 4): Promise<void> {
    for (let round = 0; round < times; round += 1) await this.opened.engine.tick()
  }

  async after(span: Parameters<Opened['clock']['advance']>[0]): Promise<void> {
    this.opened.clock.advance(span)
    await this.work()
  }

  async emails(): Promise<readonly Email[]> {
    return await unit.run(this.opened.engine, async ({ records }) =>
      (await records.db.selectFrom('emails').selectAll().where('direction', '=', 'out').orderBy('id').execute()).map((row) =>
        records.codec(Email).fromRow(row),
      ),
    )
  }

  /** State and reason of each enrollment of a sequence, the oldest first. */
  async states(id: string): Promise<readonly string[]> {
    const { enrollments } = await this.api.sequences.enrollments({ id, limit: 100 })
    return enrollments.toReversed().map(({ status, reason }) => (reason === null || reason === status ? status : `${status}: ${reason}`))
  }

  /** Puts an answer to a message into the mailbox; nobody has read it yet. */
  answer(email: Email, from: string): void {
    const headers = { From: from, 'Message-ID': `<${v7()}@theirs.example>`, 'In-Reply-To': email.message_id ?? '' }
    const now = this.opened.clock.now()
    this.inbox.put('ada@ours.example', 'INBOX', letter('No, thank you.', { ...headers, Date: now.toUTCString() }), now)
  }

  /** Has something done within a unit of work. */
  async within<T>(body: Parameters<typeof unit.run<T>>[1]): Promise<T> {
    return await unit.run(this.opened.engine, body)
  }
}
