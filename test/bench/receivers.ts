import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export type Arrival = readonly [entity: string, at: number, endpoint: number]

type Message = { readonly arrivals?: readonly Arrival[]; readonly most?: number }

// From where the bench is run: a row that is bundled is not beside it.
const writer = resolve('test/bench/sink.ts')

/** Endpoints in a process of their own: `healthy` ones that answer 204 at once, then `silent` ones that never answer. */
export class Receivers implements AsyncDisposable {
  readonly arrivals: Arrival[] = []
  readonly urls: readonly string[]
  readonly ca: string
  /** The most connections that were open at once to those that never answer. */
  mostSilent = 0
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, { ports, ca }: { ports: number[]; ca: string }) {
    this.#child = child
    this.urls = ports.map((port) => `https://127.0.0.1:${port}/`)
    this.ca = ca
    child.on('message', ({ arrivals = [], most = 0 }: Message) => {
      this.arrivals.push(...arrivals)
      this.mostSilent = Math.max(this.mostSilent, most)
    })
  }

  static async start(healthy: number, silent = 0): Promise<Receivers> {
    const options = { execArgv: ['-C', 'source'] }
    const child = fork(writer, [String(healthy), String(silent)], options)
    const [ready] = (await once(child, 'message')) as [{ ports: number[]; ca: string }]
    return new Receivers(child, ready)
  }

  async received(count: number): Promise<void> {
    while (this.arrivals.length < count) await once(this.#child, 'message')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }
}
