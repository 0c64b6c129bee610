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

/**
 * Headers that let pages call what a widget-only key may call. Which pages may use the key stands in the key itself; no cookie is sent along,
 * so that nobody is called for who has signed in to the app.
 */
export function widgetHeaders(origin: string | null): Record<string, string> {
  if (origin === null) return {}
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}

/** Headers of the answer to the request that a browser sends before one that a widget makes. */
export const widgetPreflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  'access-control-max-age': '600',
} as const

/** Headers of the answer to the request that a browser sends before the real one. */
export const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, X-Request-Id',
  'access-control-max-age': '600',
} as const
