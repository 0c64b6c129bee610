import { type Actor, CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Codec } from '../../kernel/storage/codec.ts'
import { Database } from '../../kernel/storage/database.ts'
import { isWithin } from './allowed-addresses.ts'
import { ApiKey, ApiKeySecret, User } from './entity.ts'
import { Directory } from './directory.ts'
import { hashKey } from './key.ts'
import { VisibilityResolver } from './visibility-resolver.ts'
import type { KeyRecord } from './new-records.ts'

/** A key that another process revoked may still work for this long; in the process that revoked it, it ends at once. */
const CACHE_MS = 1000
const MAX_CACHED = 10_000
// Somebody who tries a key that is revoked tries it again: the audit log tells it so often, the log of the host each time.
const TOLD_MS = 3_600_000

/** Where a request comes from; a transport gives it even when it does not know the address. */
export interface RequestOrigin {
  /** IPv4 or IPv6; undefined where the transport does not know it, and then no key with `allowed_ips` works. */
  readonly ip: string | undefined
}

// What was found of a key, and until when it may be believed (milliseconds since 1970).
interface Known {
  readonly actor: Actor
  readonly key: KeyRecord
  readonly validUntil: number
}

/** Finds who a key acts as: the teammate who made it (contract 5.2). */
export class SignIn {
  static readonly inject = [Database, Clock, Logger, VisibilityResolver, Directory] as const
  readonly #database: Database
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #sights: VisibilityResolver
  readonly #directory: Directory
  readonly #known = new Map<string, Known>()
  /** By key, when the audit log was told that it was refused. */
  readonly #told = new Map<string, number>()
  #generation = 0

  constructor(database: Database, clock: Clock, logger: Logger, sights: VisibilityResolver, directory: Directory) {
    this.#database = database
    this.#clock = clock
    this.#logger = logger
    this.#sights = sights
    this.#directory = directory
  }

  /**
   * The actor of a key; throws `unauthenticated`, with the same words whatever is wrong with it. Without `from`, the
   * caller is this process itself, to which no limit of addresses applies.
   */
  async authenticate(token: string, from?: RequestOrigin): Promise<Actor> {
    const hash = hashKey(token)
    const { key, actor } = this.#remembered(hash) ?? (await this.#lookUp(hash, from))
    if (from && !isWithin(key.allowed_ips, from.ip)) throw await this.#refused('not from this address', key, from)
    return actor
  }

  /** The same actor, with whose records they see. */
  async seeing(actor: CurrentActor): Promise<CurrentActor> {
    const sight = await this.#sights.of(actor)
    return sight.sees ? new CurrentActor({ ...actor, ...sight }) : actor
  }

  /** Forgets every key and what everybody sees, after a key, a user or a team was changed. */
  forget(): void {
    this.#sights.forget()
    this.#generation += 1
    this.#known.clear()
  }

  /** By hash, so that no secret stays in memory. */
  #remembered(hash: string): Known | undefined {
    const known = this.#known.get(hash)
    return known && known.validUntil > this.#clock.now().getTime() ? known : undefined
  }

  async #lookUp(hash: string, from: RequestOrigin | undefined): Promise<Known> {
    const generation = this.#generation
    const row = await this.#read(hash)
    if (!row) throw await this.#refused('unknown')
    const key = Codec.of(ApiKey.fields, this.#database.dialect).fromRow(row)
    const { until } = Codec.of(ApiKeySecret.fields, this.#database.dialect).fromRow(row)
    const now = this.#clock.now().getTime()
    const ends = [key.expires_at, until].flatMap((each) => each?.getTime() ?? [])
    if (!row['active']) throw await this.#refused('its user is not active', key, from)
    if (key.revoked_at) throw await this.#refused('revoked', key, from)
    if (ends.some((end) => end <= now)) throw await this.#refused('expired or replaced', key, from)
    const user = actorOf(key, row)
    const actor = new CurrentActor({ ...user, ...(await this.#sights.of(user)) })
    const known = { key, actor, validUntil: Math.min(now + CACHE_MS, ...ends) }
    // A key that was changed while it was read is good for this call only.
    if (generation === this.#generation) this.#remember(hash, known)
    return known
  }

  #remember(hash: string, known: Known): void {
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    this.#known.set(hash, known)
  }

  #read(hash: string): Promise<Record<string, unknown> | undefined> {
    return this.#database
      .tables()
      .selectFrom(ApiKeySecret.table)
      .innerJoin(ApiKey.table, (join) => join.onRef(`${ApiKey.table}.id`, '=', `${ApiKeySecret.table}.api_key_id`))
      .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${ApiKey.table}.user_id`))
      .selectAll(ApiKey.table)
      .select([`${ApiKeySecret.table}.until`, `${User.table}.email`, `${User.table}.role`, `${User.table}.active`])
      .where(`${ApiKeySecret.table}.hash`, '=', hash)
      .executeTakeFirst()
  }

  // The caller learns nothing that would help to guess; administrators and the operator read what is wrong with a key of theirs.
  async #refused(reason: string, key?: KeyRecord, from?: RequestOrigin): Promise<CrmError> {
    if (key) {
      this.#logger.info('API key refused', { reason, organization: key.user_from, api_key_id: key.id })
      await this.#tell(reason, key, from)
    }
    return new CrmError('unauthenticated', 'The API key is not valid')
  }

  async #tell(reason: string, key: KeyRecord, from: RequestOrigin | undefined): Promise<void> {
    const now = this.#clock.now().getTime()
    if (now - (this.#told.get(key.id) ?? Number.NEGATIVE_INFINITY) < TOLD_MS) return
    if (this.#told.size >= MAX_CACHED) this.#told.clear()
    this.#told.set(key.id, now)
    const changes = { reason: [null, reason], ...(from?.ip !== undefined && { address: [null, from.ip] }) }
    const by = { type: 'api_key', id: key.id, label: key.name } as const
    await this.#directory.write((tables) => this.#directory.note(tables, key, 'api_key', 'refused', changes, by))
  }
}

function actorOf(key: KeyRecord, user: Readonly<Record<string, unknown>>): CurrentActor {
  return new CurrentActor({
    organization: key.user_from,
    user: String(user['email']),
    user_id: key.user_id,
    role: user['role'] === 'admin' ? 'admin' : 'member',
    scopes: new Set(key.scopes),
    via: { type: 'api_key', id: key.id, label: key.name },
    widget: key.widget,
  })
}
