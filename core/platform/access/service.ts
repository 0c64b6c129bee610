import { EntityManager, LockMode } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { CurrentActor, type Scope } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import { checkVersion } from '../../kernel/storage/record-reader.ts'
import { listPage, type Page } from '../../kernel/storage/listing.ts'
import { Records } from '../../kernel/storage/records.ts'
import { parseAddresses } from './allowed-addresses.ts'
import { ApiKey, ApiKeySecret } from './entity.ts'
import { generateKey, prefixOf } from './key.ts'
import { type KeyRecord, newKey, newSecret, type Parts } from './new-records.ts'
import { type ApiKeyCreate, type ApiKeyList, type ApiKeyUpdate, isUsable, keyFilters, keySorts } from './schema.ts'
import { SignIn } from './sign-in.ts'
import { Teammates } from './teammates.ts'

/** The API keys of one organisation; no key can make, widen or take over one that is wider than itself (operations.md 1). */
export class ApiKeyService {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Random, SignIn, Teammates] as const
  readonly #em: EntityManager
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #parts: Parts
  readonly #signIn: SignIn
  readonly #teammates: Teammates

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, random: Random, signIn: SignIn, teammates: Teammates) {
    this.#em = em
    this.#records = records
    this.#actor = actor
    this.#parts = { ids, random, now: records.unit.now }
    this.#signIn = signIn
    this.#teammates = teammates
  }

  get now(): Date {
    return this.#parts.now
  }

  /** Keys of the organisation, without secrets; revoked ones only when the filter asks for them. */
  list(query: Static<typeof ApiKeyList>): Promise<Page<KeyRecord>> {
    return listPage(this.#records, ApiKey, { revoked: false, ...query }, { filters: keyFilters, sorts: keySorts })
  }

  /**
   * A new key that acts as the caller, or as another active teammate. Throws `insufficient_scope` where it would be wider than the
   * caller's, `forbidden` for a caller who is not active, `invalid_input` for what fits no key.
   */
  async create(input: Static<typeof ApiKeyCreate>): Promise<{ key: KeyRecord; secret: string }> {
    const { scopes = [], expires_at, allowed_ips = [], name, widget = false, user_id } = input
    this.#refuseWider(scopes)
    const expires = expires_at ? new Date(expires_at) : null
    const user = user_id === undefined ? await this.#teammates.ensureSelf() : await this.#teammates.active(user_id)
    const { key, hashed, secret } = newKey(this.#parts, user, { name, scopes, widget, allowed_ips, expires_at: expires })
    this.#em.create(ApiKeySecret, hashed)
    return { key: this.#em.create(ApiKey, { ...key, ...(user_id !== undefined && { created_by: this.#actor.user }) }), secret }
  }

  /**
   * Name, scopes, expiry, addresses. Throws `not_found`, also for a revoked key; `version_mismatch` under `If-Match`;
   * `insufficient_scope` where scopes are added that the caller lacks. Other processes follow within a second.
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

  /** Ends a key for good; a call that is under way may still finish. Throws `not_found`, also for one that is revoked already. */
  async revoke(id: string, reply: Reply): Promise<void> {
    const key = await this.#forChange(id, reply)
    key.revoked_at = this.now
  }

  /**
   * Gives a key a new secret; those before it work until the grace ends, at most. Throws `not_found`, `conflict` for an expired key,
   * and `insufficient_scope` where the caller could take over a wider one.
   */
  async rotate(id: string, graceSeconds: number, reply: Reply): Promise<{ key: KeyRecord; secret: string }> {
    const key = await this.#forChange(id, reply)
    this.#refuseWider(key.scopes)
    if (!isUsable(key, this.now)) throw new CrmError('conflict', 'The API key has expired: give it a later expires_at first')
    const until = new Date(this.now.getTime() + graceSeconds * 1000)
    for (const each of await this.#em.find(ApiKeySecret, { api_key_id: id })) if (!each.until || each.until > until) each.until = until
    const secret = generateKey(this.#parts.random)
    this.#em.create(ApiKeySecret, newSecret(this.#parts, key, secret))
    key.prefix = prefixOf(secret)
    key.previous_until = graceSeconds > 0 ? until : null
    return { key, secret }
  }

  /** Locked until the unit of work ends, so that two rotations of one key follow each other. */
  async #forChange(id: string, reply: Reply): Promise<KeyRecord> {
    const lock = this.#records.dialect === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
    const key = await this.#em.findOne(ApiKey, { id, revoked_at: null }, lock)
    if (!key) throw new CrmError('not_found', `No API key with the id ${id}`)
    checkVersion(key, reply)
    this.#records.unit.onCommit.push(() => this.#signIn.forget())
    return key
  }

  #refuseWider(scopes: readonly Scope[]): void {
    const missing = scopes.filter((scope) => !this.#actor.scopes.has(scope))
    if (missing.length === 0) return
    throw new CrmError('insufficient_scope', `The key would be wider than yours, which lacks ${missing.join(', ')}`, { scopes: missing })
  }
}
