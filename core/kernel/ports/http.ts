import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { performance } from 'node:perf_hooks'
import { AddressGuard } from '../egress/address-guard.ts'
import type { Connections } from '../egress/connections.ts'
import type { DialerOptions } from '../egress/dialer.ts'
import { exchange } from '../egress/exchange.ts'
import { type EgressCode, EgressError, toEgressError } from '../egress/failure.ts'
import { parseProxy } from '../egress/proxy-address.ts'
import { type Lookup, type ResolvedAddress, Resolver, blockedAddress } from '../egress/resolver.ts'
import { type TargetProblem, judgeTarget } from '../egress/target.ts'

/** How outgoing calls of an engine are made, and where they may go. */
export type HttpOptions = {
  /** CIDR blocks or addresses that may be called although they are private or reserved. */
  readonly allow?: readonly string[]
  /** PEM certificates trusted beside those of Node (and of NODE_EXTRA_CA_CERTS). */
  readonly ca?: string | readonly string[]
  readonly lookup?: Lookup
  /** Addresses of this machine, which are never called; default: those of its network interfaces. */
  readonly ownAddresses?: () => readonly string[]
  /** Ports and ranges that may be called; default 443 and 1024-65535. */
  readonly ports?: readonly string[] | undefined
  /** URL of a proxy that opens all connections (CONNECT) and judges what names resolve to. */
  readonly proxy?: string | undefined
  /** Milliseconds from the start of a request to the status line of its answer; default 10,000. */
  readonly timeoutMs?: number
}

/** One outgoing call. */
export type HttpRequest = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | undefined
  readonly timeoutMs?: number | undefined
  /** Bytes up to which the whole answer is wanted as `body`; by default it is not. */
  readonly bodyLimit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What came of a request: `status` is 0 and `error` a stable code if there was no HTTP answer. */
export type HttpOutcome = {
  readonly status: number
  readonly error: EgressCode | null
  /** True if the request can never be sent, whatever the network does: the URL itself is refused. */
  readonly terminal: boolean
  /** The first 500 characters of the answer, or the error code with a short text. */
  readonly response: string
  /** The whole answer, if `bodyLimit` was given and it is complete and no longer. */
  readonly body?: string | undefined
  /** The same as bytes. */
  readonly bytes?: Uint8Array | undefined
  /** The `ETag` of the answer, if it has one. */
  readonly etag?: string | undefined
  /** Milliseconds until the status line or the failure. */
  readonly durationMs: number
  readonly retryAfter: string | null
}

/**
 * Port: all outgoing HTTP. The default calls https and public addresses only, follows no redirect and keeps at most 16 KiB of an answer
 * unless a call asks for more.
 */
export class Http {
  /** Judges addresses as `send` will, for checks that need no network. */
  readonly guard: AddressGuard
  readonly #dialing: DialerOptions
  #connections: Promise<Connections> | undefined

  constructor({ allow, ca, lookup = resolve, ownAddresses = machineAddresses, ports, proxy, timeoutMs = 10_000 }: HttpOptions = {}) {
    this.guard = new AddressGuard(allow, ownAddresses, ports)
    const resolver = new Resolver(this.guard, lookup)
    this.#dialing = { guard: this.guard, resolver, ca, budgetMs: timeoutMs, proxy: proxy === undefined ? proxy : parseProxy(proxy) }
  }

  /** Never rejects; `aborted` is the error if `signal` or `close` ended it. */
  async send({ url, method, headers, body, bodyLimit, timeoutMs = this.#dialing.budgetMs, signal }: HttpRequest): Promise<HttpOutcome> {
    const started = performance.now()
    let answeredAt: number | undefined
    const durationMs = () => Math.round((answeredAt ?? performance.now()) - started)
    const target = judgeTarget(url, this.guard)
    if ('problem' in target) return failed(refusalOf(target.problem), durationMs())
    const deadline = new Deadline(timeoutMs, signal)
    try {
      const answer = await exchange(await this.#open(), { url: target.url, method, headers, body, bodyLimit }, deadline.signal, () => {
        answeredAt = performance.now()
      })
      return { ...answer, error: null, terminal: false, durationMs: durationMs() }
    } catch (error) {
      return failed(toEgressError(error, 'http'), durationMs())
    } finally {
      deadline.clear()
    }
  }

  /** True if a URL's host is, or now resolves to, an address that `send` would refuse; a name that does not resolve is not blocked. */
  async isBlocked(url: string): Promise<boolean> {
    const target = judgeTarget(url, this.guard)
    if ('problem' in target) return true
    // Behind a proxy this machine may not be able to resolve names at all.
    if (this.#dialing.proxy !== undefined) return false
    return await this.#dialing.resolver.resolve(target.url.hostname).then(
      () => false,
      (error: unknown) => error instanceof EgressError && error.code === 'blocked_address',
    )
  }

  /**
   * All addresses of a host that other protocols may connect to, resolved now; rejects with an `EgressError` where one of them is private or
   * reserved and not allowed.
   */
  async addressesOf(hostname: string): Promise<readonly ResolvedAddress[]> {
    return await this.#dialing.resolver.resolve(hostname)
  }

  /** Ends what is under way and closes all kept connections. */
  async close(): Promise<void> {
    await (await this.#connections)?.close()
  }

  // Loading undici takes a good part of the time in which an engine opens, and many a process sends nothing.
  #open(): Promise<Connections> {
    this.#connections ??= import('../egress/connections.ts').then(({ Connections }) => new Connections(this.#dialing))
    return this.#connections
  }
}

// Timers run on the monotonic clock, so a jump of the wall clock neither shortens nor stretches the budget.
class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #caller: AbortSignal | undefined
  readonly #abort = () => this.#controller.abort(new EgressError('aborted', 'the request was given up on this side'))

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timer = setTimeout(() => this.#controller.abort(new EgressError('timeout', `no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
    this.#caller = caller
    if (caller?.aborted === true) this.#abort()
    caller?.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#abort)
  }
}

function refusalOf(problem: TargetProblem): EgressError {
  if (problem === 'blocked_address') return new EgressError('blocked_address', blockedAddress, true)
  return new EgressError('blocked_url', `the URL is refused (${problem})`, true)
}

function failed(error: EgressError, durationMs: number): HttpOutcome {
  return { status: 0, error: error.code, terminal: error.terminal, response: error.message, durationMs, retryAfter: null }
}

function resolve(hostname: string): ReturnType<Lookup> {
  return lookup(hostname, { all: true })
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
}
