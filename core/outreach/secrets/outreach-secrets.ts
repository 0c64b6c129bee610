import { createHmac } from 'node:crypto'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Seals } from '../../kernel/secrets/seals.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { OutreachSecret } from './entity.ts'
import { PublicSecrets } from './public-secrets.ts'

/** What a key is for: ids of messages, or tokens of public links and what is known of those who follow them. */
export type SecretPurpose = 'messages' | 'links'

/** The keys of an organization by which it knows again what it has made. They stay the same for ever and are stored encrypted. */
export class OutreachSecrets {
  static readonly uses = { records: Records, seals: Seals, random: Random, ids: Ids, known: PublicSecrets }
  readonly #uses: Resolved<typeof OutreachSecrets.uses>
  /** Those that this unit of work has made: it may still be undone. */
  readonly #made = new Map<SecretPurpose, Buffer>()

  constructor(uses: Resolved<typeof OutreachSecrets.uses>) {
    this.#uses = uses
  }

  /** The key for a purpose, 32 bytes; made in a unit of work that writes, undefined in one that reads before there is one. */
  async find(purpose: SecretPurpose): Promise<Buffer | undefined> {
    const { records, known } = this.#uses
    const { organization } = records.unit.actor
    const key = this.#made.get(purpose) ?? known.known(organization, purpose)
    if (key) return key
    const [stored] = await records.findBy(OutreachSecret, 'purpose', [purpose])
    if (!stored) return undefined
    const opened = Buffer.from(await this.#uses.seals.open(stored.sealed_key, stored.id), 'base64')
    known.keep(organization, purpose, opened)
    return opened
  }

  /** The key for a purpose, which is made and stored where there is none; only in a unit of work that writes. */
  async of(purpose: SecretPurpose): Promise<Buffer> {
    const found = await this.find(purpose)
    if (found) return found
    const { records, seals, random, ids } = this.#uses
    const id = ids.next()
    const key = random.bytes(32)
    const sealed_key = await seals.seal(key.toString('base64'), id)
    const { actor, now } = records.unit
    await records.insert(OutreachSecret, [{ id, user_from: actor.organization, purpose, sealed_key, created_at: now }])
    this.#made.set(purpose, key)
    return key
  }
}

/** HMAC-SHA-256 of a text. */
export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
