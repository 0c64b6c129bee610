import { CrmError } from 'rapport-crm'

/** A JSON-RPC error, for requests that are not valid tool calls; both protocol libraries send `code`. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault'
  /** JSON-RPC error code, such as -32602. */
  readonly code: number
  /** Further details. */
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const INVALID_REQUEST = -32600
export const INVALID_PARAMS = -32602
export const METHOD_NOT_FOUND = -32601
export const INTERNAL_ERROR = -32603
export const PARSE_ERROR = -32700
export const REFUSED = -32000

/** Refuses a cursor where all is on one page. */
export function refuseCursor(params: unknown): void {
  const { cursor } = Object(params) as { readonly cursor?: unknown }
  if (cursor !== undefined) throw new ProtocolFault(INVALID_PARAMS, 'Unknown cursor')
}

/** The response to a request that never reaches a protocol handler. */
export function rpcError(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}

/** An error of an argument that the adapter itself handles. */
export function badArgument(path: string, code: string, message: string, allowed?: readonly unknown[]): CrmError {
  return new CrmError('invalid_input', message, { errors: [{ path, code, message, ...(allowed && { allowed }) }] })
}

const MAX_NAME = 100

/** What a client called something, short enough to be repeated in a message. */
export const shortened = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name)
