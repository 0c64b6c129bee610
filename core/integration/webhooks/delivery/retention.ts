import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { WebhookAttempt, WebhookDelivery } from '../entity.ts'
import { deliveryChunk } from '../subscriptions/held-deliveries.ts'

const EVERY_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

/**
 * Cancels deliveries that were held for 30 days and deletes what ended before then; never touches a delivery that may still be sent. Written
 * directly: none of these rows is watched, and a chunk is one statement.
 */
export class DeliveryRetention implements BackgroundLoop {
  static readonly uses = { database: Database }
  readonly watches = []
  readonly #database: Database
  readonly #codec: Codec<typeof WebhookDelivery.fields>
  #doneAt = Number.NEGATIVE_INFINITY

  constructor({ database }: Resolved<typeof DeliveryRetention.uses>) {
    this.#database = database
    this.#codec = Codec.of(WebhookDelivery.fields, database.dialect)
  }

  /** One step of each; repeats at once while there is more. */
  async run(now: Date): Promise<Date | null> {
    if (Math.abs(now.getTime() - this.#doneAt) < EVERY_MS) return null
    const before = this.#codec.toColumn('created_at', new Date(now.getTime() - KEPT_MS))
    const changed = await this.#database.transaction(async (tables) => [
      await this.#cancelHeld(tables, before),
      await this.#deleteAttempts(tables, before),
      await this.#deleteDeliveries(tables, before),
    ])
    if (changed.includes(deliveryChunk)) return now
    this.#doneAt = now.getTime()
    return null
  }

  async #cancelHeld(tables: Kysely<Tables>, before: unknown): Promise<number> {
    const held = this.#old(tables, before).where('status', '=', 'held')
    const done = await tables.updateTable(WebhookDelivery.table).set({ status: 'cancelled' }).where('id', 'in', held).executeTakeFirst()
    return Number(done.numUpdatedRows)
  }

  async #deleteAttempts(tables: Kysely<Tables>, before: unknown): Promise<number> {
    const old = tables
      .selectFrom(`${WebhookAttempt.table} as a`)
      .select('a.id')
      .where('a.created_at', '<', before)
      .where(({ exists, not }) =>
        not(
          exists(
            tables
              .selectFrom(`${WebhookDelivery.table} as d`)
              .select(sql`1`.as('one'))
              .whereRef('d.id', '=', 'a.delivery_id')
              .where('d.status', 'in', ['pending', 'inflight', 'held']),
          ),
        ),
      )
      .limit(deliveryChunk)
    const done = await tables.deleteFrom(WebhookAttempt.table).where('id', 'in', old).executeTakeFirst()
    return Number(done.numDeletedRows)
  }

  async #deleteDeliveries(tables: Kysely<Tables>, before: unknown): Promise<number> {
    const ended = this.#old(tables, before)
      .where('status', 'in', ['ok', 'failed', 'cancelled'])
      .where(({ exists, not }) =>
        not(
          exists(
            tables
              .selectFrom(`${WebhookAttempt.table} as a`)
              .select(sql`1`.as('one'))
              .whereRef('a.delivery_id', '=', `${WebhookDelivery.table}.id`),
          ),
        ),
      )
    const done = await tables.deleteFrom(WebhookDelivery.table).where('id', 'in', ended).executeTakeFirst()
    return Number(done.numDeletedRows)
  }

  #old(tables: Kysely<Tables>, before: unknown): SelectQueryBuilder<Tables, string, { id: unknown }> {
    return tables.selectFrom(WebhookDelivery.table).select('id').where('created_at', '<', before).limit(deliveryChunk)
  }
}
