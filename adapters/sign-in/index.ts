import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Audience, CrmError, type Engine } from 'rapport-crm'
import * as v from 'valibot'
import { documentOf, problemPage, type PageResponse, rawProblem } from '../browser/document.ts'
import { PageLimiter, pageLimits, type PageLimits } from '../browser/limits.ts'
import { checkPageOptions, pageOptions, siteAddress } from '../browser/options.ts'
import { refuseForeign } from '../browser/origin.ts'
import { AccountPages } from './account-pages.ts'
import { addressesOf, paths, resourceMetadataUrl } from './addresses.ts'
import { BrowserSessions } from './browser-sessions.ts'
import { Interactions } from './interactions.ts'
import { asSite, openServer, type Server } from './server.ts'
import type { Visit } from './visit.ts'
import { metadataAnswer, resourceMetadata, wellKnownOf } from './well-known.ts'

export { protectedResources, type ProtectedResourcesOptions } from './protected-resources.ts'

/** Options of `signIn`. */
export interface SignInOptions {
  /** Public address of the site below which this, MCP (`/mcp`) and REST (`/api/v1`) are reached; a function where it is known late. */
  readonly url: string | (() => string)
  /** Address of the visitor; behind your proxies, `addressBehind` of `rapport-crm` (default: `peer`). */
  readonly addressOf?: (from: { readonly peer: string | undefined; readonly header: (name: string) => string | null }) => string | undefined
  /** Requests in a minute from one address; more are answered with 429 (default: 120 for pages). */
  readonly limits?: Partial<PageLimits>
  /** Milliseconds by which the minutes of the limits are told (default: `performance.now`). */
  readonly now?: () => number
  /** Called with each error that a visitor sees only as an error page (default: `console.error`). */
  readonly onError?: (error: unknown) => void
}

/** The authorization server of one site with its pages, to be mounted at the root of the site. */
export interface SignInSite {
  /** First segments of its paths, with the slash. Addresses below `/.well-known` belong to the root of the host, whatever the path of the site. */
  readonly prefixes: readonly string[]
  /** Node form; with `next`, other paths are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void
  /** Where a program that is refused learns how to sign in, for the challenges of MCP and REST (RFC 9728). */
  readonly resourceMetadata: (audience: Audience) => string
}

// Whoever adds an option says here what it is.
const entries = {
  ...pageOptions,
  url: v.union([siteAddress, v.function()], 'must be the public address of the site, with http or https, or a function that answers it'),
} satisfies Record<keyof SignInOptions, v.GenericSchema>

/** Serves sign-in for programs: OAuth 2.1 with its pages, for MCP and for REST. Throws `invalid_input` with each option that is wrong or unknown. */
export function signIn(engine: Engine, options: SignInOptions): SignInSite {
  checkPageOptions('signIn', entries, options)
  return new Site(engine, options)
}

// Registrations from one address in a minute: each is a row until the next day.
const REGISTRATIONS = { name: 'register', perAddress: 30, perToken: 30 }
// Servers of programs ask for the tokens of all their users.
const TOKENS = { name: 'tokens', perAddress: 1200, perToken: 1200 }

class Site implements SignInSite {
  readonly prefixes = ['/oauth', paths.pages, '/.well-known']
  readonly #engine: Engine
  readonly #options: SignInOptions
  readonly #limiter: PageLimiter
  readonly #onError: (error: unknown) => void
  #opened: Promise<{ server: Server; interactions: Interactions; accounts: AccountPages }> | undefined

  constructor(engine: Engine, options: SignInOptions) {
    this.#engine = engine
    this.#options = options
    this.#limiter = new PageLimiter({ ...pageLimits, ...options.limits }, options.now ?? (() => performance.now()))
    this.#onError = options.onError ?? ((error) => console.error('[rapport] sign-in failed:', error))
  }

  readonly resourceMetadata = (audience: Audience): string => resourceMetadataUrl(this.#addresses, audience)

  readonly node = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void): void => {
    const { method = 'GET', url = '/', headers, socket } = req
    const path = url.split(/[?#]/, 1)[0] ?? '/'
    if (next && !this.prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return next()
    const header = (name: string) => (headers[name] as string | undefined) ?? null
    const { addressOf } = this.#options
    const ip = addressOf ? addressOf({ peer: socket.remoteAddress, header }) : socket.remoteAddress
    const visit = { req, res, method, path, ip, header }
    void this.#answer(visit).catch((error: unknown) => this.#fail(visit, error))
  }

  get #addresses() {
    const { url } = this.#options
    return addressesOf(typeof url === 'string' ? url : url())
  }

  async #answer(visit: Visit): Promise<void> {
    const { path, ip } = visit
    this.#limiter.count(ip, undefined, path === paths.register ? REGISTRATIONS : path.startsWith('/oauth/') ? TOKENS : undefined)
    const known = wellKnownOf(path, this.#addresses)
    if (known && 'resource' in known) return send(visit, metadataAnswer(visit.method, resourceMetadata(this.#addresses, known.resource)))
    if (known) return await this.#serve(visit, known.server)
    if (path.startsWith('/oauth/')) return await this.#serve(visit, visit.req.url ?? path)
    if (path.startsWith(`${paths.pages}/`)) return await this.#page(visit)
    throw new CrmError('not_found', 'Page not found')
  }

  async #serve(visit: Visit, target: string): Promise<void> {
    const { server } = await this.#open()
    // The library sends no cookies along with other sites, and its answers are for programs.
    visit.res.setHeader('x-content-type-options', 'nosniff')
    visit.res.setHeader('referrer-policy', 'no-referrer')
    visit.res.setHeader('cache-control', 'no-store')
    await server.answer(visit, target)
  }

  async #page(visit: Visit): Promise<void> {
    const { method, path, header, req } = visit
    if (!['GET', 'HEAD', 'POST'].includes(method))
      throw new CrmError('method_not_allowed', 'This page accepts GET, HEAD, POST', { allow: ['GET', 'HEAD', 'POST'] })
    refuseForeign({ method, header }, this.#addresses.issuer)
    const { interactions, accounts } = await this.#open()
    asSite(req, this.#addresses)
    const [name = '', rest = ''] = path.slice(paths.pages.length + 1).split('/')
    const page = await (accounts.answer(visit, name, rest) ?? interactions.answer(visit, name, rest))
    if (page) send(visit, documentOf(page))
  }

  #open() {
    this.#opened ??= openServer(this.#engine, this.#addresses, this.#onError).then(
      (server) => {
        const sessions = new BrowserSessions(this.#engine, server, this.#addresses)
        return {
          server,
          interactions: new Interactions(this.#engine, server, this.#addresses, sessions),
          accounts: new AccountPages(this.#engine, sessions, this.#addresses),
        }
      },
      (error: unknown) => {
        // The next request tries again, as when the database was away.
        this.#opened = undefined
        throw error
      },
    )
    return this.#opened
  }

  #fail(visit: Visit, error: unknown): void {
    if (!(error instanceof CrmError)) this.#onError(error)
    const known = error instanceof CrmError ? error : new CrmError('internal_error', 'Internal error')
    if (visit.res.headersSent) return void visit.res.end()
    send(visit, visit.path.startsWith(paths.pages) ? problemPage(known) : rawProblem(known))
  }
}

function send({ res, method }: Visit, { status, headers, body }: PageResponse): void {
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(method === 'HEAD' ? null : body)
}
