import type { Reply } from 'rapport-crm'

const SAFE_ID = /^[\w.:~+/=-]{1,128}$/
const WINDOW_SECONDS = 60

/** The request id of the caller, or a new one if it is missing or not safe to log. */
export function requestIdOf(header: string | null): string {
  return header !== null && SAFE_ID.test(header) ? header : crypto.randomUUID()
}

/** Sets the rate limit headers, in the common form and in that of the IETF draft. */
export function rateLimitHeaders({ rateLimit }: Reply, headers: Record<string, string>): void {
  if (!rateLimit) return
  const { limit, remaining, reset } = rateLimit
  headers['ratelimit-limit'] = String(limit)
  headers['ratelimit-remaining'] = String(remaining)
  headers['ratelimit-reset'] = String(reset)
  headers['ratelimit-policy'] = `"minute";q=${limit};w=${WINDOW_SECONDS}`
  headers['ratelimit'] = `"minute";r=${remaining};t=${reset}`
}

/** The `Link` header to the next page, relative to the request. */
export function nextLink(search: string, value: unknown): string | undefined {
  const cursor = typeof value === 'object' && value !== null && 'next_cursor' in value ? value.next_cursor : undefined
  if (typeof cursor !== 'string') return undefined
  const query = new URLSearchParams(search)
  // Clients that poll oldest first continue after the last item of this page.
  const polls = query.has('after') || query.get('order') === 'asc'
  query.set(polls ? 'after' : 'cursor', cursor)
  return `<?${query}>; rel="next"`
}

/** Makes a text safe for a header: no character can end the header or make the response invalid. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\w.:,/ -]/g, '_')
}
