import { Bus } from '../../../kernel/events/bus.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { BackgroundLoop } from '../../../kernel/operation/background-loop.ts'
import { earliest } from '../../../kernel/operation/schema/moments.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { Alerts } from './alerts.ts'
import { type Claim, Claims } from './claims.ts'
import { AttemptResults } from './attempt-results.ts'
import { Leases } from './leases.ts'
import { batchSize, inFlightInAll } from './limits.ts'
import { DeliveryMetrics } from './metrics.ts'
import { type AttemptResult, Requests } from './requests.ts'

const SWEEP_MS = 1000

/** Sends due deliveries: claims them in one transaction, makes the requests outside of any, stores the results in batches in another. */
export class DeliveryWorker implements BackgroundLoop {
  static readonly uses = {
    database: Database,
    claims: Claims,
    requests: Requests,
    results: AttemptResults,
    leases: Leases,
    alerts: Alerts,
    bus: Bus,
    metrics: DeliveryMetrics,
  }
  readonly watches = [WebhookDelivery, Webhook]
  readonly #uses: Resolved<typeof DeliveryWorker.uses>
  /** Deliveries that this process holds until their results are stored. */
  readonly #held = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #ended: AttemptResult[] = []
  #turn: Promise<unknown> = Promise.resolve()
  #sweptAt = Number.NEGATIVE_INFINITY
  #nextLease: Date | null = null

  constructor(uses: Resolved<typeof DeliveryWorker.uses>) {
    this.#uses = uses
  }

  /** Stores what has ended and starts what is due, without waiting for the requests: each wakes the engine when it ends. */
  run(now: Date): Promise<Date | null> {
    return this.#inTurn(async () => {
      await this.#store()
      const lease = await this.#sweep(now)
      const { claims, next } = await this.#uses.claims.take(now, inFlightInAll - this.#held.size)
      for (const claim of claims) this.#start(claim)
      return earliest([next, lease])
    })
  }

  /** Waits for the requests in flight, which end early when `signal` is aborted, and stores their results. */
  async finish(signal?: AbortSignal): Promise<boolean> {
    if (this.#held.size === 0) return false
    const abort = () => this.#abort.abort()
    signal?.addEventListener('abort', abort, { once: true })
    while (this.#running.size > 0) await Promise.all(this.#running)
    signal?.removeEventListener('abort', abort)
    await this.#inTurn(() => this.#store())
    return true
  }

  #start(claim: Claim): void {
    this.#held.add(claim.delivery.id)
    const running = this.#uses.requests.make(claim, this.#abort.signal).then((result) => {
      this.#ended.push(result)
      this.#running.delete(running)
      this.#uses.bus.wake({ only: this })
    })
    this.#running.add(running)
  }

  async #store(): Promise<void> {
    while (this.#ended.length > 0) {
      const batch = this.#ended.slice(0, batchSize)
      await this.#record(batch)
      // Removed only after the commit: what could not be stored is stored with the next batch.
      this.#ended = this.#ended.slice(batch.length)
      for (const { claim } of batch) this.#held.delete(claim.delivery.id)
    }
  }

  async #sweep(now: Date): Promise<Date | null> {
    const isOver = this.#nextLease !== null && this.#nextLease <= now
    if (!isOver && Math.abs(now.getTime() - this.#sweptAt) < SWEEP_MS) return this.#nextLease
    this.#sweptAt = now.getTime()
    const tables = this.#uses.database.tables()
    const lost = await this.#uses.leases.lost(tables, now, this.#held)
    if (lost.length > 0) this.#uses.metrics.lost(await this.#record(lost))
    this.#nextLease = await this.#uses.leases.next(tables, this.#held)
    return this.#nextLease
  }

  async #record(results: readonly AttemptResult[]): Promise<number> {
    const { stored, alerts } = await this.#uses.database.transaction((tables) => this.#uses.results.store(tables, results))
    this.#uses.alerts.send(alerts)
    return stored.length
  }

  // One round at a time: two would both claim deliveries for the same free places.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}
