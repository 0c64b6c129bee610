import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'

/** Paths of the pages that open what was sent, each followed by `/` and the token. */
export const accountPaths = { invitation: '/sign-in/invitation', reset: '/sign-in/reset' } as const

/** Addresses of the pages that take a token. */
export class Links {
  static readonly uses = { settings: Settings }
  readonly #uses: Resolved<typeof Links.uses>

  constructor(uses: Resolved<typeof Links.uses>) {
    this.#uses = uses
  }

  /** The address of a page with its token; a path where the public address of the host is not known. */
  to(page: keyof typeof accountPaths, token: string): string {
    return `${this.#uses.settings.publicUrl}${accountPaths[page]}/${token}`
  }
}
