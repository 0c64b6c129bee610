import type { Kysely } from 'kysely'
import type { Via } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Fields, RecordOf } from '../../kernel/operation/fields.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import { ChangeRecord } from '../../kernel/storage/change-record.ts'
import { Codec } from '../../kernel/storage/codec.ts'
import { Database } from '../../kernel/storage/database.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { isRace } from '../../kernel/storage/units.ts'
import { Organization, User } from './entity.ts'
import { firstAdministrator, newOrganization, newUser, type OrganizationRecord, type Parts, type UserRecord } from './new-records.ts'

// A race is over once the other has committed: more than a few in a row are none.
const TRIES = 4

/** Whose an administrative act is; the first organisation that was made and its first active administrator where nothing is said. */
export interface Whom {
  /** Identifier, `user_from` of its records. */
  readonly organization?: string
  /** E-mail. */
  readonly user?: string
}

/** Organisations and users of all organisations: for set-up and sign-in, not for CRM data. */
export class Directory {
  static readonly inject = [Database, Clock, Ids, Random] as const
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #random: Random

  constructor(database: Database, clock: Clock, ids: Ids, random: Random) {
    this.#database = database
    this.#clock = clock
    this.#ids = ids
    this.#random = random
  }

  /** What new rows are made of, as of now. */
  get parts(): Parts {
    return { ids: this.#ids, random: this.#random, now: this.#clock.now() }
  }

  /** One transaction; two processes that set up the same thing meet in a unique key, and the second finds what the first made. */
  async write<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#database.transaction(work)
      } catch (error) {
        if (attempt === TRIES || !isRace(error)) throw error
      }
    }
  }

  /** Outside of any transaction, across organisations. */
  async read<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    return await work(this.#database.tables())
  }

  /** Writes a row as it is; neither events nor a history follow. */
  async insert<F extends Fields>(tables: Kysely<Tables>, entity: EntityTable<F>, record: RecordOf<F>): Promise<void> {
    await tables.insertInto(entity.table).values(this.codec(entity).toRow(record)).execute()
  }

  /** Tells in the audit log what was done outside of a call; by the installation itself unless told. */
  async note(
    tables: Kysely<Tables>,
    { user_from, id }: { readonly user_from: string; readonly id: string },
    entity_type: string,
    action: string,
    changes: Readonly<Record<string, unknown[]>> = {},
    actor: Via = { type: 'system', id: 'installation', label: 'Installation' },
  ): Promise<void> {
    const call = { operation: null, request_id: null }
    const row = { user_from, entity_type, record_id: id, changes, action, actor, ...call, created_at: this.parts.now }
    await tables.insertInto(ChangeRecord.table).values(this.codec(ChangeRecord).toRow(row)).execute()
  }

  /** Between records and the columns of this database. */
  codec<F extends Fields>(entity: EntityTable<F>): Codec<F> {
    return Codec.of(entity.fields, this.#database.dialect)
  }

  /** The one with this identifier, else the first that was made. */
  async organization(tables: Kysely<Tables>, user_from?: string): Promise<OrganizationRecord | undefined> {
    const all = tables.selectFrom(Organization.table).selectAll().orderBy('id').limit(1)
    const row = await (user_from === undefined ? all : all.where('user_from', '=', user_from)).executeTakeFirst()
    return row && this.codec(Organization).fromRow(row)
  }

  /** The one with this e-mail, else the first active administrator. */
  async user(tables: Kysely<Tables>, user_from: string, email?: string): Promise<UserRecord | undefined> {
    const all = tables.selectFrom(User.table).selectAll().where('user_from', '=', user_from).orderBy('id').limit(1)
    const active = this.codec(User).toColumn('active', true)
    const which = email === undefined ? all.where('role', '=', 'admin').where('active', '=', active) : all.where('email', '=', email)
    const row = await which.executeTakeFirst()
    return row && this.codec(User).fromRow(row)
  }

  /** An active administrator, made or restored to that role where there is none. */
  async ensureAdministrator(tables: Kysely<Tables>, { organization, user: email }: Whom): Promise<UserRecord> {
    const user_from = (await this.organization(tables, organization))?.user_from ?? organization ?? FIRST_ORGANIZATION
    if (!(await this.organization(tables, user_from))) await this.insert(tables, Organization, newOrganization(this.parts, user_from))
    const known = await this.user(tables, user_from, email)
    if (known?.active && known.role === 'admin') return known
    const made = newUser(this.parts, { organization: user_from, email: email ?? firstAdministrator, role: 'admin' })
    const before = known ?? (await this.user(tables, user_from, made.email))
    if (!before) {
      await this.insert(tables, User, made)
      return made
    }
    const changes = { role: 'admin' as const, active: true, updated_at: made.updated_at, version: before.version + 1 }
    await tables.updateTable(User.table).set(this.codec(User).toRow(changes)).where('id', '=', before.id).execute()
    return { ...before, ...changes }
  }

  /** The organisation of this identifier, else the first; throws `not_found`. */
  async mustHave(tables: Kysely<Tables>, user_from?: string): Promise<OrganizationRecord> {
    const found = await this.organization(tables, user_from)
    if (!found) throw new CrmError('not_found', user_from ? `No organisation ${user_from}` : 'There is no organisation yet')
    return found
  }
}

// What an installation for one organisation calls it.
const FIRST_ORGANIZATION = 'main'
