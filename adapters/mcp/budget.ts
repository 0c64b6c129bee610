import type { CrmError, Reply } from 'rapport-crm'

const WINDOW_SECONDS = 60

/** What the call of a request has used of the budget of its key, and the refusal once there was none left. */
export class Spent {
  rateLimit: Reply['rateLimit']
  refused: CrmError | undefined
}

/** The answer with what REST says of the budget, and as a 429 where the call was refused for it (contract 7 and 8.1); its body stays. */
export function budgeted(response: Response, { rateLimit, refused }: Spent): Response {
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
