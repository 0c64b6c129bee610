import { exportJWK, generateKeyPair, type CryptoKey, type JWTHeaderParameters, SignJWT } from 'jose'
import { Http, type HttpOutcome } from 'rapport-crm'
import type { TestClock } from '../../support/clock.ts'

export const ISSUER = 'https://login.acme.test/realms/sales'
export const AUDIENCES = { tools: 'https://crm.acme.test/mcp', api: 'https://crm.acme.test/api/v1' }

/** An identity provider in this process: what it publishes is answered by the port of outgoing calls. */
export class TestProvider extends Http {
  readonly issuer: string
  /** The addresses that were asked, in order. */
  readonly asked: string[] = []
  /** Whether it answers. */
  isAway = false
  metadata: unknown
  /** What it publishes beside its keys. */
  readonly others: unknown[] = []
  readonly #clock: TestClock
  readonly #keys = new Map<string, { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }>()

  constructor(clock: TestClock, issuer = ISSUER) {
    super()
    this.issuer = issuer
    this.#clock = clock
    this.metadata = { issuer, jwks_uri: `${issuer}/keys` }
  }

  /** Makes a key pair; the provider publishes it until `withdraw`. */
  async addKey(kid: string): Promise<this> {
    this.#keys.set(kid, await generateKeyPair('ES256', { extractable: true }))
    return this
  }

  withdraw(kid: string): void {
    this.#keys.delete(kid)
  }

  /** A token for MCP of bob, signed with a key of the provider; a claim of `undefined` is left out. */
  async token(claims: Readonly<Record<string, unknown>> = {}, kid = 'first', header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const { privateKey } = this.#keys.get(kid) ?? (await generateKeyPair('ES256'))
    const now = Math.floor(this.#clock.now().getTime() / 1000)
    const usual = { iss: this.issuer, sub: 'u-17', aud: AUDIENCES.tools, iat: now, exp: now + 3600, scope: 'openid mcp read write' }
    const user = { email: 'bob@acme.test', email_verified: true }
    return await new SignJWT({ ...usual, ...user, ...claims }).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(privateKey)
  }

  override async send({ url }: { readonly url: string }): Promise<HttpOutcome> {
    this.asked.push(url.slice(this.issuer.length))
    if (this.isAway) return { status: 0, error: 'timeout', terminal: false, response: 'timeout', durationMs: 1, retryAfter: null }
    const body = JSON.stringify(url === `${this.issuer}/keys` ? await this.#published() : this.metadata)
    return { status: 200, error: null, terminal: false, response: body.slice(0, 500), body, durationMs: 1, retryAfter: null }
  }

  async #published() {
    const keys = [...this.#keys].map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }))
    return { keys: [...this.others, ...(await Promise.all(keys))] }
  }
}
