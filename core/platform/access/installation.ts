import { type Actor, CurrentActor, type Role, type Scope, scopes as allScopes } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Id } from '../../kernel/operation/schema.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import { Directory, type Whom } from './directory.ts'
import { ApiKey, ApiKeySecret, Organization, plans, User } from './entity.ts'
import { hashKey } from './key.ts'
import { type Plan, Quotas } from './quotas.ts'
import { type KeyOptions, type KeyRecord, newKey, newOrganization, newUser } from './new-records.ts'
import { type ApiKeyView, isUsable, presentApiKey } from './schema.ts'
import { SignIn } from './sign-in.ts'

type Tables = Parameters<Parameters<Directory['write']>[0]>[0]

/** What administers the installation itself, across organisations: set-up and first keys, not CRM data. */
export class Installation {
  static readonly inject = [Directory, SignIn, Quotas] as const
  readonly #directory: Directory
  readonly #signIn: SignIn
  readonly #quotas: Quotas

  constructor(directory: Directory, signIn: SignIn, quotas: Quotas) {
    this.#directory = directory
    this.#signIn = signIn
    this.#quotas = quotas
  }

  /**
   * Makes what a first start lacks: organisation `main`, administrator, key. A `key` that is given is taken as it is, with
   * all scopes and whatever other keys there are: so an operator regains access. One that was ever known changes nothing,
   * so a revoked one stays revoked (`usable: false`). Without one, a key is made only where there is none at all.
   */
  async bootstrap({ key, ...whom }: { readonly key?: string } & Whom = {}): Promise<{ created: boolean; usable: boolean; key?: string }> {
    return await this.#directory.write(async (tables) => {
      const known = await (key ? this.#keyOf(tables, key) : tables.selectFrom(ApiKey.table).select('id').limit(1).executeTakeFirst())
      if (known) return { created: false, usable: !key || isUsable(known as KeyRecord, this.#directory.parts.now) }
      const user = await this.#directory.ensureAdministrator(tables, whom)
      const made = newKey(this.#directory.parts, user, { name: 'First key', scopes: allScopes }, key)
      await this.#directory.insert(tables, ApiKey, made.key)
      await this.#directory.insert(tables, ApiKeySecret, made.hashed)
      await this.#noteKey(tables, made.key)
      return { created: true, usable: true, key: made.secret }
    })
  }

  /** A new organisation with its first administrator; throws `already_exists`. */
  async createOrganization(input: {
    /** Identifier, `user_from` on every record. */
    readonly id: string
    readonly name?: string
    readonly plan?: Plan
    /** E-mail of the first administrator. */
    readonly admin: string
    readonly currency?: string
    readonly locale?: string
    readonly timezone?: string
  }): Promise<{ organization: string; user: string }> {
    const { id, admin, ...values } = input
    if (!/^[\w.:-]{1,100}$/.test(id)) throw invalid('/id', 'invalid_format', 'An organisation identifier has letters, digits and . _ : -')
    return await this.#directory.write(async (tables) => {
      if (await this.#directory.organization(tables, id)) throw new CrmError('already_exists', `There is an organisation ${id}`)
      const user = newUser(this.#directory.parts, { organization: id, email: admin, role: 'admin' })
      await this.#directory.insert(tables, Organization, newOrganization(this.#directory.parts, id, values))
      await this.#directory.insert(tables, User, user)
      return { organization: id, user: user.email }
    })
  }

  /** Sets the plan of an organisation, and with it its quota; other processes follow within 5 s. */
  async setPlan(organization: string, plan: Plan): Promise<void> {
    if (!plans.includes(plan)) throw new CrmError('invalid_input', `There is no plan ${plan}; there are ${plans.join(', ')}`)
    await this.#directory.write(async (tables) => {
      const before = await this.#directory.mustHave(tables, organization)
      const { id, version } = before
      await this.#directory.note(tables, before, 'organization', 'updated', { plan: [before.plan, plan] })
      const changes = { plan, updated_at: this.#directory.parts.now, version: version + 1 }
      const row = this.#directory.codec(Organization).toRow(changes)
      await tables.updateTable(Organization.table).set(row).where('id', '=', id).execute()
    })
    this.#quotas.forget()
  }

  /** A new teammate; throws `already_exists` with the id of the one who has this e-mail. */
  async createUser(input: {
    readonly organization: string
    readonly email: string
    readonly name?: string
    readonly role?: Role
  }): Promise<{ id: string }> {
    return await this.#directory.write(async (tables) => {
      await this.#directory.mustHave(tables, input.organization)
      const user = newUser(this.#directory.parts, input)
      const known = await this.#directory.user(tables, user.user_from, user.email)
      if (known) throw new CrmError('already_exists', `${user.email} is a teammate already`, { existing_id: known.id })
      await this.#directory.insert(tables, User, user)
      await this.#directory.note(tables, user, 'user', 'created', { email: [null, user.email], role: [null, user.role] })
      return { id: user.id }
    })
  }

  /** The user as whom a host acts where no key says so, with all scopes; `not_found` before the first start. */
  async administrator({ organization, user: email }: Whom = {}): Promise<Actor> {
    return await this.#directory.read(async (tables) => {
      const { user_from } = await this.#directory.mustHave(tables, organization)
      const user = await this.#directory.user(tables, user_from, email)
      if (!user?.active) throw new CrmError('not_found', `No ${email ?? 'administrator'} in ${user_from}`)
      const { id: user_id, role } = user
      return new CurrentActor({ organization: user_from, user: user.email, user_id, role, scopes: new Set(allScopes) })
    })
  }

  /** A new key that acts as an existing teammate; the secret, `key`, is answered here and kept nowhere. Default scopes: read and write. */
  async createKey(
    input: Whom & Omit<KeyOptions, 'scopes'> & { readonly scopes?: Iterable<Scope> },
  ): Promise<{ key: string; record: ApiKeyView }> {
    const { organization: user_from, user: email, user_id: id = '' } = await this.administrator(input)
    const scopes = [...new Set(input.scopes ?? (input.widget ? [] : (['read', 'write'] as const)))]
    const { secret, key, hashed } = newKey(this.#directory.parts, { id, user_from, email }, { ...input, scopes })
    await this.#directory.write(async (tables) => {
      await this.#directory.insert(tables, ApiKey, key)
      await this.#directory.insert(tables, ApiKeySecret, hashed)
      await this.#noteKey(tables, key)
    })
    return { key: secret, record: presentApiKey(key, this.#directory.parts.now) }
  }

  /** All keys, without secrets, newest first. */
  async listKeys({ organization }: Pick<Whom, 'organization'> = {}): Promise<ApiKeyView[]> {
    const { now } = this.#directory.parts
    return await this.#directory.read(async (tables) => {
      const all = tables.selectFrom(ApiKey.table).selectAll().orderBy('id', 'desc')
      const rows = await (organization ? all.where('user_from', '=', organization) : all).execute()
      return rows.map((row) => presentApiKey(this.#directory.codec(ApiKey).fromRow(row), now))
    })
  }

  /** Ends a key: at once in this process, within a second in others; throws `not_found`. */
  async revokeKey(id: string): Promise<void> {
    await this.#directory.write(async (tables) => {
      const codec = this.#directory.codec(ApiKey)
      const live = tables.selectFrom(ApiKey.table).selectAll().where('revoked_at', 'is', null)
      const row = faultsOf(Id(), id).length > 0 ? undefined : await live.where('id', '=', id).executeTakeFirst()
      if (!row) throw new CrmError('not_found', `No API key with the id ${id}`)
      const { now } = this.#directory.parts
      const changes = codec.toRow({ revoked_at: now, updated_at: now, version: Number(row['version']) + 1 })
      await tables.updateTable(ApiKey.table).set(changes).where('id', '=', id).execute()
      const key = { id, user_from: String(row['user_from']) }
      await this.#directory.note(tables, key, 'api_key', 'revoked', { revoked_at: [null, now.toISOString()] })
    })
    this.#signIn.forget()
  }

  /** Of the key's secret, the audit log says no more than its first characters. */
  async #noteKey(tables: Tables, { id, user_from, name, scopes, prefix }: KeyRecord): Promise<void> {
    const changes = { name: [null, name], scopes: [null, scopes], prefix: [null, prefix] }
    await this.#directory.note(tables, { id, user_from }, 'api_key', 'created', changes)
  }

  /** The key that ever had this secret, revoked and rotated ones included. */
  async #keyOf(tables: Tables, secret: string): Promise<KeyRecord | undefined> {
    const row = await tables
      .selectFrom(ApiKey.table)
      .innerJoin(ApiKeySecret.table, (join) => join.onRef(`${ApiKeySecret.table}.api_key_id`, '=', `${ApiKey.table}.id`))
      .selectAll(ApiKey.table)
      .where(`${ApiKeySecret.table}.hash`, '=', hashKey(secret))
      .executeTakeFirst()
    return row && this.#directory.codec(ApiKey).fromRow(row)
  }
}
