import type { Socket } from 'node:net'
import { Client, type buildConnector } from 'undici'
import { Dialer, type DialerOptions } from './dialer.ts'
import { EgressError, toEgressError } from './failure.ts'

// Several webhooks may share an origin (automation platforms), each with its own requests in flight.
const idlePerOrigin = 64

// Bytes for headers, the start of a body and data in flight; only a hostile endpoint sends more.
const answerLimit = 256 * 1024

const clientOptions = {
  maxHeaderSize: 16 * 1024,
  // `Http.send` has one deadline for all phases.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
}

/** One socket to one origin, opened on first use and never reopened, so that a checked address stays checked. */
export class Connection {
  readonly client: Client
  readonly origin: string
  #socket: Socket | undefined
  #dialled = false
  #answerStart = 0

  constructor(origin: string, dialer: Dialer, signal: AbortSignal) {
    this.origin = origin
    this.client = new Client(origin, { ...clientOptions, connect: (target, done) => this.#dial(dialer, target, signal, done) })
  }

  /** To be called before each request; the limit of bytes counts from here. */
  begin(): void {
    this.#answerStart = this.#socket?.bytesRead ?? 0
  }

  /** Whether the first byte of the answer has arrived. */
  get answering(): boolean {
    return (this.#socket?.bytesRead ?? 0) > this.#answerStart
  }

  #dial(dialer: Dialer, target: buildConnector.Options, signal: AbortSignal, done: buildConnector.Callback): void {
    if (this.#dialled) return done(new EgressError('connection_reset', 'the kept connection was closed'), null)
    this.#dialled = true
    dialer.open(target, signal).then(
      (socket) => {
        this.#socket = socket
        socket.on('readable', () => this.#limit(socket))
        done(null, socket)
      },
      (error: unknown) => done(toEgressError(error, 'connect'), null),
    )
  }

  // Data that the parser skips (reasons, hints, chunk extensions) would otherwise keep it busy until the deadline.
  #limit(socket: Socket): void {
    if (socket.bytesRead - this.#answerStart > answerLimit) socket.destroy(new EgressError('protocol_error', 'the answer is too long'))
  }
}

/** Keeps connections whose answer ended cleanly for the next request to the same origin. */
export class Connections {
  readonly #dialer: Dialer
  readonly #idle = new Map<string, Connection[]>()
  readonly #open = new Set<Connection>()

  constructor(options: DialerOptions) {
    this.#dialer = new Dialer(options)
  }

  /** The idle connection that was used last: the other side is least likely to have closed it. */
  reuse(origin: string): Connection | undefined {
    const connection = this.#idle.get(origin)?.at(-1)
    if (connection !== undefined) this.#forget(connection)
    return connection
  }

  /** A new connection; `signal` cancels its opening. */
  open(origin: string, signal: AbortSignal): Connection {
    const connection = new Connection(origin, this.#dialer, signal)
    this.#open.add(connection)
    connection.client.once('disconnect', () => this.#lost(connection))
    return connection
  }

  /** Keeps a connection for reuse, or closes it if it cannot be reused. */
  keep(connection: Connection): void {
    const idle = this.#idle.get(connection.origin) ?? []
    if (!this.#open.has(connection) || idle.length >= idlePerOrigin) return this.drop(connection)
    this.#idle.set(connection.origin, [...idle, connection])
  }

  /** Closes a connection. */
  drop(connection: Connection): void {
    this.#open.delete(connection)
    // Errors of a connection that is no longer used do not matter.
    connection.client.destroy().catch(() => {})
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    const clients = [...this.#open].map(({ client }) => client)
    this.#open.clear()
    this.#idle.clear()
    await Promise.allSettled(clients.map((client) => client.destroy()))
  }

  // A connection in use is not destroyed here: its request must see that the socket closed, not that the client was destroyed.
  #lost(connection: Connection): void {
    this.#open.delete(connection)
    if (this.#forget(connection)) this.drop(connection)
  }

  #forget(connection: Connection): boolean {
    const idle = this.#idle.get(connection.origin) ?? []
    const others = idle.filter((other) => other !== connection)
    if (others.length > 0) this.#idle.set(connection.origin, others)
    else this.#idle.delete(connection.origin)
    return others.length < idle.length
  }
}
