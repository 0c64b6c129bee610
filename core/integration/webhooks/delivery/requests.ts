import { type Attributes, type Span, SpanStatusCode } from '@opentelemetry/api'
import { isRequestId } from '../../../kernel/operation/request-id.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Clock } from '../../../kernel/ports/clock.ts'
import { Http } from '../../../kernel/ports/http.ts'
import { linksToCall } from '../../../kernel/telemetry/calls.ts'
import { type Traced, traced, traceparentOf } from '../../../kernel/telemetry/tracing.ts'
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
    const { retryAfter, ...outcome } = await traced(spanOf(claim), async (span) => {
      if (span.isRecording()) span.setAttributes(serverOf(claim.target.url))
      const answered = await this.#send(claim, signal, traceparentOf(span))
      tellAnswer(span, answered)
      return answered
    })
    this.#uses.metrics.ended(claim, outcome)
    return { claim, outcome, retryAfter, endedAt: this.#uses.clock.now() }
  }

  async #send(
    { delivery, target, body: text }: Claim,
    signal: AbortSignal | undefined,
    traceparent: string | undefined,
  ): Promise<AttemptOutcome & { retryAfter: string | null }> {
    const { url, secret, previousSecret } = target
    const body = Buffer.from(text)
    const timestamp = Math.floor(this.#uses.clock.now().getTime() / 1000)
    try {
      const message = { id: messageId(delivery), type: delivery.event_type, attempt: delivery.attempt, timestamp, body }
      // The names of the trace and of the span, and nothing else of it: baggage of the app stays here.
      const headers = {
        ...signedHeaders(message, secret, previousSecret),
        ...(isRequestId(delivery.request_id) && { 'X-Request-Id': delivery.request_id }),
        ...(traceparent !== undefined && { traceparent }),
      }
      return await this.#uses.http.send({ url, method: 'POST', headers, body, signal })
    } catch {
      // The event type cannot be sent in a header, so no attempt can ever succeed.
      return { status: 0, error: 'invalid_request', terminal: true, response: 'invalid_request', durationMs: 0, retryAfter: null }
    }
  }
}

// The host alone: paths and queries of webhooks hold secrets.
function serverOf(url: string): Attributes {
  if (!URL.canParse(url)) return {}
  const { hostname, port } = new URL(url)
  return { 'server.address': hostname, 'server.port': port === '' ? 443 : Number(port) }
}

function spanOf({ kind, delivery }: Claim): Traced {
  return {
    name: 'rapport.webhook.delivery',
    kind: 'client',
    links: linksToCall(delivery.user_from, delivery.request_id),
    attributes: {
      'http.request.method': 'POST',
      'rapport.organization': delivery.user_from,
      'rapport.webhook.id': delivery.webhook_id,
      'rapport.delivery.id': delivery.id,
      'rapport.delivery.attempt': delivery.attempt,
      'rapport.delivery.kind': kind,
      'rapport.event.type': delivery.event_type,
      ...(delivery.request_id !== null && { 'rapport.request_id': delivery.request_id }),
      ...(delivery.event_id !== null && { 'rapport.event.id': delivery.event_id }),
    },
  }
}

// By the conventions for HTTP clients: a status from 400 on, or none at all, is an error.
function tellAnswer(span: Span, { status, error }: Pick<AttemptOutcome, 'status' | 'error'>): void {
  if (status > 0) span.setAttribute('http.response.status_code', status)
  const type = error ?? (status >= 400 ? String(status) : undefined)
  if (type === undefined) return
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** `id` of the body and value of X-Service-Delivery: that of the event, the same for all attempts; a test has its own. */
export function messageId({ id, event_id }: { readonly id: string; readonly event_id: number | null }): string {
  return event_id === null ? `evt_test_${id}` : `evt_${event_id}`
}
