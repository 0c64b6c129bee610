import { once } from 'node:events'
import { type Socket, connect, isIP } from 'node:net'
import { type SecureContext, connect as connectTls } from 'node:tls'
import { Client } from 'undici'
import { type EgressCode, EgressError, codeOf } from './failure.ts'
import { guarded } from './guarded.ts'
import type { ProxyAddress } from './proxy-address.ts'
import { blockedAddress } from './resolver.ts'
import { literalAddress } from './target.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The proxy that a tunnel uses; it must accept the connection within half of `budgetMs`. */
export interface TunnelOptions {
  readonly proxy: ProxyAddress
  readonly context: SecureContext
  readonly budgetMs: number
}

const clientOptions = { maxHeaderSize: 16 * 1024, headersTimeout: 0, bodyTimeout: 0 }

/**
 * Opens a tunnel to `target`, a `host:port`, through an outbound proxy. Rejects with an EgressError (`proxy_error` if
 * the proxy and not the target is at fault), or with the reason of `signal`.
 */
export async function openTunnel({ proxy, context, budgetMs }: TunnelOptions, target: string, signal: AbortSignal): Promise<Socket> {
  const socket = await reach(proxy, context, AbortSignal.any([signal, AbortSignal.timeout(budgetMs / 2)]))
  // In a microtask: a client whose `connect` answers synchronously does not send its request.
  const client = new Client(proxy.origin, { ...clientOptions, connect: (_target, done) => queueMicrotask(() => done(null, socket)) })
  const authorization = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }
  try {
    const { statusCode, headers } = await client.connect({ path: target, headers: { host: target, ...authorization }, signal })
    if (statusCode >= 200 && statusCode <= 299) return socket
    throw refusalOf(statusCode, headers)
  } catch (error) {
    socket.destroy()
    // A proxy that has accepted the request and is silent may be waiting for the target.
    if (signal.aborted) throw signal.reason
    throw error instanceof EgressError ? error : unusable(codeOf(error))
  } finally {
    client.destroy().catch(() => {})
  }
}

async function reach(proxy: ProxyAddress, secureContext: SecureContext, signal: AbortSignal): Promise<Socket> {
  const { protocol, hostname, port } = new URL(proxy.origin)
  const host = literalAddress(hostname) ?? hostname
  const secure = protocol === 'https:'
  const to = { host, port: Number(port) || (secure ? 443 : 80) }
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = secure ? connectTls({ ...to, ...servername, secureContext, ALPNProtocols: ['http/1.1'] }) : connect(to)
  try {
    // The listener stays: later errors show on the TLS socket above this one.
    const opened = once(
      socket.on('error', () => {}),
      secure ? 'secureConnect' : 'connect',
    )
    return await guarded(socket, signal, async (aborted) => await Promise.race([opened, aborted]).then(() => socket))
  } catch (error) {
    if (error instanceof EgressError) throw error
    throw unusable(signal.aborted ? 'no connection in time' : codeOf(error))
  }
}

function unusable(reason: string): EgressError {
  return new EgressError('proxy_error', `the outbound proxy cannot be used (${reason})`)
}

// Errors of the target by their names in RFC 9209; all others are errors of the proxy.
const statusErrors: Readonly<Record<string, EgressCode>> = {
  connection_refused: 'connection_refused',
  connection_terminated: 'connection_reset',
  connection_timeout: 'timeout',
  destination_ip_prohibited: 'blocked_address',
  destination_ip_unroutable: 'host_unreachable',
  destination_not_found: 'host_unreachable',
  destination_unavailable: 'host_unreachable',
  dns_error: 'dns_error',
  dns_timeout: 'dns_error',
  http_request_denied: 'blocked_address',
}

function refusalOf(status: number, headers: Headers): EgressError {
  const code = codeOfAnswer(status, headers)
  if (code === 'blocked_address') return new EgressError(code, blockedAddress)
  const reason = code === 'proxy_error' ? 'the outbound proxy refused the request' : 'the outbound proxy could not reach the host'
  return new EgressError(code, `${reason} (${status})`)
}

function codeOfAnswer(status: number, headers: Headers): EgressCode {
  const named = /;\s*error=([a-z_]+)/.exec(valueOf(headers, 'proxy-status'))?.[1]
  if (named !== undefined) return statusErrors[named] ?? 'proxy_error'
  // Smokescreen denies with 407, which otherwise asks for a password; Squid reports a dead target with 503.
  if (status === 403 || (status === 407 && valueOf(headers, 'x-smokescreen-error') !== '')) return 'blocked_address'
  if (status === 502 || (status === 503 && /^ERR_(CONNECT|DNS)_FAIL/.test(valueOf(headers, 'x-squid-error')))) return 'host_unreachable'
  return status === 504 ? 'timeout' : 'proxy_error'
}

function valueOf(headers: Headers, name: string): string {
  return [headers[name] ?? []].flat().join(', ')
}
