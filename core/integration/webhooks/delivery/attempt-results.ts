import type { Kysely } from 'kysely'
import { Notices } from '../../../platform/notifications/notices.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { anyOf } from '../../../kernel/storage/any-of.ts'
import { Codec, type DialectName, type Row } from '../../../kernel/storage/codec.ts'
import { Database } from '../../../kernel/storage/database.ts'
import { insertRows } from '../../../kernel/storage/row-sets.ts'
import { enqueue } from '../../../kernel/storage/statement-queue.ts'
import type { Tables } from '../../../kernel/storage/tables.ts'
import { deactivateAt } from './deactivation.ts'
import { setAside } from '../subscriptions/held-deliveries.ts'
import { type Alert, alertOf, noticeOf } from './alerts.ts'
import { type Decision, decide } from './decide.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from '../entity.ts'
import type { Ending } from './requests.ts'
import { countedIn } from '../subscriptions/success-rate.ts'
import { switchedNow } from '../subscriptions/activation-history.ts'

/** What was stored of one ending; absent when another worker had taken the delivery over, or its webhook is gone. */
export interface Recorded {
  readonly ending: Ending
  readonly decision: Decision
}

interface Result {
  readonly recorded: Recorded[]
  /** To be sent after the commit. */
  readonly alerts: Alert[]
}

/** Writes what `decide` says of ended attempts: log rows, next states and counters, in the caller's transaction. */
export class Endings {
  static readonly inject = [Database, Ids, Notices, Clock] as const
  readonly #ids: Ids
  readonly #notices: Notices
  readonly #clock: Clock
  readonly #dialect: DialectName
  readonly #webhooks: Codec<typeof Webhook.fields>
  readonly #deliveries: Codec<typeof WebhookDelivery.fields>

  constructor({ dialect }: Database, ids: Ids, notices: Notices, clock: Clock) {
    this.#ids = ids
    this.#notices = notices
    this.#clock = clock
    this.#dialect = dialect
    this.#webhooks = Codec.of(Webhook.fields, dialect)
    this.#deliveries = Codec.of(WebhookDelivery.fields, dialect)
  }

  async record(tables: Kysely<Tables>, endings: readonly Ending[]): Promise<Result> {
    const [webhooks, held] = await Promise.all([this.#lock(tables, endings), this.#held(tables, endings)])
    const recorded: Recorded[] = []
    const orphans: string[] = []
    for (const ending of endings) {
      const { delivery, token, kind } = ending.claim
      // Whoever lost the lease must change nothing: another worker has the delivery now.
      if (held.get(delivery.id) !== token) continue
      const counted = webhooks.get(delivery.webhook_id)
      if (!counted) {
        orphans.push(delivery.id)
        continue
      }
      const decision = decide({ kind, step: delivery.step, attempt: delivery.attempt }, counted.now, ending.outcome, ending.endedAt)
      counted.add(decision, kind, this.#clock.now())
      recorded.push({ ending, decision })
    }
    this.#writeDeliveries(tables, recorded, orphans)
    this.#writeAttempts(tables, recorded)
    for (const each of webhooks.values()) await this.#writeWebhook(tables, each)
    const told = [...webhooks.values()].flatMap(({ webhook, alerts }) =>
      alerts.map((alert) => ({ alert, notice: noticeOf(alert, webhook) })),
    )
    await this.#notices.write(
      tables,
      told.map(({ notice }) => notice),
      this.#clock.now(),
    )
    return { recorded, alerts: told.map(({ alert }) => alert) }
  }

  // Locked first, and always in this order: so the counter is exact, and two transactions never wait for each other.
  async #lock(tables: Kysely<Tables>, endings: readonly Ending[]): Promise<Map<string, Counted>> {
    const ids = [...new Set(endings.map(({ claim }) => claim.delivery.webhook_id))]
    const columns = ['id', 'user_from', 'url', 'created_by', 'active', 'failure_count', 'recent', 'switches'] as const
    const query = tables
      .selectFrom(Webhook.table)
      .select(columns)
      .where(anyOf('id', 'uuid', ids, this.#dialect))
      .orderBy('id')
    const rows = await enqueue(tables, this.#dialect, (this.#dialect === 'postgresql' ? query.forUpdate() : query).compile())
    return new Map(rows.map((row) => [String(row['id']), new Counted(this.#webhooks.fromRow(row))]))
  }

  async #held(tables: Kysely<Tables>, endings: readonly Ending[]): Promise<Map<string, string>> {
    const ids = endings.map(({ claim }) => claim.delivery.id)
    const query = tables
      .selectFrom(WebhookDelivery.table)
      .select(['id', 'lease_token'])
      .where(anyOf('id', 'uuid', ids, this.#dialect))
    const rows = await enqueue(tables, this.#dialect, query.compile())
    return new Map(rows.map((row) => [String(row['id']), String(row['lease_token'])]))
  }

  // Most endings of a batch are alike: one statement for all that get the same values.
  #writeDeliveries(tables: Kysely<Tables>, recorded: readonly Recorded[], orphans: readonly string[]): void {
    const states = [
      ...recorded.map(({ ending, decision: { delivery, log } }) => {
        const { status, step, dueAt } = delivery ?? { status: log.ok ? 'ok' : 'failed', step: 0, dueAt: null }
        return { id: ending.claim.delivery.id, values: { status, step, due_at: dueAt } }
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

  #writeAttempts(tables: Kysely<Tables>, recorded: readonly Recorded[]): void {
    const rows = recorded.map(({ ending: { claim, outcome, retryAfter, endedAt }, decision: { log } }) => {
      const { id: delivery_id, user_from, webhook_id, attempt } = claim.delivery
      return {
        id: this.#ids.next(),
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

  async #writeWebhook(tables: Kysely<Tables>, { webhook, changes, deactivated }: Counted): Promise<void> {
    const { id } = webhook
    const switches = deactivated && { switches: await switchedNow(tables, this.#dialect, webhook) }
    const values: Row = this.#webhooks.toRow({ ...changes, ...switches })
    if (Object.keys(values).length > 0)
      void enqueue(tables, this.#dialect, tables.updateTable(Webhook.table).set(values).where('id', '=', id).compile())
    // What is left of a long backlog is set aside by whoever looks for work next.
    if (deactivated) await setAside(tables, id, 'held')
  }
}

/** A locked webhook, as the endings of one transaction change it one after the other. */
class Counted {
  readonly webhook: Webhook
  readonly alerts: Alert[] = []
  readonly changes: Partial<Webhook> = {}
  deactivated = false
  #state: { active: boolean; failureCount: number }

  constructor(webhook: Webhook) {
    this.webhook = webhook
    this.#state = { active: webhook.active, failureCount: webhook.failure_count }
  }

  get now(): { readonly active: boolean; readonly failureCount: number } {
    return this.#state
  }

  add({ log, webhook: { counter, lastStatus, lastDeliveryAt } }: Decision, kind: Ending['claim']['kind'], now: Date): void {
    if (lastStatus !== undefined) this.changes.last_status = lastStatus
    if (lastDeliveryAt !== undefined) {
      this.changes.last_delivery_at = lastDeliveryAt
      if (kind !== 'test') this.changes.recent = countedIn(this.changes.recent ?? this.webhook.recent, lastDeliveryAt, log.ok)
    }
    if (counter === 'none') return
    const before = this.#state.failureCount
    const after = counter === 'reset' ? 0 : before + 1
    const active = this.#state.active && after < deactivateAt
    if (this.#state.active && !active) {
      this.deactivated = true
      Object.assign(this.changes, { active, disabled_at: now, disabled_reason: 'failures' })
    }
    if (after !== before) this.changes.failure_count = after
    this.#state = { active, failureCount: after }
    const alert = alertOf(this.webhook, before, after)
    if (alert) this.alerts.push(alert)
  }
}
