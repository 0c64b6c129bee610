import { Records } from '../storage/records.ts'
import { Keyring } from './keyring.ts'

/** Encrypts secrets of one unit of work for rows that the keyring does not know of, such as kept results of idempotent calls. */
export class Seals {
  static readonly inject = [Keyring, Records] as const
  readonly #keyring: Keyring
  readonly #records: Records

  constructor(keyring: Keyring, records: Records) {
    this.#keyring = keyring
    this.#records = records
  }

  /** `context` (the id of the row) must be the same when the text is opened. */
  async seal(secret: string, context: string): Promise<string> {
    return await this.#keyring.seal(secret, context, this.#records)
  }

  /** Throws as `Keyring.open`. */
  async open(sealed: string, context: string): Promise<string> {
    return await this.#keyring.open(sealed, context, this.#records.db)
  }
}
