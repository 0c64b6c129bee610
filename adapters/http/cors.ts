import type { HttpOptions } from './index.ts'
import type { Path } from './paths.ts'
import type { Route } from './route.ts'

type Headers = Record<string, string>

// What a page may read besides the body. No answer allows credentials: no cookie is sent along, so nobody is called for who has signed in to the app.
const EXPOSED =
  'ETag, Link, X-Request-Id, X-Changed, X-Matched, Idempotency-Replayed, Content-Disposition, WWW-Authenticate, Retry-After, ' +
  'RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/** Which pages of other sites may read an answer, and what they may ask for. */
export interface Consent {
  /** Headers of every answer, refusals too, so that a page learns why it is refused. */
  readonly headers: Headers
  /** Headers of the answer to the request that a browser sends before the real one; undefined: no page may ask. */
  readonly preflight: Headers | undefined
}

/**
 * The consent of the host to a request of a page of `origin` (null: of no page). Origins that the host names may call everything; every page
 * may read shared documents, unless the host names some; and pages call with a widget-only key what it may: which pages may use the key stands
 * in the key itself.
 */
export function consentTo(
  origin: string | null,
  path: Path | undefined,
  { cors, method }: { readonly cors: HttpOptions['cors']; readonly method: string },
): Consent {
  const own = cors === '*' ? '*' : cors?.find((each) => each === origin)
  if (own !== undefined) return consent(own, allowed(path))
  const vary = cors && cors.length > 0 ? { vary: 'Origin' } : {}
  const route = path?.routes.get(method === 'HEAD' ? 'GET' : method)
  if (origin !== null && path && (route ? route.operation.widget : isForWidgets(path))) return consent(origin, widgets)
  if (cors === undefined && isShared(path, route)) return consent('*', documents)
  return { headers: vary, preflight: undefined }
}

function consent(origin: string, preflight: Headers): Consent {
  const headers = { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
  return {
    headers: origin === '*' ? headers : { vary: 'Origin', ...headers },
    preflight: { ...preflight, 'access-control-max-age': '600' },
  }
}

const widgets = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
}

const documents = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, X-Request-Id',
}

function allowed(path: Path | undefined): Headers {
  return {
    'access-control-allow-methods': (path?.allow ?? []).filter((each) => each !== 'OPTIONS').join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
  }
}

function isForWidgets({ routes }: Path): boolean {
  return [...routes.values()].some(({ operation }) => operation.widget === true)
}

function isShared(path: Path | undefined, route: Route | undefined): boolean {
  return (route ?? path?.routes.get('GET'))?.shared === true
}
