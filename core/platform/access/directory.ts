import type { Kysely } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Via } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import { ChangeRecord } from '../../kernel/storage/schema/change-record.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { isRace } from '../../kernel/storage/units/units.ts'
import { countChange } from './access-generation.ts'
import { Organization, User } from './entity.ts'
import { firstAdministrator, newOrganization, newUser, type OrganizationRecord, type Generators, type UserRecord } from './new-records.ts'

// A race ends when the other transaction has committed, so more than a few failures in a row are no race.
const TRIES = 4

/** Whom an administrative act concerns; by default the first organization and its first active administrator. */
export interface AdminTarget {
  /** Identifier of the organization, `user_from` of its records. */
  readonly organization?: string
  /** E-mail of the user. */
  readonly user?: string
}

/**
 * Organizations and users of all organizations: for set-up and sign-in, not for CRM data. Writes directly, because there is no call, no
 * actor and often no organization yet that a unit of work could belong to.
 */
export class Directory {
  static readonly uses = { database: Database, clock: Clock, ids: Ids, random: Random }
  readonly #uses: Resolved<typeof Directory.uses>

  constructor(uses: Resolved<typeof Directory.uses>) {
    this.#uses = uses
  }

  /** Ids, random bytes and the time for new rows. */
  get generators(): Generators {
    return { ids: this.#uses.ids, random: this.#uses.random, now: this.#uses.clock.now() }
  }

  /** One transaction, repeated after a race: of two processes that add the same row, the second finds that of the first. */
  async write<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#uses.database.transaction(work)
      } catch (error) {
        if (attempt === TRIES || !isRace(error)) throw error
      }
    }
  }

  /** Reads across organizations, outside of any transaction. */
  async read<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    return await work(this.#uses.database.tables())
  }

  /** Inserts a row as it is, without events and history. */
  async insert<F extends Fields>(tables: Kysely<Tables>, entity: EntityTable<F>, record: RecordOf<F>): Promise<void> {
    await tables.insertInto(entity.table).values(this.codec(entity).toRow(record)).execute()
  }

  /** Writes an entry to the audit log about what was done outside of a call; by default the installation itself is the actor. */
  async note(
    tables: Kysely<Tables>,
    { user_from, id }: { readonly user_from: string; readonly id: string },
    entity_type: string,
    action: string,
    changes: Readonly<Record<string, unknown[]>> = {},
    actor: Via = { type: 'system', id: 'installation', label: 'Installation' },
  ): Promise<void> {
    const call = { operation: null, request_id: null }
    const row = { user_from, entity_type, record_id: id, changes, action, actor, ...call, created_at: this.generators.now }
    await tables.insertInto(ChangeRecord.table).values(this.codec(ChangeRecord).toRow(row)).execute()
  }

  /** In a transaction that takes something from a user: their writes that are under way end before it, and later ones are judged by it. */
  async withdraw(tables: Kysely<Tables>, user_id: string): Promise<void> {
    await this.#uses.database.withdraw(tables, user_id)
  }

  /** Between records and the columns of this database. */
  codec<F extends Fields>(entity: EntityTable<F>): Codec<F> {
    return Codec.of(entity.fields, this.#uses.database.dialect)
  }

  /** The organization with this identifier; without one the first organization. */
  async organization(tables: Kysely<Tables>, user_from?: string): Promise<OrganizationRecord | undefined> {
    const all = tables.selectFrom(Organization.table).selectAll().orderBy('id').limit(1)
    const row = await (user_from === undefined ? all : all.where('user_from', '=', user_from)).executeTakeFirst()
    return row && this.codec(Organization).fromRow(row)
  }

  /** The user with this e-mail; without one the first active administrator. */
  async user(tables: Kysely<Tables>, user_from: string, email?: string): Promise<UserRecord | undefined> {
    const all = tables.selectFrom(User.table).selectAll().where('user_from', '=', user_from).orderBy('id').limit(1)
    const active = this.codec(User).toColumn('active', true)
    const which = email === undefined ? all.where('role', '=', 'admin').where('active', '=', active) : all.where('email', '=', email)
    const row = await which.executeTakeFirst()
    return row && this.codec(User).fromRow(row)
  }

  /** An active administrator; if there is none, a user is added or gets that role. */
  async ensureAdministrator(tables: Kysely<Tables>, { organization, user: email }: AdminTarget): Promise<UserRecord> {
    const user_from = (await this.organization(tables, organization))?.user_from ?? organization ?? FIRST_ORGANIZATION
    if (!(await this.organization(tables, user_from))) await this.insert(tables, Organization, newOrganization(this.generators, user_from))
    const known = await this.user(tables, user_from, email)
    if (known?.active && known.role === 'admin') return known
    const made = newUser(this.generators, { organization: user_from, email: email ?? firstAdministrator, role: 'admin' })
    const before = known ?? (await this.user(tables, user_from, made.email))
    if (!before) {
      await this.insert(tables, User, made)
      return made
    }
    const changes = { role: 'admin' as const, active: true, updated_at: made.updated_at, version: before.version + 1 }
    await tables.updateTable(User.table).set(this.codec(User).toRow(changes)).where('id', '=', before.id).execute()
    await countChange(tables)
    return { ...before, ...changes }
  }

  /** As `organization`; throws `not_found`. */
  async requireOrganization(tables: Kysely<Tables>, user_from?: string): Promise<OrganizationRecord> {
    const found = await this.organization(tables, user_from)
    if (!found)
      throw new CrmError(
        'not_found',
        user_from ? `No organization has the identifier "${user_from}"` : 'There is no organization yet; bootstrap() adds the first one',
      )
    return found
  }
}

// The organization of an installation that has only one.
const FIRST_ORGANIZATION = 'main'
