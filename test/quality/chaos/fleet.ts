import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Actor, Engine, Http, scopes } from 'rapport-crm'
import { bundled } from '../../support/bundle.ts'
import { receiver, type Receiver } from '../../support/receiver.ts'
import { chaosProbe } from './audit.ts'
import { EarlyClock } from './clock.ts'
import { launch } from './launch.ts'
import { storageOf } from './storage.ts'
import { type Tally, tally } from './tally.ts'
import type { Line, Orders } from './worker.ts'

const script = await bundled(fileURLToPath(new URL('./worker.ts', import.meta.url)))
const LEASE_MS = 30_000

export const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

/** A process that writes and delivers. */
export class Worker {
  readonly contacts: string[] = []
  /** What it logged as an error. */
  errors = ''
  /** Milliseconds that it took to close. */
  closed: number | undefined
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  #ready = false
  #rest = ''

  constructor(orders: Orders) {
    this.#child = launch(script, [JSON.stringify(orders)], ['ignore', 'pipe', 'pipe', 'ipc'])
    this.#ended = once(this.#child, 'close')
    this.#child.stdout?.on('data', (data) => this.#read(String(data)))
    this.#child.stderr?.on('data', (data) => (this.errors += String(data)))
  }

  get count(): number {
    return this.contacts.length
  }

  get ready(): Promise<void> {
    return this.#until(() => this.#ready)
  }

  /** Resolves when so many of its contacts were acknowledged. */
  reaches(count: number): Promise<void> {
    return this.#until(() => this.contacts.length >= count)
  }

  /** Resolves when it has killed itself. */
  async dies(): Promise<void> {
    await this.#ended
    if (this.#child.signalCode !== 'SIGKILL') throw new Error(`A worker did not kill itself (${this.#child.exitCode}):\n${this.errors}`)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  /** Stops the worker like an operator; does not end suspended workers. */
  async end(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.#ended
    if (this.#child.exitCode !== 0)
      throw new Error(`A worker ended with ${this.#child.exitCode ?? this.#child.signalCode}:\n${this.errors}`)
  }

  standStill(): void {
    this.#child.kill('SIGSTOP')
  }

  goOn(): void {
    this.#child.kill('SIGCONT')
  }

  /** Milliseconds of CPU so far. */
  async cpu(): Promise<number> {
    this.#child.send('cpu')
    const [{ user, system }] = (await once(this.#child, 'message')) as [NodeJS.CpuUsage]
    return (user + system) / 1000
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#hasEnded) throw new Error(`A worker ended with ${this.#child.exitCode ?? this.#child.signalCode}:\n${this.errors}`)
      await Promise.race([once(this.#child.stdout as NodeJS.ReadableStream, 'data'), this.#ended])
    }
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  #read(data: string): void {
    const lines = (this.#rest + data).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines.map((each) => JSON.parse(each) as Line)) {
      if ('contact' in line) this.contacts.push(line.contact)
      else if ('closed' in line) this.closed = line.closed
      else this.#ready = true
    }
  }
}

/** A database with webhooks, their endpoint, and the workers on it. */
export class Fleet implements AsyncDisposable {
  readonly place: string
  readonly receiver: Receiver
  /** Number of webhooks. */
  readonly webhooks: number
  readonly workers: Worker[] = []
  /** How far the clocks of new workers are ahead, so that earlier leases have ended. */
  aheadMs = 0
  /** The most requests in flight for one webhook. */
  most = 0
  readonly #underWay = new Map<string, number>()

  private constructor(place: string, webhooks: number, endpoint: Receiver) {
    this.place = place
    this.webhooks = webhooks
    this.receiver = endpoint
  }

  static async open(place: string, webhooks = 1, answerMs = 0): Promise<Fleet> {
    const fleet: Fleet = new Fleet(place, webhooks, await receiver({ clock: { now: () => new Date(Date.now() + fleet.aheadMs / 2) } }))
    fleet.answer(200, answerMs)
    await fleet.inside(async (engine) => {
      const api = engine.as(ada)
      for (let count = 1; count <= webhooks; count += 1) {
        const { secret } = await api.webhooks.create({ url: `${fleet.receiver.url}${count}`, events: ['contact.created'] })
        fleet.receiver.trust(secret)
      }
    })
    return fleet
  }

  /** The response of the endpoint, and its delay in milliseconds. */
  answer(status: number, afterMs = 0): void {
    this.receiver.respondWith(async ({ path }) => {
      const underWay = (this.#underWay.get(path) ?? 0) + 1
      this.#underWay.set(path, underWay)
      this.most = Math.max(this.most, underWay)
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
      this.#underWay.set(path, (this.#underWay.get(path) ?? 1) - 1)
      return status
    })
  }

  /** Starts a worker; by default one that only delivers. */
  worker(orders: Partial<Orders> = {}): Worker {
    const tag = `w${this.workers.length}`
    const { place, aheadMs } = this
    const worker = new Worker({ place, ca: this.receiver.ca, tag, lanes: 2, contacts: 0, aheadMs, ...orders })
    this.workers.push(worker)
    return worker
  }

  /** Ends the leases of all former workers. */
  afterLeases(): void {
    this.aheadMs += LEASE_MS + 1000
  }

  /** Resolves after so many requests. */
  async received(count: number): Promise<void> {
    while (this.receiver.deliveries.length < count) await this.receiver.next({ timeoutMs: 60_000 })
  }

  /** Opens the database in this process, which delivers only on request. */
  async inside<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const ports = [new EarlyClock(this.aheadMs), new Http({ allow: ['127.0.0.1'], ca: this.receiver.ca })]
    const engine = (await Engine.open({ storage: storageOf(this.place), plugins: [chaosProbe], ports })) as Engine
    try {
      return await work(engine)
    } finally {
      await engine.close()
    }
  }

  /** Delivers the rest and counts everything. */
  async settle(): Promise<Tally> {
    return await this.inside(async (engine) => {
      await engine.tick()
      return await tally(
        engine,
        this.workers.flatMap(({ contacts }) => contacts),
        this.receiver.deliveries,
      )
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.workers.map((each) => each.kill()))
    await this.receiver.close()
  }
}
