import { LockMode } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Random } from '../../kernel/ports/random.ts'
import { entityManagerOf } from '../../kernel/storage/records/entity-manager-of.ts'
import { checkVersion, storeParts } from '../../kernel/storage/records/record-reader.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import { AccessChanges } from './access-changes.ts'
import { parseAddresses } from './allowed-addresses.ts'
import { checkOrigins } from './allowed-origins.ts'
import { ApiKey, ApiKeySecret } from './entity.ts'
import { generateKey, prefixOf } from './key.ts'
import { isWider, type KeyLimits, limitsOf, refuseWider } from './key-limits.ts'
import { type KeyRecord, newKey, newSecret, type Generators } from './new-records.ts'
import { type ApiKeyCreate, type ApiKeyList, type ApiKeyUpdate, isUsable, keyFilters, keySorts } from './schema.ts'
import { Teammates } from './teammates.ts'

/** The API keys of one organization. No key can add, widen or rotate a key that is wider than itself: in scopes, administration, end or addresses. */
export class ApiKeyService {
  static readonly uses = { ...storeParts, random: Random, access: AccessChanges, teammates: Teammates }
  readonly #uses: Resolved<typeof ApiKeyService.uses>
  readonly #generators: Generators

  constructor(uses: Resolved<typeof ApiKeyService.uses>) {
    this.#uses = uses

    this.#generators = { ids: uses.ids, random: uses.random, now: uses.records.unit.now }
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#generators.now
  }

  /** Keys of the organization, without secrets; revoked ones only if the filter asks for them. */
  list(query: Static<typeof ApiKeyList>): Promise<Page<KeyRecord>> {
    return listPage(this.#uses.records, ApiKey, { revoked: false, ...query }, { filters: keyFilters, sorts: keySorts })
  }

  /**
   * Adds a key that acts as the caller or as another active teammate, at most with the limits of the caller: end and addresses are inherited
   * unless given. Throws `insufficient_scope` for scopes that the caller lacks, `forbidden` for other limits beyond those of the caller and
   * for a deactivated caller, `invalid_input`.
   */
  async create(input: Static<typeof ApiKeyCreate>): Promise<{ key: KeyRecord; secret: string }> {
    const { scopes = [], administration = false, name, widget = false, user_id } = input
    const maker = limitsOf(this.#uses.actor)
    const expires_at = input.expires_at === undefined ? maker.expires_at : dateOf(input.expires_at)
    const allowed_ips = parseAddresses(input.allowed_ips ?? maker.allowed_ips)
    const limits = { scopes, administration, expires_at, allowed_ips }
    refuseWider(limits, maker)
    const user = user_id === undefined ? await this.#uses.teammates.ensureSelf() : await this.#uses.teammates.active(user_id)
    const { allowed_origins = null } = input
    const { key, hashed, secret } = newKey(this.#generators, user, { name, widget, allowed_origins, ...limits })
    entityManagerOf(this.#uses.loaded).create(ApiKeySecret, hashed)
    return {
      key: entityManagerOf(this.#uses.loaded).create(ApiKey, {
        ...key,
        ...(user_id !== undefined && { created_by: this.#uses.actor.user }),
      }),
      secret,
    }
  }

  /**
   * Changes name, scopes, administration, expiry or allowed addresses. What widens a key makes it at most what the caller is: throws
   * `insufficient_scope` or `forbidden` otherwise. Throws `not_found`, also for a revoked key; `version_mismatch` under `If-Match`. It holds
   * for the next call in every process.
   */
  async update(id: string, changes: Changes<typeof ApiKeyUpdate>, reply: Reply): Promise<KeyRecord> {
    const key = await this.#forChange(id, reply)
    const { name, scopes = key.scopes, administration = key.administration, expires_at, allowed_ips } = changes
    if (key.widget !== (scopes.length === 0))
      throw invalid(
        '/scopes',
        key.widget ? 'not_allowed' : 'required',
        key.widget ? 'A widget-only key has no scopes' : 'A key needs at least one scope',
      )
    if (key.widget && administration) throw invalid('/administration', 'not_allowed', 'A widget-only key cannot administrate')
    const limits = {
      scopes: [...scopes],
      administration,
      expires_at: expires_at === undefined ? key.expires_at : dateOf(expires_at),
      allowed_ips: allowed_ips === undefined ? key.allowed_ips : parseAddresses(allowed_ips),
    }
    if (isWider(limits, key)) this.#refuseWidening(limits, key)
    const { allowed_origins = key.allowed_origins } = changes
    return Object.assign(key, limits, { allowed_origins: checkOrigins(allowed_origins, key.widget) }, name !== undefined && { name })
  }

  /** Revokes a key for good; writes of it that are in flight end before, or not at all. Throws `not_found`, also for a revoked key. */
  async revoke(id: string, reply: Reply): Promise<void> {
    const key = await this.#forChange(id, reply)
    key.revoked_at = this.now
  }

  /**
   * Gives a key a new secret; earlier ones work at most until the grace period ends. Throws `not_found`, `conflict` for an expired key,
   * `insufficient_scope` and `forbidden` for a key that is wider than that of the caller.
   */
  async rotate(id: string, graceSeconds: number, reply: Reply): Promise<{ key: KeyRecord; secret: string }> {
    const key = await this.#forChange(id, reply)
    refuseWider(key, limitsOf(this.#uses.actor))
    if (!isUsable(key, this.now)) throw new CrmError('conflict', 'The API key has expired: give it a later expires_at first')
    const until = new Date(this.now.getTime() + graceSeconds * 1000)
    for (const each of await entityManagerOf(this.#uses.loaded).find(ApiKeySecret, { api_key_id: id }))
      if (!each.until || each.until > until) each.until = until
    const secret = generateKey(this.#generators.random)
    entityManagerOf(this.#uses.loaded).create(ApiKeySecret, newSecret(this.#generators, key, secret))
    key.prefix = prefixOf(secret)
    key.previous_until = graceSeconds > 0 ? until : null
    return { key, secret }
  }

  /** Locked until the unit of work ends, so that rotations of one key follow one another. */
  async #forChange(id: string, reply: Reply): Promise<KeyRecord> {
    const lock = this.#uses.records.dialect === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
    const key = await entityManagerOf(this.#uses.loaded).findOne(ApiKey, { id, revoked_at: null }, lock)
    if (!key) throw new CrmError('not_found', `No API key has the id ${id}`)
    checkVersion(key, reply)
    await this.#uses.access.note(key.user_id)
    return key
  }

  // The whole key is compared, not only what changes: else two narrow keys could make each other wide. Added scopes are named first.
  #refuseWidening(limits: KeyLimits, before: KeyLimits): void {
    const maker = limitsOf(this.#uses.actor)
    refuseWider({ ...limits, scopes: limits.scopes.filter((scope) => !before.scopes.includes(scope)) }, maker)
    refuseWider(limits, maker)
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
