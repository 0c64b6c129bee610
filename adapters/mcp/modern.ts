import type { McpHttpHandler, Server, ServerContext, Transport } from '@modelcontextprotocol/server'
import { optionalPackage } from 'rapport-crm'
import { refuseCursor } from './fault.ts'
import type { CallContext } from './caller.ts'
import { type ChangeBus, Listeners } from './listen.ts'
import { asMessage } from './message.ts'
import type { Service } from './service.ts'
import { TASKS } from './tasks.ts'
import { argumentsOf, toAuthInfo, type RequestContext, contextIn } from './request-context.ts'

type Sdk = typeof import('@modelcontextprotocol/server')

/** Loads the library of the current protocol revision; throws `unavailable` where it is not installed. */
export const loadSdk = async (): Promise<Sdk> =>
  await optionalPackage(
    '@modelcontextprotocol/server',
    'serve MCP',
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@modelcontextprotocol/server'),
  )

/** Lists depend on key and address only; clients may cache them for five minutes. */
export const LIST_TTL_MS = 300_000
const lists = ['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const

/** Serves revision 2026-07-28: stateless, each request is independent. */
export class Modern {
  readonly #sdk: Sdk
  readonly #service: Service
  readonly #handler: McpHttpHandler
  readonly #listeners: Listeners

  constructor(sdk: Sdk, service: Service, maxBody: number) {
    this.#sdk = sdk
    this.#service = service
    const handler = (bus?: ChangeBus) =>
      sdk.createMcpHandler(({ era }) => this.#server(era), { legacy: 'reject', maxRequestBodySize: maxBody, ...(bus && { bus }) })
    this.#handler = handler()
    const { engine, resources, onError } = service
    this.#listeners = new Listeners({ engine, resources, onError, handler })
  }

  fetch(request: Request, context: RequestContext): Promise<Response> {
    if (Listeners.isMeant(context)) return this.#listeners.fetch(request, context)
    return this.#handler.fetch(request, { authInfo: toAuthInfo(context), parsedBody: context.body })
  }

  /** Serves one connection other than HTTP, of any revision, as one actor. */
  async connect(transport: Transport, context: RequestContext): Promise<{ close(): Promise<void> }> {
    const { serveStdio } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@modelcontextprotocol/server/stdio')
    return serveStdio(({ era }) => this.#server(era, context), { transport, onerror: (error) => this.#service.onError(error) })
  }

  async close(): Promise<void> {
    await Promise.all([this.#handler.close(), this.#listeners.close()])
  }

  // Created for every request, which is cheap: the list of tools exists and nothing is compiled.
  #server(era: 'modern' | 'legacy', fixed?: RequestContext): Server {
    const { info, instructions, capabilities, listening, toolbox, caller, methods } = this.#service
    const server = new this.#sdk.Server(info, {
      // A connection other than HTTP does not tell us to what its client listens.
      capabilities: { ...(fixed ? capabilities : listening), ...(era === 'modern' && { extensions: { [TASKS]: {} } }) },
      instructions,
      cacheHints: Object.fromEntries(lists.map((each) => [each, { ttlMs: LIST_TTL_MS, cacheScope: 'private' as const }])),
    })
    server.setRequestHandler('tools/list', ({ params }, ctx) => {
      refuseCursor(params)
      return asMessage(toolbox.list(contextIn(ctx.http?.authInfo, fixed), isModern(ctx)))
    })
    server.setRequestHandler('tools/call', async ({ params }, ctx) => {
      const context = contextOf(server, ctx, fixed)
      return asMessage(await caller.call(params.name, argumentsOf(context.request, ctx.mcpReq.id, params.arguments), context))
    })
    for (const [method, answer] of methods) {
      // With a schema of ours, which the library asks for where it does not know the method, or knows it from other revisions only.
      server.setRequestHandler(method, { params: anyParams }, async (params, ctx) =>
        asMessage(await answer(params as Readonly<Record<string, unknown>>, contextOf(server, ctx, fixed))),
      )
    }
    return server
  }
}

// Each method reads its parameters itself.
const anyParams = {
  '~standard': { version: 1, vendor: 'rapport-crm', validate: (value: unknown) => ({ value }) },
} as const

const isModern = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope !== undefined

function contextOf(
  server: Server,
  ctx: ServerContext,
  fixed: RequestContext | undefined,
): CallContext & { readonly request: RequestContext } {
  const { mcpReq, http } = ctx
  const request = contextIn(http?.authInfo, fixed)
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  const requestState: unknown = mcpReq.requestState()
  return {
    ...request,
    request,
    modern: isModern(ctx),
    signal: mcpReq.signal,
    ...(progressToken !== undefined && { progressToken }),
    notify: (method, params) => mcpReq.notify({ method, params }),
    ask: (method, params) => mcpReq.send(asMessage({ method, params })),
    inputResponses: mcpReq.inputResponses ?? {},
    requestState: typeof requestState === 'string' ? requestState : undefined,
    clientCapabilities: { ...server.getClientCapabilities() },
    closeStream: () => http?.closeSSE?.(),
  }
}
