import { type Kysely, sql } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Counter, gauge, Histogram, type Meter, type Metric } from '../../../kernel/operation/metric.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import type { Claim } from './claims.ts'
import { WebhookDelivery } from '../entity.ts'
import { type AttemptOutcome, classify, workerLost } from './outcome.ts'

/** Metrics of deliveries: outcomes and durations of the attempts of this process, and the deliveries that wait in the database. */
export class DeliveryMetrics implements Meter {
  static readonly uses = { database: Database }
  readonly #database: Database
  readonly #codec: Codec<typeof WebhookDelivery.fields>
  readonly #attempts = new Counter({ name: 'rapport_webhook_attempts_total', help: 'Attempts that ended, by outcome and kind' })
  readonly #durations = new Histogram(
    { name: 'rapport_webhook_attempt_duration_seconds', help: 'From the start of a request to its answer' },
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )
  readonly #delays = new Histogram(
    { name: 'rapport_webhook_delay_seconds', help: 'From the moment an attempt was due to its request' },
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  )
  #inFlight = 0

  constructor({ database }: Resolved<typeof DeliveryMetrics.uses>) {
    this.#database = database
    this.#codec = Codec.of(WebhookDelivery.fields, database.dialect)
  }

  /** Counts a request that begins. */
  started({ kind, delivery: { due_at } }: Claim, now: Date): void {
    this.#inFlight += 1
    // Attempts that a user asks for start at once, whenever their delivery was due.
    if (kind === 'auto' && due_at) this.#delays.observe(Math.max(0, now.getTime() - due_at.getTime()) / 1000)
  }

  /** Counts a request that has ended. */
  ended({ kind }: Claim, outcome: AttemptOutcome): void {
    this.#inFlight -= 1
    this.#attempts.add({ outcome: classify(outcome), kind })
    this.#durations.observe(outcome.durationMs / 1000)
  }

  /** Counts attempts whose worker died, as found by this process. */
  lost(count: number): void {
    this.#attempts.add({ outcome: classify(workerLost), kind: 'lost' }, count)
  }

  /** The metrics at `now`. */
  async measure(now: Date): Promise<Metric[]> {
    return [
      this.#attempts.read(),
      this.#durations.read(),
      this.#delays.read(),
      gauge('rapport_webhook_requests_in_flight', 'Requests in flight in this process', this.#inFlight),
      await this.#deliveries(this.#database.tables(), now),
    ]
  }

  // The states are literals, so that the databases use their partial indexes; ended deliveries are not counted.
  async #deliveries(tables: Kysely<Tables>, now: Date): Promise<Metric> {
    const rows = (status: 'pending' | 'inflight') =>
      tables
        .selectFrom(WebhookDelivery.table)
        .select(sql<number>`count(*)`.as('rows'))
        .where('status', '=', sql.lit(status))
    const count = async (query: ReturnType<typeof rows>) => Number((await query.executeTakeFirstOrThrow()).rows)
    const due = rows('pending').where('due_at', '<=', this.#codec.toColumn('due_at', now))
    const [pending, ready, inflight] = await Promise.all([count(rows('pending')), count(due), count(rows('inflight'))])
    const samples = [
      { labels: { state: 'due' }, value: ready },
      { labels: { state: 'waiting' }, value: Math.max(0, pending - ready) },
      { labels: { state: 'inflight' }, value: inflight },
    ]
    return { name: 'rapport_webhook_deliveries', help: 'Deliveries that are not finished, in the whole database', type: 'gauge', samples }
  }
}
