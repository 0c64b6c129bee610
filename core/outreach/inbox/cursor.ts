import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { project } from '../../kernel/storage/records/project.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { FailureNotices } from '../mailboxes/failure-notices.ts'
import { MailboxSync, MailFolder, MailLeftover } from './entity.ts'
import { type Arrived, IncomingMail } from './incoming.ts'

/** The first reading of a folder goes back so far. */
const FIRST_DAYS_MS = 30 * 86_400_000
/** While a process holds a mailbox; each part that it stores renews this. */
export const LEASE_MS = 5 * 60_000
const RAW_KEPT = 64_000
/** So often in a row a server may not answer before its mailbox counts as failing. */
const MOST_FAILURES = 3

/** What of a folder is stored together, in the transaction that moves its cursor. */
export interface Part {
  readonly folder: MailFolder
  readonly messages: readonly { readonly uid: number; readonly raw: Uint8Array; readonly arrived: Arrived }[]
  /** What became of all UIDs below is known now. */
  readonly next_uid: number
  /** UIDs that the server lists but never gives. */
  readonly lost: readonly number[]
  readonly isLast: boolean
  /** The server has left out the message at `next_uid`. */
  readonly isStuck?: boolean
}

/** Why a mailbox could not be read. */
export interface ReadError {
  readonly text: string
  /** The sign-in was refused: it is not going to pass by itself. */
  readonly isRefused: boolean
}

/** Who reads a mailbox. */
export interface Held {
  readonly mailbox_id: string
  readonly token: string
  /** When it was due: who asks for it meanwhile sets a later time. */
  readonly due_at: Date
}

/** Takes mailboxes to read, and stores how far they were read, in units of work. */
export class MailboxCursor {
  static readonly uses = { records: Records, ids: Ids, incoming: IncomingMail, notices: FailureNotices }
  readonly #uses: Resolved<typeof MailboxCursor.uses>

  constructor(uses: Resolved<typeof MailboxCursor.uses>) {
    this.#uses = uses
  }

  /** Takes a mailbox that is due and that nobody reads; undefined where another process was first. */
  async take(mailbox_id: string): Promise<{ readonly mailbox: Mailbox; readonly sync: MailboxSync } | undefined> {
    const { records, ids } = this.#uses
    const { now, actor } = records.unit
    const [mailbox] = await records.findBy(Mailbox, 'id', [mailbox_id], { lock: true })
    if (!mailbox || mailbox.imap === null || mailbox.status === 'disabled') return undefined
    const [known] = await records.findBy(MailboxSync, 'mailbox_id', [mailbox_id], { lock: true })
    if (known && (known.due_at > now || (known.lease_until !== null && known.lease_until > now))) return undefined
    const lease = { lease_token: ids.next(), lease_until: new Date(now.getTime() + LEASE_MS) }
    if (known) {
      await records.update(MailboxSync, [{ before: known, changes: lease }])
      return { mailbox, sync: { ...known, ...lease } }
    }
    const sync = {
      id: ids.next(),
      user_from: actor.organization,
      mailbox_id,
      due_at: now,
      ...lease,
      connected_at: now,
      failures: 0,
      copied_until: null,
    }
    await records.insert(MailboxSync, [sync])
    return { mailbox, sync }
  }

  /** Asks for a mailbox to be read now, or at a time to come unless it is due sooner. Throws `not_found`, and `conflict` for one that is not read. */
  async ask(mailbox_id: string, notBefore?: Date): Promise<{ readonly due_at: Date; readonly last_sync_at: Date | null }> {
    const { records, ids } = this.#uses
    const { now, actor } = records.unit
    const [mailbox] = await records.findBy(Mailbox, 'id', [mailbox_id])
    if (!mailbox) throw new CrmError('not_found', `No mailbox has the id ${mailbox_id}`)
    if (mailbox.imap === null) throw new CrmError('conflict', 'This mailbox is not read: give it an `imap` server first')
    if (mailbox.status === 'disabled') throw new CrmError('conflict', 'This mailbox is disabled: set its status to `connected` first')
    const [known] = await records.findBy(MailboxSync, 'mailbox_id', [mailbox_id], { lock: true })
    const wanted = notBefore && notBefore > now ? notBefore : now
    // One that is due stays so; while it is read, it is asked for once more.
    const isSooner = known && notBefore && known.due_at < wanted && (known.due_at > now || known.lease_token === null)
    const due_at = isSooner ? known.due_at : wanted
    if (known) await records.update(MailboxSync, [{ before: known, changes: { due_at } }])
    else
      await records.insert(MailboxSync, [
        {
          id: ids.next(),
          user_from: actor.organization,
          mailbox_id,
          due_at,
          lease_token: null,
          lease_until: null,
          connected_at: now,
          failures: 0,
          copied_until: null,
        },
      ])
    return { due_at, last_sync_at: mailbox.last_sync_at }
  }

  /** The cursor of a folder; a new one, and one whose UIDs mean something else now, begins 30 days ago. */
  async folder({ mailbox_id, token }: Held, name: string, uid_validity: string): Promise<MailFolder> {
    await this.#hold(mailbox_id, token)
    const { records, ids } = this.#uses
    const { now, actor } = records.unit
    const known = (await records.findBy(MailFolder, 'mailbox_id', [mailbox_id])).find((each) => each.name === name)
    if (known?.uid_validity === uid_validity) return known
    const begun = { uid_validity, next_uid: '1', reading_since: new Date(now.getTime() - FIRST_DAYS_MS), stuck: 0 }
    if (known) {
      await records.update(MailFolder, [{ before: known, changes: begun }])
      await this.#forgetLeftovers(mailbox_id, name)
      return { ...known, ...begun }
    }
    const made = { id: ids.next(), user_from: actor.organization, mailbox_id, name, ...begun }
    await records.insert(MailFolder, [made])
    return made
  }

  // Their UIDs mean nothing any more; what is still left over is found again.
  async #forgetLeftovers(mailbox_id: string, folder: string): Promise<void> {
    const { records } = this.#uses
    const rows = await records.columns(MailLeftover, ['id'], (query) =>
      query.where('mailbox_id', '=', mailbox_id).where('folder', '=', folder),
    )
    await records.remove(
      MailLeftover,
      rows.map(({ id }) => id),
    )
  }

  /** Stores a part of a folder, and that it was read up to there. Throws where another process has taken the mailbox meanwhile. */
  async store(held: Held, mailbox: Mailbox, { folder, messages, next_uid, lost, isLast, isStuck = false }: Part): Promise<MailFolder> {
    const { records, incoming, ids } = this.#uses
    const { actor, now } = records.unit
    const sync = await this.#hold(held.mailbox_id, held.token)
    const [before] = await records.findBy(MailFolder, 'id', [folder.id], { lock: true })
    if (!before || before.uid_validity !== folder.uid_validity) throw new CrmError('conflict', 'The folder is read by another process')
    // What a part has stored that was told to have failed is not stored twice.
    const fresh = messages.filter(({ uid }) => uid >= Number(before.next_uid))
    const fates = await incoming.store(
      fresh.map(({ arrived }) => arrived),
      { mailbox, connectedAt: sync.connected_at },
    )
    const left = (uid: number, kind: 'unreadable' | 'unmatched', note: string, raw: Uint8Array | null) => ({
      id: ids.next(),
      user_from: actor.organization,
      mailbox_id: mailbox.id,
      folder: folder.name,
      uid: String(uid),
      kind,
      note,
      raw: raw && Buffer.from(raw.subarray(0, RAW_KEPT)).toString('base64'),
      created_at: now,
    })
    const unmatched = fresh.flatMap(({ uid, raw }, at) =>
      fates[at] === 'unmatched' ? [left(uid, 'unmatched', 'A report on no message that is known', raw)] : [],
    )
    const unread = lost.map((uid) => left(uid, 'unreadable', 'The server lists it and does not give it', null))
    await this.#keep([...unmatched, ...unread])
    const changes = {
      next_uid: String(Math.max(Number(before.next_uid), next_uid)),
      stuck: isStuck ? before.stuck + 1 : 0,
      ...(isLast && { reading_since: null }),
    }
    await records.update(MailFolder, [{ before, changes }])
    return { ...before, ...changes }
  }

  /** Keeps a message that cannot be stored, and goes on after it. */
  async skip(
    held: Held,
    mailbox: Mailbox,
    folder: MailFolder,
    { uid, raw }: { readonly uid: number; readonly raw: Uint8Array },
    note: string,
  ): Promise<MailFolder> {
    const { records, ids } = this.#uses
    await this.#hold(held.mailbox_id, held.token)
    const { actor, now } = records.unit
    await this.#keep([
      {
        id: ids.next(),
        user_from: actor.organization,
        mailbox_id: mailbox.id,
        folder: folder.name,
        uid: String(uid),
        kind: 'unreadable',
        note: note.slice(0, 500),
        raw: Buffer.from(raw.subarray(0, RAW_KEPT)).toString('base64'),
        created_at: now,
      },
    ])
    const [before = folder] = await records.findBy(MailFolder, 'id', [folder.id], { lock: true })
    const changes = { next_uid: String(uid + 1), stuck: 0 }
    await records.update(MailFolder, [{ before, changes }])
    return { ...before, ...changes }
  }

  /** Gives a mailbox back: all that was there at `readAt` was read, or only a part of it, or it could not be. */
  async release(
    { mailbox_id, token, due_at: taken }: Held,
    outcome: { readonly due_at: Date; readonly readAt?: Date; readonly error?: ReadError },
  ): Promise<void> {
    const { records } = this.#uses
    // The mailbox first, as those do who take it and who send by it.
    const [mailbox] = await records.findBy(Mailbox, 'id', [mailbox_id], { lock: true })
    const [before] = await records.findBy(MailboxSync, 'mailbox_id', [mailbox_id], { lock: true })
    if (before?.lease_token !== token) return
    const isAsked = before.due_at > taken
    await records.update(MailboxSync, [
      {
        before,
        changes: {
          lease_token: null,
          lease_until: null,
          due_at: isAsked ? before.due_at : outcome.due_at,
          failures: outcome.error === undefined ? 0 : before.failures + 1,
        },
      },
    ])
    if (!mailbox) return
    const { error, readAt } = outcome
    if (error === undefined) {
      // Where it fails to send, it stays so until it sends again.
      const again = mailbox.status === 'failing' && mailbox.failures === 0 ? { status: 'connected' as const, last_error: null } : {}
      const set = { ...(readAt && { last_sync_at: readAt }), ...again }
      if (Object.keys(set).length > 0) await project(records, Mailbox, { where: { id: mailbox.id }, set })
      return
    }
    const last_error = error.text.slice(0, 500)
    const isLasting = error.isRefused || before.failures + 1 >= MOST_FAILURES
    const status = isLasting && mailbox.status === 'connected' ? ('failing' as const) : mailbox.status
    await project(records, Mailbox, { where: { id: mailbox.id }, set: { last_error, status } })
    if (status !== mailbox.status) await this.#uses.notices.tell([{ mailbox, error: last_error }], 'read')
  }

  /** Notes until when copies of what was sent are where they belong. */
  async copied(held: Held, copied_until: Date): Promise<void> {
    const before = await this.#hold(held.mailbox_id, held.token)
    await this.#uses.records.update(MailboxSync, [{ before, changes: { copied_until } }])
  }

  async #keep(rows: readonly MailLeftover[]): Promise<void> {
    if (rows.length === 0) return
    const { records } = this.#uses
    const known = new Set(
      // Without what they say, which is long.
      (
        await records.columns(MailLeftover, ['folder', 'uid', 'kind'], (query) =>
          query
            .where(
              records.anyOf(
                MailLeftover,
                'mailbox_id',
                rows.map(({ mailbox_id }) => mailbox_id),
              ),
            )
            .where(
              'uid',
              'in',
              rows.map(({ uid }) => uid),
            ),
        )
      ).map(placeOf),
    )
    await records.insert(
      MailLeftover,
      rows.filter((row) => !known.has(placeOf(row))),
    )
  }

  async #hold(mailbox_id: string, token: string): Promise<MailboxSync> {
    const { records } = this.#uses
    const [before] = await records.findBy(MailboxSync, 'mailbox_id', [mailbox_id], { lock: true })
    if (before?.lease_token !== token) throw new CrmError('conflict', 'Another process has taken this mailbox')
    await records.update(MailboxSync, [{ before, changes: { lease_until: new Date(records.unit.now.getTime() + LEASE_MS) } }])
    return before
  }
}

const placeOf = ({ folder, uid, kind }: Pick<MailLeftover, 'folder' | 'uid' | 'kind'>) => JSON.stringify([folder, uid, kind])
