import type { HttpOptions } from './index.ts'

const EXPOSED = 'ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After'

/** Lets browsers of the chosen origins read what is the same for everybody; empty when `origin` is not one of them. */
export function corsHeaders(cors: HttpOptions['cors'], origin: string | null): Record<string, string> {
  if (!cors) return {}
  if (cors === '*') return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
  const own = cors.find((each) => each === origin)
  return own === undefined
    ? { vary: 'Origin' }
    : { vary: 'Origin', 'access-control-allow-origin': own, 'access-control-expose-headers': EXPOSED }
}

/** What a browser asks before it sends a key. */
export const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, X-Request-Id',
  'access-control-max-age': '600',
} as const
