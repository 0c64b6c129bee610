import type { HttpOptions } from './index.ts'

const EXPOSED = 'ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After'

/** Headers that let pages of the allowed origins read shared documents; only `Vary` if `origin` is not allowed. */
export function corsHeaders(cors: HttpOptions['cors'], origin: string | null): Record<string, string> {
  if (!cors) return {}
  if (cors === '*') return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
  const own = cors.find((each) => each === origin)
  return own === undefined
    ? { vary: 'Origin' }
    : { vary: 'Origin', 'access-control-allow-origin': own, 'access-control-expose-headers': EXPOSED }
}

/** Headers of the answer to the request that a browser sends before the real one. */
export const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, X-Request-Id',
  'access-control-max-age': '600',
} as const
