import type { Resolved } from '../../kernel/operation/operation.ts'
import { type Actor, type Credential, CurrentActor, type RequestOrigin, type VerifiedToken } from '../../kernel/operation/actor.ts'
import type { Audience } from '../../kernel/operation/audience.ts'
import type { AccessJudge } from '../../kernel/operation/caller-access.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { TokenVerifier } from '../../kernel/ports/token-verifier.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { AccessGeneration, numberOf } from './access-generation.ts'
import { AccessTokens, type FoundToken, isAccessToken } from './access-tokens.ts'
import { isWithin } from './allowed-addresses.ts'
import { isFrom } from './allowed-origins.ts'
import { ApiKey, ApiKeySecret, Organization, User } from './entity.ts'
import { Directory } from './directory.ts'
import { ExternalUsers } from './external-users.ts'
import { hashKey } from './key.ts'
import { KeylessCallers } from './keyless-callers.ts'
import { UnknownKeys } from './unknown-keys.ts'
import { VisibilityResolver } from './visibility-resolver.ts'
import type { KeyRecord, UserRecord } from './new-records.ts'

// Milliseconds after which a key is read again in any case; what the engine itself changes is known at the next call.
const CACHE_MS = 1000
const MAX_CACHED = 10_000
// No number of access changes.
const UNREAD = -1
// Milliseconds between two entries of the audit log about one refused key; the log of the host shows every attempt.
const AUDIT_PAUSE_MS = 3_600_000

// From where a key works, or what a token opens.
type Limits = Pick<KeyRecord, 'allowed_ips' | 'allowed_origins'> & { readonly audiences?: readonly Audience[] }

// What log and audit log call a key or a token: it by its grant, or by its user if it comes from outside.
interface Subject {
  readonly type: 'api_key' | 'grant' | 'user'
  readonly id: string
  readonly name: string
  readonly user_from: string
}

// A cached key or token; `validUntil` is in milliseconds since 1970.
interface CachedKey {
  readonly actor: CurrentActor
  readonly limits: Limits
  readonly subject: Subject
  readonly validUntil: number
}

// A key with its secret and its user, as the database answers them.
type KeyRow = Readonly<Record<string, unknown>> & { readonly secret_id: unknown; readonly hash: unknown; readonly generation: unknown }

/** Finds whom a key acts as, and judges at each call whether it still does. */
export class SignIn implements AccessJudge {
  static readonly uses = {
    database: Database,
    clock: Clock,
    logger: Logger,
    visibility: VisibilityResolver,
    directory: Directory,
    generation: AccessGeneration,
    tokens: AccessTokens,
    verifier: TokenVerifier,
    external: ExternalUsers,
    keyless: KeylessCallers,
  }
  readonly #uses: Resolved<typeof SignIn.uses>
  readonly #known = new Map<string, CachedKey>()
  /** By key, when its refusal was last written to the audit log. */
  readonly #auditedAt = new Map<string, number>()
  readonly #unknown: UnknownKeys

  constructor(uses: Resolved<typeof SignIn.uses>) {
    this.#uses = uses
    this.#unknown = new UnknownKeys(uses.logger, uses.clock)
  }

  /**
   * The actor of a key or of an access token; throws `unauthenticated`, with the same message for every reason. Without `origin`, the caller is this
   * process itself, and `allowed_ips` does not apply. The actor may be a second old: `judge` says at each call what has changed since.
   */
  async authenticate(token: string, origin?: RequestOrigin): Promise<Actor> {
    // An app without a compiler may pass a header that is absent.
    if (typeof token !== 'string') throw new CrmError('unauthenticated', 'The API key is not valid')
    const hash = hashKey(token)
    const known = this.#remembered(hash) ?? (await this.#found(token, hash, origin))
    return await this.#from(known, origin)
  }

  /** The actor as it is now; see `CallerAccess.renew`. */
  async renew(actor: CurrentActor): Promise<CurrentActor> {
    return actor.credential ? await this.judge(actor) : await this.#uses.keyless.renew(actor)
  }

  /**
   * The actor of a key as it is under this number of access changes, by default the present one; throws `unauthenticated` if the key no
   * longer works. One without a key whose visibility was remembered is renewed.
   */
  async judge(actor: CurrentActor, generation?: number): Promise<CurrentActor> {
    const { credential, asked } = actor
    if (!credential) return await this.#uses.keyless.judge(actor)
    const hasEnded = credential.ends_at !== null && credential.ends_at <= this.#uses.clock.now()
    const now = generation ?? (await this.#uses.generation.current())
    if (credential.generation === now && !hasEnded) return actor
    const { origin } = credential
    const found = await this.#lookUpAgain(credential, origin)
    return new CurrentActor({ ...(await this.#from(found, origin)), asked })
  }

  /** The actor of a key as its key, user and team are now, whatever is known of them; throws `unauthenticated` if the key no longer works. */
  async readAgain(actor: CurrentActor): Promise<CurrentActor> {
    return await this.judge(actor, UNREAD)
  }

  /** Calls `listener` after each change of access that this process makes; returns what ends that. */
  onChange(listener: () => void): () => void {
    return this.#uses.generation.onChange(listener)
  }

  /** Empties the caches, after a key, a user or a team has changed. */
  forget(): void {
    const forget = () => {
      this.#uses.visibility.forget()
      this.#known.clear()
      this.#uses.generation.changed()
    }
    this.#uses.database.ofApp.afterCommit([forget])
  }

  /** By hash, so that no secret stays in memory. */
  #remembered(hash: string): CachedKey | undefined {
    const known = this.#known.get(hash)
    return known && known.validUntil > this.#uses.clock.now().getTime() ? known : undefined
  }

  /** The actor of a key with the origin of its request, if the key works from there. */
  async #from({ actor, limits, subject }: CachedKey, origin: RequestOrigin | undefined): Promise<Actor> {
    if (!origin) return actor
    if (!isWithin(limits.allowed_ips, origin.ip)) throw await this.#refused('not from this address', subject, origin)
    if (!isFrom(limits.allowed_origins, origin.site)) throw await this.#refused('not from a page of this site', subject, origin)
    if (limits.audiences?.every((each) => each !== origin.audience))
      throw await this.#refused(`given out for ${limits.audiences.join(' and ')} only`, subject, origin)
    return { ...actor, credential: actor.credential && { ...actor.credential, origin } }
  }

  async #found(token: string, hash: string, origin: RequestOrigin | undefined): Promise<CachedKey> {
    const { tokens, verifier } = this.#uses
    if (isAccessToken(token)) return await this.#tokenOf(() => tokens.find({ token }), origin, hash)
    const verified = await verifier.verify(token)
    if (!verified) return await this.#lookUp('hash', hash, origin)
    if ('refused' in verified) throw await this.#unknownToken(origin, { reason: verified.refused })
    return await this.#lookUpVerified(hash, verified, origin)
  }

  async #lookUpAgain({ token, verified, secret_id }: Credential, origin: RequestOrigin | undefined): Promise<CachedKey> {
    if (verified) return await this.#lookUpVerified(secret_id, verified, origin)
    if (token) return await this.#tokenOf(() => this.#uses.tokens.find({ stored: secret_id }), origin)
    return await this.#lookUp('id', secret_id, origin)
  }

  async #lookUpVerified(hash: string, verified: VerifiedToken, origin: RequestOrigin | undefined): Promise<CachedKey> {
    const { issuer, subject, organization } = verified
    const details = { reason: 'it names no user', issuer, subject, organization }
    return await this.#tokenOf(() => this.#uses.external.find(hash, verified), origin, hash, details)
  }

  async #tokenOf(
    find: () => Promise<FoundToken | undefined>,
    origin: RequestOrigin | undefined,
    hash?: string,
    unknown: Readonly<Record<string, unknown>> = { reason: 'unknown' },
  ): Promise<CachedKey> {
    const { own } = this.#uses.generation
    const found = await find()
    if (!found) throw await this.#unknownToken(origin, unknown)
    const subject = subjectOf(found)
    if (found.refused !== undefined) throw await this.#refused(found.refused, subject, origin)
    const { actor: user, audiences, ends } = found
    const actor = new CurrentActor({ ...user, ...(await this.#uses.visibility.resolve(user, user.credential?.generation ?? own)) })
    const validUntil = Math.min(this.#uses.clock.now().getTime() + CACHE_MS, ends.getTime())
    const known = { actor, limits: { allowed_ips: [], allowed_origins: null, audiences }, subject, validUntil }
    if (hash !== undefined && own === this.#uses.generation.own) this.#remember(hash, known)
    return known
  }

  async #lookUp(by: 'hash' | 'id', value: string, origin: RequestOrigin | undefined): Promise<CachedKey> {
    const { own } = this.#uses.generation
    const row = await this.#read(by, value)
    if (!row) {
      if (origin) this.#unknown.note(origin.ip)
      throw await this.#refused('unknown')
    }
    const { dialect } = this.#uses.database
    const key: KeyRecord = Codec.of(ApiKey.fields, dialect).fromRow(row)
    const { until } = Codec.of(ApiKeySecret.fields, dialect).pick(row, ['until'])
    const now = this.#uses.clock.now().getTime()
    const ends = [key.expires_at, until].flatMap((each) => each?.getTime() ?? [])
    const { active, email, role } = Codec.of(User.fields, dialect).pick(row, ['active', 'email', 'role'])
    const subject = { type: 'api_key', id: key.id, name: key.name, user_from: key.user_from } as const
    if (!active) throw await this.#refused('its user is not active', subject, origin)
    if (Codec.of(Organization.fields, dialect).pick(row, ['suspended_at']).suspended_at)
      throw await this.#refused('its organization is suspended', subject, origin)
    if (key.revoked_at) throw await this.#refused('revoked', subject, origin)
    if (ends.some((end) => end <= now)) throw await this.#refused('expired or replaced', subject, origin)
    const changes = Number(row.generation ?? 0)
    const generation = this.#uses.generation.isShared ? changes : own
    const ends_at = ends.length > 0 ? new Date(Math.min(...ends)) : null
    const credential = { secret_id: String(row.secret_id), generation, changes, ends_at, allowed_ips: key.allowed_ips }
    const user = actorOf(key, { email, role }, credential)
    const actor = new CurrentActor({ ...user, ...(await this.#uses.visibility.resolve(user, generation)) })
    const known = { limits: key, subject, actor, validUntil: Math.min(now + CACHE_MS, ...ends) }
    // A key that was changed while it was read serves this call only.
    if (own === this.#uses.generation.own) this.#remember(String(row.hash), known)
    return known
  }

  #remember(hash: string, known: CachedKey): void {
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    this.#known.set(hash, known)
  }

  // The number of access changes is read in the same statement, so it is never newer than the key.
  #read(by: 'hash' | 'id', value: string): Promise<KeyRow | undefined> {
    return (
      this.#uses.database
        .tables()
        .selectFrom(ApiKeySecret.table)
        .innerJoin(ApiKey.table, (join) => join.onRef(`${ApiKey.table}.id`, '=', `${ApiKeySecret.table}.api_key_id`))
        .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${ApiKey.table}.user_id`))
        // An embedding app need not store its organization.
        .leftJoin(Organization.table, (join) => join.onRef(`${Organization.table}.user_from`, '=', `${ApiKey.table}.user_from`))
        .selectAll(ApiKey.table)
        .select([`${ApiKeySecret.table}.id as secret_id`, `${ApiKeySecret.table}.hash`, `${ApiKeySecret.table}.until`])
        .select([`${User.table}.email`, `${User.table}.role`, `${User.table}.active`, `${Organization.table}.suspended_at`])
        .select((eb) => numberOf(eb).as('generation'))
        .where(`${ApiKeySecret.table}.${by}`, '=', value)
        .executeTakeFirst()
    )
  }

  async #unknownToken(origin: RequestOrigin | undefined, details: Readonly<Record<string, unknown>>): Promise<CrmError> {
    if (origin) this.#unknown.note(origin.ip, details)
    return await this.#refused(String(details.reason), undefined, origin, TOKEN)
  }

  // The caller learns nothing that would help to guess; administrators and operators find the reason in their logs.
  async #refused(reason: string, subject?: Subject, origin?: RequestOrigin, what = nameOf(subject)): Promise<CrmError> {
    if (subject) {
      const { type, id, user_from: organization } = subject
      this.#uses.logger.info(type === 'api_key' ? 'API key refused' : 'Access token refused', { reason, organization, [`${type}_id`]: id })
      await this.#audit(reason, subject, origin)
    }
    return new CrmError('unauthenticated', `The ${what} is not valid`)
  }

  async #audit(reason: string, subject: Subject, origin: RequestOrigin | undefined): Promise<void> {
    const now = this.#uses.clock.now().getTime()
    if (now - (this.#auditedAt.get(subject.id) ?? Number.NEGATIVE_INFINITY) < AUDIT_PAUSE_MS) return
    if (this.#auditedAt.size >= MAX_CACHED) this.#auditedAt.clear()
    this.#auditedAt.set(subject.id, now)
    const changes = { reason: [null, reason], ...(origin?.ip !== undefined && { address: [null, origin.ip] }) }
    const { type, id, name: label } = subject
    await this.#uses.directory.write((tables) => this.#uses.directory.note(tables, subject, type, 'refused', changes, { type, id, label }))
  }
}

const TOKEN = 'access token'
const nameOf = (subject: Subject | undefined) => (subject === undefined || subject.type === 'api_key' ? 'API key' : TOKEN)

function subjectOf({ actor: { organization: user_from, via } }: FoundToken): Subject {
  return { type: 'grant', id: via.id, name: via.label, user_from }
}

function actorOf(key: KeyRecord, { email, role }: Pick<UserRecord, 'email' | 'role'>, credential: Credential): CurrentActor {
  return new CurrentActor({
    organization: key.user_from,
    user: email,
    user_id: key.user_id,
    role,
    scopes: new Set(key.scopes),
    via: { type: 'api_key', id: key.id, label: key.name },
    administration: key.administration,
    credential,
    widget: key.widget,
  })
}
