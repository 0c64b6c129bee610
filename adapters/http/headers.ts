import { isRequestId, type Reply } from 'rapport-crm'

const WINDOW_SECONDS = 60

/** Headers of every answer: a browser that opens it guesses no type, runs and embeds nothing, and tells no other site where it was. */
export const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
} as const

/** The request id of the caller, or a new one if it is missing or not safe to log. */
export function requestIdOf(header: string | null): string {
  return isRequestId(header) ? header : crypto.randomUUID()
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

/** `Content-Disposition` of a file: a name that stays in its folder, in ASCII and, where it has other letters, in UTF-8 too (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_').replaceAll(/^[._]+|(?<!\.)\.+$/g, '') || 'file'
  const ascii = plain.replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${ascii}"${ascii === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(plain)}`}`
}
