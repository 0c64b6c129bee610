import { deactivateAt } from './deactivation.ts'
import { type AttemptOutcome, type OutcomeClass, classify } from './outcome.ts'
import { nextRetryAt, nextTryAt } from './retry.ts'

/** The delivery whose attempt just ended; `step` counts its earlier attempts, without those that say nothing of the endpoint. */
export type AttemptedDelivery = {
  readonly kind: 'auto' | 'manual' | 'test'
  /** Number of the attempt. */
  readonly attempt: number
  readonly step: number
}

/** The webhook as read in the transaction that stores the decision. */
export type AttemptedWebhook = {
  readonly active: boolean
  readonly failureCount: number
}

/**
 * What the store does to `failure_count`, in one statement: `count_failure` adds 1 and deactivates at `deactivateAt`,
 * where active; `reset` sets 0.
 */
type CounterChange = 'count_failure' | 'reset' | 'none'

export type Decision = {
  /** Next state of the delivery; null for a test, which has none. */
  readonly delivery: { readonly status: 'ok' | 'pending' | 'held' | 'failed'; readonly step: number; readonly dueAt: Date | null } | null
  /** Verdict fields of the delivery log row (2.2). */
  readonly log: {
    readonly ok: boolean
    readonly statusCode: number
    readonly response: string
    readonly durationMs: number
    readonly nextRetryAt: Date | null
  }
  /** Change of the webhook; an undefined field stays as it is. */
  readonly webhook: { readonly counter: CounterChange; readonly lastStatus?: number; readonly lastDeliveryAt?: Date }
}

/** Decides all that follows from one ended attempt; `now` is the moment it ended. Databases only store the answer. */
export function decide(delivery: AttemptedDelivery, webhook: AttemptedWebhook, outcome: AttemptOutcome, now: Date): Decision {
  const verdict = classify(outcome)
  const counter = delivery.kind === 'test' ? 'none' : counterChange(verdict, webhook.active)
  const next = delivery.kind === 'test' ? null : nextState(delivery, verdict, staysActive(webhook, counter), now)
  return {
    delivery: next,
    log: {
      ok: verdict === 'delivered',
      statusCode: outcome.status,
      response: outcome.response,
      durationMs: outcome.durationMs,
      // A held delivery keeps its place in the schedule, but nothing will be sent at that time.
      nextRetryAt: next?.status === 'pending' ? next.dueAt : null,
    },
    webhook: {
      counter,
      ...(outcome.status > 0 && { lastStatus: outcome.status }),
      ...(!saysNothing(verdict) && { lastDeliveryAt: now }),
    },
  }
}

function counterChange(verdict: OutcomeClass, active: boolean): CounterChange {
  if (verdict === 'delivered') return 'reset'
  return !saysNothing(verdict) && active ? 'count_failure' : 'none'
}

function staysActive(webhook: AttemptedWebhook, counter: CounterChange): boolean {
  return webhook.active && (counter !== 'count_failure' || webhook.failureCount + 1 < deactivateAt)
}

function nextState(delivery: AttemptedDelivery, verdict: OutcomeClass, active: boolean, now: Date): NonNullable<Decision['delivery']> {
  // An attempt that says nothing of the endpoint takes no step of the schedule.
  const step = saysNothing(verdict) ? delivery.step : delivery.step + 1
  if (verdict === 'delivered') return { status: 'ok', step, dueAt: null }
  const dueAt = dueAgain(verdict, step, delivery.attempt, now)
  if (dueAt === null) return { status: 'failed', step, dueAt }
  return { status: active ? 'pending' : 'held', step, dueAt }
}

function dueAgain(verdict: OutcomeClass, step: number, attempt: number, now: Date): Date | null {
  if (verdict === 'lost') return now
  // An outage on this side ends some time, and must not have used up the tries of thousands of deliveries by then.
  if (verdict === 'own_fault') return nextTryAt(attempt, now)
  return verdict === 'retry' ? nextRetryAt(step, now) : null
}

function saysNothing(verdict: OutcomeClass): boolean {
  return verdict === 'lost' || verdict === 'own_fault'
}
