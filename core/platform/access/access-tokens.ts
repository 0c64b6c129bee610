import type { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Audience } from '../../kernel/operation/audience.ts'

/** An access token as it is stored now. */
export interface FoundToken {
  /** Whom it acts as, not yet with whose records they see. */
  readonly actor: CurrentActor
  /** What it opens. */
  readonly audiences: readonly Audience[]
  /** When it stops working. */
  readonly ends: Date
  /** Why it does not work; undefined if it does. */
  readonly refused: string | undefined
}

/** Finds access tokens that were given out at sign-in. */
export interface TokenFinder {
  /** By the token itself, or by the name under which it is stored. */
  find(by: { readonly token: string } | { readonly stored: string }): Promise<FoundToken | undefined>
}

/** Where sign-in looks for access tokens; the grants know them. */
export class AccessTokens implements TokenFinder {
  readonly #finder: () => TokenFinder

  constructor(finder: () => TokenFinder) {
    this.#finder = finder
  }

  find(by: { readonly token: string } | { readonly stored: string }): Promise<FoundToken | undefined> {
    return this.#finder().find(by)
  }
}

/** An access token of sign-in is `ra_` and 256 random bits; keys begin with `rk_`, unless an operator chose them. */
export function isAccessToken(text: string): boolean {
  return /^ra_[\w-]{43}$/.test(text)
}
