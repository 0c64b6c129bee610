import { CrmError } from './errors.ts'
import { limits } from './limits.ts'

/** What an embedding app or the host may set; the engine reads no environment. */
export interface SettingsInput {
  /** Calls per minute and key (default 120). */
  readonly rateLimit?: number
  /** How many large calls this process works on at once, and which organizations get more of its time. */
  readonly heavyCalls?: HeavyCallSettings | undefined
  /** How large attached files may be. */
  readonly attachments?: AttachmentSettings | undefined
  /** CIDRs that outgoing calls may reach although private. */
  readonly egressAllow?: readonly string[]
  /** Ports and ranges of ports that outgoing calls may use (default 443 and 1024-65535). */
  readonly egressPorts?: readonly string[] | undefined
  /** URL of a proxy through which all outgoing calls go, and which judges what names resolve to. */
  readonly egressProxy?: string | undefined
  /** Endpoint with the chat completions of OpenAI (https), which writes `{{ai.line}}`; none by default. */
  readonly ai?: { readonly url: string; readonly key?: string | undefined; readonly model: string } | undefined
  /** Sends the e-mails of those who have no mailbox of their own: an SMTP server, and the address that is the sender. */
  readonly mail?: MailSettings | undefined
  /** Address below which the public pages are reached, for links that leave the engine (default: none, links are paths). */
  readonly publicUrl?: string | undefined
  /**
   * Files of further fonts for PDFs (TrueType, OpenType, WOFF; `file.ttc#Name` for a font of a collection), in the order in which they are
   * tried: what prints Latin, Greek, Cyrillic and Hebrew is there already.
   */
  readonly pdfFonts?: readonly string[] | undefined
  /**
   * Keys of 32 bytes, base64 or hex, under which webhook secrets are encrypted at rest; the first encrypts, all decrypt.
   * Without one, each organization's secrets are encrypted under a key in a table of the same database.
   */
  readonly encryptionKeys?: readonly string[]
}

/** Of calls that may take long: batches, selections, searches and reports. Where all places are taken, organizations take turns. */
export interface HeavyCallSettings {
  /** Writes at once (default 2). */
  readonly writes?: number | undefined
  /** Searches and reports at once (default 4). */
  readonly reads?: number | undefined
  /** What an organization counts for, by its name (default 1): one with 2 gets twice the time of another, while both ask. */
  readonly weights?: Readonly<Record<string, number>> | undefined
}

/** How large attached files may be, each and together. */
export interface AttachmentSettings {
  /** Bytes of one file (default 25 MiB). */
  readonly maxBytes?: number | undefined
  /** Bytes of all files of an organization (default 10 GiB). */
  readonly organizationBytes?: number | undefined
}

/** The server that sends e-mails for the whole installation. */
export interface MailSettings {
  /** `smtp://` (STARTTLS) or `smtps://` (TLS), with user and password where the server wants them. */
  readonly url: string
  /** The address that messages are from. */
  readonly from: string
  /** The name that recipients see. */
  readonly name?: string | undefined
}

/** The settings of one engine, with their defaults. */
export class Settings {
  readonly rateLimit: number
  readonly heavyCalls: Required<{ readonly [K in keyof HeavyCallSettings]: NonNullable<HeavyCallSettings[K]> }>
  readonly attachments: { readonly maxBytes: number; readonly organizationBytes: number }
  readonly egressAllow: readonly string[]
  readonly egressPorts: readonly string[] | undefined
  readonly egressProxy: string | undefined
  readonly ai: SettingsInput['ai']
  readonly mail: MailSettings | undefined
  readonly publicUrl: string
  readonly pdfFonts: readonly string[]
  readonly encryptionKeys: readonly Buffer[]

  constructor({ rateLimit = 120, heavyCalls, egressAllow = [], ai, publicUrl = '', encryptionKeys = [], ...given }: SettingsInput = {}) {
    this.rateLimit = rateLimit
    this.heavyCalls = { writes: heavyCalls?.writes ?? 2, reads: heavyCalls?.reads ?? 4, weights: heavyCalls?.weights ?? {} }
    this.attachments = {
      maxBytes: given.attachments?.maxBytes ?? limits.attachment_bytes.value,
      organizationBytes: given.attachments?.organizationBytes ?? limits.attachment_bytes_per_organization.value,
    }
    this.egressAllow = egressAllow
    this.egressPorts = given.egressPorts
    this.egressProxy = given.egressProxy
    this.ai = ai
    this.mail = given.mail
    this.publicUrl = publicUrl.replace(/\/+$/, '')
    this.pdfFonts = given.pdfFonts ?? []
    this.encryptionKeys = encryptionKeys.map(encryptionKey)
  }
}

/** The 32 bytes of a key in base64 or hex; throws `invalid_input`, which never repeats it. */
export function encryptionKey(text: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32) throw new CrmError('invalid_input', 'An encryption key must be 32 bytes in base64 or hex')
  return key
}
