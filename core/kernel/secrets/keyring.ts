import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Resolved } from '../operation/operation.ts'
import { CrmError } from '../operation/errors.ts'
import { Settings } from '../operation/settings.ts'
import { Ids } from '../ports/ids.ts'
import { Random } from '../ports/random.ts'
import { Codec, type DialectName } from '../storage/schema/codec.ts'
import { fromEntity, type Tables } from '../storage/schema/tables.ts'
import { EncryptionKey } from './entity.ts'

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/** Whose secrets are encrypted: `Records` of a unit of work, or the tables with the organization. */
export interface SecretOwner {
  readonly db: Kysely<Tables>
  readonly dialect: DialectName
  readonly unit: { readonly actor: { readonly organization: string }; readonly now: Date }
}

// Prefix of every encrypted text, so that later formats can be told apart.
const FORM = 'v1'

/**
 * Encrypts secrets at rest: AES-256-GCM with the first of `Settings.encryptionKeys`, otherwise with a stored key of the organization.
 * Each text names its key, so that old texts can be read after a change of keys.
 */
export class Keyring {
  static readonly uses = { settings: Settings, random: Random, ids: Ids }
  readonly #uses: Resolved<typeof Keyring.uses>
  readonly #configured: readonly Key[]
  readonly #stored = new Map<string, Buffer>()

  constructor(uses: Resolved<typeof Keyring.uses>) {
    this.#uses = uses

    this.#configured = uses.settings.encryptionKeys.map(configuredKey)
  }

  /** Encrypts a secret. `context` (the id of the row) must be the same for `open`: a text moved to another row cannot be decrypted. */
  async seal(secret: string, context: string, owner: SecretOwner): Promise<string> {
    const { id, bytes } = this.#configured[0] ?? (await this.#ofOrganization(owner))
    const nonce = this.#uses.random.bytes(12)
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return [FORM, id, nonce.toString('base64url'), sealed.toString('base64url')].join(':')
  }

  /**
   * Decrypts a secret. Throws `unavailable` if its key is no longer known, and a plain error if text or context were changed.
   */
  async open(text: string, context: string, tables: Kysely<Tables>): Promise<string> {
    const [, id = '', nonce = '', body = ''] = text.split(':')
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', await this.#find(id, tables), Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  }

  async #find(id: string, tables: Kysely<Tables>): Promise<Buffer> {
    const known = this.#configured.find((each) => each.id === id)?.bytes ?? this.#stored.get(id)
    if (known) return known
    const row = id.includes('-') ? await fromEntity(tables, EncryptionKey).select('key').where('id', '=', id).executeTakeFirst() : undefined
    if (!row)
      throw new CrmError('unavailable', `A secret is encrypted with the key ${id}, which is not among the encryption keys; add that key`)
    const bytes = Buffer.from(row.key, 'base64')
    this.#stored.set(id, bytes)
    return bytes
  }

  // Read every time: a key from a transaction that was rolled back must not be used. Written directly, so that no history holds the key.
  async #ofOrganization({ db, dialect, unit }: SecretOwner): Promise<Key> {
    const { organization } = unit.actor
    const keys = db.selectFrom(EncryptionKey.table).select(['id', 'key']).where('user_from', '=', organization)
    const row = await keys.orderBy('id').limit(1).executeTakeFirst()
    const stored = row && Codec.of(EncryptionKey.fields, dialect).fromRow(row)
    if (stored) return { id: stored.id, bytes: Buffer.from(stored.key, 'base64') }
    const made = { id: this.#uses.ids.next(), bytes: this.#uses.random.bytes(32) }
    const record = { id: made.id, user_from: organization, key: made.bytes.toString('base64'), created_at: unit.now }
    await db.insertInto(EncryptionKey.table).values(Codec.of(EncryptionKey.fields, dialect).toRow(record)).execute()
    return made
  }
}

// The id is derived from the key, so that keys need no names and may be given in any order.
function configuredKey(bytes: Buffer): Key {
  return { id: createHash('sha256').update('rapport key id').update(bytes).digest('hex').slice(0, 12), bytes }
}
