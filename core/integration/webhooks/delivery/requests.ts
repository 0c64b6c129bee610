import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Http } from '../../../kernel/ports/http.ts'
import type { Claim } from './claims.ts'
import { DeliveryMetrics } from './metrics.ts'
import type { AttemptOutcome } from './outcome.ts'
import { signedHeaders } from '../signing/signature.ts'

/** An attempt that has ended, with its outcome. */
export interface AttemptResult {
  readonly claim: Pick<Claim, 'kind' | 'delivery' | 'token'>
  readonly outcome: AttemptOutcome
  readonly retryAfter: string | null
  readonly endedAt: Date
}

/** Makes the signed request of a claimed delivery; no transaction may be open in the meantime. */
export class Requests {
  static readonly uses = { http: Http, clock: Clock, metrics: DeliveryMetrics }
  readonly #uses: Resolved<typeof Requests.uses>

  constructor(uses: Resolved<typeof Requests.uses>) {
    this.#uses = uses
  }

  /** One attempt. Never rejects: every failure is an outcome. */
  async make(claim: Claim, signal?: AbortSignal): Promise<AttemptResult> {
    this.#uses.metrics.started(claim, this.#uses.clock.now())
    const { retryAfter, ...outcome } = await this.#send(claim, signal)
    this.#uses.metrics.ended(claim, outcome)
    return { claim, outcome, retryAfter, endedAt: this.#uses.clock.now() }
  }

  async #send(
    { delivery, target, body: text }: Claim,
    signal: AbortSignal | undefined,
  ): Promise<AttemptOutcome & { retryAfter: string | null }> {
    const { url, secret, previousSecret } = target
    const body = Buffer.from(text)
    const timestamp = Math.floor(this.#uses.clock.now().getTime() / 1000)
    try {
      const message = { id: messageId(delivery), type: delivery.event_type, attempt: delivery.attempt, timestamp, body }
      return await this.#uses.http.send({ url, method: 'POST', headers: signedHeaders(message, secret, previousSecret), body, signal })
    } catch {
      // The event type cannot be sent in a header, so no attempt can ever succeed.
      return { status: 0, error: 'invalid_request', terminal: true, response: 'invalid_request', durationMs: 0, retryAfter: null }
    }
  }
}

/** `id` of the body and value of X-Service-Delivery: that of the event, the same for all attempts; a test has its own. */
export function messageId({ id, event_id }: { readonly id: string; readonly event_id: number | null }): string {
  return event_id === null ? `evt_test_${id}` : `evt_${event_id}`
}
