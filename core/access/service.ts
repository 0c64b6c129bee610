import type { Kysely } from 'kysely'
import { type Actor, CurrentActor, type Scope, scopes as allScopes } from '../kernel/actor.ts'
import { CrmError } from '../kernel/errors.ts'
import type { RecordOf } from '../kernel/fields.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { Random } from '../ports/random.ts'
import { Codec } from '../storage/codec.ts'
import { Database } from '../storage/database.ts'
import type { EntityClass } from '../storage/entity.ts'
import type { Tables } from '../storage/set-writer.ts'
import { ApiKey, Organization, User } from './entity.ts'
import { generateKey, hashKey, prefixOf } from './key.ts'

/** A revoked key may still work in another process for this long; in this one it ends at once. */
const CACHE_MS = 1000
const MAX_CACHED = 10_000

type KeyRecord = RecordOf<typeof ApiKey.fields>

interface Known {
  readonly actor: Actor
  readonly validUntil: number
}

/** Organisations, users and keys of the installation, across organisations: sign-in and set-up, not CRM data. */
export class Access {
  static readonly inject = [Database, Clock, Ids, Random] as const
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #random: Random
  readonly #known = new Map<string, Known>()

  constructor(database: Database, clock: Clock, ids: Ids, random: Random) {
    this.#database = database
    this.#clock = clock
    this.#ids = ids
    this.#random = random
  }

  /**
   * Makes the first organisation, administrator and key where there is none; `key` is taken as given.
   * Answers the key when one was made, so that it can be shown once.
   */
  async bootstrap(options: { key?: string; organization?: string; user?: string } = {}): Promise<{ created: boolean; key?: string }> {
    const { organization: user_from = 'main', user: email = 'admin@localhost' } = options
    return await this.#database.transaction(async (tables) => {
      if (options.key) {
        const hash = hashKey(options.key)
        if (await tables.selectFrom(ApiKey.table).select('id').where('hash', '=', hash).executeTakeFirst()) return { created: false }
      } else if (await tables.selectFrom(ApiKey.table).select('id').limit(1).executeTakeFirst()) {
        return { created: false }
      }
      const key = options.key ?? generateKey(this.#random)
      await this.#ensureOrganization(tables, user_from)
      const user_id = await this.#ensureAdministrator(tables, user_from, email)
      await this.#insert(
        tables,
        ApiKey,
        this.#keyRecord(key, { user_from, user_id, name: 'First key', scopes: [...allScopes], created_by: email }),
      )
      return { created: true, key }
    })
  }

  /** Who a key acts as: the teammate who made it (contract 5.2). */
  async authenticate(token: string): Promise<Actor> {
    const now = this.#clock.now().getTime()
    const hash = hashKey(token)
    const known = this.#known.get(hash)
    if (known && known.validUntil > now) return known.actor
    const actor = await this.#lookUp(hash, now)
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    this.#known.set(hash, { actor, validUntil: now + CACHE_MS })
    return actor
  }

  /** Forgets what is known of every key, after one was changed. */
  forget(): void {
    this.#known.clear()
  }

  /** A new key and its record; the key itself is never stored. */
  newKey(input: {
    user_from: string
    user_id: string
    name: string
    scopes: Scope[]
    created_by: string
    widget?: boolean
    expires_at?: Date | null
    allowed_ips?: string[]
  }): { key: string; record: KeyRecord } {
    const key = generateKey(this.#random)
    return { key, record: this.#keyRecord(key, input) }
  }

  async #lookUp(hash: string, now: number): Promise<Actor> {
    const tables = this.#database.tables()
    const row = await tables
      .selectFrom(ApiKey.table)
      .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${ApiKey.table}.user_id`))
      .selectAll(ApiKey.table)
      .select([`${User.table}.email as email`, `${User.table}.role as role`, `${User.table}.active as active`])
      .where((eb) => eb.or([eb(`${ApiKey.table}.hash`, '=', hash), eb(`${ApiKey.table}.previous_hash`, '=', hash)]))
      .executeTakeFirst()
    if (!row) throw unauthenticated('The API key is unknown')
    const key = Codec.of(ApiKey.fields, this.#database.dialect).fromRow(row) as KeyRecord
    if (!row['active']) throw unauthenticated('The user of this API key is not active')
    if (key.revoked_at) throw unauthenticated('The API key was revoked')
    if (key.expires_at && key.expires_at.getTime() <= now) throw unauthenticated('The API key has expired')
    if (key.hash !== hash && (key.previous_until?.getTime() ?? 0) <= now) throw unauthenticated('The API key was replaced')
    return new CurrentActor({
      organization: key.user_from,
      user: String(row['email']),
      user_id: key.user_id,
      role: row['role'] === 'admin' ? 'admin' : 'member',
      scopes: new Set(key.scopes),
      via: { type: 'api_key', id: key.id, label: key.name },
      widget: key.widget,
    })
  }

  async #ensureOrganization(tables: Kysely<Tables>, user_from: string): Promise<void> {
    if (await tables.selectFrom(Organization.table).select('id').where('user_from', '=', user_from).executeTakeFirst()) return
    const defaults = { plan: 'unlimited' as const, currency: 'EUR', locale: 'en', timezone: 'UTC' }
    await this.#insert(tables, Organization, {
      id: this.#ids.next(),
      user_from,
      name: user_from,
      ...defaults,
      created_at: this.#clock.now(),
    })
  }

  async #ensureAdministrator(tables: Kysely<Tables>, user_from: string, email: string): Promise<string> {
    const found = await tables
      .selectFrom(User.table)
      .select('id')
      .where('user_from', '=', user_from)
      .where('email', '=', email)
      .executeTakeFirst()
    if (found) return String(found['id'])
    const id = this.#ids.next()
    const now = this.#clock.now()
    await this.#insert(tables, User, { id, user_from, email, name: null, role: 'admin', active: true, created_at: now, updated_at: now })
    return id
  }

  #keyRecord(
    key: string,
    input: {
      user_from: string
      user_id: string
      name: string
      scopes: Scope[]
      created_by: string
      widget?: boolean
      expires_at?: Date | null
      allowed_ips?: string[]
    },
  ): KeyRecord {
    const { widget = false, expires_at = null, allowed_ips = [], ...rest } = input
    const unused = { previous_hash: null, previous_until: null, revoked_at: null, last_used_at: null }
    return {
      id: this.#ids.next(),
      ...rest,
      widget,
      expires_at,
      allowed_ips,
      ...unused,
      prefix: prefixOf(key),
      hash: hashKey(key),
      created_at: this.#clock.now(),
    }
  }

  async #insert<C extends EntityClass>(tables: Kysely<Tables>, entity: C, record: RecordOf<C['fields']>): Promise<void> {
    await tables.insertInto(entity.table).values(Codec.of(entity.fields, this.#database.dialect).toRow(record)).execute()
  }
}

const unauthenticated = (message: string) => new CrmError('unauthenticated', message)
