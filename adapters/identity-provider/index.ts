import { TokenVerifier } from 'rapport-crm'
import { type IdentityProviderOptions, parseOptions } from './options.ts'
import { Provider } from './provider.ts'

export type { IdentityProviderOptions } from './options.ts'

/**
 * The port that takes the access tokens of identity providers outside: JSON Web Tokens, verified by the keys that each provider publishes
 * (section 1.4). Pass it to `Engine.open` in `ports`. Throws a `TypeError` for an option that is wrong.
 */
export function identityProvider(...providers: readonly IdentityProviderOptions[]): TokenVerifier {
  return new Providers(providers.map((each) => new Provider(parseOptions(each))))
}

class Providers extends TokenVerifier {
  override readonly issuers: readonly string[]
  readonly #providers: ReadonlyMap<string, Provider>

  constructor(providers: readonly Provider[]) {
    super()
    this.#providers = new Map(providers.map((each) => [each.issuer, each]))
    if (this.#providers.size < providers.length) throw new TypeError('identityProvider: two providers have the same issuer')
    this.issuers = [...this.#providers.keys()]
  }

  override async verify(token: string) {
    const issuer = issuerOf(token)
    return await (issuer === undefined ? undefined : this.#providers.get(issuer))?.verify(token)
  }
}

// What a token says of itself, not verified yet: it only tells who is to verify it.
function issuerOf(token: string): string | undefined {
  const [, payload] = /^eyJ[\w-]*\.(eyJ[\w-]*)\.[\w-]*$/.exec(token) ?? []
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const issuer = typeof claims === 'object' && claims !== null && 'iss' in claims ? claims.iss : undefined
    return typeof issuer === 'string' ? issuer : undefined
  } catch {
    return undefined
  }
}
