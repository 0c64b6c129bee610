import type { Resolved } from '../../kernel/operation/operation.ts'
import { Keyring } from '../../kernel/secrets/keyring.ts'
import { fromEntity } from '../../kernel/storage/schema/tables.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { OutreachSecret } from './entity.ts'
import type { SecretPurpose } from './outreach-secrets.ts'

/** Organizations whose keys are in memory at most. */
const MOST_KNOWN = 10_000

/** The keys of all organizations, for requests that come without one: read once and kept in memory, because they never change. */
export class PublicSecrets {
  static readonly uses = { database: Database, keyring: Keyring }
  readonly #uses: Resolved<typeof PublicSecrets.uses>
  readonly #known = new Map<string, Buffer>()

  constructor(uses: Resolved<typeof PublicSecrets.uses>) {
    this.#uses = uses
  }

  /** The key of an organization for a purpose; undefined where it has none. */
  async find(organization: string, purpose: SecretPurpose): Promise<Buffer | undefined> {
    const known = this.known(organization, purpose)
    if (known) return known
    const tables = this.#uses.database.tables()
    const row = await fromEntity(tables, OutreachSecret)
      .select(['id', 'sealed_key'])
      .where('user_from', '=', organization)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    if (!row) return undefined
    const key = Buffer.from(await this.#uses.keyring.open(row.sealed_key, row.id, tables), 'base64')
    this.keep(organization, purpose, key)
    return key
  }

  /** The same where it is in memory. */
  known(organization: string, purpose: SecretPurpose): Buffer | undefined {
    return this.#known.get(`${purpose} ${organization}`)
  }

  /** Keeps a key in memory that somebody else has read; never one whose transaction may still be undone. */
  keep(organization: string, purpose: SecretPurpose, key: Buffer): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(`${purpose} ${organization}`, key)
  }
}
