import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose'
import { CrmError } from 'rapport-crm'
import * as v from 'valibot'
import type { Options } from './options.ts'

// Milliseconds after which keys are read again: a key that the provider has withdrawn is gone by then.
const AGE = 600_000
// Milliseconds between two readings for keys that nobody knows, so that forged tokens do not become calls of the provider.
const PAUSE = 30_000
// Milliseconds after a reading without success, while there are no keys at all.
const RETRY = 5_000
const BYTES = 256 * 1024

type Finder = ReturnType<typeof createLocalJWKSet>

/** The public keys of a provider, read when they are first needed, when they are old, and when a token names a new one. */
export class KeySet {
  readonly #options: Options
  #find: Finder | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #reading: Promise<Finder> | undefined
  #isAway = false

  constructor(options: Options) {
    this.#options = options
  }

  /** The key that a token names; rejects with an error of `jose` if the provider has none, and with `unavailable` if it does not answer. */
  readonly find = async (header: JWSHeaderParameters, input: FlattenedJWSInput) => {
    const known = await this.#known()
    try {
      return await known(header, input)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#now - this.#triedAt < PAUSE) throw error
      return await (
        await this.#read()
      )(header, input)
    }
  }

  get #now(): number {
    return this.#options.clock.now().getTime()
  }

  // While the provider is away, the keys that it had go on for as long again.
  async #known(): Promise<Finder> {
    const age = this.#now - this.#readAt
    if (this.#find && age < AGE) return this.#find
    if (this.#find && age < 2 * AGE && this.#now - this.#triedAt < PAUSE) return this.#find
    if (!this.#find && !this.#reading && this.#now - this.#triedAt < RETRY) throw unavailable('it did not answer just now')
    return await this.#read().catch((error: unknown) => {
      if (this.#find && age < 2 * AGE) return this.#find
      throw error
    })
  }

  // Calls that need the keys at the same time wait for one reading.
  #read(): Promise<Finder> {
    this.#triedAt = this.#now
    this.#reading ??= this.#told().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  // Once for each outage, however many calls wait for keys, and also while those that are known go on.
  async #told(): Promise<Finder> {
    const { issuer, logger } = this.#options
    try {
      const find = await this.#load()
      if (this.#isAway) logger.info('The identity provider answers again', { issuer })
      this.#isAway = false
      return find
    } catch (error) {
      if (!this.#isAway)
        logger.warn('The identity provider does not answer; its tokens are refused once its keys are too old', { issuer, error })
      this.#isAway = true
      throw error
    }
  }

  async #load(): Promise<Finder> {
    const { keys } = this.#options
    const set = v.safeParse(Keys, await this.#get(keys ?? (await this.#addressOfKeys())))
    if (!set.success) throw unavailable('its keys are no set of keys')
    // One that nobody can read takes none of the others away (RFC 7517, section 5).
    this.#find = createLocalJWKSet({ keys: set.output.keys.filter((each) => v.is(Key, each)) })
    this.#readAt = this.#now
    return this.#find
  }

  async #addressOfKeys(): Promise<string> {
    const { issuer } = this.#options
    const metadata = v.safeParse(Metadata, await this.#get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`))
    if (!metadata.success) throw unavailable('its metadata name no keys')
    // A document of somebody else would bring keys of somebody else (OpenID Connect Discovery 1.0, section 4.3).
    if (metadata.output.issuer !== issuer) throw unavailable('its metadata are of another issuer')
    return metadata.output.jwks_uri
  }

  async #get(url: string): Promise<unknown> {
    const { http } = this.#options
    const { status, body, error } = await http.send({ url, method: 'GET', headers: { accept: 'application/json' }, bodyLimit: BYTES })
    if (status !== 200 || body === undefined)
      throw unavailable(error ?? (status === 200 ? 'its answer is too large' : `it answers ${status}`))
    try {
      return JSON.parse(body)
    } catch {
      throw unavailable('its answer is no JSON')
    }
  }
}

const Metadata = v.looseObject({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) })
const Key = v.looseObject({ kty: v.string() })
const Keys = v.looseObject({ keys: v.pipe(v.array(v.unknown()), v.maxLength(200)) })

function unavailable(why: string): CrmError {
  return new CrmError('unavailable', `The identity provider cannot be asked: ${why}`, { retry_after: 5 })
}
