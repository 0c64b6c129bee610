import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CrmError } from '../operation/errors.ts'
import { Settings } from '../operation/settings.ts'
import { Ids } from '../ports/ids.ts'
import { Random } from '../ports/random.ts'
import { Codec } from '../storage/codec.ts'
import type { Records } from '../storage/records.ts'
import type { Tables } from '../storage/tables.ts'
import { EncryptionKey } from './entity.ts'

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

// In front of every sealed text, so that another form could be told from this one.
const FORM = 'v1'

/**
 * Encrypts secrets at rest: AES-256-GCM under the first of `Settings.encryptionKeys`, else under a key that the
 * organisation's own rows hold. Each text names its key, so that keys can be changed and old texts still be read.
 */
export class Keyring {
  static readonly inject = [Settings, Random, Ids] as const
  readonly #configured: readonly Key[]
  readonly #random: Random
  readonly #ids: Ids
  readonly #stored = new Map<string, Buffer>()

  constructor(settings: Settings, random: Random, ids: Ids) {
    this.#configured = settings.encryptionKeys.map(configuredKey)
    this.#random = random
    this.#ids = ids
  }

  /** `context` (the id of the row) must be the same when the text is opened: a text moved to another row opens nothing. */
  async seal(secret: string, context: string, records: Records): Promise<string> {
    const { id, bytes } = this.#configured[0] ?? (await this.#ofOrganization(records))
    const nonce = this.#random.bytes(12)
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return [FORM, id, nonce.toString('base64url'), sealed.toString('base64url')].join(':')
  }

  /**
   * The secret of a sealed text. Throws `unavailable` if its key is not known any more, and a plain error when text or context were
   * changed.
   */
  async open(text: string, context: string, tables: Kysely<Tables>): Promise<string> {
    const [, id = '', nonce = '', body = ''] = text.split(':')
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', await this.#find(id, tables), Buffer.from(nonce, 'base64url'))
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  }

  async #find(id: string, tables: Kysely<Tables>): Promise<Buffer> {
    const known = this.#configured.find((each) => each.id === id)?.bytes ?? this.#stored.get(id)
    if (known) return known
    const row = id.includes('-')
      ? await tables.selectFrom(EncryptionKey.table).select('key').where('id', '=', id).executeTakeFirst()
      : undefined
    if (!row) throw new CrmError('unavailable', `A secret is encrypted under the key ${id}, which is not among the encryption keys`)
    const bytes = Buffer.from(String(row['key']), 'base64')
    this.#stored.set(id, bytes)
    return bytes
  }

  // Read anew each time: a key that was made in a transaction that failed must not be used.
  async #ofOrganization({ db, dialect, unit }: Records): Promise<Key> {
    const row = await db.selectFrom(EncryptionKey.table).select(['id', 'key']).orderBy('id').limit(1).executeTakeFirst()
    if (row) return { id: String(row['id']), bytes: Buffer.from(String(row['key']), 'base64') }
    const made = { id: this.#ids.next(), bytes: this.#random.bytes(32) }
    const record = { id: made.id, user_from: unit.actor.organization, key: made.bytes.toString('base64'), created_at: unit.now }
    await db.insertInto(EncryptionKey.table).values(Codec.of(EncryptionKey.fields, dialect).toRow(record)).execute()
    return made
  }
}

// The id follows from the key, so that keys can stand in any order and none needs a name.
function configuredKey(bytes: Buffer): Key {
  return { id: createHash('sha256').update('rapport key id').update(bytes).digest('hex').slice(0, 12), bytes }
}
