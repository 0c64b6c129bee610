import { once } from 'node:events'
import { type Socket, connect, isIPv6 } from 'node:net'
import { type SecureContext, createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { EgressError, toEgressError } from './failure.ts'
import { guarded, rejection } from './guarded.ts'
import type { ProxyAddress } from './proxy-address.ts'
import { type ResolvedAddress, type Resolver, blockedAddress } from './resolver.ts'
import { openTunnel } from './tunnel.ts'

/** How connections are opened. */
export type DialerOptions = {
  readonly guard: AddressGuard
  readonly resolver: Resolver
  /** PEM certificates trusted beside Node's own. */
  readonly ca?: string | readonly string[] | undefined
  /** Milliseconds for trying all addresses of a name together. */
  readonly budgetMs: number
  /** Opens all connections instead of this machine, and checks what names resolve to. */
  readonly proxy?: ProxyAddress | undefined
}

/** Opens TLS connections only to allowed addresses: checks the literal, each answer of the resolver, and the peer of the open socket. */
export class Dialer {
  readonly #options: DialerOptions
  readonly #context: SecureContext
  readonly #secure: buildConnector.connector

  constructor(options: DialerOptions) {
    this.#options = options
    // One context for all connections: reading the trust store takes milliseconds.
    this.#context = createSecureContext(options.ca === undefined ? {} : { ca: [...getCACertificates('default'), ...[options.ca].flat()] })
    this.#secure = buildConnector({ allowH2: false, timeout: 0, secureContext: this.#context })
  }

  /** Rejects with an EgressError, or with the reason of `signal` once that is aborted. */
  async open(target: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const { proxy, budgetMs } = this.#options
    const socket =
      proxy === undefined
        ? await this.#direct(target, signal)
        : await openTunnel({ proxy, context: this.#context, budgetMs }, authority(target), signal)
    return await guarded(socket, signal, (aborted) => Promise.race([this.#encrypt(target, socket), aborted]))
  }

  async #direct(target: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const addresses = await Promise.race([this.#options.resolver.resolve(target.hostname), rejection(signal)])
    const socket = this.#connect(target, addresses)
    return await guarded(socket, signal, async () => {
      await once(socket, 'connect').catch((error: unknown) => Promise.reject(toEgressError(error, 'connect')))
      // The actual peer, whatever resolver and operating system did in between.
      if (!this.#options.guard.allows(socket.remoteAddress ?? '')) throw new EgressError('blocked_address', blockedAddress)
      return socket
    })
  }

  #connect({ hostname, port }: buildConnector.Options, addresses: readonly ResolvedAddress[]): Socket {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      lookup: (_hostname, _options, answer) => answer(null, [...addresses]),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: Math.max(10, Math.floor(this.#options.budgetMs / (addresses.length + 1))),
    })
    // Later errors show on the TLS socket; an unhandled one here would end the process.
    return socket.on('error', () => {})
  }

  #encrypt(target: buildConnector.Options, socket: Socket): Promise<Socket> {
    return new Promise((resolve, reject) => {
      this.#secure({ ...target, httpSocket: socket }, (error, secure) => {
        if (error === null) resolve(secure)
        else reject(toEgressError(error, 'tls'))
      })
    })
  }
}

// `host:port` as CONNECT wants it: an IPv6 address in brackets.
function authority({ hostname, port }: buildConnector.Options): string {
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname
  return `${host}:${Number(port) || 443}`
}
