import type { Kysely } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { artifactKey } from '../grants/artifact-key.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { SignInSession } from './entity.ts'
import { Memberships } from './memberships.ts'
import { forgetSessions, setSession } from './session-rows.ts'
import { Directory } from '../access/directory.ts'

/** A stored session. */
export type SessionRecord = RecordOf<typeof SignInSession.fields>

/** A browser in which somebody is signed in. */
export interface OwnSession {
  /** By which it is ended. */
  readonly id: string
  /** How the person proved who they are: `pwd`, `otp`, `pop` (RFC 8176). */
  readonly methods: readonly string[]
  /** Address from which the person signed in, where it is known. */
  readonly address: string | null
  /** What the browser says that it is. */
  readonly browser: string | null
  /** When it began. */
  readonly signed_in_at: Date
  /** When the person last proved who they are in it. */
  readonly confirmed_at: Date
  /** When it was used last; it is noted every few minutes. */
  readonly last_used_at: Date
}

/** From where and how a session begins. */
export interface NewSession {
  /** How the person proved who they are: `pwd`, `otp`, `pop` (RFC 8176). */
  readonly methods: readonly string[]
  /** IPv4 or IPv6 address, where it is known. */
  readonly ip: string | undefined
  /** What the browser says that it is, of which 200 characters are kept. */
  readonly browser: string | undefined
}

const DAY_MS = 86_400_000
/** Milliseconds after which a session ends that is not used, and after which any ends. */
export const SESSION_MS = { unused: 14 * DAY_MS, longest: 30 * DAY_MS } as const
/** Sessions of one account; a further one ends the one that was not used for longest. */
export const MOST_SESSIONS = 20

/** How a person proves who they are by a passkey (RFC 8176). */
export const PASSKEY_METHODS = ['pop', 'mfa'] as const
/** How, by a password and the code of an app. */
export const CODE_METHODS = ['pwd', 'otp'] as const

/** Whether somebody has proved who they are by more than a password. */
export const isProvedTwice = ({ methods }: Pick<OwnSession, 'methods'>): boolean => methods.includes('otp') || methods.includes('mfa')

// For how long what somebody does is taken to be done by whoever has proved who they are.
const FRESH_MS = 600_000
const BROWSER_LENGTH = 200
// Of what is used all the time, a write now and then is enough.
const NOTED_MS = 300_000

/** The browsers in which people are signed in, on whatever host: each ends at once when its row goes. */
export class SignInSessions {
  static readonly uses = { directory: Directory, store: AccountStore, memberships: Memberships }
  readonly #uses: Resolved<typeof SignInSessions.uses>

  constructor(uses: Resolved<typeof SignInSessions.uses>) {
    this.#uses = uses
  }

  /**
   * Begins a session of an account that has just been proved; undefined where its password or second factor has changed since it was read, so
   * that no session outlives what it was begun with.
   */
  async begin(proved: AccountRecord, { methods, ip, browser }: NewSession): Promise<string | undefined> {
    const { directory, store } = this.#uses
    const { ids, now } = directory.generators
    const times = { signed_in_at: now, confirmed_at: now, last_used_at: now }
    const from = { address: ip ?? null, browser: browser?.slice(0, BROWSER_LENGTH).toWellFormed() ?? null }
    const session = { id: ids.next(), account_id: proved.id, session_key: null, methods: [...methods], ...from, ...times }
    return await store.write(async (tables) => {
      const account = await store.locked(tables, proved.id)
      if (account?.password_hash !== proved.password_hash || account.totp_secret !== proved.totp_secret) return undefined
      const before = await this.#rows(tables, proved.id)
      await forgetSessions(tables, 'id', idsOf(before.slice(MOST_SESSIONS - 1)))
      await directory.insert(tables, SignInSession, session)
      return session.id
    })
  }

  /** Ties a session to the name that the authorization server has given it, once. */
  async bind(id: string, uid: string): Promise<void> {
    await this.#set(id, { session_key: artifactKey('session', uid) }, true)
  }

  /**
   * The session of this name and account, which counts as used; undefined once it has ended or expired, or where the account can enter no
   * organization any more, which ends it.
   */
  async live(uid: string, account_id: string): Promise<OwnSession | undefined> {
    const { directory, memberships } = this.#uses
    const session_key = artifactKey('session', uid)
    const row = await directory.read((tables) =>
      tables
        .selectFrom(SignInSession.table)
        .selectAll()
        .where('session_key', '=', session_key)
        .where('account_id', '=', account_id)
        .executeTakeFirst(),
    )
    const session = row && this.#codec.fromRow(row)
    if (!session || this.#hasExpired(session)) return undefined
    if ((await memberships.of(account_id)).length === 0) {
      await this.#uses.store.write((tables) => forgetSessions(tables, 'id', [session.id]))
      return undefined
    }
    const now = directory.generators.now
    if (now.getTime() - session.last_used_at.getTime() >= NOTED_MS) await this.#set(session.id, { last_used_at: now })
    return shown(session)
  }

  /** Notes that the person has just proved again who they are. */
  async confirm(id: string): Promise<void> {
    await this.#set(id, { confirmed_at: this.#uses.directory.generators.now })
  }

  /** Whether the person has proved lately who they are, so that they need not do it again to change what they are proved with. */
  isFresh({ confirmed_at }: OwnSession): boolean {
    return this.#uses.directory.generators.now.getTime() - confirmed_at.getTime() < FRESH_MS
  }

  /** Those of an account, the one that was used last first. */
  async list(account_id: string): Promise<readonly OwnSession[]> {
    const rows = await this.#uses.directory.read((tables) => this.#rows(tables, account_id))
    return rows.filter((each) => !this.#hasExpired(each)).map(shown)
  }

  /** Ends one of an account, at once on every host, and tells the audit log; throws `not_found`. */
  async end(account_id: string, id: string, ip?: string, action: 'session_ended' | 'signed_out' = 'session_ended'): Promise<void> {
    const ended = await this.#end(account_id, (session) => session.id === id)
    if (ended === 0) throw new CrmError('not_found', `No session with the id ${id}`)
    await this.#uses.memberships.note(account_id, action, ip)
  }

  /** Ends all of an account but one; answers how many. */
  async endOthers(account_id: string, kept: string | undefined, ip?: string): Promise<number> {
    const ended = await this.#end(account_id, ({ id }) => id !== kept)
    if (ended > 0) await this.#uses.memberships.note(account_id, 'sessions_ended', ip)
    return ended
  }

  async #end(account_id: string, isMeant: (session: SessionRecord) => boolean): Promise<number> {
    return await this.#uses.store.write(async (tables) => {
      // One after the other: of two who end the same, one does.
      await this.#uses.store.locked(tables, account_id)
      const meant = (await this.#rows(tables, account_id)).filter(isMeant)
      await forgetSessions(tables, 'id', idsOf(meant))
      return meant.length
    })
  }

  // Few: there are no more than may be signed in at once.
  async #rows(tables: Kysely<Tables>, account_id: string): Promise<SessionRecord[]> {
    const rows = await tables.selectFrom(SignInSession.table).selectAll().where('account_id', '=', account_id).execute()
    const found = rows.map((row) => this.#codec.fromRow(row))
    return found.toSorted((a, b) => b.last_used_at.getTime() - a.last_used_at.getTime() || (a.id < b.id ? 1 : -1))
  }

  async #set(id: string, changes: Partial<SessionRecord>, unbound = false): Promise<void> {
    const columns = this.#codec.toRow(changes)
    await this.#uses.store.write((tables) => setSession(tables, id, columns, unbound))
  }

  #hasExpired({ signed_in_at, last_used_at }: SessionRecord): boolean {
    const now = this.#uses.directory.generators.now.getTime()
    return now - last_used_at.getTime() >= SESSION_MS.unused || now - signed_in_at.getTime() >= SESSION_MS.longest
  }

  get #codec() {
    return this.#uses.directory.codec(SignInSession)
  }
}

const idsOf = (sessions: readonly SessionRecord[]) => sessions.map(({ id }) => id)

function shown({ id, methods, address, browser, signed_in_at, confirmed_at, last_used_at }: SessionRecord): OwnSession {
  return { id, methods, address, browser, signed_in_at, confirmed_at, last_used_at }
}
