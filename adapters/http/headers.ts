import type { Reply } from 'rapport-crm'

const SAFE_ID = /^[\w.:~+/=-]{1,128}$/
const WINDOW_SECONDS = 60

/** The caller's own request id, or a new one when there is none or it could not be logged as it is. */
export function requestIdOf(header: string | null): string {
  return header !== null && SAFE_ID.test(header) ? header : crypto.randomUUID()
}

/** What is left of the calls per minute (contract 8.1), in the common form and in that of the IETF draft. */
export function rateLimitHeaders({ rateLimit }: Reply, headers: Record<string, string>): void {
  if (!rateLimit) return
  const { limit, remaining, reset } = rateLimit
  headers['ratelimit-limit'] = String(limit)
  headers['ratelimit-remaining'] = String(remaining)
  headers['ratelimit-reset'] = String(reset)
  headers['ratelimit-policy'] = `"minute";q=${limit};w=${WINDOW_SECONDS}`
  headers['ratelimit'] = `"minute";r=${remaining};t=${reset}`
}

/** `Link` to the page after this one, relative to the request, for clients that follow links instead of cursors. */
export function nextLink(search: string, value: unknown): string | undefined {
  const cursor = typeof value === 'object' && value !== null && 'next_cursor' in value ? value.next_cursor : undefined
  if (typeof cursor !== 'string') return undefined
  const query = new URLSearchParams(search)
  // Whoever polls oldest first goes on behind what this page ended with.
  const polls = query.has('after') || query.get('order') === 'asc'
  query.set(polls ? 'after' : 'cursor', cursor)
  return `<?${query}>; rel="next"`
}

/** A text of the engine as part of a header: nothing in it can end the header or make the answer unsendable. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\w.:,/ -]/g, '_')
}
