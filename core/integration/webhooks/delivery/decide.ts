import { deactivateAt } from './deactivation.ts'
import { type AttemptOutcome, type OutcomeClass, classify } from './outcome.ts'
import { nextRetryAt, nextTryAt } from './retry.ts'

/** The delivery whose attempt just ended; `step` counts its earlier attempts that say something about the endpoint. */
export type AttemptedDelivery = {
  readonly kind: 'auto' | 'manual' | 'test'
  /** Number of the attempt that ended. */
  readonly attempt: number
  readonly step: number
}

/** The webhook, as read in the transaction that stores the decision. */
export type AttemptedWebhook = {
  readonly active: boolean
  readonly failureCount: number
}

/** Change of `failure_count`: `count_failure` adds 1 and deactivates the webhook at `deactivateAt`; `reset` sets 0. */
type CounterChange = 'count_failure' | 'reset' | 'none'

/** All that follows from one attempt: next state of the delivery, log entry, change of the webhook. */
export type Decision = {
  /** Next state of the delivery; null for a test, which ends with its attempt. */
  readonly delivery: { readonly status: 'ok' | 'pending' | 'held' | 'failed'; readonly step: number; readonly dueAt: Date | null } | null
  /** What the delivery log shows of the attempt. */
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

/** Decides all that follows from one ended attempt (rule 5 of integration); `now` is when it ended. */
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
      // A held delivery keeps its place in the schedule, but is not sent at that time.
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
  // An attempt that says nothing about the endpoint takes no step of the schedule.
  const step = saysNothing(verdict) ? delivery.step : delivery.step + 1
  if (verdict === 'delivered') return { status: 'ok', step, dueAt: null }
  const dueAt = retryAt(verdict, step, delivery.attempt, now)
  if (dueAt === null) return { status: 'failed', step, dueAt }
  return { status: active ? 'pending' : 'held', step, dueAt }
}

function retryAt(verdict: OutcomeClass, step: number, attempt: number, now: Date): Date | null {
  if (verdict === 'lost') return now
  // A local outage must not use up the attempts of thousands of deliveries.
  if (verdict === 'own_fault') return nextTryAt(attempt, now)
  return verdict === 'retry' ? nextRetryAt(step, now) : null
}

function saysNothing(verdict: OutcomeClass): boolean {
  return verdict === 'lost' || verdict === 'own_fault'
}
