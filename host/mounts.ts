import { addressBehind, CrmError, type Engine, type Logger } from 'rapport-crm'
import { docs, type Http, http } from 'rapport-crm/http'
import type { Mcp } from 'rapport-crm/mcp'
import { pages } from 'rapport-crm/pages'
import { protectedResources, signIn, type SignInSite } from 'rapport-crm/sign-in'
import type { Config } from './config.ts'
import { type Listener, sendProblem } from './server.ts'

// Many times what keeps a process busy, and few enough to be answered in a second or two.
const MAX_REQUESTS = 256

/** The REST API; errors that the caller does not see are logged. */
export function restApi(
  engine: Engine,
  logger: Logger,
  { requireIfMatch, publicDescription, corsOrigins, trustedProxies }: Config,
  site: SignInSite,
): Http {
  return http(engine, {
    maxRequests: MAX_REQUESTS,
    requireIfMatch,
    publicDescription,
    ...(corsOrigins !== undefined && { cors: corsOrigins }),
    addressOf: addressBehind(trustedProxies),
    resourceMetadata: () => site.resourceMetadata('api'),
    onError: (error, requestId) => logger.error('A request failed', { requestId, error }),
  })
}

/** The documentation of the REST API, for browsers. */
export function apiDocs(engine: Engine, { publicUrl, requireIfMatch, publicDescription }: Config): Listener {
  const options = { requireIfMatch, publicDescription }
  return docs(engine, publicUrl === undefined ? options : { ...options, publicUrl: `${publicUrl.replace(/\/+$/, '')}/api/v1` }).node
}

/** The pages for people without a key, by the first segment of their paths. */
export function publicPages(engine: Engine, logger: Logger, { publicUrl, trustedProxies }: Config): Record<string, Listener> {
  const { prefixes, node } = pages(engine, {
    addressOf: addressBehind(trustedProxies),
    onError: (error) => logger.error('A page failed', { error }),
    ...(publicUrl !== undefined && { publicUrl }),
  })
  return Object.fromEntries(prefixes.map((prefix) => [prefix, node]))
}

/** Sign-in for programs and its pages, or where they find it if people sign in outside; `url` is asked with each request, because the system may choose the port. */
export function signInSite(engine: Engine, logger: Logger, { trustedProxies, identity }: Config, url: () => string): SignInSite {
  if (identity) return protectedResources({ url, issuers: [identity.issuer] })
  return signIn(engine, {
    url,
    addressOf: addressBehind(trustedProxies),
    onError: (error) => logger.error('Sign-in failed', { error }),
  })
}

/** The MCP adapter, loaded by the first request. */
export class ToolProtocol {
  readonly #make: () => Promise<Mcp>
  readonly #logger: Logger
  #made: Promise<Mcp> | undefined

  constructor(
    engine: Engine,
    logger: Logger,
    {
      hosts,
      publicUrl,
      trustedProxies,
      site,
      mcp: served,
    }: Pick<Config, 'publicUrl' | 'trustedProxies' | 'mcp'> & { readonly hosts: readonly string[]; readonly site: SignInSite },
  ) {
    this.#logger = logger
    this.#make = async () => {
      const { mcp } = await import('rapport-crm/mcp')
      return mcp(engine, {
        hosts: served.hosts.includes('*') ? '*' : [...hosts, ...served.hosts],
        legacySessions: served.sessions,
        toolsets: served.toolsets,
        addressOf: addressBehind(trustedProxies),
        resourceMetadata: () => site.resourceMetadata('tools'),
        onError: (error, requestId) => logger.error('A tool call failed', { requestId, error }),
        ...(publicUrl !== undefined && { recordUrl: (path, id) => `${publicUrl}/api/v1/${path}/${id}` }),
      })
    }
  }

  readonly listener: Listener = (request, response) => {
    this.#made ??= this.#make()
    this.#made.then(
      (made) => made.node(request, response),
      (error: unknown) => {
        this.#logger.error('The tool protocol could not be loaded', { error })
        sendProblem(response, new CrmError('internal_error', 'The tool protocol could not be loaded').toProblem())
      },
    )
  }

  /** Loads the adapter now, so that a start fails whose extensions or toolsets are wrong. */
  async load(): Promise<void> {
    await (this.#made ??= this.#make())
  }

  /** Ends its sessions and streams. */
  async close(): Promise<void> {
    await (await this.#made)?.close()
  }
}
