import type { CallContext, Called } from './caller.ts'
import { INVALID_PARAMS, ProtocolFault } from './fault.ts'
import type { HttpCall } from './http-call.ts'
import { LIST_TTL_MS } from './modern.ts'
import type { RequestContext } from './request-context.ts'
import type { Service } from './service.ts'

type Json = Readonly<Record<string, unknown>>

/** A message in which nothing is left for the libraries of the protocol to judge. */
interface Direct {
  readonly id: string | number
  readonly modern: boolean
  readonly clientCapabilities: Json
  /** Undefined: the list of tools. */
  readonly tool: { readonly name: string; readonly args: Json } | undefined
}

const MODERN = '2026-07-28'
// Revisions of which every client sends its version in a header.
const legacy = new Set(['2025-11-25', '2025-06-18'])
const envelope = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
} as const

/**
 * The body of the answer to a call of a tool, or to `tools/list`, as most clients send them; undefined for every other request. The libraries make a
 * server and a transport for each request and check its messages by their schemas, which takes as long as the call itself.
 */
export function answerDirectly(service: Service, call: HttpCall, context: RequestContext): Promise<string> | undefined {
  const direct = directIn(service, call, context.body)
  if (!direct) return undefined
  const { id, tool, modern } = direct
  const list = tool ? undefined : listText(service, context, modern)
  return list === undefined
    ? called(service, call, context, direct)
    : Promise.resolve(`{"result":${list},"jsonrpc":"2.0","id":${text(id)}}`)
}

async function called(service: Service, call: HttpCall, context: RequestContext, { id, tool, modern, clientCapabilities }: Direct) {
  const { name, args } = tool ?? { name: '', args: {} }
  const exchange: CallContext = {
    ...context,
    modern,
    signal: call.signal,
    notify: async () => {},
    ask: () => Promise.reject(new ProtocolFault(INVALID_PARAMS, 'Not in this request')),
    inputResponses: {},
    requestState: undefined,
    clientCapabilities,
    closeStream() {},
  }
  try {
    const result: Called = await service.caller.call(name, args, exchange)
    return text({ result: modern ? complete(service, result) : result, jsonrpc: '2.0', id })
  } catch (error) {
    if (!(error instanceof ProtocolFault)) throw error
    const { code, message, data } = error
    return text({ jsonrpc: '2.0', id, error: { code, message, data } })
  }
}

const complete = ({ info }: Service, result: object) => ({
  ...result,
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': info },
})

// A list is the same object until the next change of the view, and takes longer to write than to send.
const listTexts = new WeakMap<object, { modern?: string; legacy?: string }>()

function listText(service: Service, context: RequestContext, modern: boolean): string {
  const list = service.toolbox.list(context, modern)
  const known = listTexts.get(list) ?? {}
  listTexts.set(list, known)
  if (!modern) return (known.legacy ??= text(list))
  return (known.modern ??= text(complete(service, { ...list, ttlMs: LIST_TTL_MS, cacheScope: 'private' })))
}

function directIn(service: Service, call: HttpCall, body: unknown): Direct | undefined {
  if (!isObject(body) || !only(body, ['jsonrpc', 'id', 'method', 'params']) || body['jsonrpc'] !== '2.0') return undefined
  const { id, method, params = {} } = body
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || !isObject(params)) return undefined
  const tool = toolIn(service, method, params)
  if (tool === undefined) return undefined
  const { _meta: meta } = params
  const version = call.header('mcp-protocol-version') ?? ''
  const accept = call.header('accept') ?? ''
  const beside = { id: id as string | number, tool: tool ?? undefined }
  if (legacy.has(version)) {
    const isPlain = meta === undefined || (isObject(meta) && only(meta, ['progressToken']))
    return isPlain && accept.includes('application/json') && accept.includes('text/event-stream')
      ? { ...beside, modern: false, clientCapabilities: {} }
      : undefined
  }
  if (version !== MODERN || !accept.includes('application/json') || !isObject(meta)) return undefined
  const clientCapabilities = meta[envelope.capabilities]
  const agrees =
    call.header('mcp-method') === method && call.header('mcp-name') === (tool?.name ?? null) && meta[envelope.version] === version
  return agrees && isEnvelope(meta) && isObject(clientCapabilities) && !mayGoOn(service, tool?.name, clientCapabilities)
    ? { ...beside, modern: true, clientCapabilities }
    : undefined
}

// null: the list of tools; undefined: neither that nor a tool that is an operation.
function toolIn({ toolbox }: Service, method: unknown, params: Json): { name: string; args: Json } | null | undefined {
  if (method === 'tools/list') return only(params, ['_meta']) ? null : undefined
  const { name, arguments: args = {} } = params
  if (method !== 'tools/call' || !only(params, ['name', 'arguments', '_meta']) || typeof name !== 'string' || !isObject(args))
    return undefined
  return toolbox.named(name) && !toolbox.extensionTools.has(name) ? { name, args } : undefined
}

const capabilities = ['roots', 'sampling', 'elicitation', 'experimental', 'extensions']

// What every client sends of itself; the library checks what only some do.
function isEnvelope(meta: Json): boolean {
  const client = meta[envelope.client]
  const own = meta[envelope.capabilities]
  return (
    only(meta, [...Object.values(envelope), 'progressToken']) &&
    isObject(own) &&
    only(own, capabilities) &&
    Object.values(own).every(isObject) &&
    isObject(client) &&
    only(client, ['name', 'version', 'title']) &&
    typeof client['name'] === 'string' &&
    typeof client['version'] === 'string' &&
    ['string', 'undefined'].includes(typeof client['title'])
  )
}

// Whether the answer may be a question or a task instead of a result.
function mayGoOn({ toolbox }: Service, name: string | undefined, { extensions }: Json): boolean {
  return extensions !== undefined || (name !== undefined && toolbox.named(name)?.operation.asks !== undefined)
}

const text = (value: unknown): string => JSON.stringify(value)
const only = (object: Json, names: readonly string[]): boolean => Object.keys(object).every((each) => names.includes(each))

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
