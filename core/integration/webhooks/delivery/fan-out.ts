import type { Kysely } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { DispatchedEvent, EventConsumer } from '../../../kernel/feature/event-consumer.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Codec, type DialectName, type Row } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { insertRows } from '../../../kernel/storage/writing/row-sets.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { matches } from '../subscriptions/pattern.ts'
import { wasActive } from '../subscriptions/activation-history.ts'

type Subscription = Pick<Webhook, 'id' | 'user_from' | 'events' | 'switches'>

/**
 * Adds one delivery for each event and each webhook that subscribes to it and was active when the event was committed; a second one for
 * the same pair is dropped. If the webhook has been deactivated since, the backlog holds the delivery.
 */
export class FanOut implements EventConsumer {
  static readonly uses = { database: Database, ids: Ids }
  readonly #ids: Ids
  readonly #dialect: DialectName
  readonly #webhooks: Codec<typeof Webhook.fields>

  constructor({ database: { dialect }, ids }: Resolved<typeof FanOut.uses>) {
    this.#ids = ids
    this.#dialect = dialect
    this.#webhooks = Codec.of(Webhook.fields, dialect)
  }

  /** Adds the deliveries of these events. */
  async consume(events: readonly DispatchedEvent[], tables: Kysely<Tables>, now: Date): Promise<void> {
    const subscriptions = Map.groupBy(await this.#subscriptions(events, tables), ({ user_from }) => user_from)
    const rows = events.flatMap((event) =>
      (subscriptions.get(event.user_from) ?? [])
        .filter((webhook) => matches(webhook.events, event.type) && wasActive(webhook, event.id))
        .map((webhook) => this.#deliveryOf(event, webhook, now)),
    )
    insertRows(tables, this.#dialect, WebhookDelivery, rows, ['user_from', 'webhook_id', 'event_id'])
  }

  /** The deliveries of one event. */
  async caused(event: number, records: Records): Promise<{ deliveries: Row[] }> {
    // Limited to webhooks of the organization, because the unique index of deliveries begins with the webhook.
    const rows = await records.db
      .selectFrom(WebhookDelivery.table)
      .selectAll()
      .where('webhook_id', 'in', records.db.selectFrom(Webhook.table).select('id'))
      .where('event_id', '=', event)
      .orderBy('id')
      .execute()
    const deliveries = rows.map((row) => records.codec(WebhookDelivery).fromRow(row))
    return {
      deliveries: deliveries.map(({ id, webhook_id, status, attempt, due_at }) => ({
        id,
        webhook_id,
        status,
        attempt,
        next_retry_at: status === 'pending' && attempt > 0 && due_at ? due_at.toISOString() : null,
      })),
    }
  }

  async #subscriptions(events: readonly DispatchedEvent[], tables: Kysely<Tables>): Promise<Subscription[]> {
    const organizations = [...new Set(events.map(({ user_from }) => user_from))]
    const rows = await tables
      .selectFrom(Webhook.table)
      .select(['id', 'user_from', 'events', 'switches'])
      .where('user_from', 'in', organizations)
      .execute()
    return rows.map((row) => this.#webhooks.fromRow(row))
  }

  #deliveryOf({ id, user_from, type, request_id }: DispatchedEvent, webhook: Subscription, now: Date): Row {
    const own = { id: this.#ids.next(), user_from, webhook_id: webhook.id, event_id: id, event_type: type, request_id }
    const waits = { due_at: now, lease_until: null, lease_token: null, body: null, created_at: now }
    return { ...own, status: 'pending', attempt: 0, step: 0, ...waits }
  }
}
