import type { HttpOutcome } from '../../../kernel/ports/http.ts'

/** How one attempt ended: what `Http.send` returned, or `workerLost`. */
export type AttemptOutcome = Omit<HttpOutcome, 'error' | 'retryAfter'> & { readonly error: HttpOutcome['error'] | 'worker_lost' }

/** `delivered`: done; `retry`: may succeed later; `final`: will never succeed; `lost` and `own_fault` say nothing about the endpoint. */
export type OutcomeClass = 'delivered' | 'retry' | 'final' | 'lost' | 'own_fault'

/** The outcome of an attempt whose worker died before it stored a result. */
export const workerLost: AttemptOutcome = { status: 0, error: 'worker_lost', terminal: false, response: 'worker_lost', durationMs: 0 }

/** Classifies an attempt. Retried are network errors, 408, 429 and 5xx; redirects and all other 4xx are final. */
export function classify({ status, error, terminal }: Pick<AttemptOutcome, 'status' | 'error' | 'terminal'>): OutcomeClass {
  if (error === 'worker_lost' || error === 'aborted') return 'lost'
  if (error === 'proxy_error') return 'own_fault'
  if (error !== null) return terminal ? 'final' : 'retry'
  if (status >= 200 && status <= 299) return 'delivered'
  if (status === 408 || status === 429) return 'retry'
  return status >= 300 && status <= 499 ? 'final' : 'retry'
}
