import { CrmError, TokenVerifier } from 'rapport-crm'
import { type IdentityProviderOptions, optionsOf } from './options.ts'
import { Provider } from './provider.ts'

export type { IdentityProviderOptions } from './options.ts'

/**
 * The port that takes the access tokens of identity providers outside: JSON Web Tokens, verified by the keys that each provider publishes
 * (section 1.4). Pass it to `Engine.open` in `ports`. Throws `invalid_input` for options that are wrong.
 */
export function identityProvider(...providers: readonly IdentityProviderOptions[]): TokenVerifier {
  return new Providers(providers.map((each) => new Provider(optionsOf(each))))
}

class Providers extends TokenVerifier {
  override readonly issuers: readonly string[]
  readonly #providers: ReadonlyMap<string, Provider>

  constructor(providers: readonly Provider[]) {
    super()
    this.#providers = new Map(providers.map((each) => [each.issuer, each]))
    if (this.#providers.size < providers.length) throw new CrmError('invalid_input', 'identityProvider: two providers have the same issuer')
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
