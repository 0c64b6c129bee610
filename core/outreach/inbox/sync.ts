import type { Resolved } from '../../kernel/operation/operation.ts'
import { type FolderStand, Inbox, InboxError, type InboxFolder, type InboxSession, type RawMail } from '../../kernel/ports/inbox.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import type { Actor } from '../../kernel/operation/actor.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { type ReadMessage, readMessage } from '../reading/read.ts'
import { type Held, MailboxCursor } from './cursor.ts'
import type { Arrived } from './incoming.ts'
import type { MailFolder } from './entity.ts'

/** Messages that are asked for at once, few enough that a transaction takes milliseconds. */
const BATCH = 20
/** Bytes of messages that are in memory at once, unless a single one is larger. */
const BATCH_BYTES = 25_000_000
/** Larger messages are read in a thread. */
const THREAD_BYTES = 200_000
/** So long one mailbox is read before it is the turn of others. */
const TURN_MS = 60_000
/** So often a server may leave out a message before it counts as lost. */
const MOST_STUCK = 5

/** Reads a mailbox: each message once, whatever happens in between. */
export class MailboxReader {
  static readonly uses = { units: Units, inbox: Inbox, threads: Threads, logger: Logger, clock: Clock }
  readonly #uses: Resolved<typeof MailboxReader.uses>

  constructor(uses: Resolved<typeof MailboxReader.uses>) {
    this.#uses = uses
  }

  /**
   * Reads what is new, for as long as others wait for at most; false where there is more. Rejects with an `InboxError`, or where another process has
   * taken the mailbox.
   */
  async read(session: InboxSession, actor: Actor, mailbox: Mailbox, held: Held): Promise<boolean> {
    const until = new Date(this.#uses.clock.now().getTime() + TURN_MS)
    for (const { name } of foldersToRead(await session.folders(), mailbox.imap?.folders ?? [])) {
      const stand = await session.open(name)
      const folder = await this.#uses.units.write(
        actor,
        async (resolve) => await resolve(MailboxCursor).folder(held, name, stand.uidValidity),
      )
      if (!(await this.#readFolder(session, actor, { mailbox, held, folder, stand, until }))) return false
    }
    return true
  }

  async #readFolder(session: InboxSession, actor: Actor, given: Reading): Promise<boolean> {
    const { mailbox, held, stand, until } = given
    let { folder } = given
    const from = Number(folder.next_uid)
    const isFirst = folder.reading_since !== null
    if (!isFirst && stand.uidNext > 0 && stand.uidNext <= from) return true
    const since = folder.reading_since
    const uids = Uint32Array.from((await session.search(since ? { from, since } : { from })).filter((uid) => uid >= from)).toSorted()
    for (let at = 0; at < uids.length;) {
      if (at > 0 && this.#uses.clock.now() >= until) return false
      const { wanted, found } = await this.#fetch(session, [...uids.subarray(at, at + BATCH)])
      at += wanted.length
      const left = wanted.filter((uid) => !found.has(uid))
      // What the server leaves out is gone only if a search says so.
      const still = left.length === 0 ? [] : (await session.search({ from: left[0] ?? 1 })).filter((uid) => left.includes(uid))
      const [stuckAt] = still
      const isLost = stuckAt !== undefined && folder.stuck + 1 >= MOST_STUCK
      const end = stuckAt !== undefined && !isLost ? stuckAt : (wanted.at(-1) ?? 0) + 1
      const some = [...found.values()].filter(({ uid }) => uid < end)
      folder = await this.#store(actor, { mailbox, held, folder }, some, {
        next_uid: end,
        lost: isLost ? still : [],
        isLast: false,
        isStuck: stuckAt !== undefined && !isLost,
      })
      if (stuckAt !== undefined && !isLost) throw new InboxError('connection', 'The server leaves out a message that it lists')
    }
    // What came since the folder was opened is read the next time.
    await this.#store(actor, { mailbox, held, folder }, [], {
      next_uid: Math.max(stand.uidNext, Number(folder.next_uid)),
      lost: [],
      isLast: true,
    })
    return true
  }

  /** The first of these messages, as many as are in memory at once, in their order; `wanted` are those that were asked for. */
  async #fetch(session: InboxSession, uids: readonly number[]): Promise<Fetched> {
    const given = new Map((await session.fetch(uids)).map((each) => [each.uid, each]))
    const found = new Map<number, RawMail>()
    let bytes = 0
    for (const [at, uid] of uids.entries()) {
      if (bytes >= BATCH_BYTES) return { wanted: uids.slice(0, at), found }
      const mail = given.get(uid) ?? (await session.fetch([uid])).find((each) => each.uid === uid)
      if (!mail) continue
      found.set(uid, mail)
      bytes += mail.raw.byteLength
    }
    return { wanted: uids, found }
  }

  async #store(actor: Actor, { mailbox, held, folder }: Storing, some: readonly RawMail[], part: Ending): Promise<MailFolder> {
    const messages = await Promise.all(
      some.map(async ({ uid, raw, at, isDraft = false }) => ({ uid, raw, arrived: { read: await this.#parse(raw), at, isDraft } })),
    )
    try {
      return await this.#uses.units.write(
        actor,
        async (resolve) => await resolve(MailboxCursor).store(held, mailbox, { folder, messages, ...part }),
      )
    } catch (error) {
      if (messages.length === 0) throw error
      return await this.#oneByOne(actor, { mailbox, held, folder }, messages, part)
    }
  }

  /** One message after the other, so that the one that cannot be stored holds up no other. */
  async #oneByOne(actor: Actor, { mailbox, held, folder: first }: Storing, messages: readonly Parsed[], part: Ending): Promise<MailFolder> {
    let folder = first
    for (const message of messages) {
      const alone = { folder, messages: [message], next_uid: message.uid + 1, lost: [], isLast: false }
      folder = await this.#uses.units
        .write(actor, async (resolve) => await resolve(MailboxCursor).store(held, mailbox, alone))
        .catch(async (error: unknown) => {
          this.#uses.logger.warn('A message cannot be stored', { mailbox: mailbox.id, folder: folder.name, uid: message.uid, error })
          const note = error instanceof Error ? error.message : 'It cannot be stored'
          return await this.#uses.units.write(
            actor,
            async (resolve) => await resolve(MailboxCursor).skip(held, mailbox, folder, message, note),
          )
        })
    }
    return await this.#uses.units.write(
      actor,
      async (resolve) => await resolve(MailboxCursor).store(held, mailbox, { folder, messages: [], ...part }),
    )
  }

  /** In a thread where it could hold up other calls; what is too much even there is stored by its headers alone. */
  async #parse(raw: Uint8Array): Promise<ReadMessage> {
    if (raw.byteLength < THREAD_BYTES) return readMessage(raw)
    try {
      // The thread answers what `readMessage` makes.
      for await (const read of this.#uses.threads.run('readMessage', raw)) return read as ReadMessage
    } catch (error) {
      if (!(error instanceof ThreadLimit)) throw error
    }
    return readMessage(raw.subarray(0, THREAD_BYTES / 4))
  }
}

interface Fetched {
  readonly wanted: readonly number[]
  readonly found: ReadonlyMap<number, RawMail>
}
interface Reading extends Storing {
  readonly stand: FolderStand
  readonly until: Date
}
interface Storing {
  readonly mailbox: Mailbox
  readonly held: Held
  readonly folder: MailFolder
}
interface Ending {
  readonly next_uid: number
  readonly lost: readonly number[]
  readonly isLast: boolean
  readonly isStuck?: boolean
}
interface Parsed {
  readonly uid: number
  readonly raw: Uint8Array
  readonly arrived: Arrived
}

/** Those that were named; else the one that holds everything, else the inbox and the sent ones. */
export function foldersToRead(all: readonly InboxFolder[], named: readonly string[]): readonly InboxFolder[] {
  if (named.length > 0) return all.filter(({ name }) => named.includes(name))
  const whole = all.filter(({ role }) => role === 'all')
  return whole.length > 0 ? whole.slice(0, 1) : all.filter(({ role }) => role === 'inbox' || role === 'sent')
}

/** The folder whose news are waited for. */
export function watchedFolder(all: readonly InboxFolder[], named: readonly string[]): InboxFolder | undefined {
  const read = foldersToRead(all, named)
  return read.find(({ role }) => role === 'inbox') ?? read[0]
}
