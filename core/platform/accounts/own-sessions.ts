import { EntityManager } from '@mikro-orm/core'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { User } from '../access/entity.ts'
import { CallersAccount } from './own-account.ts'
import { forgetSessions } from './session-rows.ts'
import { type OwnSession, SignInSessions } from './sessions.ts'

/** The browsers in which the caller is signed in. */
export class OwnSessions {
  static readonly uses = { own: CallersAccount, sessions: SignInSessions }
  readonly #uses: Resolved<typeof OwnSessions.uses>

  constructor(uses: Resolved<typeof OwnSessions.uses>) {
    this.#uses = uses
  }

  /** Those of the caller, the one that was used last first; none for who cannot sign in. */
  async list(): Promise<readonly OwnSession[]> {
    const account_id = await this.#uses.own.find()
    return account_id === undefined ? [] : await this.#uses.sessions.list(account_id)
  }

  /** Ends one at once; throws `not_found`. */
  async end(id: string): Promise<void> {
    const { own, sessions } = this.#uses
    const account_id = await own.find()
    if (account_id === undefined) throw new CrmError('not_found', `No session with the id ${id}`)
    await sessions.end(account_id, id, own.ip)
  }

  /** Ends all. */
  async endAll(): Promise<void> {
    const { own, sessions } = this.#uses
    const account_id = await own.find()
    if (account_id !== undefined) await sessions.endOthers(account_id, undefined, own.ip)
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
