/** What an embedding app or the host may set; the engine reads no environment. */
export interface SettingsInput {
  /** Calls per minute and key (contract 8.1; default 120). */
  readonly rateLimit?: number
  /** CIDRs that outgoing calls may reach although private (webhooks.md H6). */
  readonly egressAllow?: readonly string[]
  /** 32 bytes, base64 or hex, under which webhook secrets are encrypted at rest; the first encrypts, all decrypt. */
  readonly encryptionKeys?: readonly string[]
}

/** The settings of one engine, with their defaults. */
export class Settings {
  readonly rateLimit: number
  readonly egressAllow: readonly string[]
  readonly encryptionKeys: readonly string[]

  constructor({ rateLimit = 120, egressAllow = [], encryptionKeys = [] }: SettingsInput = {}) {
    this.rateLimit = rateLimit
    this.egressAllow = egressAllow
    this.encryptionKeys = encryptionKeys
  }
}
