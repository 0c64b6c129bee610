import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Core, CrmError } from 'rapport-crm'
import { isNamed } from '../conditions.ts'
import { requestIdOf, safeHeaders } from '../headers.ts'
import { describing, type DescriptionOptions } from '../openapi/operation.ts'
import { pageOf } from './page.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** Options of `docs`. */
export interface DocsOptions extends Omit<DescriptionOptions, 'server'> {
  /** Path before `/docs`, as in the requests that arrive here (default: none). */
  readonly base?: string
  /** Public address of the API, shown in its example calls (default: `/api/v1` of the same host). */
  readonly publicUrl?: string
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
type Header = (name: string) => string | null

/** Serves `GET /docs`: one page about every operation, including those of plugins. It needs no key, loads nothing and shows no data. */
export function docs({ registry }: Core, { base = '', publicUrl = '/api/v1', ...options }: DocsOptions = {}): Docs {
  const here = `${base}/docs`
  let made: ReturnType<typeof pageFrom> | undefined
  const pageFrom = async () => {
    const text = pageOf(await describing(registry, { ...options, server: publicUrl }).document())
    return {
      text,
      packed: new Uint8Array(await pack(text)),
      etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    }
  }

  async function answer(method: string, path: string, header: Header): Promise<Sent> {
    if (path !== here && path !== `${here}/`) return problem(new CrmError('not_found', 'There is no such page'))
    if (method !== 'GET' && method !== 'HEAD')
      return problem(new CrmError('method_not_allowed', `${here} takes GET, not ${method}`), 'GET, HEAD')
    const page = await (made ??= pageFrom())
    const headers = { ...safe, etag: page.etag }
    if (isNamed(header('if-none-match'), page.etag)) return { status: 304, headers, body: null }
    const isPacked = /\bgzip\b/.test(header('accept-encoding') ?? '')
    return {
      status: 200,
      headers: { ...headers, ...(isPacked && { 'content-encoding': 'gzip' }) },
      body: isPacked ? page.packed : page.text,
    }
  }

  return {
    async fetch({ method, url, headers: given }) {
      const { status, headers, body } = await answer(method, new URL(url).pathname, (name) =>
        name === 'accept-encoding' ? null : given.get(name),
      )
      return new Response(method === 'HEAD' ? null : body, { status, headers })
    },
    node(req, res, next) {
      const { method = 'GET', url = '/', headers: given } = req
      const path = url.split(/[?#]/, 1)[0] ?? '/'
      if (next && path !== here && path !== `${here}/`) return next()
      void answer(method, path, (name) => (given[name] as string | undefined) ?? null).then(({ status, headers, body }) =>
        res
          .writeHead(status, { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) })
          .end(method === 'HEAD' ? null : body),
      )
    },
  }
}

const pack = promisify(gzip)
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const safe: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

function problem(error: CrmError, allow?: string): Sent {
  const id = requestIdOf(null)
  const headers = {
    ...safeHeaders,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': id,
    ...(allow && { allow }),
  }
  return { status: error.status, headers, body: JSON.stringify(error.toProblem(id)) }
}
