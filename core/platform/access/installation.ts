import type { Resolved } from '../../kernel/operation/operation.ts'
import { type Actor, CurrentActor, type Role, type Scope, scopes as allScopes } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { guardInput } from '../../kernel/operation/guard.ts'
import { Id } from '../../kernel/operation/schema/schema.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import { countChange } from './access-generation.ts'
import { Directory, type AdminTarget } from './directory.ts'
import { ApiKey, ApiKeySecret, Organization, plans, User } from './entity.ts'
import { hashKey, mayBeKey } from './key.ts'
import { type Plan, Quotas } from './quotas.ts'
import { type KeyOptions, type KeyRecord, newKey, newOrganization, newUser } from './new-records.ts'
import { type ApiKeyView, isUsable, presentApiKey } from './schema.ts'
import { SignIn } from './sign-in.ts'

/** An organization as the installation lists it. */
export interface OrganizationSummary {
  /** Identifier, `user_from` of its records. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** What it may use. */
  readonly plan: Plan
  /** When it was made. */
  readonly created_at: Date
  /** Since when it is suspended; null = it works. */
  readonly suspended_at: Date | null
}

type Tables = Parameters<Parameters<Directory['write']>[0]>[0]

/** Administration of the installation itself, across organizations: set-up and first keys, not CRM data. */
export class Installation {
  static readonly uses = { directory: Directory, signIn: SignIn, quotas: Quotas }
  readonly #uses: Resolved<typeof Installation.uses>

  constructor(uses: Resolved<typeof Installation.uses>) {
    this.#uses = uses
  }

  /**
   * Adds what a first start lacks: organization `main`, administrator, key. A given `key` is stored as it is, with all scopes and administration, even if
   * there are other keys: so an operator can regain access. A key that was ever stored changes nothing, so a revoked one stays revoked
   * (`usable: false`). Without `key`, one is generated only if there is no key at all. Throws `invalid_input`
   * for a new key that could be guessed: of less than 22 characters, or with others than a bearer token has.
   */
  async bootstrap({ key, ...target }: { readonly key?: string } & AdminTarget = {}): Promise<{
    created: boolean
    usable: boolean
    key?: string
  }> {
    const outcome = await this.#uses.directory.write(async (tables) => {
      if (key) {
        const known = await this.#keyOf(tables, key)
        if (known) return { created: false, usable: isUsable(known, this.#uses.directory.generators.now) }
        if (!mayBeKey(key))
          throw invalid('/key', 'too_short', 'must have at least 22 letters, digits and - . _ ~ + /, such as rk_ and 40 random ones')
      } else if (await tables.selectFrom(ApiKey.table).select('id').limit(1).executeTakeFirst()) return { created: false, usable: true }
      const user = await this.#uses.directory.ensureAdministrator(tables, target)
      const made = newKey(this.#uses.directory.generators, user, { name: 'First key', scopes: allScopes, administration: true }, key)
      await this.#uses.directory.insert(tables, ApiKey, made.key)
      await this.#uses.directory.insert(tables, ApiKeySecret, made.hashed)
      await this.#noteKey(tables, made.key)
      return { created: true, usable: true, key: made.secret }
    })
    // A user may have become an administrator.
    this.#uses.signIn.forget()
    return outcome
  }

  /** Adds an organization with its first administrator; throws `already_exists`. */
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
    guardInput(input)
    const { id, admin, ...values } = input
    // No address can name what has dots alone.
    if (!/^(?!\.+$)[\w.:-]{1,100}$/.test(id))
      throw invalid('/id', 'invalid_format', 'An organization identifier may have letters, digits and . _ : -, and not dots alone')
    return await this.#uses.directory.write(async (tables) => {
      if (await this.#uses.directory.organization(tables, id))
        throw new CrmError('already_exists', `There is already an organization ${id}`)
      const user = newUser(this.#uses.directory.generators, { organization: id, email: admin, role: 'admin' }, '/admin')
      await this.#uses.directory.insert(tables, Organization, newOrganization(this.#uses.directory.generators, id, values))
      await this.#uses.directory.insert(tables, User, user)
      return { organization: id, user: user.email }
    })
  }

  /** Sets the plan of an organization, and with it its quota; other processes follow within 5 s. Throws `not_found`. */
  async setPlan(organization: string, plan: Plan): Promise<void> {
    if (!plans.includes(plan)) throw new CrmError('invalid_input', `Unknown plan "${plan}". The plans are ${plans.join(', ')}`)
    await this.#uses.directory.write(async (tables) => {
      const before = await this.#uses.directory.requireOrganization(tables, organization)
      const { id, version } = before
      await this.#uses.directory.note(tables, before, 'organization', 'updated', { plan: [before.plan, plan] })
      const changes = { plan, updated_at: this.#uses.directory.generators.now, version: version + 1 }
      const row = this.#uses.directory.codec(Organization).toRow(changes)
      // Written directly, as all of `Directory`.
      await tables.updateTable(Organization.table).set(row).where('id', '=', id).execute()
    })
    this.#uses.quotas.forget()
  }

  /** All organizations, the oldest first. */
  async organizations(): Promise<OrganizationSummary[]> {
    return await this.#uses.directory.read(async (tables) => {
      const rows = await tables.selectFrom(Organization.table).selectAll().orderBy('id').execute()
      return rows.map((row) => {
        const { user_from: id, name, plan, created_at, suspended_at } = this.#uses.directory.codec(Organization).fromRow(row)
        return { id, name, plan, created_at, suspended_at }
      })
    })
  }

  /**
   * Suspends an organization: its keys, sessions and public pages are refused from the next request on, in every process, and its background work waits
   * until it is resumed; its data stay.
   * Throws `not_found`.
   */
  async suspendOrganization(organization: string): Promise<void> {
    await this.#setSuspended(organization, this.#uses.directory.generators.now)
  }

  /** Ends a suspension: keys, sessions and pages work as before. Throws `not_found`. */
  async resumeOrganization(organization: string): Promise<void> {
    await this.#setSuspended(organization, null)
  }

  async #setSuspended(organization: string, suspended_at: Date | null): Promise<void> {
    const { directory, signIn } = this.#uses
    await directory.write(async (tables) => {
      const before = await directory.requireOrganization(tables, organization)
      if ((before.suspended_at === null) === (suspended_at === null)) return
      const changes = { suspended_at, updated_at: directory.generators.now, version: before.version + 1 }
      // Written directly, as all of `Directory`.
      await tables.updateTable(Organization.table).set(directory.codec(Organization).toRow(changes)).where('id', '=', before.id).execute()
      await directory.note(tables, before, 'organization', suspended_at ? 'suspended' : 'resumed')
      await countChange(tables)
    })
    signIn.forget()
  }

  /** Adds a teammate; throws `already_exists` with the id of the user who has this e-mail. */
  async createUser(input: {
    readonly organization: string
    readonly email: string
    readonly name?: string
    readonly role?: Role
  }): Promise<{ id: string }> {
    guardInput(input)
    return await this.#uses.directory.write(async (tables) => {
      await this.#uses.directory.requireOrganization(tables, input.organization)
      const user = newUser(this.#uses.directory.generators, input)
      const known = await this.#uses.directory.user(tables, user.user_from, user.email)
      if (known) throw new CrmError('already_exists', `${user.email} is already a teammate`, { existing_id: known.id })
      await this.#uses.directory.insert(tables, User, user)
      await this.#uses.directory.note(tables, user, 'user', 'created', { email: [null, user.email], role: [null, user.role] })
      return { id: user.id }
    })
  }

  /** The user as whom a host acts without a key, with all scopes; throws `not_found` before the first start. */
  async administrator({ organization, user: email }: AdminTarget = {}): Promise<Actor> {
    return await this.#uses.directory.read(async (tables) => {
      const { user_from } = await this.#uses.directory.requireOrganization(tables, organization)
      const user = await this.#uses.directory.user(tables, user_from, email)
      if (!user?.active)
        throw new CrmError('not_found', `The organization ${user_from} has no active user ${email ?? 'with the role admin'}`)
      const { id: user_id, role } = user
      return new CurrentActor({ organization: user_from, user: user.email, user_id, role, scopes: new Set(allScopes) })
    })
  }

  /** Adds a key that acts as an existing teammate; only the result holds the key itself. Default scopes: read and write. */
  async createKey(
    input: AdminTarget & Omit<KeyOptions, 'scopes'> & { readonly scopes?: Iterable<Scope> },
  ): Promise<{ key: string; record: ApiKeyView }> {
    const { organization: user_from, user: email, user_id: id = '' } = await this.administrator(input)
    const scopes = [...new Set(input.scopes ?? (input.widget ? [] : (['read', 'write'] as const)))]
    const { secret, key, hashed } = newKey(this.#uses.directory.generators, { id, user_from, email }, { ...input, scopes })
    await this.#uses.directory.write(async (tables) => {
      await this.#uses.directory.insert(tables, ApiKey, key)
      await this.#uses.directory.insert(tables, ApiKeySecret, hashed)
      await this.#noteKey(tables, key)
    })
    return { key: secret, record: presentApiKey(key, this.#uses.directory.generators.now) }
  }

  /** All keys, without secrets, newest first. */
  async listKeys({ organization }: Pick<AdminTarget, 'organization'> = {}): Promise<ApiKeyView[]> {
    const { now } = this.#uses.directory.generators
    return await this.#uses.directory.read(async (tables) => {
      const all = tables.selectFrom(ApiKey.table).selectAll().orderBy('id', 'desc')
      const rows = await (organization ? all.where('user_from', '=', organization) : all).execute()
      return rows.map((row) => presentApiKey(this.#uses.directory.codec(ApiKey).fromRow(row), now))
    })
  }

  /** Revokes a key, at once in all processes; throws `not_found`. */
  async revokeKey(id: string): Promise<void> {
    await this.#uses.directory.write(async (tables) => {
      const codec = this.#uses.directory.codec(ApiKey)
      const live = tables.selectFrom(ApiKey.table).selectAll().where('revoked_at', 'is', null)
      const row = faultsOf(Id(), id).length > 0 ? undefined : await live.where('id', '=', id).executeTakeFirst()
      if (!row) throw new CrmError('not_found', `No API key has the id ${id}`)
      const { now } = this.#uses.directory.generators
      const { version, user_from, user_id } = codec.fromRow(row)
      await this.#uses.directory.withdraw(tables, user_id)
      const changes = codec.toRow({ revoked_at: now, updated_at: now, version: version + 1 })
      await tables.updateTable(ApiKey.table).set(changes).where('id', '=', id).execute()
      await this.#uses.directory.note(tables, { id, user_from }, 'api_key', 'revoked', { revoked_at: [null, now.toISOString()] })
      await countChange(tables)
    })
    this.#uses.signIn.forget()
  }

  /** Writes a new key to the audit log; of the key itself only its first characters. */
  async #noteKey(tables: Tables, { id, user_from, name, scopes, administration, prefix }: KeyRecord): Promise<void> {
    const changes = { name: [null, name], scopes: [null, scopes], administration: [null, administration], prefix: [null, prefix] }
    await this.#uses.directory.note(tables, { id, user_from }, 'api_key', 'created', changes)
  }

  /** The key that has or had this secret, also if it was revoked or rotated. */
  async #keyOf(tables: Tables, secret: string): Promise<KeyRecord | undefined> {
    const row = await tables
      .selectFrom(ApiKey.table)
      .innerJoin(ApiKeySecret.table, (join) => join.onRef(`${ApiKeySecret.table}.api_key_id`, '=', `${ApiKey.table}.id`))
      .selectAll(ApiKey.table)
      .where(`${ApiKeySecret.table}.hash`, '=', hashKey(secret))
      .executeTakeFirst()
    return row && this.#uses.directory.codec(ApiKey).fromRow(row)
  }
}
