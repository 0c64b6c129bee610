import type { Resolved } from '../operation/operation.ts'
import { Records } from '../storage/records/records.ts'
import { Keyring } from './keyring.ts'

/** Encrypts secrets within one unit of work, for example in stored results of idempotent calls. */
export class Seals {
  static readonly uses = { keyring: Keyring, records: Records }
  readonly #uses: Resolved<typeof Seals.uses>

  constructor(uses: Resolved<typeof Seals.uses>) {
    this.#uses = uses
  }

  /** As `Keyring.seal`. */
  async seal(secret: string, context: string): Promise<string> {
    return await this.#uses.keyring.seal(secret, context, this.#uses.records)
  }

  /** As `Keyring.open`. */
  async open(sealed: string, context: string): Promise<string> {
    return await this.#uses.keyring.open(sealed, context, this.#uses.records.db)
  }
}
