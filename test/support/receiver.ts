import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { verify } from 'rapport-crm'
import { selfSigned } from './certificate.ts'

/** One request that a receiver got; `body` is the parsed JSON, undefined if it is none. */
export type ReceivedDelivery = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: Uint8Array
  readonly body: unknown
  /** Signed with a trusted secret, and fresh by the receiver's clock. */
  readonly verified: boolean
}

/** What the endpoint answers to a delivery: a status, or one with headers and a body. */
export type ReceiverReply =
  | number
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/** `index` counts the deliveries from 0. */
export type ReceiverRule = (delivery: ReceivedDelivery, index: number) => ReceiverReply | Promise<ReceiverReply>

/** What the receiver verifies signatures with, and by which clock. */
export type ReceiverOptions = {
  /** Signing secrets to verify with; a webhook's secret is mostly known later, then use `trust`. */
  readonly secret?: string | readonly string[]
  /** Pass the engine's clock if that is not the wall clock, or no timestamp will be fresh. */
  readonly clock?: { now(): Date }
}

/** A webhook endpoint for tests: TLS on 127.0.0.1, answers 200 until told otherwise; trust `ca` and allow 127.0.0.1 to reach it. */
export class Receiver implements AsyncDisposable {
  /** All that came, in their order. */
  readonly deliveries: ReceivedDelivery[] = []
  readonly #secrets: string[]
  readonly #clock: { now(): Date }
  readonly #certificate = selfSigned({ hosts: ['127.0.0.1', 'localhost'] })
  readonly #server = createServer(this.#certificate, (request, response) => void this.#receive(request, response))
  readonly #waiting: { resolve(delivery: ReceivedDelivery): void; reject(error: Error): void }[] = []
  #taken = 0
  #rule: ReceiverRule = () => 200

  constructor({ secret = [], clock = { now: () => new Date() } }: ReceiverOptions = {}) {
    this.#secrets = [secret].flat()
    this.#clock = clock
  }

  /** Where to point a webhook; known once the receiver listens. */
  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** The certificate of this receiver as PEM. */
  get ca(): string {
    return this.#certificate.cert
  }

  /** Listens on a free port of 127.0.0.1; `receiver()` has done so. */
  async listen(): Promise<this> {
    await new Promise<void>((resolve, reject) => this.#server.once('error', reject).listen(0, '127.0.0.1', resolve))
    return this
  }

  /** Verifies deliveries from now on with this secret too. */
  trust(secret: string): void {
    this.#secrets.push(secret)
  }

  /** Answers all further deliveries with a status, a whole reply, or what a function makes of the delivery. */
  respondWith(reply: ReceiverReply | ReceiverRule): void {
    this.#rule = typeof reply === 'function' ? reply : () => reply
  }

  /** The next delivery that was not yet taken, waiting for it if need be; rejects after `timeoutMs` (default 5,000) without one. */
  next({ timeoutMs = 5_000 }: { timeoutMs?: number } = {}): Promise<ReceivedDelivery> {
    const ready = this.deliveries[this.#taken]
    if (ready !== undefined) {
      this.#taken += 1
      return Promise.resolve(ready)
    }
    return this.#wait(timeoutMs)
  }

  /** Stops listening and ends open connections; whoever waits for a delivery gets an error. */
  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The receiver was closed before a delivery came'))
    if (!this.#server.listening) return
    await new Promise((resolve) => {
      this.#server.close(resolve)
      this.#server.closeAllConnections()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #wait(timeoutMs: number): Promise<ReceivedDelivery> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new Error(`No delivery came within ${timeoutMs} ms (${this.deliveries.length} so far)`))
      }, timeoutMs)
      const waiter = {
        resolve: (delivery: ReceivedDelivery) => {
          clearTimeout(timer)
          resolve(delivery)
        },
        reject: (error: Error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      this.#waiting.push(waiter)
    })
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await buffer(request).catch(() => undefined)
    if (rawBody === undefined) return
    const headers = flat(request.headers)
    const verified = verify({ headers, body: rawBody, secret: this.#secrets, now: this.#clock.now() })
    const delivery = { method: request.method ?? '', path: request.url ?? '', headers, rawBody, body: parsed(rawBody), verified }
    const index = this.deliveries.push(delivery) - 1
    const waiter = this.#waiting.shift()
    if (waiter !== undefined) {
      this.#taken += 1
      waiter.resolve(delivery)
    }
    await this.#answer(delivery, index, response)
  }

  async #answer(delivery: ReceivedDelivery, index: number, response: ServerResponse): Promise<void> {
    try {
      const reply = await this.#rule(delivery, index)
      const { status, headers = {}, body = '' } = typeof reply === 'number' ? { status: reply } : reply
      response.writeHead(status, headers).end(body)
    } catch (error) {
      // A rule that fails must show in the delivery log and not take the test process down.
      response.writeHead(500).end(String(error))
    }
  }
}

/** Starts a receiver. */
export async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  return await new Receiver(options).listen()
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
