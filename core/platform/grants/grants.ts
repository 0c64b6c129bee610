import type { Scope, Via } from '../../kernel/operation/actor.ts'
import type { Audience } from '../../kernel/operation/audience.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Http, type HttpOutcome } from '../../kernel/ports/http.ts'
import { countChange } from '../access/access-generation.ts'
import { Directory } from '../access/directory.ts'
import { User } from '../access/entity.ts'
import { SignIn } from '../access/sign-in.ts'
import { grantKey } from './artifact-key.ts'
import { Artifacts } from './artifacts.ts'
import { SignInArtifact, SignInGrant } from './entity.ts'
import { SignInKeys } from './sign-in-keys.ts'

/** A stored grant. */
export type GrantRecord = RecordOf<typeof SignInGrant.fields>

/** What somebody has allowed a program to do. */
export interface NewGrant {
  /** As the authorization server names it. */
  readonly grantId: string
  /** Who allows it. */
  readonly account_id: string
  /** The user of the account in the organization that was picked. */
  readonly user_id: string
  /** Name that the program gives itself. */
  readonly client: string
  /** Host that vouches for the program; null = nobody does. */
  readonly client_host: string | null
  /** What the program may do. */
  readonly scopes: readonly Scope[]
  /** What its tokens open. */
  readonly audience: Audience
  /** Whether it may administrate, as long as the user may. */
  readonly administration: boolean
}

type Tables = Parameters<Parameters<Directory['write']>[0]>[0]

/** A program that may act as somebody. */
export type AllowedProgram = Pick<GrantRecord, 'id' | 'user_id' | 'client' | 'client_host' | 'scopes' | 'created_at' | 'last_used_at'> & {
  /** Where it acts. */
  readonly organization: string
}

// Of one account, on one page.
const MOST_SHOWN = 200
// PostgreSQL refuses to compare what is none.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// Bytes of a document with which a program describes itself.
const DOCUMENT_BYTES = 5 * 1024
const DOCUMENT_MS = 2_500

/** Grants and artifacts of the authorization server, for hosts: across organizations, without a call. */
export class Grants {
  static readonly uses = { directory: Directory, signIn: SignIn, artifacts: Artifacts, keys: SignInKeys, http: Http }
  readonly #uses: Resolved<typeof Grants.uses>

  constructor(uses: Resolved<typeof Grants.uses>) {
    this.#uses = uses
  }

  /** What the authorization server remembers. */
  get artifacts(): Artifacts {
    return this.#uses.artifacts
  }

  /** The keys of the authorization server. */
  get keys(): SignInKeys {
    return this.#uses.keys
  }

  /** Stores what a user has allowed, and tells the audit log; throws `forbidden` for a user who is not active. */
  async begin({ grantId, ...given }: NewGrant): Promise<void> {
    const { directory } = this.#uses
    await directory.write(async (tables) => {
      const row = await tables.selectFrom(User.table).selectAll().where('id', '=', given.user_id).executeTakeFirst()
      const user = row && directory.codec(User).fromRow(row)
      if (!user?.active || user.account_id !== given.account_id) throw new CrmError('forbidden', 'This user is not active')
      const { ids, now } = directory.generators
      const { user_from, id: user_id, email: label } = user
      const times = { created_at: now, last_used_at: null, ended_at: null }
      const grant = { id: ids.next(), user_from, ...given, scopes: [...given.scopes], ...times, key: grantKey(grantId) }
      await directory.insert(tables, SignInGrant, grant)
      const { client, client_host, scopes, audience, administration } = grant
      const told = { client, client_host, scopes, audience, administration, user: label }
      const changes = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, [null, value]]))
      await directory.note(tables, grant, 'grant', 'created', changes, { type: 'user', id: user_id, label })
    })
  }

  /** The user of a grant that is live, and who is active: only then it gets further tokens. */
  async liveUser(grantId: string): Promise<string | undefined> {
    return await this.#uses.directory.read(async (tables) => {
      const row = await tables
        .selectFrom(SignInGrant.table)
        .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${SignInGrant.table}.user_id`))
        .select([`${User.table}.active`, `${User.table}.account_id as own_account`])
        .select([`${SignInGrant.table}.ended_at`, `${SignInGrant.table}.account_id`, `${SignInGrant.table}.user_id`])
        .where(`${SignInGrant.table}.key`, '=', grantKey(grantId))
        .executeTakeFirst()
      if (!row) return undefined
      const { ended_at, active, own_account, account_id, user_id } = row
      return ended_at === null && Boolean(active) && own_account === account_id ? String(user_id) : undefined
    })
  }

  /** What an account allows programs to do now, in whichever organizations; the newest first, at most 200. */
  async ofAccount(account_id: string): Promise<readonly AllowedProgram[]> {
    const { directory } = this.#uses
    const rows = await directory.read((tables) =>
      tables
        .selectFrom(SignInGrant.table)
        .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${SignInGrant.table}.user_id`))
        .selectAll(SignInGrant.table)
        .where(`${User.table}.account_id`, '=', account_id)
        .where(`${SignInGrant.table}.account_id`, '=', account_id)
        .where(`${SignInGrant.table}.ended_at`, 'is', null)
        .orderBy(`${SignInGrant.table}.created_at`, 'desc')
        .orderBy(`${SignInGrant.table}.id`, 'desc')
        .limit(MOST_SHOWN)
        .execute(),
    )
    return rows.map((row) => {
      const { id, user_id, user_from, client, client_host, scopes, created_at, last_used_at } = directory.codec(SignInGrant).fromRow(row)
      return { id, user_id, organization: user_from, client, client_host, scopes, created_at, last_used_at }
    })
  }

  /** Ends what an account allows a program to do, by the id of the grant; throws `not_found`. */
  async endOfAccount(account_id: string, id: string): Promise<void> {
    const { directory, signIn } = this.#uses
    await directory.write(async (tables) => {
      const query = tables.selectFrom(SignInGrant.table).selectAll().where('id', '=', id).where('account_id', '=', account_id)
      const row = UUID.test(id) ? await query.executeTakeFirst() : undefined
      const grant = row && directory.codec(SignInGrant).fromRow(row)
      const user = grant && (await tables.selectFrom(User.table).selectAll().where('id', '=', grant.user_id).executeTakeFirst())
      if (!grant || !user || grant.ended_at !== null) throw new CrmError('not_found', `No grant with the id ${id}`)
      const { email } = directory.codec(User).pick(user, ['email'])
      await this.#endOne(tables, grant, { type: 'user', id: grant.user_id, label: email })
      await forgetArtifacts(tables, [grant.key])
    })
    signIn.forget()
  }

  /** Notes that a grant has got a token. */
  async noteUse(grantId: string): Promise<void> {
    const { directory } = this.#uses
    const used = directory.codec(SignInGrant).toRow({ last_used_at: directory.generators.now })
    await directory.write((tables) => tables.updateTable(SignInGrant.table).set(used).where('key', '=', grantKey(grantId)).execute())
  }

  /** Ends a grant with all of its tokens, at once on every host; writes that are under way end before. */
  async end(grantId: string): Promise<void> {
    const { directory, signIn } = this.#uses
    const key = grantKey(grantId)
    await directory.write(async (tables) => {
      const row = await tables.selectFrom(SignInGrant.table).selectAll().where('key', '=', key).executeTakeFirst()
      const grant = row && directory.codec(SignInGrant).fromRow(row)
      if (grant && grant.ended_at === null) await this.#endOne(tables, grant)
      await forgetArtifacts(tables, [key])
    })
    signIn.forget()
  }

  /** A document of the web, at most 5 KiB, through the guard of outgoing calls; redirects are answered, not followed. */
  async readDocument(url: string): Promise<Pick<HttpOutcome, 'status' | 'body' | 'error'>> {
    const headers = { accept: 'application/json' }
    return await this.#uses.http.send({ url, method: 'GET', headers, bodyLimit: DOCUMENT_BYTES, timeoutMs: DOCUMENT_MS })
  }

  async #endOne(tables: Tables, grant: GrantRecord, by: Via = { type: 'grant', id: grant.id, label: grant.client }): Promise<void> {
    const { directory } = this.#uses
    const ended_at = directory.generators.now
    await directory.withdraw(tables, grant.user_id)
    const changes = directory.codec(SignInGrant).toRow({ ended_at })
    await tables.updateTable(SignInGrant.table).set(changes).where('id', '=', grant.id).execute()
    await directory.note(tables, grant, 'grant', 'revoked', { ended_at: [null, ended_at.toISOString()] }, by)
    await countChange(tables)
  }
}

/** Deletes all codes and tokens of grants, so that no refresh can follow. */
export async function forgetArtifacts(tables: Tables, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tables.deleteFrom(SignInArtifact.table).where('grant_key', 'in', keys).execute()
  await tables.deleteFrom(SignInArtifact.table).where('key', 'in', keys).execute()
}
