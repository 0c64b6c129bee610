import type { Kysely } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Notices } from '../../../platform/notifications/notices.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { anyOf } from '../../../kernel/storage/records/any-of.ts'
import { Codec, type DialectName, type Row } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { insertRows } from '../../../kernel/storage/writing/row-sets.ts'
import { enqueue } from '../../../kernel/storage/connection/statement-queue.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { holdDeliveries } from '../subscriptions/held-deliveries.ts'
import { type Alert, noticeOf } from './alerts.ts'
import { type Decision, decide } from './decide.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from '../entity.ts'
import type { AttemptResult } from './requests.ts'
import { WebhookCounter } from './webhook-counter.ts'
import { changedNow } from '../subscriptions/activation-history.ts'

/** A stored result; absent when another worker has taken the delivery over, or its webhook is gone. */
export interface StoredResult {
  readonly result: AttemptResult
  readonly decision: Decision
}

interface StoredResults {
  readonly stored: StoredResult[]
  /** To be sent after the commit. */
  readonly alerts: Alert[]
}

/**
 * Stores what `decide` says about ended attempts, in the caller's transaction: log rows, next states of deliveries, counters of webhooks.
 * Written directly: neither deliveries nor these columns of webhooks are watched, and a batch is a few statements.
 */
export class AttemptResults {
  static readonly uses = { database: Database, ids: Ids, notices: Notices, clock: Clock }
  readonly #uses: Resolved<typeof AttemptResults.uses>
  readonly #dialect: DialectName
  readonly #webhooks: Codec<typeof Webhook.fields>
  readonly #deliveries: Codec<typeof WebhookDelivery.fields>

  constructor(uses: Resolved<typeof AttemptResults.uses>) {
    this.#uses = uses
    const { dialect } = uses.database

    this.#dialect = dialect
    this.#webhooks = Codec.of(Webhook.fields, dialect)
    this.#deliveries = Codec.of(WebhookDelivery.fields, dialect)
  }

  /** Stores the results that this worker may still store. */
  async store(tables: Kysely<Tables>, results: readonly AttemptResult[]): Promise<StoredResults> {
    const [webhooks, tokens] = await Promise.all([this.#lock(tables, results), this.#leaseTokens(tables, results)])
    const stored: StoredResult[] = []
    const orphans: string[] = []
    for (const result of results) {
      const { delivery, token, kind } = result.claim
      // A worker that lost the lease must change nothing: another worker has the delivery now.
      if (tokens.get(delivery.id) !== token) continue
      const counter = webhooks.get(delivery.webhook_id)
      if (!counter) {
        orphans.push(delivery.id)
        continue
      }
      const decision = decide({ kind, step: delivery.step, attempt: delivery.attempt }, counter.state, result.outcome, result.endedAt)
      counter.add(decision, kind, this.#uses.clock.now())
      stored.push({ result, decision })
    }
    this.#writeDeliveries(tables, stored, orphans)
    this.#writeAttempts(tables, stored)
    for (const each of webhooks.values()) await this.#writeWebhook(tables, each)
    return { stored, alerts: await this.#writeNotices(tables, [...webhooks.values()]) }
  }

  // In the transaction that counts the failures: so each notice is written once, however many processes race.
  async #writeNotices(tables: Kysely<Tables>, counters: readonly WebhookCounter[]): Promise<Alert[]> {
    const alerts = counters.flatMap((each) => each.alerts)
    const notices = counters.flatMap(({ webhook, alerts }) => alerts.map((alert) => noticeOf(alert, webhook)))
    await this.#uses.notices.write(tables, notices, this.#uses.clock.now())
    return alerts
  }

  // Locked before their deliveries and by id: so the counter is exact, and two transactions never deadlock.
  async #lock(tables: Kysely<Tables>, results: readonly AttemptResult[]): Promise<Map<string, WebhookCounter>> {
    const ids = [...new Set(results.map(({ claim }) => claim.delivery.webhook_id))]
    const columns = ['id', 'user_from', 'url', 'created_by', 'active', 'failure_count', 'recent', 'switches'] as const
    const query = tables
      .selectFrom(Webhook.table)
      .select(columns)
      .where(anyOf('id', 'uuid', ids, this.#dialect))
      .orderBy('id')
    const rows = await enqueue(tables, this.#dialect, (this.#dialect === 'postgresql' ? query.forUpdate() : query).compile())
    return new Map(
      rows.map((row) => {
        const webhook = this.#webhooks.fromRow(row)
        return [webhook.id, new WebhookCounter(webhook)]
      }),
    )
  }

  async #leaseTokens(tables: Kysely<Tables>, results: readonly AttemptResult[]): Promise<Map<string, string>> {
    const ids = results.map(({ claim }) => claim.delivery.id)
    const query = tables
      .selectFrom(WebhookDelivery.table)
      .select(['id', 'lease_token'])
      .where(anyOf('id', 'uuid', ids, this.#dialect))
    const rows = await enqueue(tables, this.#dialect, query.compile())
    return new Map(rows.map(({ id, lease_token }) => [String(id), String(lease_token)]))
  }

  // Most results of a batch are alike: one statement writes all that get the same values.
  #writeDeliveries(tables: Kysely<Tables>, stored: readonly StoredResult[], orphans: readonly string[]): void {
    const states = [
      ...stored.map(({ result, decision: { delivery, log } }) => {
        const { status, step, dueAt } = delivery ?? { status: log.ok ? 'ok' : 'failed', step: 0, dueAt: null }
        return { id: result.claim.delivery.id, values: { status, step, due_at: dueAt } }
      }),
      ...orphans.map((id) => ({ id, values: { status: 'cancelled', due_at: null } })),
    ]
    for (const group of Map.groupBy(states, ({ values }) => JSON.stringify(values)).values()) {
      const values = this.#deliveries.toRow({ ...group[0]?.values, lease_until: null, lease_token: null })
      const ids = group.map(({ id }) => id)
      const update = tables
        .updateTable(WebhookDelivery.table)
        .set(values)
        .where(anyOf('id', 'uuid', ids, this.#dialect))
      void enqueue(tables, this.#dialect, update.compile())
    }
  }

  #writeAttempts(tables: Kysely<Tables>, stored: readonly StoredResult[]): void {
    const rows = stored.map(({ result: { claim, outcome, retryAfter, endedAt }, decision: { log } }) => {
      const { id: delivery_id, user_from, webhook_id, attempt } = claim.delivery
      return {
        id: this.#uses.ids.next(),
        user_from,
        webhook_id,
        delivery_id,
        kind: outcome.error === 'worker_lost' ? 'lost' : claim.kind,
        attempt,
        status_code: log.statusCode,
        ok: log.ok,
        duration_ms: log.durationMs,
        response: log.response,
        error_code: outcome.error,
        retry_after: retryAfter,
        next_retry_at: log.nextRetryAt,
        created_at: endedAt,
      }
    })
    insertRows(tables, this.#dialect, WebhookAttempt, rows)
  }

  async #writeWebhook(tables: Kysely<Tables>, { webhook, changes, deactivated }: WebhookCounter): Promise<void> {
    const { id } = webhook
    const switches = deactivated && { switches: await changedNow(tables, this.#dialect, webhook) }
    const values: Row = this.#webhooks.toRow({ ...changes, ...switches })
    if (Object.keys(values).length > 0)
      void enqueue(tables, this.#dialect, tables.updateTable(Webhook.table).set(values).where('id', '=', id).compile())
    // The backlog holds the rest of a long list when it looks for work next.
    if (deactivated) await holdDeliveries(tables, id)
  }
}
