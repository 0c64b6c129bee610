interface Options {
  readonly token?: string | null
  readonly path?: string
  readonly headers?: Record<string, string>
  /** Of the message (default: 1). */
  readonly id?: number
  /** What the client says it can do. */
  readonly capabilities?: Record<string, unknown>
}

const head = ({ token = 'full', headers = {} }: Options): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(token !== null && { authorization: `Bearer ${token}` }),
  ...headers,
})
const address = ({ path = '' }: Options) => `http://localhost/mcp${path}`

/** One request of revision 2026-07-28, as it is on the wire. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, options: Options = {}): Request {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': options.capabilities ?? {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const name = (params['name'] ?? (method.startsWith('resources/') ? params['uri'] : undefined)) as string | undefined
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
    ...options.headers,
  }
  return new Request(address(options), {
    method: 'POST',
    headers: head({ ...options, headers }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  })
}

/** One request of revision 2025-11-25. */
export function legacyRequest(method: string, params: Record<string, unknown> = {}, options: Options = {}): Request {
  return new Request(address(options), {
    method: 'POST',
    headers: head(options),
    body: JSON.stringify({ jsonrpc: '2.0', id: options.id ?? 1, method, params }),
  })
}

/** A POST request with this body. */
export function rawRequest(body: string | Uint8Array<ArrayBuffer>, options: Options = {}): Request {
  return new Request(address(options), { method: 'POST', headers: head(options), body })
}

/** A request without a body. */
export function bareRequest(method: string, options: Options = {}): Request {
  const { 'content-type': _, ...headers } = head(options)
  return new Request(address(options), { method, headers })
}
