import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { optionalPackage } from 'rapport-crm'
import { INVALID_PARAMS, ProtocolFault, refuseCursor, shortened } from './fault.ts'
import type { CallContext } from './caller.ts'
import { asMessage } from './message.ts'
import type { Service } from './service.ts'
import type { Subscriptions } from './subscriptions.ts'
import { argumentsOf, toAuthInfo, type RequestContext, contextIn } from './request-context.ts'

type Json = Readonly<Record<string, unknown>>
type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Loads the library of the older protocol revisions with the first client that needs it. */
export async function loadLegacySdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, { InitializeRequestSchema, isJSONRPCRequest, ResultSchema }] =
    await optionalPackage('@modelcontextprotocol/sdk', 'serve clients of older MCP revisions', () =>
      Promise.all([
        import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@modelcontextprotocol/sdk/server/index.js'),
        import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
        import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@modelcontextprotocol/sdk/types.js'),
      ]),
    )
  return { Server, WebStandardStreamableHTTPServerTransport, InitializeRequestSchema, isJSONRPCRequest, ResultSchema }
}
export type LegacySdk = Awaited<ReturnType<typeof loadLegacySdk>>

// So long a person may take to answer.
const ASK_MS = 600_000

// Further ones hardly teach more.
const MAX_WRONG = 5

/** Answers one request of revision 2025-11-25 or older without a session: server and transport live as long as the request. */
export async function answerLegacy(
  sdk: LegacySdk,
  service: Service,
  request: Request,
  context: RequestContext,
  maxBody: number,
): Promise<Response> {
  // Only extensions send notifications before their result, and need a stream for them; operations do not.
  const streams = service.toolbox.extensionTools.size > 0
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams, maxRequestBodySize: maxBody })
  const server = legacyServer(sdk, service)
  await server.connect(transport)
  const end = () => void server.close()
  const left = Promise.withResolvers<Response>()
  const leave = () => {
    end()
    // A transport that is closed answers no more.
    left.resolve(new Response(null, { status: 499 }))
  }
  request.signal.addEventListener('abort', leave, { once: true })
  if (request.signal.aborted) leave()
  const answer = transport.handleRequest(request, { authInfo: toAuthInfo(context), parsedBody: context.body })
  const response = await Promise.race([answer, left.promise])
  if (!streams) end()
  return response
}

/** The answer to an `initialize` with wrong parameters, which the library would call an internal error and explain with a dump of its schema. */
export function refuseInitialize(sdk: LegacySdk, body: unknown): Response | undefined {
  const message: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body
  if (!sdk.isJSONRPCRequest(message) || message.method !== 'initialize') return undefined
  const { error } = sdk.InitializeRequestSchema.safeParse(message)
  if (!error) return undefined
  const wrong = [...new Set(error.issues.map(({ path }) => shortened(path.slice(0, 3).join('.'))))].slice(0, MAX_WRONG)
  const text = `initialize needs protocolVersion (text), capabilities (object) and clientInfo (name and version); wrong or missing: ${wrong.join(', ')}`
  return Response.json({ jsonrpc: '2.0', id: message.id, error: { code: INVALID_PARAMS, message: text } })
}

/** The messages without the wish for a task, which who has none ignores (2025-11-25, Tasks); the library refuses it. */
export function withoutTasks(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutTasks)
  const { params } = Object(body) as { readonly params?: unknown }
  if (typeof params !== 'object' || params === null || !('task' in params)) return body
  const { task: _, ...others } = params
  return { ...Object(body), params: others }
}

/** Creates a server of the older revisions, for one request, or for one session with its subscriptions. */
export function legacyServer(sdk: LegacySdk, service: Service, subscriptions?: Subscriptions): Server {
  const { info, instructions, toolbox, caller, methods } = service
  const capabilities = { ...(subscriptions ? service.listening : service.capabilities) }
  const server = new sdk.Server(info, { capabilities, instructions, jsonSchemaValidator: unused })
  // By no schema of the library, which would answer a wrong type as an internal error.
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    const context = contextOf(sdk, server, extra)
    if (method === 'tools/list') {
      refuseCursor(params)
      return asMessage(toolbox.list(context.request, false))
    }
    if (method === 'tools/call') {
      const { name, args } = toolCallIn(params)
      return asMessage(await caller.call(name, argumentsOf(context.request, extra.requestId, args), context))
    }
    const subscribing = subscriptions?.methodFor(method, params)
    if (subscribing) return asMessage(await subscribing(context))
    const answer = methods.get(method)
    if (!answer) throw Object.assign(new Error('Method not found'), { code: -32601 })
    return asMessage(await answer(params, context))
  }
  return server
}

function toolCallIn({ name, arguments: args }: Json): { readonly name: string; readonly args: Json | undefined } {
  if (typeof name !== 'string') throw new ProtocolFault(INVALID_PARAMS, 'name must be the name of a tool')
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args)))
    throw new ProtocolFault(INVALID_PARAMS, 'arguments must be an object')
  return { name, args: args as Json | undefined }
}

function contextOf(sdk: LegacySdk, server: Server, extra: Extra): CallContext & { readonly request: RequestContext } {
  const request = contextIn(extra.authInfo)
  const { _meta: meta } = extra
  const progressToken = meta?.progressToken
  return {
    ...request,
    request,
    modern: false,
    signal: extra.signal,
    ...(progressToken !== undefined && { progressToken }),
    notify: (method, params) => extra.sendNotification(asMessage({ method, params })),
    ask: (method, params) => extra.sendRequest(asMessage({ method, params }), sdk.ResultSchema, { timeout: ASK_MS }),
    inputResponses: {},
    requestState: undefined,
    clientCapabilities: { ...server.getClientCapabilities() },
    closeStream: () => extra.closeSSEStream?.(),
  }
}

// Keeps the library from creating an Ajv instance for every server; it would validate answers to `elicitInput`, which is not used here.
const unused = {
  getValidator: () => {
    throw new Error('No schema is compiled per request')
  },
}
