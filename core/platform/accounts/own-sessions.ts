import { EntityManager } from '@mikro-orm/core'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Directory } from '../access/directory.ts'
import { User } from '../access/entity.ts'
import { forgetSessions } from './session-rows.ts'
import { type OwnSession, SignInSessions } from './sessions.ts'

/** The browsers in which the caller is signed in. */
export class OwnSessions {
  static readonly uses = { actor: CurrentActor, directory: Directory, sessions: SignInSessions }
  readonly #uses: Resolved<typeof OwnSessions.uses>

  constructor(uses: Resolved<typeof OwnSessions.uses>) {
    this.#uses = uses
  }

  /** Those of the caller, the one that was used last first; none for who cannot sign in. */
  async list(): Promise<readonly OwnSession[]> {
    const account_id = await this.#account()
    return account_id === null ? [] : await this.#uses.sessions.list(account_id)
  }

  /** Ends one at once; throws `not_found`. */
  async end(id: string): Promise<void> {
    const account_id = await this.#account()
    if (account_id === null) throw new CrmError('not_found', `No session with the id ${id}`)
    await this.#uses.sessions.end(account_id, id, this.#ip)
  }

  /** Ends all. */
  async endAll(): Promise<void> {
    const account_id = await this.#account()
    if (account_id !== null) await this.#uses.sessions.endOthers(account_id, undefined, this.#ip)
  }

  async #account(): Promise<string | null> {
    const { directory, actor } = this.#uses
    const user = await directory.read((tables) => directory.user(tables, actor.organization, actor.user))
    return user?.account_id ?? null
  }

  get #ip(): string | undefined {
    return this.#uses.actor.credential?.origin?.ip
  }
}

/** The browsers in which a teammate is signed in, for administrators: they end them and see nothing of them. */
export class TeammateSessions {
  static readonly uses = { records: Records, database: Database, em: EntityManager }
  readonly #uses: Resolved<typeof TeammateSessions.uses>

  constructor(uses: Resolved<typeof TeammateSessions.uses>) {
    this.#uses = uses
  }

  /** Ends all of a teammate, who signs in again; throws `not_found`. */
  async endAll(user_id: string): Promise<void> {
    const { records, database, em } = this.#uses
    const [user] = await records.findBy(User, 'id', [user_id], { lock: true })
    if (!user) throw new CrmError('not_found', `No user has the id ${user_id}`)
    if (user.account_id !== null) await forgetSessions(database.tables(em), 'account_id', [user.account_id])
    await records.note(User, [user_id], 'sessions_ended')
  }
}
