import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Clock, type Core, CrmError } from 'rapport-crm'
import { isNamed } from '../conditions.ts'
import { requestIdOf, safeHeaders } from '../headers.ts'
import { describing, type DescriptionOptions } from '../openapi/operation.ts'
import { script } from './generated/script.ts'
import { LimitedSearch } from './search-limit.ts'
import { Site } from './site.ts'
import { style } from './style.ts'

/** Options of `docs`. */
export interface DocsOptions extends Omit<DescriptionOptions, 'server'> {
  /** Path before `/docs`, as in the requests that arrive here (default: none). */
  readonly base?: string
  /**
   * Public address of the API, shown in its example calls (default: `/api/v1` of the same host). Readers try calls there if it has the
   * origin of the page, else at `/api/v1` beside `/docs`.
   */
  readonly publicUrl?: string
  /** By which searches are limited to some a second (default: that of the system). */
  readonly clock?: Pick<Clock, 'now'>
}

/** The documentation of one engine's API, in the two forms that hosts mount at the root of a site. */
export interface Docs {
  /** Web-standard form; never rejects. Packing is left to the host: Next.js loses `Content-Encoding`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Node form; with `next`, other paths are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void
}

interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | string | null
}
interface Kept {
  readonly text: string
  readonly packed: Uint8Array<ArrayBuffer>
  readonly etag: string
}
type Header = (name: string) => string | null

const MAX_QUERY = 100

/**
 * Serves `GET /docs` and the pages below: guides, every operation including those of plugins, with a search and forms that try calls. It
 * needs no key, loads nothing from elsewhere and shows no data.
 */
export function docs({ registry }: Core, { base = '', publicUrl = '/api/v1', clock = new Clock(), ...options }: DocsOptions = {}): Docs {
  const here = `${base}/docs`
  const isHere = (path: string) => path === here || path.startsWith(`${here}/`)
  let site: Promise<Site> | undefined
  const kept = new Map<string, Promise<Kept | undefined>>()
  const siteOf = async () => {
    const document = await describing(registry, { ...options, server: publicUrl }).document()
    await turn()
    const made = new Site({ registry, document, api: apiOf(publicUrl, base) })
    await turn()
    return made
  }
  const opened = () => (site ??= siteOf())
  const searches = new LimitedSearch(async (text) => (await (await opened()).search())(text), clock)
  const pageAt = async (path: string): Promise<Kept | undefined> => {
    const known = kept.get(path)
    if (known) return await known
    const text = await (await opened()).page(path)
    if (text === undefined) return undefined
    const page = keep(text)
    kept.set(path, page)
    return await page
  }

  async function answer(method: string, url: string, header: Header, address?: string): Promise<Sent> {
    const { path, query } = partsOf(url)
    if (!isHere(path)) return notFound()
    if (method !== 'GET' && method !== 'HEAD')
      return problem(new CrmError('method_not_allowed', `${path} takes GET, not ${method}`), 'GET, HEAD')
    if (path === `${here}/`) return { status: 308, headers: { ...safeHeaders, location: '../docs' }, body: null }
    const asked = (query.get('q') ?? '').slice(0, MAX_QUERY).trim()
    if (path === `${here}/search`) return found(await searches.find(asked, address))
    if (path === here && asked !== '')
      return { status: 200, headers: safe, body: (await opened()).results(asked, await searches.find(asked, address)) }
    const page = await pageAt(path.slice(base.length + 1))
    if (!page) return notFound()
    const headers = { ...safe, etag: page.etag, vary: 'accept-encoding' }
    if (isNamed(header('if-none-match'), page.etag)) return { status: 304, headers, body: null }
    const isPacked = /\bgzip\b/.test(header('accept-encoding') ?? '')
    return {
      status: 200,
      headers: { ...headers, ...(isPacked && { 'content-encoding': 'gzip' }) },
      body: isPacked ? page.packed : page.text,
    }
  }
  const answered: typeof answer = (...asked) =>
    answer(...asked).catch((error: unknown) =>
      problem(error instanceof CrmError ? error : new CrmError('internal_error', 'The documentation could not be made')),
    )

  return {
    async fetch({ method, url, headers: given }) {
      const { status, headers, body } = await answered(method, url, (name) => (name === 'accept-encoding' ? null : given.get(name)))
      return new Response(method === 'HEAD' ? null : body, { status, headers })
    },
    node(req, res, next) {
      const { method = 'GET', url = '/', headers: given } = req
      if (next && !isHere(partsOf(url).path)) return next()
      void answered(method, url, (name) => (given[name] as string | undefined) ?? null, req.socket.remoteAddress).then(
        ({ status, headers, body }) =>
          res
            .writeHead(status, { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) })
            .end(method === 'HEAD' ? null : body),
      )
    },
  }
}

// Of a path or a whole address, which proxies may send.
function partsOf(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const target = url.startsWith('/') || !URL.canParse(url) ? url : url.slice(new URL(url).origin.length)
  const [path = '/', query = ''] = target.split('#', 1)[0]?.split('?', 2) ?? []
  return { path, query: new URLSearchParams(query) }
}

// From the root of the site.
function apiOf(publicUrl: string, base: string): string {
  const isPath = publicUrl.startsWith(`${base}/`) && !publicUrl.startsWith('//')
  return isPath ? publicUrl.slice(base.length + 1) : 'api/v1'
}

async function keep(text: string): Promise<Kept> {
  return {
    text,
    packed: new Uint8Array(await pack(text)),
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  }
}

const pack = promisify(gzip)
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const safe: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const json = { ...safeHeaders, 'content-type': 'application/json', 'cache-control': 'no-cache' }

const found = (places: readonly unknown[]): Sent => ({ status: 200, headers: json, body: JSON.stringify({ found: places }) })

const notFound = () => problem(new CrmError('not_found', 'There is no such page'))

function problem(error: CrmError, allow?: string): Sent {
  const id = requestIdOf(null)
  const headers = {
    ...safeHeaders,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': id,
    ...(allow && { allow }),
    ...(error.details.retry_after !== undefined && { 'retry-after': String(error.details.retry_after) }),
  }
  return { status: error.status, headers, body: JSON.stringify(error.toProblem(id)) }
}
