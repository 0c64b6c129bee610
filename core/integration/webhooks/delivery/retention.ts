import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { firstIdAt } from '../../../kernel/storage/units/expired.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { WebhookAttempt, WebhookDelivery } from '../entity.ts'
import { deliveryChunk } from '../subscriptions/held-deliveries.ts'

const EVERY_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

/** Before what time rows are too old, as a column and as an id: by the ids they are found without reading those that are younger. */
interface Before {
  readonly time: unknown
  readonly id: string
}

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
    const time = now.getTime() - KEPT_MS
    const before: Before = { time: this.#codec.toColumn('created_at', new Date(time)), id: firstIdAt(time) }
    const changed = await this.#database.transaction(async (tables) => [
      await this.#cancelHeld(tables, before),
      await this.#deleteAttempts(tables, before),
      await this.#deleteDeliveries(tables, before),
    ])
    if (changed.includes(deliveryChunk)) return now
    this.#doneAt = now.getTime()
    return null
  }

  async #cancelHeld(tables: Kysely<Tables>, before: Before): Promise<number> {
    const held = this.#old(tables, before).where('status', '=', sql.lit('held'))
    const done = await tables.updateTable(WebhookDelivery.table).set({ status: 'cancelled' }).where('id', 'in', held).executeTakeFirst()
    return Number(done.numUpdatedRows)
  }

  // What hangs on each is looked up for itself: as a condition that something exists, PostgreSQL would read all deliveries for each chunk.
  async #deleteAttempts(tables: Kysely<Tables>, before: Before): Promise<number> {
    const state = tables.selectFrom(`${WebhookDelivery.table} as d`).select('d.status').whereRef('d.id', '=', 'a.delivery_id')
    const old = tables
      .selectFrom(`${WebhookAttempt.table} as a`)
      .select('a.id')
      .where('a.id', '<', before.id)
      .where('a.created_at', '<', before.time)
      .where(sql<SqlBool>`coalesce((${state}), 'ok') not in ('pending', 'inflight', 'held')`)
      .limit(deliveryChunk)
    const done = await tables.deleteFrom(WebhookAttempt.table).where('id', 'in', old).executeTakeFirst()
    return Number(done.numDeletedRows)
  }

  async #deleteDeliveries(tables: Kysely<Tables>, before: Before): Promise<number> {
    const attempt = tables
      .selectFrom(`${WebhookAttempt.table} as a`)
      .select('a.id')
      .whereRef('a.user_from', '=', `${WebhookDelivery.table}.user_from`)
      .whereRef('a.delivery_id', '=', `${WebhookDelivery.table}.id`)
      .limit(1)
    const ended = this.#old(tables, before)
      .where('status', 'in', ['ok', 'failed', 'cancelled'])
      .where(sql<SqlBool>`(${attempt}) is null`)
    const done = await tables.deleteFrom(WebhookDelivery.table).where('id', 'in', ended).executeTakeFirst()
    return Number(done.numDeletedRows)
  }

  #old(tables: Kysely<Tables>, before: Before): SelectQueryBuilder<Tables, string, { id: unknown }> {
    const old = tables.selectFrom(WebhookDelivery.table).select('id').where('id', '<', before.id)
    return old.where('created_at', '<', before.time).limit(deliveryChunk)
  }
}
