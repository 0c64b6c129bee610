import { sql, type SqlBool } from 'kysely'
import { Bus } from '../../kernel/events/bus.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { type Actor, scopes } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Inbox, InboxError, type InboxSession } from '../../kernel/ports/inbox.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { AccountOpener } from '../mailboxes/account.ts'
import { MailboxCursor } from './cursor.ts'
import { MailboxSync } from './entity.ts'
import { OwnCopies } from './own-copies.ts'
import { MailboxReader, watchedFolder } from './sync.ts'

const MINUTE_MS = 60_000
/** Mailboxes are read so often in any case: what tells of news may fall silent without a word. */
const POLL_MS = 10 * MINUTE_MS
/** However often its server tells of news, a mailbox is read once in this time. */
const NEWS_APART_MS = 5_000
const LONGEST_PAUSE_MS = 30 * MINUTE_MS
/** Mailboxes that one process reads at once. */
const AT_ONCE = 4

type Due = Pick<Mailbox, 'id' | 'user_from'>
type Taken = NonNullable<Awaited<ReturnType<MailboxCursor['take']>>>

const own = (name: string) => sql.ref(`${MailboxSync.table}.${name}`)
// One without a row of its own was never read; databases sort what is not there at either end.
const NEVER_READ = new Date(0)

/** Reads the mailboxes that are due, each by one process at a time, and keeps connections that tell of news. */
export class InboxLoop implements BackgroundLoop {
  static readonly uses = {
    database: Database,
    units: Units,
    inbox: Inbox,
    reader: MailboxReader,
    copies: OwnCopies,
    logger: Logger,
    clock: Clock,
    bus: Bus,
  }
  readonly watches = [Mailbox, MailboxSync]
  readonly #uses: Resolved<typeof InboxLoop.uses>
  readonly #watched = new Map<string, InboxSession>()
  /** Mailboxes that this process reads. */
  readonly #reading = new Map<string, Promise<void>>()
  readonly #sessions = new Set<InboxSession>()
  /** One has ended since the last round: another can take its place. */
  #freed = false

  constructor(uses: Resolved<typeof InboxLoop.uses>) {
    this.#uses = uses
  }

  /** Begins to read what is due, without waiting for the servers: each wakes the engine when it is done. Returns when the next one is due. */
  async run(now: Date): Promise<Date | null> {
    let begun = 0
    this.#freed = false
    for (const each of await this.#due(now)) {
      if (this.#reading.size >= AT_ONCE) return null
      if (!this.#reading.has(each.id) && (await this.#begin(each))) begun += 1
    }
    const next = await this.#next()
    // What is due and could not be begun is in the hands of somebody: it is looked for a little later.
    return next && next <= now && begun === 0 ? null : next
  }

  /**
   * Waits for one of the mailboxes that are being read, so that others can take its place, and ends the connections that wait for news. With a
   * signal the engine closes: it waits for all, as long as there is no hurry, and ends all connections.
   */
  async finish(signal?: AbortSignal): Promise<boolean> {
    const reading = [...this.#reading.values()]
    const hurry = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
    if (signal) await Promise.race([Promise.all(reading), hurry])
    else if (reading.length > 0 && !this.#freed) await Promise.race(reading)
    const open = [...this.#watched.values(), ...(signal ? this.#sessions : [])]
    this.#watched.clear()
    await Promise.all(open.map((session) => session.close()))
    return this.#freed || reading.length + open.length > 0
  }

  /** Mailboxes that were never read, or whose time has come and that nobody reads. */
  async #due(now: Date): Promise<readonly Due[]> {
    const { database } = this.#uses
    const sync = Codec.of(MailboxSync.fields, database.dialect)
    const [at, first] = [sync.toColumn('due_at', now), sync.toColumn('due_at', NEVER_READ)]
    const rows = await database
      .tables()
      .selectFrom(Mailbox.table)
      .leftJoin(MailboxSync.table, 'mailbox_syncs.mailbox_id', 'mailboxes.id')
      .select(['mailboxes.id', 'mailboxes.user_from'])
      .where('mailboxes.imap', 'is not', null)
      .where('mailboxes.deleted_at', 'is', null)
      .where('mailboxes.status', '<>', 'disabled')
      .where(ofWorkingOrganization(Mailbox))
      .where(sql<SqlBool>`(${own('id')} is null or ${own('due_at')} <= ${at})`)
      .where(sql<SqlBool>`(${own('lease_until')} is null or ${own('lease_until')} <= ${at})`)
      .orderBy(sql`coalesce(${own('due_at')}, ${first})`)
      .limit(AT_ONCE + 1)
      .execute()
    const codec = Codec.of(Mailbox.fields, database.dialect)
    return rows.map((row) => codec.pick(row, ['id', 'user_from']))
  }

  async #next(): Promise<Date | null> {
    const { database } = this.#uses
    const codec = Codec.of(MailboxSync.fields, database.dialect)
    const row = await database
      .tables()
      .selectFrom(MailboxSync.table)
      .innerJoin(Mailbox.table, 'mailbox_syncs.mailbox_id', 'mailboxes.id')
      .select(['mailbox_syncs.due_at', 'mailbox_syncs.lease_until'])
      .where('mailboxes.imap', 'is not', null)
      .where('mailboxes.deleted_at', 'is', null)
      .where('mailboxes.status', '<>', 'disabled')
      .where(ofWorkingOrganization(Mailbox))
      .orderBy(sql`coalesce(${own('lease_until')}, ${own('due_at')})`)
      .limit(1)
      .executeTakeFirst()
    if (!row) return null
    const { due_at, lease_until } = codec.pick(row, ['due_at', 'lease_until'])
    return lease_until ?? due_at
  }

  /** Begins to read one mailbox; false where another process was first. */
  async #begin({ id, user_from }: Due): Promise<boolean> {
    const { units, bus, logger } = this.#uses
    const actor = inboxActor(user_from)
    const taken = await units.write(actor, async (resolve) => await resolve(MailboxCursor).take(id))
    if (!taken) return false
    const reading = this.#read(actor, taken)
      .catch((error: unknown) => logger.error('What became of a reading could not be stored', { mailbox: id, error }))
      .finally(() => {
        this.#reading.delete(id)
        this.#freed = true
        bus.wake({ only: this })
      })
    this.#reading.set(id, reading)
    return true
  }

  async #read(actor: Actor, { mailbox, sync }: Taken): Promise<void> {
    const { units, clock, logger } = this.#uses
    const { id } = mailbox
    const held = { mailbox_id: id, token: sync.lease_token ?? '', due_at: sync.due_at }
    const readAt = clock.now()
    let session: InboxSession | undefined
    try {
      await this.#forget(id)
      session = await this.#uses.inbox.connect(await units.read(actor, async (resolve) => await resolve(AccountOpener).of(mailbox)))
      this.#sessions.add(session)
      const isRead = await this.#uses.reader.read(session, actor, mailbox, held)
      if (isRead) await this.#uses.copies.append(session, actor, mailbox, held)
      // What is left is read after what others have been waiting for.
      const due_at = new Date(clock.now().getTime() + (isRead ? POLL_MS : 0))
      await units.write(actor, async (resolve) => await resolve(MailboxCursor).release(held, { due_at, ...(isRead && { readAt }) }))
      if (isRead) await this.#watch(actor, { mailbox, readAt }, session)
      else await session.close()
    } catch (error) {
      await session?.close()
      logger.warn('A mailbox cannot be read', { mailbox: id, error })
      const pause = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** Math.min(10, sync.failures))
      const outcome = {
        due_at: new Date(clock.now().getTime() + pause),
        error: { text: wordsOf(error), isRefused: error instanceof InboxError && error.code === 'auth' },
      }
      await units.write(actor, async (resolve) => await resolve(MailboxCursor).release(held, outcome))
    } finally {
      if (session) this.#sessions.delete(session)
    }
  }

  /** Has the server tell of news; the mailbox is read again then, by whichever process is first. */
  async #watch(
    actor: Actor,
    { mailbox, readAt }: { readonly mailbox: Mailbox; readonly readAt: Date },
    session: InboxSession,
  ): Promise<void> {
    const folder = watchedFolder(await session.folders(), mailbox.imap?.folders ?? [])
    if (folder === undefined) return await session.close()
    this.#watched.set(mailbox.id, session)
    const again = new Date(readAt.getTime() + NEWS_APART_MS)
    const onNews = () => {
      if (this.#watched.get(mailbox.id) !== session) return
      void this.#uses.units
        .write(actor, async (resolve) => await resolve(MailboxCursor).ask(mailbox.id, again))
        .catch((error: unknown) => this.#uses.logger.debug('News of a mailbox were not noted', { mailbox: mailbox.id, error }))
    }
    await session.watch(folder.name, onNews).catch(async () => await this.#forget(mailbox.id))
  }

  async #forget(id: string): Promise<void> {
    const session = this.#watched.get(id)
    this.#watched.delete(id)
    await session?.close()
  }
}

/** Who stores what mailboxes hold. */
function inboxActor(organization: string): Actor {
  return {
    organization,
    user: 'system',
    role: 'admin',
    scopes: new Set(scopes),
    via: { type: 'system', id: 'inbox', label: 'Inbox' },
    visibility: 'all',
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof InboxError) return error.message
  return 'The mailbox cannot be read: an error of the engine, which its log shows'
}
