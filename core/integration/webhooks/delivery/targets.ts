import type { Kysely } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Logger } from '../../../kernel/ports/logger.ts'
import { Keyring } from '../../../kernel/secrets/keyring.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import type { Webhook } from '../entity.ts'

/** Where deliveries of a webhook go, and the secrets that sign them. */
export interface Target {
  readonly url: string
  readonly secret: string
  readonly previousSecret?: string
}

/** Decrypts the secrets of webhooks. */
export class Targets {
  static readonly uses = { keyring: Keyring, logger: Logger }
  readonly #uses: Resolved<typeof Targets.uses>

  constructor(uses: Resolved<typeof Targets.uses>) {
    this.#uses = uses
  }

  /** The target of one webhook; `now` decides whether the previous secret still signs. */
  async of({ id, url, ...stored }: Webhook, now: Date, tables: Kysely<Tables>): Promise<Target> {
    const { sealed_secret, previous_sealed_secret, previous_secret_until } = stored
    const secret = await this.#uses.keyring.open(sealed_secret, id, tables)
    if (!previous_sealed_secret || !previous_secret_until || previous_secret_until <= now) return { url, secret }
    return { url, secret, previousSecret: await this.#uses.keyring.open(previous_sealed_secret, id, tables) }
  }

  /** By id. Webhooks whose secret cannot be decrypted are left out: their deliveries wait, as their endpoints are not at fault. */
  async ofAll(webhooks: readonly Webhook[], now: Date, tables: Kysely<Tables>): Promise<Map<string, Target>> {
    const targets = new Map<string, Target>()
    for (const webhook of webhooks) {
      try {
        targets.set(webhook.id, await this.of(webhook, now, tables))
      } catch (error) {
        this.#uses.logger.error('The secret of a webhook cannot be decrypted', { webhook_id: webhook.id, error })
      }
    }
    return targets
  }
}
