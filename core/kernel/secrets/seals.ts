import { Records } from '../storage/records.ts'
import { Keyring } from './keyring.ts'

/** Encrypts secrets within one unit of work, for example in stored results of idempotent calls. */
export class Seals {
  static readonly inject = [Keyring, Records] as const
  readonly #keyring: Keyring
  readonly #records: Records

  constructor(keyring: Keyring, records: Records) {
    this.#keyring = keyring
    this.#records = records
  }

  /** As `Keyring.seal`. */
  async seal(secret: string, context: string): Promise<string> {
    return await this.#keyring.seal(secret, context, this.#records)
  }

  /** As `Keyring.open`. */
  async open(sealed: string, context: string): Promise<string> {
    return await this.#keyring.open(sealed, context, this.#records.db)
  }
}
