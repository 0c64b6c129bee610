import type { VerifiedToken } from '../operation/actor.ts'

/** Why a token is refused: for logs, not for its bearer. */
export interface RefusedToken {
  /** In words, without anything of the token. */
  readonly refused: string
}

/**
 * Port: verifies the access tokens of an identity provider outside (section 1.4). The default knows none. An embedding app may pass
 * `identityProvider` of `rapport-crm/identity-provider`, or an implementation of its own.
 */
export class TokenVerifier {
  /** The issuers whose tokens are taken, for the metadata of protected resources (RFC 9728). */
  readonly issuers: readonly string[] = []

  /**
   * What a token says; undefined for a text that is none of these issuers' tokens, which may be a key. Throws `unavailable` if the provider
   * cannot be asked for its keys.
   */
  verify(_token: string): Promise<VerifiedToken | RefusedToken | undefined> {
    return Promise.resolve(undefined)
  }
}
