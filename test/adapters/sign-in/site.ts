import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { signIn, type SignInSite } from 'rapport-crm/sign-in'

/** A host for tests: MCP, REST and sign-in of one engine, on a port of its own unless it stands in for another host of the same site. */
export interface TestSite extends AsyncDisposable {
  readonly url: string
  /** Where it listens. */
  readonly at: string
  readonly errors: unknown[]
}

/** How a site differs from one at the root of a port of this machine. */
export interface SiteOptions {
  readonly port?: number
  /** Public address, where it is not that of the port. */
  readonly url?: string
  /** Name of this machine in the address: an address of numbers unless told. */
  readonly host?: string
  /** Path below which the site is, which is taken off before the handlers see it. */
  readonly path?: string
  /** Serves https. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export async function openSite(
  engine: Engine,
  { port = 0, host = '127.0.0.1', path = '', tls, ...of }: SiteOptions = {},
  signInOf?: (url: string) => SignInSite,
): Promise<TestSite> {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const listening = tls ? createSecureServer(tls) : createServer()
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
  const at = `${tls ? 'https' : 'http'}://${host}:${(listening.address() as AddressInfo).port}${path}`
  const url = of.url ?? at
  const site = signInOf?.(url) ?? signIn(engine, { url, onError, limits: { perAddress: 100_000, perToken: 100_000 } })
  const tools = mcp(engine, { onError, resourceMetadata: () => site.resourceMetadata('tools') })
  const rest = http(engine, { onError, resourceMetadata: () => site.resourceMetadata('api') })
  listening.on('request', (req, res) => {
    if (path !== '' && req.url?.startsWith(`${path}/`)) req.url = req.url.slice(path.length)
    if (req.url?.startsWith('/mcp')) return tools.node(req, res)
    rest.node(req, res, () => site.node(req, res, () => res.writeHead(404).end()))
  })
  return {
    url,
    at,
    errors,
    async [Symbol.asyncDispose]() {
      rest.close()
      await tools.close()
      listening.closeAllConnections()
      await new Promise<void>((resolve) => listening.close(() => resolve()))
    },
  }
}
