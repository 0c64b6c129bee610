import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Core, CrmError } from 'rapport-crm'
import { docs, http, type HttpOptions } from 'rapport-crm/http'
import type { Mcp, McpOptions } from 'rapport-crm/mcp'
import { pages, type PagesOptions } from 'rapport-crm/pages'
import { dropUnread } from '../browser/unread.ts'
import { afterParser, type HostRequest, type ParserError, withBody } from './bodies.ts'
import { checkOptions } from './options.ts'
import { notServed, problemOf, sendProblem } from './problems.ts'

export { keepBody } from './bodies.ts'

/** Options of `mount`. */
export interface MountOptions {
  /**
   * Path below which everything is served, as it stands in the requests that arrive here: none where the host takes its prefix off, as
   * `app.use('/crm', ...)` of Express does (default: none).
   */
  readonly base?: string
  /** Address under which people and programs reach `base`, such as `https://example.com/crm`: for MCP, forms and the documentation. */
  readonly publicUrl?: string
  /** Address of the client; behind your proxies, `addressBehind` of `rapport-crm` (default: `peer`). */
  readonly addressOf?: NonNullable<HttpOptions['addressOf']>
  /** Further options of the REST API. */
  readonly http?: Omit<HttpOptions, 'base' | 'publicUrl' | 'addressOf'>
  /** Further options of MCP; `false` serves none. */
  readonly mcp?: Omit<McpOptions, 'addressOf'> | false
  /** Further options of the public pages; `false` serves none. */
  readonly pages?: Omit<PagesOptions, 'base' | 'publicUrl' | 'addressOf'> | false
}

/** Answers a request in web-standard form; `ip` is the address of the client, for keys that are bound to some and for limits of pages. */
type Fetch = (request: Request, context?: { readonly ip?: string | undefined }) => Promise<Response>

/** Calls what comes next in the host, with the error of what came before. */
export type Next = (error?: unknown) => void

/** What Koa gives to a middleware, as far as it is used. */
export interface KoaContext {
  /** The request of Node. */
  readonly req: IncomingMessage
  /** The response of Node. */
  readonly res: ServerResponse
  /** Koa's own request, on which body parsers leave `body` and `rawBody`. */
  readonly request: object
  /** Set to `false`: Koa leaves the response alone. */
  respond?: boolean | undefined
}

/** Everything that an engine serves over HTTP, in the forms that frameworks mount. */
export interface Mounted {
  /** Web-standard form: Hono, h3, Next.js, Bun, Deno; never rejects, and answers 404 for what is not served. */
  readonly fetch: Fetch
  /** Node form: node:http, Nest, Nuxt, Connect; with `next`, other paths are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: Next) => void
  /** For `app.use` of Express, behind its body parsers or before them: what a parser refuses gets the answer that it gets without. */
  readonly express: [
    (req: IncomingMessage, res: ServerResponse, next: Next) => void,
    (error: unknown, req: IncomingMessage, res: ServerResponse, next: Next) => void,
  ]
  /** For `app.use` of Koa; before its body parser, whose own errors Koa answers. */
  readonly koa: (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>
  /** Ends all streams and sessions, so that the server can close. */
  readonly close: () => Promise<void>
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void
interface Served {
  readonly fetch: (request: Request, context?: { readonly ip?: string }) => Promise<Response>
  readonly node: Listener
}

/**
 * Serves the REST API at `/api/v1`, MCP at `/mcp`, the documentation at `/docs`, and the public pages, all below `base`. Throws
 * `invalid_input` for wrong options.
 */
export function mount(engine: Core, options: MountOptions = {}): Mounted {
  checkOptions(options)
  const base = (options.base ?? '').replace(/\/+$/, '')
  const publicUrl = options.publicUrl?.replace(/\/+$/, '')
  const address = options.addressOf && { addressOf: options.addressOf }
  const site = publicUrl !== undefined && { publicUrl }
  const rest = http(engine, {
    ...options.http,
    ...address,
    base: `${base}/api/v1`,
    ...(publicUrl !== undefined && { publicUrl: `${publicUrl}/api/v1` }),
  })
  const tools = options.mcp === false ? undefined : toolsOf(engine, { ...hostOf(publicUrl), ...options.mcp, ...address })
  const hosted = options.pages === false ? undefined : pages(engine, { ...options.pages, ...address, ...site, base })
  const described = docs(engine, {
    base,
    publicUrl: `${publicUrl ?? base}/api/v1`,
    ...(options.http?.requireIfMatch !== undefined && { requireIfMatch: options.http.requireIfMatch }),
    ...(options.http?.publicDescription !== undefined && { publicDescription: options.http.publicDescription }),
  })
  const served: (readonly [string, Served])[] = [
    [`${base}/api/v1`, rest],
    [`${base}/docs`, described],
    ...(tools ? [[`${base}/mcp`, tools] as const] : []),
    ...(hosted ? hosted.prefixes.map((prefix) => [`${base}${prefix}`, hosted] as const) : []),
  ]
  const at = (path: string) => served.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1]

  const node: Mounted['node'] = (req, res, next) => {
    const found = at(pathOf(req.url))
    if (found) found.node(req, res)
    else if (next) next()
    else sendProblem(res, notServed())
  }
  return {
    node,
    async fetch(request, { ip } = {}) {
      const found = at(new URL(request.url).pathname)
      const response = found ? await found.fetch(request, ip === undefined ? {} : { ip }) : problemOf(notServed())
      void dropUnread(request)
      return response
    },
    express: [
      node,
      (error, req, res, next) => {
        const refused = at(pathOf(req.url)) && afterParser(req as HostRequest, error as ParserError)
        if (refused) node(req, res, next)
        else next(error)
      },
    ],
    async koa(context, next) {
      const found = at(pathOf(context.req.url))
      if (!found) return await next()
      context.respond = false
      found.node(withBody(context.req, context.request), context.res)
      return undefined
    },
    async close() {
      rest.close()
      await tools?.close()
    },
  }
}

// The libraries of MCP are loaded by its first request.
function toolsOf(engine: Core, options: McpOptions): Served & { close(): Promise<void> } {
  let made: Promise<Mcp> | undefined
  const tools = () => (made ??= import('rapport-crm/mcp').then(({ mcp }) => mcp(engine, options)))
  const failed = (error: unknown) => {
    const onError = options.onError ?? ((each: unknown) => console.error('[rapport] MCP could not be loaded:', each))
    onError(error)
    return new CrmError('internal_error', 'MCP could not be loaded; the log of the server says why')
  }
  return {
    fetch: (request, context) =>
      tools().then(
        (each) => each.fetch(request, context),
        (error: unknown) => problemOf(failed(error)),
      ),
    node: (req, res) =>
      void tools().then(
        (each) => each.node(req, res),
        (error: unknown) => sendProblem(res, failed(error)),
      ),
    close: async () => await (await made)?.close(),
  }
}

function hostOf(publicUrl: string | undefined): Pick<McpOptions, 'hosts'> {
  return publicUrl !== undefined && URL.canParse(publicUrl) ? { hosts: [new URL(publicUrl).host] } : {}
}

function pathOf(url = '/'): string {
  // Proxies may send the whole address (RFC 9112, section 3.2.2).
  const target = url.startsWith('/') || !URL.canParse(url) ? url : new URL(url).pathname
  return target.split(/[?#]/, 1)[0] ?? '/'
}
