import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Email, EmailFile } from '../emails/entity.ts'
import { EmailChanges, type EmailUpdate } from '../emails/changes.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { EmailEvents } from '../emails/events.ts'
import type { Ready } from './decorate.ts'
import { EXPIRES_MS } from './decide.ts'
import { cancelled, Judgement } from './judgement.ts'
import { Limits } from './limits.ts'
import { Preparation, type Prepared } from './preparation.ts'
import { Routes, type MailboxRoute } from './routes.ts'

/** A message may be in flight for so long; then nobody knows what became of it. */
export const LEASE_MS = 10 * 60_000
const WAIT_MS = 60_000
const MARKED = 500

/** A message that this process is about to send, with all that it is made of. */
export interface Claim extends MailboxRoute {
  readonly email: Email
  readonly token: string
  readonly ready: Ready
  readonly files: readonly EmailFile[]
  readonly answered: string | null
}

/** What one mailbox has to send now, and when to look again. */
export interface Claimed {
  readonly claims: readonly Claim[]
  /** Not before this time, unless there is more at once. */
  readonly pausedUntil: Date | null
}

interface Taking {
  readonly goesOn?: boolean
  readonly locked?: Mailbox | undefined
}

/** Begins to send messages of one mailbox, in a unit of work: who commits it is the only one who sends them. */
export class Claims {
  static readonly uses = {
    records: Records,
    ids: Ids,
    judgement: Judgement,
    changes: EmailChanges,
    preparation: Preparation,
    events: EmailEvents,
    limits: Limits,
    routes: Routes,
  }
  readonly #uses: Resolved<typeof Claims.uses>

  constructor(uses: Resolved<typeof Claims.uses>) {
    this.#uses = uses
  }

  /**
   * Claims at most `room` messages of the mailbox: those that may leave, after judging them once more. `goesOn`: this process has looked for
   * messages that were lost a moment ago; `locked`: the mailbox, where this unit of work has locked it already.
   */
  async take(mailbox_id: string, room: number, { goesOn = false, locked }: Taking = {}): Promise<Claimed> {
    const { records, limits, preparation, routes } = this.#uses
    const { now } = records.unit
    if (!goesOn) await this.#giveUpLost(mailbox_id)
    const mailbox = locked ?? (await records.findBy(Mailbox, 'id', [mailbox_id], { lock: true }))[0]
    if (!mailbox) return await this.#failAll(mailbox_id, 'no_mailbox', 'The mailbox was disconnected')
    if (mailbox.status === 'disabled') return await this.#wait(mailbox, 'mailbox', new Date(now.getTime() + WAIT_MS))
    if (mailbox.status === 'failing') {
      if (mailbox.failing_since && now.getTime() - mailbox.failing_since.getTime() > EXPIRES_MS) await this.#expire(mailbox)
      if (mailbox.retry_at && mailbox.retry_at > now) return await this.#wait(mailbox, 'mailbox', mailbox.retry_at)
    }
    const allowed = await limits.room(mailbox)
    if ('until' in allowed) return await this.#wait(mailbox, 'throttle', allowed.until)
    // One message tries whether a mailbox that has failed works again.
    const most = Math.min(room, allowed.room, mailbox.status === 'failing' && mailbox.failures > 0 ? 1 : room)
    const due = await this.#due(mailbox_id, most)
    if (due.length === 0) return { claims: [], pausedUntil: null }
    // Nearly all may leave, so that they are made ready meanwhile.
    const [free, prepared] = await Promise.all([this.#judged(due), preparation.of(due, mailbox)])
    if (free.length === 0) return { claims: [], pausedUntil: null }
    const route = await routes.of(mailbox)
    if (!route) return await this.#failAll(mailbox_id, 'no_mailbox', 'The mailbox has no server that sends')
    return { claims: await this.#begin(free, route, prepared), pausedUntil: null }
  }

  /** The next ones that are due, by their order in the mailbox; none that another process is about to send, and none of a suspended organization. */
  async #due(mailbox_id: string, most: number): Promise<readonly Email[]> {
    const { records } = this.#uses
    const codec = records.codec(Email)
    const values = [mailbox_id, codec.toColumn('due_at', records.unit.now), most]
    const rows = await records.whole.rows('e-mails of a mailbox that are due', values, (db, id, now, limit) => {
      const query = db
        .selectFrom(Email.table)
        .selectAll()
        .where('mailbox_id', '=', id)
        .where('due_at', '<=', now)
        .where('status', '=', 'queued')
        .where(ofWorkingOrganization(Email))
        .orderBy('rank')
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
      return records.dialect === 'postgresql' ? query.forUpdate().skipLocked() : query
    })
    return rows.map((row) => codec.fromRow(row))
  }

  /** Those that may still leave; the others are cancelled or wait. */
  async #judged(due: readonly Email[]): Promise<readonly Email[]> {
    const { records, judgement } = this.#uses
    const [reasons, waits] = await Promise.all([judgement.reasons(due), judgement.waits(due)])
    const again = new Date(records.unit.now.getTime() + WAIT_MS)
    const updates = due.flatMap((before): EmailUpdate[] => {
      const reason = reasons.get(before.id)
      if (reason !== undefined) return [{ before, changes: cancelled(reason) }]
      const what = waits.get(before.id)
      if (what === undefined) return []
      const { for: waiting_for, until: due_at } = typeof what === 'string' ? { for: what, until: again } : what
      return [{ before, changes: { due_at, waiting_for } }]
    })
    await this.#uses.changes.write(updates)
    return due.filter(({ id }) => !reasons.has(id) && !waits.has(id))
  }

  async #begin(free: readonly Email[], route: MailboxRoute, { bodies, ready }: Prepared): Promise<readonly Claim[]> {
    const { records, ids, preparation } = this.#uses
    const { now } = records.unit
    const token = ids.next()
    const missing = free.filter(({ id }) => !bodies.has(id))
    const due_at = new Date(now.getTime() + LEASE_MS)
    const begun = await this.#uses.changes.write([
      ...missing.map((before) => ({
        before,
        changes: {
          status: 'failed' as const,
          due_at: null,
          failed_at: now,
          error: { code: 'no_body', text: 'Nothing says what it is to say' },
        },
      })),
      ...free.flatMap((before): EmailUpdate[] => {
        const own = ready.get(before.id)
        if (!own) return []
        const counts = new Map(before.links.map(({ index, click_count }) => [index, click_count]))
        const links = own.links.map(({ index, url }) => ({ index, url, click_count: counts.get(index) ?? 0 }))
        return [{ before, changes: { status: 'sending', due_at, lease_token: token, begun_at: now, waiting_for: null, links } }]
      }),
    ])
    await this.#uses.events.failed(begun.filter(({ status }) => status === 'failed'))
    const parents = await preparation.answered(free)
    const files = Map.groupBy(await records.whole.findBy(EmailFile, 'email_id', withFiles(free)), ({ email_id }) => email_id)
    return begun.flatMap((email) => {
      const own = ready.get(email.id)
      if (!own) return []
      const some = (files.get(email.id) ?? []).toSorted((a, b) => a.position - b.position)
      return [{ ...route, email, token, ready: own, files: some, answered: parents.get(email.reply_to_email_id ?? '') ?? null }]
    })
  }

  /** Of messages whose lease has run out while they were in flight, nobody knows whether they have arrived. */
  async #giveUpLost(mailbox_id: string): Promise<void> {
    const { records, changes } = this.#uses
    const codec = records.codec(Email)
    const values = [mailbox_id, codec.toColumn('due_at', records.unit.now)]
    const rows = await records.whole.rows('e-mails of a mailbox that were lost', values, (db, id, now) => {
      const query = db.selectFrom(Email.table).selectAll().where('mailbox_id', '=', id).where('due_at', '<=', now)
      // Written out, so that the index of these is found.
      const sending = query.where(sql<SqlBool>`status = 'sending'`)
      return records.dialect === 'postgresql' ? sending.forUpdate().skipLocked() : sending
    })
    const error = { code: 'interrupted', text: 'The process that sent it ended before it knew what became of it' }
    await changes.write(
      rows.map((row) => ({
        before: codec.fromRow(row),
        changes: { status: 'uncertain', due_at: null, lease_token: null, error },
      })),
    )
  }

  /** Says of messages that are due what they wait for. */
  async #wait(mailbox: Mailbox, what: string, until: Date): Promise<Claimed> {
    const { records, changes } = this.#uses
    const codec = records.codec(Email)
    const unmarked = records.whole.db
      .selectFrom(Email.table)
      .select('id')
      .where('mailbox_id', '=', mailbox.id)
      .where('status', '=', 'queued')
      .where('due_at', '<=', codec.toColumn('due_at', records.unit.now))
      .where(sql<SqlBool>`(waiting_for is null or waiting_for <> ${what})`)
      .limit(MARKED)
    const rows = await unmarked.execute()
    const found = await records.whole.findBy(
      Email,
      'id',
      rows.map(({ id }) => id),
    )
    await changes.write(found.map((before) => ({ before, changes: { waiting_for: what } })))
    return { claims: [], pausedUntil: until }
  }

  async #expire(mailbox: Mailbox): Promise<void> {
    const { records } = this.#uses
    const codec = records.codec(Email)
    const before = new Date(records.unit.now.getTime() - EXPIRES_MS)
    await this.#fail(
      await records.whole.db
        .selectFrom(Email.table)
        .selectAll()
        .where('mailbox_id', '=', mailbox.id)
        .where('status', '=', 'queued')
        .where('due_at', 'is not', null)
        .where('scheduled_at', '<=', codec.toColumn('scheduled_at', before))
        .limit(MARKED)
        .execute(),
      'expired',
      'The mailbox has failed for three days',
    )
  }

  async #failAll(mailbox_id: string, code: string, text: string): Promise<Claimed> {
    const { records } = this.#uses
    const rows = await records.whole.db
      .selectFrom(Email.table)
      .selectAll()
      .where('mailbox_id', '=', mailbox_id)
      .where('status', '=', 'queued')
      .where('due_at', 'is not', null)
      .limit(MARKED)
      .execute()
    await this.#fail(rows, code, text)
    return { claims: [], pausedUntil: null }
  }

  async #fail(rows: readonly Readonly<Record<string, unknown>>[], code: string, text: string): Promise<void> {
    const { records, changes, events } = this.#uses
    const codec = records.codec(Email)
    const gone: Partial<Email> = { status: 'failed', due_at: null, waiting_for: null, failed_at: records.unit.now, error: { code, text } }
    const failed = await changes.write(rows.map((row) => ({ before: codec.fromRow(row), changes: gone })))
    await events.failed(failed)
  }
}

const withFiles = (emails: readonly Email[]) => emails.flatMap(({ id, attachments }) => (attachments.length > 0 ? [id] : []))
