import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../support/postgres.setup.ts'
import { environment, type Seed } from './install.ts'

const START_MS = 60_000

/** What came back, as far as the table of expected answers says it. */
export interface Answer {
  readonly status: number
  /** Media type without parameters. */
  readonly type: string | null
  readonly headers: Headers
  readonly text: string
  /** The JSON of the body, where it is some. */
  readonly json: any
}

/** The app of one framework, started by its own script `start`. */
export class App {
  readonly name: string
  readonly seed: Seed
  readonly #port: number
  readonly #child: ChildProcess
  #output = ''

  private constructor(name: string, seed: Seed, port: number, child: ChildProcess) {
    this.name = name
    this.seed = seed
    this.#port = port
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
  }

  static async start(name: string, folder: string, seed: Seed): Promise<App> {
    const port = await freePort()
    // A group of its own, because npm does not pass signals on to all that it starts.
    const options = { cwd: folder, env: { ...environment, PORT: String(port), NODE_ENV: 'production' }, detached: true } as const
    const app = new App(name, seed, port, spawn('npm', ['run', '--silent', 'start'], options))
    const until = performance.now() + START_MS
    for (;;) {
      if (app.#child.exitCode !== null || performance.now() > until) throw new Error(`${name} did not start:\n${app.output}`)
      const answer = await app.get('/crm/api/v1/catalog').catch(() => undefined)
      if (answer?.status === 200) return app
      await delay(100)
    }
  }

  /** What it has printed. */
  get output(): string {
    return this.#output.slice(-4000)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.pid === undefined) return
    const ended = once(this.#child, 'exit')
    process.kill(-this.#child.pid, 'SIGKILL')
    await ended
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  headers(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { authorization: `Bearer ${this.seed.key}`, ...more }
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
    return await read(await fetch(`${this.url}${path}`, { method, headers: this.headers(headers) }))
  }

  async send(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const sent = { method, body: text, headers: this.headers({ 'content-type': 'application/json', ...headers }) }
    return await read(await fetch(`${this.url}${path}`, sent))
  }

  /** Sends the beginning of a request, and breaks the connection off. */
  async breakOff(path: string): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1')
    const head = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${this.seed.key}`]
    await new Promise<void>((resolve) =>
      socket.write(`${[...head, 'content-type: application/json', 'content-length: 1000'].join('\r\n')}\r\n\r\n{"email":`, () => resolve()),
    )
    socket.destroy()
  }
}

async function read(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? null
  const text = await response.text()
  const json: unknown = type?.endsWith('json') && text !== '' ? JSON.parse(text) : undefined
  return { status: response.status, type, headers: response.headers, text, json }
}
