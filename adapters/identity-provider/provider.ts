import { errors, type JWTPayload, jwtVerify } from 'jose'
import { type Audience, CrmError, type RefusedToken, type Scope, scopes, type VerifiedToken } from 'rapport-crm'
import { KeySet } from './key-set.ts'
import type { Options } from './options.ts'

// Keys that only the provider has; with a shared secret, every holder of it could make tokens.
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519']
const audienceNames: readonly Audience[] = ['tools', 'api']
// Seconds by which the clocks of the provider and of this machine may differ.
const TOLERANCE = 30
// Milliseconds: the last time that there is.
const END_OF_TIME = 8.64e15

/** One identity provider: verifies its tokens, and says whose they are. */
export class Provider {
  readonly issuer: string
  readonly #options: Options
  readonly #keys: KeySet
  readonly #audiences: ReadonlyMap<string, Audience>

  constructor(options: Options) {
    const { issuer, audiences } = options
    this.issuer = issuer
    this.#options = options
    this.#keys = new KeySet(options)
    this.#audiences = new Map(audienceNames.flatMap((each) => (audiences[each] === undefined ? [] : [[audiences[each], each] as const])))
  }

  /** What a token of this provider says, or why it is worth nothing; throws `unavailable` if the provider does not answer. */
  async verify(token: string): Promise<VerifiedToken | RefusedToken> {
    const verified = await this.#claimsOf(token)
    return 'refused' in verified ? verified : this.#read(verified.payload)
  }

  async #claimsOf(token: string): Promise<{ readonly payload: JWTPayload } | RefusedToken> {
    try {
      return await jwtVerify(token, this.#keys.find, {
        issuer: this.issuer,
        audience: [...this.#audiences.keys()],
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: TOLERANCE,
        currentDate: this.#options.clock.now(),
      })
    } catch (error) {
      if (error instanceof CrmError) throw error
      // What is no error of the library is one of a key that the provider publishes and nobody can use: broken, or too short.
      return { refused: error instanceof errors.JOSEError ? error.code : `the key that it names cannot be used: ${String(error)}` }
    }
  }

  #read(claims: JWTPayload): VerifiedToken | RefusedToken {
    const { organization: from, email: name, administration } = this.#options
    // It belongs to the holder of a key, which nobody here has asked for (RFC 7800): it may be stolen.
    if (claims['cnf'] !== undefined) return { refused: 'it is bound to a key of its holder' }
    const subject = textOf(claims.sub)
    const organization = typeof from === 'string' ? from : textOf(claims[from.claim])
    const email = textOf(claims[name])
    if (subject === undefined) return { refused: 'its subject is no text' }
    if (organization === undefined) return { refused: 'it names no organization' }
    if (email === undefined) return { refused: `it has no claim ${name}` }
    if (name === 'email' && claims['email_verified'] !== true) return { refused: 'its provider has not verified the address' }
    return {
      issuer: this.issuer,
      subject,
      organization,
      email,
      audiences: [claims.aud ?? []].flat().flatMap((each) => this.#audiences.get(each) ?? []),
      scopes: new Set(this.#options.scopes ?? scopesOf(claims)),
      administration,
      ends: new Date(Math.min(Number(claims.exp) * 1000, END_OF_TIME)),
    }
  }
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.length > 0 && claim.length <= 500 ? claim : undefined
}

// RFC 9068 has them as words of `scope`; some providers have `scp`, as words or as a list.
function scopesOf({ scope, scp }: JWTPayload): Scope[] {
  const named = [scope, scp].flat().flatMap((each) => (typeof each === 'string' ? each.split(' ') : []))
  return scopes.filter((each) => named.includes(each))
}
