import { LockMode } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Scope } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Random } from '../../kernel/ports/random.ts'
import { checkVersion, storeParts } from '../../kernel/storage/records/record-reader.ts'
import { listPage, type Page } from '../../kernel/storage/records/listing.ts'
import { AccessChanges } from './access-changes.ts'
import { parseAddresses } from './allowed-addresses.ts'
import { ApiKey, ApiKeySecret } from './entity.ts'
import { generateKey, prefixOf } from './key.ts'
import { type KeyRecord, newKey, newSecret, type Generators } from './new-records.ts'
import { type ApiKeyCreate, type ApiKeyList, type ApiKeyUpdate, isUsable, keyFilters, keySorts } from './schema.ts'
import { Teammates } from './teammates.ts'

/** The API keys of one organization. No key can add, widen or rotate a key that has more scopes than itself. */
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
   * Adds a key that acts as the caller or as another active teammate. Throws `insufficient_scope` for scopes that the caller lacks,
   * `forbidden` for a deactivated caller, `invalid_input`.
   */
  async create(input: Static<typeof ApiKeyCreate>): Promise<{ key: KeyRecord; secret: string }> {
    const { scopes = [], expires_at, allowed_ips = [], name, widget = false, user_id } = input
    this.#refuseWider(scopes)
    const expires = expires_at ? new Date(expires_at) : null
    const user = user_id === undefined ? await this.#uses.teammates.ensureSelf() : await this.#uses.teammates.active(user_id)
    const { key, hashed, secret } = newKey(this.#generators, user, { name, scopes, widget, allowed_ips, expires_at: expires })
    this.#uses.em.create(ApiKeySecret, hashed)
    return { key: this.#uses.em.create(ApiKey, { ...key, ...(user_id !== undefined && { created_by: this.#uses.actor.user }) }), secret }
  }

  /**
   * Changes name, scopes, expiry or allowed addresses. Throws `not_found`, also for a revoked key; `version_mismatch` under `If-Match`;
   * `insufficient_scope` for added scopes that the caller lacks. It holds for the next call in every process.
   */
  async update(id: string, changes: Changes<typeof ApiKeyUpdate>, reply: Reply): Promise<KeyRecord> {
    const key = await this.#forChange(id, reply)
    const { name, scopes, expires_at, allowed_ips } = changes
    if (scopes) {
      this.#refuseWider(scopes.filter((scope) => !key.scopes.includes(scope)))
      if (key.widget !== (scopes.length === 0))
        throw invalid(
          '/scopes',
          key.widget ? 'not_allowed' : 'required',
          key.widget ? 'A widget-only key has no scopes' : 'A key needs at least one scope',
        )
      key.scopes = [...scopes]
    }
    if (name !== undefined) key.name = name
    if (expires_at !== undefined) key.expires_at = expires_at === null ? null : new Date(expires_at)
    if (allowed_ips !== undefined) key.allowed_ips = parseAddresses(allowed_ips)
    return key
  }

  /** Revokes a key for good; a call in flight may still finish. Throws `not_found`, also for a revoked key. */
  async revoke(id: string, reply: Reply): Promise<void> {
    const key = await this.#forChange(id, reply)
    key.revoked_at = this.now
  }

  /**
   * Gives a key a new secret; earlier ones work at most until the grace period ends. Throws `not_found`, `conflict` for an expired key,
   * and `insufficient_scope` for a key with scopes that the caller lacks.
   */
  async rotate(id: string, graceSeconds: number, reply: Reply): Promise<{ key: KeyRecord; secret: string }> {
    const key = await this.#forChange(id, reply)
    this.#refuseWider(key.scopes)
    if (!isUsable(key, this.now)) throw new CrmError('conflict', 'The API key has expired: give it a later expires_at first')
    const until = new Date(this.now.getTime() + graceSeconds * 1000)
    for (const each of await this.#uses.em.find(ApiKeySecret, { api_key_id: id })) if (!each.until || each.until > until) each.until = until
    const secret = generateKey(this.#generators.random)
    this.#uses.em.create(ApiKeySecret, newSecret(this.#generators, key, secret))
    key.prefix = prefixOf(secret)
    key.previous_until = graceSeconds > 0 ? until : null
    return { key, secret }
  }

  /** Locked until the unit of work ends, so that rotations of one key follow one another. */
  async #forChange(id: string, reply: Reply): Promise<KeyRecord> {
    const lock = this.#uses.records.dialect === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
    const key = await this.#uses.em.findOne(ApiKey, { id, revoked_at: null }, lock)
    if (!key) throw new CrmError('not_found', `No API key has the id ${id}`)
    checkVersion(key, reply)
    await this.#uses.access.note()
    return key
  }

  #refuseWider(scopes: readonly Scope[]): void {
    const missing = scopes.filter((scope) => !this.#uses.actor.scopes.has(scope))
    if (missing.length === 0) return
    throw new CrmError('insufficient_scope', `The key would have scopes that yours lacks: ${missing.join(', ')}`, { scopes: missing })
  }
}
