import { describe, expect, test } from 'vitest'
import { EgressError, type Phase, toEgressError } from '../../../core/kernel/egress/failure.ts'

function failure(code: string | undefined, message = 'connect to 10.1.2.3:443 failed'): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

describe('the name of a failure', () => {
  test.each<[string, Phase, string]>([
    ['ENOTFOUND', 'dns', 'dns_error'],
    ['EAI_AGAIN', 'dns', 'dns_error'],
    ['ETIMEOUT', 'dns', 'dns_error'],
    ['ECONNREFUSED', 'connect', 'connection_refused'],
    ['ECONNREFUSED', 'dns', 'dns_error'],
    ['ECONNRESET', 'tls', 'connection_reset'],
    ['ECONNABORTED', 'http', 'connection_reset'],
    ['EPIPE', 'http', 'connection_reset'],
    ['ETIMEDOUT', 'connect', 'timeout'],
    ['EHOSTUNREACH', 'connect', 'host_unreachable'],
    ['EHOSTDOWN', 'connect', 'host_unreachable'],
    ['ENETUNREACH', 'connect', 'host_unreachable'],
    ['ENETDOWN', 'connect', 'host_unreachable'],
    ['EADDRNOTAVAIL', 'connect', 'host_unreachable'],
    ['EMFILE', 'connect', 'network_error'],
    ['CERT_HAS_EXPIRED', 'tls', 'tls_error'],
    ['EPROTO', 'tls', 'tls_error'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'http', 'tls_error'],
    ['HPE_INVALID_CONSTANT', 'http', 'protocol_error'],
    ['UND_ERR_HEADERS_OVERFLOW', 'http', 'protocol_error'],
    ['UND_ERR_DESTROYED', 'http', 'aborted'],
    ['UND_ERR_CLOSED', 'http', 'aborted'],
  ])('%s while in phase %s is %s, may pass, and tells no address', (code, phase, expected) => {
    const error = toEgressError(failure(code), phase)
    expect(error).toMatchObject({ code: expected, terminal: false, message: expect.stringMatching(new RegExp(`^${expected}: `)) })
    expect(error.message).not.toContain('10.1.2.3')
  })

  test.each(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])('%s is our own request, and final', (code) => {
    expect(toEgressError(failure(code), 'http')).toMatchObject({ code: 'invalid_request', terminal: true })
  })

  test('a socket that closed and one that spoke nonsense are told apart', () => {
    expect(toEgressError(failure('UND_ERR_SOCKET', 'other side closed'), 'http').code).toBe('connection_reset')
    expect(toEgressError(failure('UND_ERR_SOCKET', 'bad upgrade'), 'http').code).toBe('protocol_error')
  })

  test('what is named already keeps its name, and what has none is named by its phase', () => {
    const named = new EgressError('blocked_address', 'no', true)
    expect(toEgressError(named, 'dns')).toBe(named)
    expect(toEgressError('thrown text', 'connect')).toMatchObject({ code: 'network_error', message: expect.stringContaining('unknown') })
    expect(toEgressError(failure(undefined), 'http')).toMatchObject({ code: 'protocol_error' })
  })
})
