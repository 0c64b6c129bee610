import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deactivateAt, inFlightLimit, warningAt } from '../../../../core/integration/webhooks/delivery/deactivation.ts'
import { type AttemptedWebhook, decide } from '../../../../core/integration/webhooks/delivery/decide.ts'
import { type AttemptOutcome, classify, workerLost } from '../../../../core/integration/webhooks/delivery/outcome.ts'
import { maxAttempts, nextRetryAt } from '../../../../core/integration/webhooks/delivery/retry.ts'

const now = new Date('2026-01-01T00:00:00.123Z')
const healthy: AttemptedWebhook = { active: true, failureCount: 0 }
const inactive: AttemptedWebhook = { active: false, failureCount: 25 }
const answered = (status: number): AttemptOutcome => ({ status, error: null, terminal: false, response: 'body', durationMs: 12 })
const failure = (error: NonNullable<AttemptOutcome['error']>, terminal = false): AttemptOutcome => ({
  ...answered(0),
  error,
  terminal,
  response: error,
})
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

const auto = (step: number, attempt = step + 1) => ({ kind: 'auto' as const, step, attempt })

describe('the class of an outcome', () => {
  test('every status from 100 to 999 is delivered for 2xx, retried for 408, 429 and 5xx, final for other 3xx and 4xx', () => {
    for (let status = 100; status <= 999; status += 1) {
      const retried = status === 408 || status === 429 || status >= 500 || status < 200
      const expected = status >= 200 && status <= 299 ? 'delivered' : retried ? 'retry' : 'final'
      expect([status, classify(answered(status))]).toEqual([status, expected])
    }
  })

  test.each([
    'timeout',
    'dns_error',
    'tls_error',
    'connection_refused',
    'connection_reset',
    'host_unreachable',
    'protocol_error',
    'network_error',
    'blocked_address',
  ] as const)('%s without an answer is a network error, and retried', (error) => expect(classify(failure(error))).toBe('retry'))

  test('a URL that can never be called is final; a lost worker and our own shutdown say nothing of the endpoint', () => {
    expect(classify(failure('blocked_address', true))).toBe('final')
    expect(classify(failure('blocked_url', true))).toBe('final')
    expect(classify(failure('invalid_request', true))).toBe('final')
    expect(classify(failure('aborted'))).toBe('lost')
    expect(classify(workerLost)).toBe('lost')
    expect(classify(failure('proxy_error'))).toBe('own_fault')
  })
})

describe('the schedule', () => {
  test('a failed attempt is due again after 1 m, 5 m, 30 m, 2 h and 6 h, counted from its end and without jitter', () => {
    const due = [1, 2, 3, 4, 5, 6, 7].map((step) => nextRetryAt(step, now))
    expect(due).toEqual([later(60), later(300), later(1_800), later(7_200), later(21_600), null, null])
    expect(maxAttempts).toBe(6)
  })

  test('a full run sends at 0, 1 m, 6 m, 36 m, 2 h 36 m and 8 h 36 m, and then never again', () => {
    let at: Date | null = now
    const sent: number[] = []
    for (let step = 0; at !== null; step += 1) {
      sent.push((at.getTime() - now.getTime()) / 60_000)
      at = decide(auto(step), healthy, answered(503), at).delivery?.dueAt ?? null
    }
    expect(sent).toEqual([0, 1, 6, 36, 156, 516])
  })
})

describe('what follows from an attempt', () => {
  test('2xx ends the delivery and resets the counter, on any attempt', () => {
    for (const kind of ['auto', 'manual'] as const) {
      expect(decide({ kind, step: 4, attempt: 5 }, { active: true, failureCount: 24 }, answered(204), now)).toEqual({
        delivery: { status: 'ok', step: 5, dueAt: null },
        log: { ok: true, statusCode: 204, response: 'body', durationMs: 12, nextRetryAt: null },
        webhook: { counter: 'reset', lastStatus: 204, lastDeliveryAt: now },
      })
    }
  })

  test('a retryable failure is pending with its time in the log, and counts', () => {
    expect(decide(auto(1), healthy, answered(429), now)).toEqual({
      delivery: { status: 'pending', step: 2, dueAt: later(300) },
      log: { ok: false, statusCode: 429, response: 'body', durationMs: 12, nextRetryAt: later(300) },
      webhook: { counter: 'count_failure', lastStatus: 429, lastDeliveryAt: now },
    })
  })

  test('without an HTTP answer the status code is 0 and the last status stays', () => {
    const { log, webhook } = decide(auto(0), healthy, failure('timeout'), now)
    expect(log).toMatchObject({ ok: false, statusCode: 0, response: 'timeout', nextRetryAt: later(60) })
    expect(webhook).toEqual({ counter: 'count_failure', lastDeliveryAt: now })
  })

  test.each([301, 404, 410, 422])('%i is final at once, counts, and does not deactivate by itself', (status) => {
    const decision = decide(auto(0), healthy, answered(status), now)
    expect(decision).toMatchObject({
      delivery: { status: 'failed', step: 1, dueAt: null },
      log: { nextRetryAt: null },
      webhook: { counter: 'count_failure' },
    })
  })

  test('a redelivery goes on in the schedule where the attempts stand, and ends it after the sixth', () => {
    expect(redelivered(2)).toEqual({ status: 'pending', step: 3, dueAt: later(1_800) })
    expect(redelivered(5)).toEqual({ status: 'failed', step: 6, dueAt: null })
    expect(redelivered(9)).toEqual({ status: 'failed', step: 10, dueAt: null })
  })

  test('a test is never retried, never counted, and still shows as last status and delivery', () => {
    expect(decide({ kind: 'test', step: 0, attempt: 1 }, inactive, answered(500), now)).toEqual({
      delivery: null,
      log: { ok: false, statusCode: 500, response: 'body', durationMs: 12, nextRetryAt: null },
      webhook: { counter: 'none', lastStatus: 500, lastDeliveryAt: now },
    })
    expect(decide({ kind: 'test', step: 0, attempt: 1 }, healthy, answered(200), now)).toMatchObject({
      log: { ok: true },
      webhook: { counter: 'none' },
    })
  })

  test('an attempt whose worker died is made again at once, takes no step and is not counted', () => {
    expect(decide(auto(3), healthy, workerLost, now)).toEqual({
      delivery: { status: 'pending', step: 3, dueAt: now },
      log: { ok: false, statusCode: 0, response: 'worker_lost', durationMs: 0, nextRetryAt: now },
      webhook: { counter: 'none' },
    })
  })

  test('a failure of our own proxy is not counted, takes no step, and is tried again for as long as it lasts', () => {
    const delays = [1, 2, 3, 4, 5, 6, 50].map((attempt) => {
      const decision = decide(auto(2, attempt), { active: true, failureCount: deactivateAt - 1 }, failure('proxy_error'), now)
      expect(decision).toMatchObject({
        delivery: { status: 'pending', step: 2 },
        log: { ok: false, statusCode: 0 },
        webhook: { counter: 'none' },
      })
      expect(decision.webhook).toEqual({ counter: 'none' })
      return ((decision.delivery?.dueAt?.getTime() ?? 0) - now.getTime()) / 1_000
    })
    expect(delays).toEqual([60, 300, 1_800, 7_200, 21_600, 21_600, 21_600])
    expect(decide(auto(0), inactive, failure('proxy_error'), now).delivery).toMatchObject({ status: 'held', step: 0 })
  })

  test('the failure that deactivates holds the delivery at its place in the schedule', () => {
    const decision = decide(auto(1), { active: true, failureCount: deactivateAt - 1 }, answered(500), now)
    expect(decision).toMatchObject({
      delivery: { status: 'held', step: 2, dueAt: later(300) },
      log: { nextRetryAt: null },
      webhook: { counter: 'count_failure' },
    })
    expect(decide(auto(1), { active: true, failureCount: deactivateAt - 2 }, answered(500), now).delivery).toMatchObject({
      status: 'pending',
    })
  })

  test('on an inactive webhook failures no longer count, retries are held, and a success still resets', () => {
    expect(decide(auto(0), inactive, answered(500), now)).toMatchObject({ delivery: { status: 'held' }, webhook: { counter: 'none' } })
    expect(decide(auto(0), inactive, workerLost, now)).toMatchObject({
      delivery: { status: 'held', dueAt: now },
      log: { nextRetryAt: null },
    })
    expect(decide({ kind: 'manual', step: 1, attempt: 2 }, inactive, answered(200), now)).toMatchObject({
      delivery: { status: 'ok' },
      webhook: { counter: 'reset' },
    })
  })
})

describe('deactivation', () => {
  test('24 failures leave the webhook active, the 25th deactivates it at exactly 25, and later ones change nothing', () => {
    expect(run(Array(24).fill(500))).toEqual({ active: true, failureCount: 24 })
    expect(run(Array(25).fill(404))).toEqual({ active: false, failureCount: 25 })
    expect(run(Array(60).fill(503))).toEqual({ active: false, failureCount: 25 })
    expect(run([...Array(24).fill(500), 200, ...Array(24).fill(500)])).toEqual({ active: true, failureCount: 24 })
  })

  test('warnings come at 50, 80 and 100 percent, once each on the way up', () => {
    const warned = Array.from({ length: 30 }, (_, index) => [index + 1, warningAt(index + 1)]).filter(
      ([, warning]) => warning !== undefined,
    )
    expect(warned).toEqual([
      [13, 50],
      [20, 80],
      [25, 100],
    ])
  })

  test('after 5 failures in a row an endpoint gets one request at a time', () => {
    expect([0, 4, 5, 24].map((count) => inFlightLimit(count, 8))).toEqual([8, 8, 1, 1])
  })

  test('for any sequence of outcomes: the counter is the length of the trailing failures, and inactive means silence', () => {
    const outcome = fc.oneof(
      fc.integer({ min: 100, max: 999 }).map(answered),
      fc.constantFrom(
        failure('timeout'),
        failure('tls_error'),
        failure('blocked_url', true),
        failure('aborted'),
        failure('proxy_error'),
        workerLost,
      ),
    )
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 60 }), (outcomes) => {
        let webhook = healthy
        let trailing = 0
        for (const each of outcomes) {
          const step = trailing % 6
          const decision = decide(auto(step), webhook, each, now)
          const kind = classify(each)
          trailing = kind === 'delivered' ? 0 : kind === 'lost' || kind === 'own_fault' || !webhook.active ? trailing : trailing + 1
          webhook = stored(webhook, decision.webhook.counter)
          expect(webhook.failureCount).toBe(trailing)
          expect(webhook.active || decision.delivery?.status !== 'pending').toBe(true)
          expect(decision.log.ok).toBe(decision.webhook.counter === 'reset')
          // Never early: whatever is sent again is due at or after the end of this attempt.
          expect((decision.delivery?.dueAt ?? now).getTime()).toBeGreaterThanOrEqual(now.getTime())
          expect(decision.log.nextRetryAt).toEqual(decision.delivery?.status === 'pending' ? decision.delivery.dueAt : null)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

function redelivered(step: number) {
  return decide({ kind: 'manual', step, attempt: step + 1 }, healthy, answered(500), now).delivery
}

function run(statuses: readonly number[]): AttemptedWebhook {
  return statuses.reduce((webhook, status) => stored(webhook, decide(auto(0), webhook, answered(status), now).webhook.counter), healthy)
}

/** What the one SQL statement of the store does. */
function stored(webhook: AttemptedWebhook, counter: 'count_failure' | 'reset' | 'none'): AttemptedWebhook {
  if (counter === 'reset') return { ...webhook, failureCount: 0 }
  if (counter === 'none' || !webhook.active) return webhook
  return { failureCount: webhook.failureCount + 1, active: webhook.failureCount + 1 < deactivateAt }
}
