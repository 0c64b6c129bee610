import { CrmError } from 'rapport-crm'

/** A JSON-RPC error: thrown where a call is no tool call at all; `code` is what both SDKs put on the wire. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault'
  /** Of JSON-RPC, such as -32602. */
  readonly code: number
  /** What the fault says besides its message. */
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const PARSE_ERROR = -32700
export const REFUSED = -32000

/** The answer to a request that never reaches a protocol handler. */
export function rpcError(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}

/** An error of one argument that the adapter itself takes. */
export function badArgument(path: string, code: string, message: string, allowed?: readonly unknown[]): CrmError {
  return new CrmError('invalid_input', message, { errors: [{ path, code, message, ...(allowed && { allowed }) }] })
}
