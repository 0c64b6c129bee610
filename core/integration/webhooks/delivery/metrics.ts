import { type Kysely, sql } from 'kysely'
import { Counter, gauge, Histogram, type Meter, type Metric } from '../../../kernel/operation/metric.ts'
import { Codec } from '../../../kernel/storage/codec.ts'
import { Database } from '../../../kernel/storage/database.ts'
import type { Tables } from '../../../kernel/storage/tables.ts'
import type { Claim } from './claims.ts'
import { WebhookDelivery } from '../entity.ts'
import { type AttemptOutcome, classify, workerLost } from './outcome.ts'

/** What operators watch of deliveries: how attempts end and how long they take in this process, what waits in the database. */
export class DeliveryMetrics implements Meter {
  static readonly inject = [Database] as const
  readonly #database: Database
  readonly #codec: Codec<typeof WebhookDelivery.fields>
  readonly #attempts = new Counter({ name: 'rapport_webhook_attempts_total', help: 'Attempts that ended, by outcome and kind' })
  readonly #durations = new Histogram(
    { name: 'rapport_webhook_attempt_duration_seconds', help: 'From the start of a request to its answer' },
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )
  readonly #delays = new Histogram(
    { name: 'rapport_webhook_delay_seconds', help: 'From the moment at which an attempt was due to its request' },
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  )
  #underWay = 0

  constructor(database: Database) {
    this.#database = database
    this.#codec = Codec.of(WebhookDelivery.fields, database.dialect)
  }

  started({ kind, delivery: { due_at } }: Claim, now: Date): void {
    this.#underWay += 1
    // Whoever asks for an attempt has it at once: its delivery may have been due at any time.
    if (kind === 'auto' && due_at) this.#delays.observe(Math.max(0, now.getTime() - due_at.getTime()) / 1000)
  }

  ended({ kind }: Claim, outcome: AttemptOutcome): void {
    this.#underWay -= 1
    this.#attempts.add({ outcome: classify(outcome), kind })
    this.#durations.observe(outcome.durationMs / 1000)
  }

  /** Attempts whose worker has died, found by this process. */
  lost(count: number): void {
    this.#attempts.add({ outcome: classify(workerLost), kind: 'lost' }, count)
  }

  async measure(now: Date): Promise<Metric[]> {
    return [
      this.#attempts.read(),
      this.#durations.read(),
      this.#delays.read(),
      gauge('rapport_webhook_requests_in_flight', 'Requests under way in this process', this.#underWay),
      await this.#deliveries(this.#database.tables(), now),
    ]
  }

  // Words of the database's own, written out, so that the partial indexes are used; what has ended is not counted.
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
    return { name: 'rapport_webhook_deliveries', help: 'Deliveries that are not done, in the whole database', type: 'gauge', samples }
  }
}
