import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import { Codec } from '../../../kernel/storage/codec.ts'
import { Database } from '../../../kernel/storage/database.ts'
import type { Tables } from '../../../kernel/storage/tables.ts'
import { WebhookAttempt, WebhookDelivery } from '../entity.ts'
import { asideSize, keptMs } from './limits.ts'

const EVERY_MS = 3_600_000

/** Ends what was held for 30 days and forgets what ended before then; never touches a delivery that may still be sent. */
export class Retention implements BackgroundLoop {
  static readonly inject = [Database] as const
  readonly #database: Database
  readonly #codec: Codec<typeof WebhookDelivery.fields>
  #doneAt = Number.NEGATIVE_INFINITY

  constructor(database: Database) {
    this.#database = database
    this.#codec = Codec.of(WebhookDelivery.fields, database.dialect)
  }

  async run(now: Date): Promise<Date | null> {
    if (Math.abs(now.getTime() - this.#doneAt) < EVERY_MS) return null
    const before = this.#codec.toColumn('created_at', new Date(now.getTime() - keptMs))
    const changed = await this.#database.transaction(async (tables) => [
      await this.#endHeld(tables, before),
      await this.#forgetAttempts(tables, before),
      await this.#forgetDeliveries(tables, before),
    ])
    if (changed.includes(asideSize)) return now
    this.#doneAt = now.getTime()
    return null
  }

  async #endHeld(tables: Kysely<Tables>, before: unknown): Promise<number> {
    const held = this.#old(tables, before).where('status', '=', 'held')
    const done = await tables.updateTable(WebhookDelivery.table).set({ status: 'cancelled' }).where('id', 'in', held).executeTakeFirst()
    return Number(done.numUpdatedRows)
  }

  async #forgetAttempts(tables: Kysely<Tables>, before: unknown): Promise<number> {
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
      .limit(asideSize)
    const done = await tables.deleteFrom(WebhookAttempt.table).where('id', 'in', old).executeTakeFirst()
    return Number(done.numDeletedRows)
  }

  async #forgetDeliveries(tables: Kysely<Tables>, before: unknown): Promise<number> {
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
    return tables.selectFrom(WebhookDelivery.table).select('id').where('created_at', '<', before).limit(asideSize)
  }
}
