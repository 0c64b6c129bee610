import type { Webhook } from '../entity.ts'
import { withAttempt } from '../subscriptions/success-rate.ts'
import { type Alert, alertOf } from './alerts.ts'
import { deactivateAt } from './deactivation.ts'
import type { AttemptedDelivery, AttemptedWebhook, Decision } from './decide.ts'

/** A locked webhook, changed by the results of one transaction one after the other. */
export class WebhookCounter {
  readonly webhook: Webhook
  /** To be sent after the commit. */
  readonly alerts: Alert[] = []
  /** To be stored. */
  readonly changes: Partial<Webhook> = {}
  deactivated = false
  #state: AttemptedWebhook

  constructor(webhook: Webhook) {
    this.webhook = webhook
    this.#state = { active: webhook.active, failureCount: webhook.failure_count }
  }

  /** Its state after the results so far. */
  get state(): AttemptedWebhook {
    return this.#state
  }

  /** Applies one decision. */
  add({ log, webhook: { counter, lastStatus, lastDeliveryAt } }: Decision, kind: AttemptedDelivery['kind'], now: Date): void {
    if (lastStatus !== undefined) this.changes.last_status = lastStatus
    if (lastDeliveryAt !== undefined) {
      this.changes.last_delivery_at = lastDeliveryAt
      if (kind !== 'test') this.changes.recent = withAttempt(this.changes.recent ?? this.webhook.recent, lastDeliveryAt, log.ok)
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
