import type { Resolved } from '../../kernel/operation/operation.ts'
import { type Actor, CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { isWithin } from './allowed-addresses.ts'
import { ApiKey, ApiKeySecret, User } from './entity.ts'
import { Directory } from './directory.ts'
import { hashKey } from './key.ts'
import { UnknownKeys } from './unknown-keys.ts'
import { VisibilityResolver } from './visibility-resolver.ts'
import type { KeyRecord, UserRecord } from './new-records.ts'

/** Milliseconds for which a key that another process revoked may still work; in the process that revoked it, it ends at once. */
const CACHE_MS = 1000
const MAX_CACHED = 10_000
// Milliseconds between two entries of the audit log about one refused key; the log of the host shows every attempt.
const AUDIT_PAUSE_MS = 3_600_000

/** Where a request comes from; a transport passes it even if it does not know the address. */
export interface RequestOrigin {
  /** IPv4 or IPv6 address; if it is undefined, no key with `allowed_ips` works. */
  readonly ip: string | undefined
}

// A cached key; `validUntil` is in milliseconds since 1970.
interface CachedKey {
  readonly actor: Actor
  readonly key: KeyRecord
  readonly validUntil: number
}

/** Finds whom a key acts as. */
export class SignIn {
  static readonly uses = { database: Database, clock: Clock, logger: Logger, visibility: VisibilityResolver, directory: Directory }
  readonly #uses: Resolved<typeof SignIn.uses>
  readonly #known = new Map<string, CachedKey>()
  /** By key, when its refusal was last written to the audit log. */
  readonly #auditedAt = new Map<string, number>()
  readonly #unknown: UnknownKeys
  #generation = 0

  constructor(uses: Resolved<typeof SignIn.uses>) {
    this.#uses = uses
    this.#unknown = new UnknownKeys(uses.logger, uses.clock)
  }

  /**
   * The actor of a key; throws `unauthenticated`, with the same message for every reason. Without `origin`, the caller is this
   * process itself, and `allowed_ips` does not apply.
   */
  async authenticate(token: string, origin?: RequestOrigin): Promise<Actor> {
    const hash = hashKey(token)
    const { key, actor } = this.#remembered(hash) ?? (await this.#lookUp(hash, origin))
    if (origin && !isWithin(key.allowed_ips, origin.ip)) throw await this.#refused('not from this address', key, origin)
    return actor
  }

  /** The same actor, with the visibility of the stored user. */
  async withVisibility(actor: CurrentActor): Promise<CurrentActor> {
    const resolved = await this.#uses.visibility.resolve(actor)
    return resolved.sees ? new CurrentActor({ ...actor, ...resolved }) : actor
  }

  /** Empties the caches, after a key, a user or a team has changed. */
  forget(): void {
    this.#uses.visibility.forget()
    this.#generation += 1
    this.#known.clear()
  }

  /** By hash, so that no secret stays in memory. */
  #remembered(hash: string): CachedKey | undefined {
    const known = this.#known.get(hash)
    return known && known.validUntil > this.#uses.clock.now().getTime() ? known : undefined
  }

  async #lookUp(hash: string, origin: RequestOrigin | undefined): Promise<CachedKey> {
    const generation = this.#generation
    const row = await this.#read(hash)
    if (!row) {
      if (origin) this.#unknown.note(origin.ip)
      throw await this.#refused('unknown')
    }
    const key = Codec.of(ApiKey.fields, this.#uses.database.dialect).fromRow(row)
    const { until } = Codec.of(ApiKeySecret.fields, this.#uses.database.dialect).fromRow(row)
    const now = this.#uses.clock.now().getTime()
    const ends = [key.expires_at, until].flatMap((each) => each?.getTime() ?? [])
    const { active, email, role } = Codec.of(User.fields, this.#uses.database.dialect).pick(row, ['active', 'email', 'role'])
    if (!active) throw await this.#refused('its user is not active', key, origin)
    if (key.revoked_at) throw await this.#refused('revoked', key, origin)
    if (ends.some((end) => end <= now)) throw await this.#refused('expired or replaced', key, origin)
    const user = actorOf(key, { email, role })
    const actor = new CurrentActor({ ...user, ...(await this.#uses.visibility.resolve(user)) })
    const known = { key, actor, validUntil: Math.min(now + CACHE_MS, ...ends) }
    // A key that was changed while it was read serves this call only.
    if (generation === this.#generation) this.#remember(hash, known)
    return known
  }

  #remember(hash: string, known: CachedKey): void {
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    this.#known.set(hash, known)
  }

  #read(hash: string): Promise<Record<string, unknown> | undefined> {
    return this.#uses.database
      .tables()
      .selectFrom(ApiKeySecret.table)
      .innerJoin(ApiKey.table, (join) => join.onRef(`${ApiKey.table}.id`, '=', `${ApiKeySecret.table}.api_key_id`))
      .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${ApiKey.table}.user_id`))
      .selectAll(ApiKey.table)
      .select([`${ApiKeySecret.table}.until`, `${User.table}.email`, `${User.table}.role`, `${User.table}.active`])
      .where(`${ApiKeySecret.table}.hash`, '=', hash)
      .executeTakeFirst()
  }

  // The caller learns nothing that would help to guess; administrators and operators find the reason in their logs.
  async #refused(reason: string, key?: KeyRecord, origin?: RequestOrigin): Promise<CrmError> {
    if (key) {
      this.#uses.logger.info('API key refused', { reason, organization: key.user_from, api_key_id: key.id })
      await this.#audit(reason, key, origin)
    }
    return new CrmError('unauthenticated', 'The API key is not valid')
  }

  async #audit(reason: string, key: KeyRecord, origin: RequestOrigin | undefined): Promise<void> {
    const now = this.#uses.clock.now().getTime()
    if (now - (this.#auditedAt.get(key.id) ?? Number.NEGATIVE_INFINITY) < AUDIT_PAUSE_MS) return
    if (this.#auditedAt.size >= MAX_CACHED) this.#auditedAt.clear()
    this.#auditedAt.set(key.id, now)
    const changes = { reason: [null, reason], ...(origin?.ip !== undefined && { address: [null, origin.ip] }) }
    const by = { type: 'api_key', id: key.id, label: key.name } as const
    await this.#uses.directory.write((tables) => this.#uses.directory.note(tables, key, 'api_key', 'refused', changes, by))
  }
}

function actorOf(key: KeyRecord, { email, role }: Pick<UserRecord, 'email' | 'role'>): CurrentActor {
  return new CurrentActor({
    organization: key.user_from,
    user: email,
    user_id: key.user_id,
    role,
    scopes: new Set(key.scopes),
    via: { type: 'api_key', id: key.id, label: key.name },
    widget: key.widget,
  })
}
