import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Transport } from '@modelcontextprotocol/server'
import { type Actor, Clock, type Core, CrmError } from 'rapport-crm'
import { Endpoint } from './endpoint.ts'
import type { Extension } from './extension.ts'
import { guardOf } from './guard.ts'
import { type Answer, fromNode, fromRequest, toResponse } from './http-call.ts'
import { extensionsOf } from './plugin-extensions.ts'
import { checkPrompts } from './prompts.ts'
import type { ServerInfo } from './service.ts'
import { checkOptions } from './options.ts'
import { knownToolsets } from './toolsets.ts'

export type { Exchange, Extension, ExtensionTool, InputRequired, Method, TaskCreated } from './extension.ts'
export { ProtocolFault } from './fault.ts'
export type { CallResult, Content } from './result.ts'
export type { ServerInfo } from './service.ts'

// The declarations of the SDK are not named in what apps see: who serves REST alone has not installed it.

/** A connection that carries messages, as every transport of the MCP SDK is: `StdioServerTransport`, `InMemoryTransport`. */
export interface McpTransport {
  /** Begins to read messages. */
  start(): Promise<void>
  /** Sends a message of JSON-RPC. */
  send(message: unknown): Promise<void>
  /** Ends the connection. */
  close(): Promise<void>
}

/** Keeps what the streams of sessions have sent, so that a client that comes back reads what it has missed: an `EventStore` of the MCP SDK. */
export interface McpEventStore {
  /** Keeps a message of a stream; answers the id of it. */
  storeEvent(streamId: string, message: unknown): Promise<string>
  /** The stream of a message; undefined if it is not known. */
  getStreamIdForEventId?(eventId: string): Promise<string | undefined>
  /** Sends every message after this one again; answers their stream. */
  replayEventsAfter(lastEventId: string, again: { send(eventId: string, message: unknown): Promise<void> }): Promise<string>
}

/** Options of `mcp`. */
export interface McpOptions {
  /** Host names, with or without port, that reach the server in addition to loopback names; `*` or a bind-all address accepts any. */
  readonly hosts?: readonly string[] | '*'
  /** Host names of web pages that may call, in addition to `hosts`. */
  readonly origins?: readonly string[]
  /**
   * Sessions for clients of revision 2025-11-25 and older, kept in this process only (default: none, each request is independent).
   * `max` (1,000) limits their number, `idleMinutes` (30) ends idle ones, `eventStore` makes their streams resumable.
   */
  readonly legacySessions?: boolean | { readonly max?: number; readonly idleMinutes?: number; readonly eventStore?: McpEventStore }
  /** Clock by which idle sessions and the questions of tools expire. */
  readonly clock?: Pick<Clock, 'now'>
  /** Tools that are not operations, and further protocol methods, beside those of plugins (`adapters: { mcp }`). */
  readonly extensions?: readonly Extension[]
  /** The toolsets that are served at all; `?toolsets=` of an address chooses among them (default: all). */
  readonly toolsets?: readonly string[]
  /** Name and version of the server (default: those of Rapport). */
  readonly info?: ServerInfo
  /**
   * The address of a record, such as its page in your application; texts of results show it as `record_url` (default: none). `path` is the
   * first segment of the operations of its type, such as `credit-notes`.
   */
  readonly recordUrl?: (path: string, id: string) => string | undefined
  /** Address of the client, for keys that are bound to addresses; behind your proxies, `addressBehind` of `rapport-crm` (default: `peer`). */
  readonly addressOf?: (from: { readonly peer: string | undefined; readonly header: (name: string) => string | null }) => string | undefined
  /** Where a program learns how to sign in, for the challenges of refused requests (RFC 9728); see `rapport-crm/sign-in`. */
  readonly resourceMetadata?: string | (() => string)
  /** Requests that are answered at the same time; further ones are refused with 503 and `Retry-After` (default: 1,000). */
  readonly maxRequests?: number
  /** Called with each error that the client sees only as an internal error, and the request id that it sees (default: `console.error`). */
  readonly onError?: (error: unknown, requestId?: string) => void
}

/** The tools of one engine, in the forms that hosts mount. */
export interface Mcp {
  /**
   * Answers one request of the streamable HTTP transport, of any revision, at any path; keys that are bound to addresses are checked
   * against `ip`.
   */
  fetch(request: Request, context?: { readonly ip?: string }): Promise<Response>
  /** The same for `node:http`, Express (with a body parser before it or not) and Fastify's raw request. */
  node(req: IncomingMessage, res: ServerResponse): void
  /** Serves one other connection (stdio, in memory) as one actor. */
  connect(transport: McpTransport, actor: Actor): Promise<{ close(): Promise<void> }>
  /** Ends sessions and streams. */
  close(): Promise<void>
}

/**
 * Serves the operations as tools of the Model Context Protocol, at one address for revision 2026-07-28 and all older ones. Throws
 * `invalid_input` for wrong options, for an unknown toolset, for extensions of plugins that are none or take a name that is taken, and for prompts
 * that write.
 */
export function mcp(engine: Core, options: McpOptions = {}): Mcp {
  checkOptions(options)
  const { hosts = [], origins = [], legacySessions = false, clock = new Clock(), extensions = [], onError = console.error } = options
  const { max = 1000, idleMinutes = 30, eventStore } = legacySessions === true ? {} : legacySessions || {}
  checkPrompts(engine.registry)
  const now = () => clock.now().getTime()
  const endpoint = new Endpoint(engine, {
    info: options.info ?? { name: 'rapport-crm', title: 'Rapport', version: ownVersion() },
    guard: guardOf(hosts, origins),
    sessions: legacySessions ? { max, idleMs: idleMinutes * 60_000, now, ...(eventStore && { eventStore }) } : undefined,
    extensions: extensionsOf(engine.registry, extensions),
    toolsets: knownToolsets(engine.registry, options.toolsets ?? []),
    onError,
    now,
    maxCalls: options.maxRequests,
    recordUrl: options.recordUrl,
    resourceMetadata: options.resourceMetadata,
  })
  // The address of a client is settled here, for both forms.
  const { addressOf = ({ peer }) => peer } = options
  return {
    async fetch(request, context) {
      const ip = addressOf({ peer: context?.ip, header: (name) => request.headers.get(name) })
      return toResponse(await endpoint.answer(fromRequest(request, ip)))
    },
    node(req, res) {
      const ip = addressOf({ peer: req.socket.remoteAddress, header: (name) => (req.headers[name] as string | undefined) ?? null })
      endpoint
        .answer(fromNode(req, res, ip, givenBody(req)))
        .then((answer) => send(req, res, answer))
        .catch((error: unknown) => {
          onError(error)
          if (!res.headersSent) res.writeHead(500)
          res.end()
        })
    },
    connect: (transport, actor) => endpoint.connect(transport as Transport, actor),
    close: () => endpoint.close(),
  }
}

// If a body parser has already read the stream, only the body that it left on the request exists.
function givenBody(req: IncomingMessage): unknown {
  const { body: parsed, rawBody } = req as IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown }
  return parsed instanceof CrmError || !(typeof rawBody === 'string' || rawBody instanceof Uint8Array) ? parsed : rawBody
}

async function send(req: IncomingMessage, res: ServerResponse, answer: Answer): Promise<void> {
  if (!(answer instanceof Response)) {
    const { status, headers, body } = answer
    res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    return
  }
  const { toNodeHandler } = await import('h3/node')
  // h3 asks for a whole app and uses its `fetch` only, and here only what it does with a response.
  await toNodeHandler({ fetch: () => answer } as never)(req, res)
}

function ownVersion(): string {
  return (createRequire(import.meta.url)('rapport-crm/package.json') as { version: string }).version
}
