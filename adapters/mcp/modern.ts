import type { McpHttpHandler, Server, ServerContext, Transport } from '@modelcontextprotocol/server'
import type { CallContext } from './caller.ts'
import type { Service } from './service.ts'
import { argumentsAt, carry, type Site, siteIn } from './request-context.ts'

type Sdk = typeof import('@modelcontextprotocol/server')

/** The list depends on key and address only; an agent may keep it for five minutes. */
const LIST_TTL_MS = 300_000

/** Revision 2026-07-28: stateless, every request stands alone. */
export class Modern {
  readonly #sdk: Sdk
  readonly #service: Service
  readonly #handler: McpHttpHandler

  constructor(sdk: Sdk, service: Service, maxBody: number) {
    this.#sdk = sdk
    this.#service = service
    this.#handler = sdk.createMcpHandler(() => this.#server(), { legacy: 'reject', maxRequestBodySize: maxBody })
  }

  fetch(request: Request, site: Site): Promise<Response> {
    return this.#handler.fetch(request, { authInfo: carry(site), parsedBody: site.body })
  }

  /** Serves one connection that is no HTTP request, of either era, as one actor. */
  async connect(transport: Transport, site: Site): Promise<{ close(): Promise<void> }> {
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
    return serveStdio(() => this.#server(site), { transport, onerror: (error) => this.#service.onError(error) })
  }

  close(): Promise<void> {
    return this.#handler.close()
  }

  // Made per request and cheap: the tools are a list that exists, and nothing is compiled.
  #server(fixed?: Site): Server {
    const { info, instructions, capabilities, toolbox, caller, methods } = this.#service
    const server = new this.#sdk.Server(info, {
      capabilities: { ...capabilities },
      instructions,
      cacheHints: {
        'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
        'server/discover': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
      },
    })
    server.setRequestHandler('tools/list', (_request, ctx) => toolbox.list(siteIn(ctx.http?.authInfo, fixed), isModern(ctx)) as never)
    server.setRequestHandler('tools/call', async ({ params }, ctx) => {
      const context = contextOf(server, ctx, fixed)
      return (await caller.call(params.name, argumentsAt(context.site, ctx.mcpReq.id, params.arguments), context)) as never
    })
    for (const [method, answer] of methods) {
      server.setRequestHandler(
        method as 'prompts/list',
        async ({ params = {} }, ctx) => (await answer(params, contextOf(server, ctx, fixed))) as never,
      )
    }
    return server
  }
}

const isModern = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope !== undefined

function contextOf(server: Server, ctx: ServerContext, fixed: Site | undefined): CallContext & { readonly site: Site } {
  const { mcpReq, http } = ctx
  const site = siteIn(http?.authInfo, fixed)
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  const requestState: unknown = mcpReq.requestState()
  return {
    ...site,
    site,
    modern: isModern(ctx),
    signal: mcpReq.signal,
    ...(progressToken !== undefined && { progressToken }),
    notify: (method, params) => mcpReq.notify({ method, params }),
    ask: (method, params) => mcpReq.send({ method, params } as never),
    inputResponses: mcpReq.inputResponses ?? {},
    requestState: typeof requestState === 'string' ? requestState : undefined,
    clientCapabilities: { ...server.getClientCapabilities() },
    closeStream: () => http?.closeSSE?.(),
  }
}
