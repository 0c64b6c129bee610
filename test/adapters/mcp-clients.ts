import { registerHooks } from 'node:module'

// The clients need packages that ship TypeScript under the condition `source`, which Node does not run below node_modules.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      specifier.startsWith('eventsource') ? { ...context, conditions: context.conditions.filter((each) => each !== 'source') } : context,
    ),
})
export const { Client: ModernClient, StreamableHTTPClientTransport: ModernTransport } = await import('@modelcontextprotocol/client')
export const { Client: LegacyClient } = await import('@modelcontextprotocol/sdk/client/index.js')
export const { StreamableHTTPClientTransport: LegacyTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')

export interface Result {
  readonly isError?: boolean
  readonly structuredContent?: unknown
  readonly content: readonly { readonly type: string; readonly text: string }[]
}

/** A client of any library, as the tests use it. */
export interface TestClient {
  list(): Promise<readonly Record<string, any>[]>
  call(name: string, args?: Record<string, unknown>): Promise<Result>
  close(): Promise<void>
}

export interface Server {
  fetch(request: Request): Promise<Response>
}
export interface Dial {
  readonly token?: string
  readonly path?: string
  readonly headers?: Record<string, string>
}

const wire = (server: Server, { token = 'full', headers = {} }: Dial) => ({
  fetch: (url: string | URL, init?: RequestInit) => server.fetch(new Request(url, init)),
  requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
})
const addressOf = ({ path = '' }: Dial) => new URL(`http://localhost/mcp${path}`)
const info = { name: 'test', version: '1.0.0' }

/** The clients of agents: old and new library, and the new one bound to each revision. */
export const clients: Readonly<Record<string, (server: Server, dial?: Dial) => Promise<TestClient>>> = {
  'sdk 1 (2025-11-25)': async (server, dial = {}) => {
    const client = new LegacyClient(info)
    await client.connect(new LegacyTransport(addressOf(dial), wire(server, dial)) as any)
    return faceOf(client)
  },
  'client 2, automatic': (server, dial) => modern(server, { mode: 'auto' }, dial),
  'client 2, bound to the old era': (server, dial) => modern(server, { mode: 'legacy' }, dial),
  'client 2, pinned to 2026-07-28': (server, dial) => modern(server, { mode: { pin: '2026-07-28' } }, dial),
}

async function modern(server: Server, versionNegotiation: any, dial: Dial = {}): Promise<TestClient> {
  const client = new ModernClient(info, { versionNegotiation })
  await client.connect(new ModernTransport(addressOf(dial), wire(server, dial)) as any)
  return faceOf(client)
}

function faceOf(client: any): TestClient {
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  }
}

/** The problem that an error result carries. */
export const problemOf = (result: Result): Record<string, any> => JSON.parse(result.content[0]?.text ?? '')
