import { hkdfSync } from 'node:crypto'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Directory } from '../access/directory.ts'
import { SignInSecret } from './entity.ts'

const NAME = 'authorization-server'

/** The secrets of the authorization server: the same in all hosts, and after a restart. */
export class SignInKeys {
  static readonly uses = { directory: Directory, settings: Settings }
  readonly #uses: Resolved<typeof SignInKeys.uses>

  constructor(uses: Resolved<typeof SignInKeys.uses>) {
    this.#uses = uses
  }

  /**
   * Secrets of 32 bytes for one purpose, the first for new signatures and all for known ones: from a stored secret and, where there are
   * encryption keys, from each of them, so that the database alone does not tell them.
   */
  async of(purpose: string): Promise<readonly Buffer[]> {
    const stored = await this.#stored()
    const { encryptionKeys } = this.#uses.settings
    const roots = encryptionKeys.length > 0 ? encryptionKeys.map((each) => Buffer.concat([stored, each])) : [stored]
    return roots.map((root) => Buffer.from(hkdfSync('sha256', root, 'rapport sign-in', purpose, 32)))
  }

  async #stored(): Promise<Buffer> {
    const { directory } = this.#uses
    const secret = await directory.write(async (tables) => {
      const known = await tables.selectFrom(SignInSecret.table).select('secret').where('name', '=', NAME).executeTakeFirst()
      if (known) return String(known.secret)
      const { random, now } = directory.generators
      const made = random.bytes(32).toString('base64')
      await directory.insert(tables, SignInSecret, { name: NAME, secret: made, created_at: now })
      return made
    })
    return Buffer.from(secret, 'base64')
  }
}
