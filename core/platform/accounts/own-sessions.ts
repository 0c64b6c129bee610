import type { Kysely } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { LoadedRecords } from '../../kernel/storage/records/loaded-records.ts'
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

/**
 * The browsers in which a teammate is signed in, for administrators, who see nothing of them. A session belongs to a person, who may be a teammate in other
 * organizations, too: what an administrator ends is its use for their own. Where nobody else is concerned, that is the session itself.
 */
export class TeammateSessions {
  static readonly uses = { records: Records, database: Database, loaded: LoadedRecords }
  readonly #uses: Resolved<typeof TeammateSessions.uses>

  constructor(uses: Resolved<typeof TeammateSessions.uses>) {
    this.#uses = uses
  }

  /** Ends the use of all of them for this organization: the teammate proves again who they are; throws `not_found`. */
  async endAll(user_id: string): Promise<void> {
    const { records, database, loaded } = this.#uses
    const [user] = await records.findBy(User, 'id', [user_id], { lock: true })
    if (!user) throw new CrmError('not_found', `No user has the id ${user_id}`)
    await records.update(User, [{ before: user, changes: { signed_out_at: records.unit.now } }])
    const tables = database.tablesWithin(loaded)
    if (
      user.account_id !== null &&
      !(await isElsewhere(tables, user.account_id, [user.user_from, records.codec(User).toColumn('active', true)]))
    )
      await forgetSessions(tables, 'account_id', [user.account_id])
    await records.note(User, [user_id], 'sessions_ended')
  }
}

async function isElsewhere(
  tables: Kysely<Tables>,
  account_id: string,
  [organization, active]: readonly [string, unknown],
): Promise<boolean> {
  const others = tables.selectFrom(User.table).select('id').where('account_id', '=', account_id).where('user_from', '<>', organization)
  return (await others.where('active', '=', active).limit(1).execute()).length > 0
}
