import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { CallContext } from './caller.ts'
import type { Service } from './service.ts'
import { argumentsAt, carry, type Site, siteIn } from './request-context.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** The parts of the older protocol library, loaded when the first older client comes. */
export async function loadLegacySdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, { CallToolRequestSchema, ListToolsRequestSchema, ResultSchema }] =
    await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ])
  return { Server, WebStandardStreamableHTTPServerTransport, CallToolRequestSchema, ListToolsRequestSchema, ResultSchema }
}
export type LegacySdk = Awaited<ReturnType<typeof loadLegacySdk>>

/** Answers one request of 2025-11-25 or older without a session: server and transport live as long as the request. */
export async function answerLegacy(sdk: LegacySdk, service: Service, request: Request, site: Site, maxBody: number): Promise<Response> {
  // Operations say nothing before their result; only what an extension adds may, and needs a stream for it.
  const streams = service.toolbox.extensionTools.size > 0
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams, maxRequestBodySize: maxBody })
  const server = legacyServer(sdk, service)
  await server.connect(transport)
  const end = () => void server.close()
  request.signal.addEventListener('abort', end, { once: true })
  const response = await transport.handleRequest(request, { authInfo: carry(site), parsedBody: site.body })
  if (!streams) end()
  return response
}

/** A server of the older revisions, for one request or one session. */
export function legacyServer(sdk: LegacySdk, { info, instructions, capabilities, toolbox, caller, methods }: Service): Server {
  const server = new sdk.Server(info, { capabilities: { ...capabilities }, instructions, jsonSchemaValidator: unused })
  server.setRequestHandler(sdk.ListToolsRequestSchema, (_request, { authInfo }) => ({ ...toolbox.list(siteIn(authInfo), false) }) as never)
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, extra) => {
    const context = contextOf(sdk, server, extra)
    return (await caller.call(params.name, argumentsAt(context.site, extra.requestId, params.arguments), context)) as never
  })
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    const answer = methods.get(method)
    if (!answer) throw Object.assign(new Error('Method not found'), { code: -32601 })
    return answer(params, contextOf(sdk, server, extra)) as never
  }
  return server
}

function contextOf(sdk: LegacySdk, server: Server, extra: Extra): CallContext & { readonly site: Site } {
  const site = siteIn(extra.authInfo)
  const { _meta: meta } = extra
  const progressToken = meta?.progressToken
  return {
    ...site,
    site,
    modern: false,
    signal: extra.signal,
    ...(progressToken !== undefined && { progressToken }),
    notify: (method, params) => extra.sendNotification({ method, params } as never),
    ask: (method, params) => extra.sendRequest({ method, params } as never, sdk.ResultSchema),
    inputResponses: {},
    requestState: undefined,
    clientCapabilities: { ...server.getClientCapabilities() },
    closeStream: () => extra.closeSSEStream?.(),
  }
}

// Given so that the library does not build an Ajv for every server: it is for answers to `elicitInput`, which is not used here.
const unused = {
  getValidator: () => {
    throw new Error('No schema is compiled per request')
  },
}
