import type { CrmError, Reply } from 'rapport-crm'

const WINDOW_SECONDS = 60

/** The budget of the key after the call of a request, and the error if the budget was used up. */
export class BudgetState {
  rateLimit: Reply['rateLimit']
  refused: CrmError | undefined
}

/** Adds the rate limit headers of REST to the response, and makes it a 429 if the budget was used up; its body stays. */
export function withBudget(response: Response, { rateLimit, refused }: BudgetState): Response {
  if (!rateLimit && !refused) return response
  const headers = new Headers(response.headers)
  if (rateLimit) {
    const { limit, remaining, reset } = rateLimit
    headers.set('ratelimit-limit', String(limit))
    headers.set('ratelimit-remaining', String(remaining))
    headers.set('ratelimit-reset', String(reset))
    headers.set('ratelimit-policy', `"minute";q=${limit};w=${WINDOW_SECONDS}`)
    headers.set('ratelimit', `"minute";r=${remaining};t=${reset}`)
  }
  const wait = refused?.details.retry_after
  if (wait !== undefined) headers.set('retry-after', String(Math.max(0, Math.ceil(wait))))
  return new Response(response.body, { status: refused?.status ?? response.status, headers })
}
