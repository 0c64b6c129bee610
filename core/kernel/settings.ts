import { CrmError } from './errors.ts'

/** What an embedding app or the host may set; the engine reads no environment. */
export interface SettingsInput {
  /** Calls per minute and key (contract 8.1; default 120). */
  readonly rateLimit?: number
  /** CIDRs that outgoing calls may reach although private (webhooks.md H6). */
  readonly egressAllow?: readonly string[]
  /**
   * Keys of 32 bytes, base64 or hex, under which webhook secrets are encrypted at rest; the first encrypts, all decrypt.
   * Without one, each organisation's secrets are encrypted under a key in a table of the same database.
   */
  readonly encryptionKeys?: readonly string[]
}

/** The settings of one engine, with their defaults. */
export class Settings {
  readonly rateLimit: number
  readonly egressAllow: readonly string[]
  readonly encryptionKeys: readonly Buffer[]

  constructor({ rateLimit = 120, egressAllow = [], encryptionKeys = [] }: SettingsInput = {}) {
    this.rateLimit = rateLimit
    this.egressAllow = egressAllow
    this.encryptionKeys = encryptionKeys.map(keyOf)
  }
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32) throw new CrmError('invalid_input', 'An encryption key must be 32 bytes in base64 or hex')
  return key
}
