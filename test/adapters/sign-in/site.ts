import { createServer } from 'node:http'
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

export async function openSite(
  engine: Engine,
  of?: { readonly port: number; readonly url: string },
  signInOf?: (url: string) => SignInSite,
): Promise<TestSite> {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const listening = createServer()
  await new Promise<void>((resolve) => listening.listen(of?.port ?? 0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const url = of?.url ?? at
  const site = signInOf?.(url) ?? signIn(engine, { url, onError, limits: { perAddress: 100_000, perToken: 100_000 } })
  const tools = mcp(engine, { onError, resourceMetadata: () => site.resourceMetadata('tools') })
  const rest = http(engine, { onError, resourceMetadata: () => site.resourceMetadata('api') })
  listening.on('request', (req, res) => {
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
