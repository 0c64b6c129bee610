import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import { type Core, CrmError, isUnexpected, type Page, RawAnswer } from 'rapport-crm'
import * as v from 'valibot'
import { documentOf, problemPage, type PageResponse, rawOf, rawProblem } from '../browser/document.ts'
import { PageLimiter, pageLimits, type PageLimits } from '../browser/limits.ts'
import { refuseForeign } from '../browser/origin.ts'
import { BODY_LIMIT, bytesOf, bytesOfRequest, LIMIT, readForm, refuseLarge } from '../browser/form.ts'
import { checkPageOptions, pageOptions, siteAddress } from '../browser/options.ts'
import { type Match, routesOf } from './routes.ts'
import type { PageRequest } from '../browser/request.ts'
import { dropUnread } from '../browser/unread.ts'
import { visitOf } from './visit.ts'

/** Options of `pages`. */
export interface PagesOptions {
  /** Path before those of the pages, as in the requests that arrive here (default: none). */
  readonly base?: string
  /** Address of the visitor; behind your proxies, `addressBehind` of `rapport-crm` (default: `peer`). */
  readonly addressOf?: (from: { readonly peer: string | undefined; readonly header: (name: string) => string | null }) => string | undefined
  /** Public address of the site, if requests arrive under another host: forms may come from there, too. */
  readonly publicUrl?: string
  /** Requests in a minute from one address and for one token; more are answered with 429 (default: 120 and 60). */
  readonly limits?: Partial<PageLimits>
  /** Milliseconds by which the minutes of the limits are told (default: `performance.now`). */
  readonly now?: () => number
  /** Called with each error that a visitor sees only as an error page (default: `console.error`). */
  readonly onError?: (error: unknown) => void
}

/** The public pages of one engine, in the two forms that hosts mount at the root of a site. */
export interface Pages {
  /** First segments of their paths after `base`, with the slash: `/q`. */
  readonly prefixes: readonly string[]
  /** Web-standard form; never rejects. */
  readonly fetch: (request: Request, context?: { readonly ip?: string }) => Promise<Response>
  /** Node form; with `next`, other paths are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void
}

// Whoever adds an option says here what it is.
const base = v.pipe(v.string('must be a text'), v.regex(/^(\/.*[^/])?$/, 'must begin with / and not end with it'))
const entries = { ...pageOptions, base: v.optional(base), publicUrl: v.optional(siteAddress) } satisfies Record<
  keyof PagesOptions,
  v.GenericSchema
>

/** Serves all pages that the features of the engine declare. Throws `invalid_input` with each option that is wrong or unknown. */
export function pages(engine: Core, options: PagesOptions = {}): Pages {
  checkPageOptions('pages', entries, options)
  // Routes are those without the base.
  const { base: prefix = '' } = options
  const below = (path: string) => (path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '')
  const routes = routesOf(engine.registry.all('pages'))
  const limiter = new PageLimiter({ ...pageLimits, ...options.limits }, options.now ?? (() => performance.now()))
  const onError = options.onError ?? ((error: unknown) => console.error('[rapport] a page failed:', error))

  async function answer(request: PageRequest, read: ReadBody): Promise<PageResponse> {
    const found = routes.match(request.method, request.path)
    const isRaw = !(found instanceof CrmError) && found.operation.output === RawAnswer
    const problem = isRaw ? rawProblem : problemPage
    try {
      limiter.count(request.ip, found instanceof CrmError ? undefined : found.params['token'], ownLimits(found))
      if (found instanceof CrmError) return problem(found)
      const value = await engine.call(found.operation, () => inputOf(found, request, read, options.publicUrl), anonymous, {
        transport: 'page',
      })
      // Operations of pages answer one of the two.
      const page = value as Page | RawAnswer
      return sendable('media' in page ? rawOf(page) : documentOf(page))
    } catch (error) {
      if (isUnexpected(error)) onError(error)
      return problem(error instanceof CrmError ? error : new CrmError('internal_error', 'Internal error'))
    }
  }

  const addressOf = (peer: string | undefined, header: PageRequest['header']) =>
    options.addressOf ? options.addressOf({ peer, header }) : peer

  return {
    prefixes: routes.prefixes,
    async fetch(incoming, { ip } = {}) {
      const url = new URL(incoming.url)
      const header = (name: string) => incoming.headers.get(name) ?? (name === 'host' ? url.host : null)
      const request = {
        method: incoming.method,
        path: below(url.pathname),
        query: url.search.slice(1),
        ip: addressOf(ip, header),
        header,
        headers: () => incoming.headers,
      }
      const sent = await answer(request, (limit) => bytesOfRequest(incoming, limit))
      void dropUnread(incoming)
      return new Response(request.method === 'HEAD' ? null : sent.body, { status: sent.status, headers: sent.headers })
    },
    node(req, res, next) {
      const { method = 'GET', url = '/', headers, socket } = req
      const [full = '/', query = ''] = (url.split('#', 1)[0] ?? '/').split(/\?(.*)/s, 2)
      const path = below(full)
      if (next && !routes.prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return next()
      const header = (name: string) => (headers[name] as string | undefined) ?? null
      const request = {
        method,
        path,
        query,
        ip: addressOf(socket.remoteAddress, header),
        header,
        headers: () => Object.entries(headers).map(([name, value]) => [name, String(value)] as const),
      }
      void answer(request, (limit) => bytesOf(req, limit)).then(({ status, headers: shown, body }) => {
        res.writeHead(status, { ...shown, 'content-length': Buffer.byteLength(body) }).end(method === 'HEAD' ? null : body)
      })
    },
  }
}

// What no header takes, such as a line break in an address, would throw while it is written, where nobody catches it.
function sendable(page: PageResponse): PageResponse {
  for (const [name, value] of Object.entries(page.headers)) validateHeaderValue(name, value)
  return page
}

/** The bytes of the body; throws `too_large`. */
type ReadBody = (limit: number) => Promise<Uint8Array>

function ownLimits(found: Match | CrmError) {
  if (found instanceof CrmError || !found.operation.perMinute) return undefined
  const { id, perMinute } = found.operation
  return { name: id, perAddress: perMinute.address, perToken: perMinute.token }
}

async function inputOf({ operation, params }: Match, request: PageRequest, read: ReadBody, publicUrl: string | undefined) {
  const { properties } = operation.input
  const takesAny = Object.hasOwn(properties, 'body')
  // Who takes any body is for programs, and who asks for the origin judges it.
  if (!takesAny && !Object.hasOwn(properties, 'origin')) refuseForeign(request, publicUrl)
  const given = await bodyOf(request, read, takesAny)
  // Browsers may send further fields, and only this adapter may say where a request comes from.
  const known = Object.entries({ ...given, ...params }).filter(([name]) => Object.hasOwn(properties, name))
  return { ...Object.fromEntries(known), ...visitOf(request, properties) }
}

async function bodyOf(request: PageRequest, read: ReadBody, takesAny: boolean): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const limit = takesAny ? BODY_LIMIT : LIMIT
  refuseLarge(request, limit)
  const bytes = await read(limit)
  return takesAny ? { body: bytes } : readForm(bytes, request)
}

const anonymous = {
  organization: '',
  user: 'anonymous',
  scopes: new Set<never>(),
  via: { type: 'system', id: 'anonymous', label: 'Anonymous' },
} as const
