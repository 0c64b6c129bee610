import { Bus } from '../../../kernel/events/bus.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import { earliest } from '../../../kernel/operation/moments.ts'
import { Database } from '../../../kernel/storage/database.ts'
import { Alerts } from './alerts.ts'
import { type Claim, Claims } from './claims.ts'
import { Endings } from './attempt-results.ts'
import { Leases } from './leases.ts'
import { batchSize, inFlightInAll } from './limits.ts'
import { DeliveryMetrics } from './metrics.ts'
import { type Ending, Requests } from './requests.ts'

const SWEEP_MS = 1000

/** Sends what is due: claims in one transaction, requests outside any, results in batches of another (webhooks.md, flow 4 to 7). */
export class DeliveryWorker implements BackgroundLoop {
  static readonly inject = [Database, Claims, Requests, Endings, Leases, Alerts, Bus, DeliveryMetrics] as const
  readonly #database: Database
  readonly #claims: Claims
  readonly #requests: Requests
  readonly #endings: Endings
  readonly #leases: Leases
  readonly #alerts: Alerts
  readonly #bus: Bus
  readonly #metrics: DeliveryMetrics
  /** Deliveries that this process holds, until what came of them is stored. */
  readonly #held = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  readonly #giveUp = new AbortController()
  #ended: Ending[] = []
  #turn: Promise<unknown> = Promise.resolve()
  #sweptAt = Number.NEGATIVE_INFINITY
  #nextLease: Date | null = null

  constructor(
    database: Database,
    claims: Claims,
    requests: Requests,
    endings: Endings,
    leases: Leases,
    alerts: Alerts,
    bus: Bus,
    metrics: DeliveryMetrics,
  ) {
    this.#database = database
    this.#claims = claims
    this.#requests = requests
    this.#endings = endings
    this.#leases = leases
    this.#alerts = alerts
    this.#bus = bus
    this.#metrics = metrics
  }

  /** Stores what has ended and starts what is due; waits for no request, each of which wakes the engine when it ends. */
  run(now: Date): Promise<Date | null> {
    return this.#inTurn(async () => {
      await this.#store()
      const lease = await this.#sweep(now)
      const { claims, next } = await this.#claims.take(now, inFlightInAll - this.#held.size)
      for (const claim of claims) this.#start(claim)
      return earliest([next, lease])
    })
  }

  async finish(signal?: AbortSignal): Promise<boolean> {
    if (this.#held.size === 0) return false
    const giveUp = () => this.#giveUp.abort()
    signal?.addEventListener('abort', giveUp, { once: true })
    while (this.#running.size > 0) await Promise.all(this.#running)
    signal?.removeEventListener('abort', giveUp)
    await this.#inTurn(() => this.#store())
    return true
  }

  #start(claim: Claim): void {
    this.#held.add(claim.delivery.id)
    const running = this.#requests.make(claim, this.#giveUp.signal).then((ending) => {
      this.#ended.push(ending)
      this.#running.delete(running)
      this.#bus.wake(this)
    })
    this.#running.add(running)
  }

  async #store(): Promise<void> {
    while (this.#ended.length > 0) {
      const batch = this.#ended.slice(0, batchSize)
      await this.#record(batch)
      // Only now: what could not be stored is stored with the next batch.
      this.#ended = this.#ended.slice(batch.length)
      for (const { claim } of batch) this.#held.delete(claim.delivery.id)
    }
  }

  async #sweep(now: Date): Promise<Date | null> {
    const ended = this.#nextLease !== null && this.#nextLease <= now
    if (!ended && Math.abs(now.getTime() - this.#sweptAt) < SWEEP_MS) return this.#nextLease
    this.#sweptAt = now.getTime()
    const tables = this.#database.tables()
    const lost = await this.#leases.lost(tables, now, this.#held)
    if (lost.length > 0) this.#metrics.lost(await this.#record(lost))
    this.#nextLease = await this.#leases.next(tables, this.#held)
    return this.#nextLease
  }

  async #record(endings: readonly Ending[]): Promise<number> {
    const { recorded, alerts } = await this.#database.transaction((tables) => this.#endings.record(tables, endings))
    this.#alerts.send(alerts)
    return recorded.length
  }

  // One round at a time, however many callers: two would claim for the same free places.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
