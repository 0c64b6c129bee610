/** Stable codes for why there was no HTTP answer. */
export type EgressCode =
  | 'aborted'
  | 'blocked_address'
  | 'blocked_url'
  | 'connection_refused'
  | 'connection_reset'
  | 'dns_error'
  | 'host_unreachable'
  | 'invalid_request'
  | 'network_error'
  | 'protocol_error'
  | 'proxy_error'
  | 'timeout'
  | 'tls_error'

/** Why a request failed; `terminal` if the request itself is at fault, so that no repetition can succeed. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly code: EgressCode
  readonly terminal: boolean

  /** Users see `reason`: it must not contain an address that a name was resolved to. */
  constructor(code: EgressCode, reason: string, terminal = false) {
    super(`${code}: ${reason}`)
    this.code = code
    this.terminal = terminal
  }
}

/** The phase in which an error occurred; the same code means different things in different phases. */
export type Phase = 'dns' | 'connect' | 'tls' | 'http'

const reasons = {
  connection_refused: 'nothing listens at that address and port',
  connection_reset: 'the connection was closed before an answer came',
  host_unreachable: 'no route to the host',
  timeout: 'no answer in time',
} as const

const systemCodes: Readonly<Record<string, keyof typeof reasons>> = {
  ECONNABORTED: 'connection_reset',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EADDRNOTAVAIL: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  EHOSTUNREACH: 'host_unreachable',
  ENETDOWN: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'timeout',
}

/** Turns any error of the network, TLS or HTTP layer into an EgressError; uses only codes, as messages contain addresses. */
export function toEgressError(error: unknown, phase: Phase): EgressError {
  if (error instanceof EgressError) return error
  const code = codeOf(error)
  if (phase === 'dns')
    return new EgressError('dns_error', code === 'ENOTFOUND' ? 'no such host' : `the name could not be resolved (${code})`)
  const known = systemCodes[code]
  if (known !== undefined) return new EgressError(known, reasons[known])
  if (phase === 'tls' || /^ERR_(SSL|TLS)_/.test(code)) return new EgressError('tls_error', `no trusted TLS connection (${code})`)
  if (phase === 'http') return httpError(error, code)
  return new EgressError('network_error', `the connection could not be opened (${code})`)
}

function httpError(error: unknown, code: string): EgressError {
  if (code === 'UND_ERR_SOCKET' && error instanceof Error && /closed/.test(error.message)) {
    return new EgressError('connection_reset', reasons.connection_reset)
  }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return new EgressError('invalid_request', 'the method or a header cannot be sent', true)
  }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return new EgressError('aborted', 'this side is shutting down')
  return new EgressError('protocol_error', `the answer is not valid HTTP (${code})`)
}

/** The code that Node or undici gives an error; never its message. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
