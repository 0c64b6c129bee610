import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { verify } from 'rapport-crm'
import { selfSigned } from './certificate.ts'

/** One request to a receiver; `body` is the parsed JSON, or undefined if it is not JSON. */
export type ReceivedDelivery = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: Uint8Array
  readonly body: unknown
  /** Whether it is signed with a trusted secret and fresh by the clock of the receiver. */
  readonly verified: boolean
}

/** The response to a delivery: a status, optionally with headers and a body. */
export type ReceiverReply =
  | number
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/** Chooses the response to a delivery; `index` counts deliveries from 0. */
export type ReceiverRule = (delivery: ReceivedDelivery, index: number) => ReceiverReply | Promise<ReceiverReply>

/** Options of `receiver`. */
export type ReceiverOptions = {
  /** Signing secrets to verify with; use `trust` for secrets that are known later. */
  readonly secret?: string | readonly string[]
  /** Pass the clock of the engine if it is not the wall clock, or no timestamp is fresh. */
  readonly clock?: { now(): Date }
}

/** A webhook endpoint for tests: TLS on 127.0.0.1, responds with 200 by default; trust `ca` and allow 127.0.0.1 to reach it. */
export class Receiver implements AsyncDisposable {
  /** All deliveries in order. */
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

  /** The URL for a webhook; known once the receiver listens. */
  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** The certificate of this receiver as PEM. */
  get ca(): string {
    return this.#certificate.cert
  }

  /** Listens on a free port of 127.0.0.1; `receiver()` does so. */
  async listen(): Promise<this> {
    await new Promise<void>((resolve, reject) => this.#server.once('error', reject).listen(0, '127.0.0.1', resolve))
    return this
  }

  /** Verifies further deliveries with this secret, too. */
  trust(secret: string): void {
    this.#secrets.push(secret)
  }

  /** Responds to further deliveries with a status, a reply, or the result of a function. */
  respondWith(reply: ReceiverReply | ReceiverRule): void {
    this.#rule = typeof reply === 'function' ? reply : () => reply
  }

  /** Returns the next delivery, waiting for it if needed; rejects after `timeoutMs` (default 5,000). */
  next({ timeoutMs = 5_000 }: { timeoutMs?: number } = {}): Promise<ReceivedDelivery> {
    const ready = this.deliveries[this.#taken]
    if (ready !== undefined) {
      this.#taken += 1
      return Promise.resolve(ready)
    }
    return this.#wait(timeoutMs)
  }

  /** Stops listening and ends open connections; pending calls of `next` reject. */
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
      // A failing rule must show in the delivery log and not end the test process.
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
