import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { deliveredBody } from '../../../kernel/storage/schema/event-draft.ts'
import { EventRecord } from '../../../kernel/storage/schema/event-record.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from '../entity.ts'
import type { DeliveryEntry, WebhookDetail } from '../schema.ts'
import { successRateOf } from '../subscriptions/success-rate.ts'

/** Entries of the delivery log that are shown. */
export const shownDeliveries = 50

type Statistics = Pick<Static<typeof WebhookDetail>, 'attempts_24h' | 'pending' | 'held'>

/** The delivery log of one organization: attempts and their results. */
export class DeliveryLog {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof DeliveryLog.uses>) {
    this.#records = records
  }

  /** The last attempts of a webhook, newest first. */
  async latest(webhook_id: string): Promise<Static<typeof DeliveryEntry>[]> {
    const rows = await this.#records.db
      .selectFrom(`${WebhookAttempt.table} as a`)
      .innerJoin(`${WebhookDelivery.table} as d`, 'd.id', 'a.delivery_id')
      .leftJoin(`${EventRecord.table} as e`, (join) => join.onRef('e.user_from', '=', 'd.user_from').onRef('e.id', '=', 'd.event_id'))
      .selectAll('a')
      .select(['d.event_id as event_id', 'd.event_type as event_type', 'd.body as test_body', 'e.body as event_body'])
      .where('a.webhook_id', '=', webhook_id)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(shownDeliveries)
      .execute()
    return rows.map((row) => this.#present(row))
  }

  /** The figures that `getWebhook` adds to the record. */
  async statistics({ id, recent }: Webhook): Promise<Statistics> {
    const { attempts_24h } = successRateOf(recent, this.#records.unit.now)
    return { attempts_24h, pending: await this.#count(id, 'pending'), held: await this.#count(id, 'held') }
  }

  async #count(webhook_id: string, status: string): Promise<number> {
    const row = await this.#records.db
      .selectFrom(WebhookDelivery.table)
      .select(sql<number>`count(*)`.as('rows'))
      .where('webhook_id', '=', webhook_id)
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
    return Number(row.rows)
  }

  #present(row: Row): Static<typeof DeliveryEntry> {
    const { event_type, test_body, event_body, event_id: stored } = row
    const { id, webhook_id, status_code, ok, duration_ms, response, attempt, next_retry_at, created_at } = this.#records
      .codec(WebhookAttempt)
      .fromRow(row)
    const event_id = Number(stored ?? 0)
    const body = test_body ?? deliveredBody(event_id, String(event_body))
    // A delivered body is always an object.
    const payload: Record<string, unknown> = JSON.parse(String(body))
    return {
      id,
      webhook_id,
      event_id,
      event_type: String(event_type),
      status_code,
      ok,
      duration_ms,
      response,
      payload,
      attempt,
      next_retry_at: next_retry_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    }
  }
}
