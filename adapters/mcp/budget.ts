import type { CrmError, Reply } from 'rapport-crm'
import type { Answer } from './http-call.ts'

const WINDOW_SECONDS = 60

/** The budget of the key after the call of a request, and the error if the budget was used up. */
export class BudgetState {
  rateLimit: Reply['rateLimit']
  refused: CrmError | undefined
}

/** Adds the rate limit headers of REST to the answer, and makes it a 429 if the budget was used up; its body stays. */
export function withBudget(answer: Answer, { rateLimit, refused }: BudgetState): Answer {
  if (!rateLimit && !refused) return answer
  const wait = refused?.details.retry_after
  const own = {
    ...(rateLimit && limitHeaders(rateLimit)),
    ...(wait !== undefined && { 'retry-after': String(Math.max(0, Math.ceil(wait))) }),
  }
  if (!(answer instanceof Response)) return { ...answer, status: refused?.status ?? answer.status, headers: { ...answer.headers, ...own } }
  for (const [name, value] of Object.entries(own)) answer.headers.set(name, value)
  return refused ? new Response(answer.body, { status: refused.status, headers: answer.headers }) : answer
}

function limitHeaders({ limit, remaining, reset }: NonNullable<Reply['rateLimit']>): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
    'ratelimit-policy': `"minute";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"minute";r=${remaining};t=${reset}`,
  }
}
