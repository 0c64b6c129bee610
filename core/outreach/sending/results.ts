import type { Resolved } from '../../kernel/operation/operation.ts'
import type { MailOutcome } from '../../kernel/ports/mailer.ts'
import { project } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { EmailChanges, type EmailUpdate } from '../emails/changes.ts'
import { Email } from '../emails/entity.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { FailureNotices } from '../mailboxes/failure-notices.ts'
import { decide, failing, working } from './decide.ts'
import { EmailEvents } from '../emails/events.ts'

/** What came of a message that this process has sent. */
export interface Result {
  readonly email: Email
  readonly token: string
  readonly outcome: MailOutcome
}

/** What is left to do behind what came of messages. */
export interface Written {
  /** The mailboxes that were locked, but for those that were changed. */
  readonly mailboxes: ReadonlyMap<string, Mailbox>
  readonly tell: () => Promise<void>
}

/** Stores what came of messages of one organization, with their events, in a unit of work. */
export class Results {
  static readonly uses = { records: Records, changes: EmailChanges, events: EmailEvents, notices: FailureNotices }
  readonly #uses: Resolved<typeof Results.uses>

  constructor(uses: Resolved<typeof Results.uses>) {
    this.#uses = uses
  }

  /** Stores them with their events; a message whose lease is over counts only where it is known to have arrived. */
  async store(results: readonly Result[]): Promise<void> {
    const { tell } = await this.write(results)
    await tell()
  }

  /** The same without the events, which `tell` writes: in the same unit of work, beside what goes on with the mailboxes. */
  async write(results: readonly Result[]): Promise<Written> {
    const { records, changes, events } = this.#uses
    const { now } = records.unit
    const boxes = new Set(results.flatMap(({ email }) => email.mailbox_id ?? []))
    // Mailboxes first, as those who claim do.
    const ids = results.map(({ email }) => email.id)
    const [mailboxes, found, addressed] = await Promise.all([
      records.findBy(Mailbox, 'id', boxes, { lock: true }),
      records.whole.findBy(Email, 'id', ids, { lock: true }),
      events.addressed(ids),
    ])
    const held = new Map(found.map((each) => [each.id, each]))
    const faults = new Map<string, string>()
    const fine = new Set<string>()
    const updates = results.flatMap(({ email, token, outcome }): EmailUpdate[] => {
      const before = held.get(email.id)
      if (!before) return []
      const isOurs = before.status === 'sending' && before.lease_token === token
      if (!isOurs && !(before.status === 'uncertain' && outcome.kind === 'accepted')) return []
      const { changes: decided, mailboxFails } = decide(before, outcome, now)
      if (mailboxFails !== undefined) faults.set(email.mailbox_id ?? '', mailboxFails)
      else if (outcome.kind !== 'broken') fine.add(email.mailbox_id ?? '')
      return [{ before, changes: decided }]
    })
    const after = await changes.write(updates)
    const changed = await this.#tellOf(mailboxes, faults, fine)
    return {
      mailboxes: new Map(mailboxes.flatMap((each) => (changed.has(each.id) ? [] : [[each.id, each] as const]))),
      async tell() {
        await events.sent(
          after.filter(({ status }) => status === 'sent'),
          addressed,
        )
        await events.failed(after.filter(({ status }) => status === 'failed' || status === 'bounced'))
      },
    }
  }

  async #tellOf(mailboxes: readonly Mailbox[], faults: ReadonlyMap<string, string>, fine: ReadonlySet<string>) {
    const { records, notices } = this.#uses
    const { now } = records.unit
    const updates = mailboxes.flatMap((before) => {
      const fault = faults.get(before.id)
      if (fault !== undefined && before.status !== 'disabled') return [{ before, changes: failing(before, fault, now) }]
      // One that only cannot be read stays failing until it can.
      return before.status === 'failing' && before.failures > 0 && fine.has(before.id) ? [{ before, changes: working }] : []
    })
    // What the engine finds out raises no version: who edits the mailbox meanwhile is not refused.
    for (const { before, changes } of updates) await project(records, Mailbox, { where: { id: before.id }, set: changes })
    const failed = updates.filter(({ before, changes }) => before.status === 'connected' && changes.status === 'failing')
    await notices.tell(
      failed.map(({ before: mailbox, changes }) => ({ mailbox, error: changes.last_error ?? null })),
      'send',
    )
    return new Set(updates.map(({ before }) => before.id))
  }
}
