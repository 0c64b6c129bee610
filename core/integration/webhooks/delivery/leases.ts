import { sql, type Kysely } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { earliest } from '../../../kernel/operation/schema/moments.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { deliveryOf } from './claims.ts'
import { WebhookDelivery } from '../entity.ts'
import { batchSize, leaseMs, leaseTooLongMs } from './limits.ts'
import { workerLost } from './outcome.ts'
import type { AttemptResult } from './requests.ts'

/** Finds deliveries whose worker did not finish within its lease. */
export class Leases {
  static readonly uses = { database: Database }
  readonly #codec: Codec<typeof WebhookDelivery.fields>

  constructor({ database: { dialect } }: Resolved<typeof Leases.uses>) {
    this.#codec = Codec.of(WebhookDelivery.fields, dialect)
  }

  /** Their attempts as results (`worker_lost`); `own` are deliveries of this process, whose attempts still run. */
  async lost(tables: Kysely<Tables>, now: Date, own: ReadonlySet<string>): Promise<AttemptResult[]> {
    const column = (time: number) => this.#codec.toColumn('lease_until', new Date(time))
    const rows = await tables
      .selectFrom(WebhookDelivery.table)
      .selectAll()
      .where('status', '=', sql.lit('inflight'))
      // A lease far in the future was given before the clock was set back, and would hold the delivery for that long.
      .where((eb) =>
        eb.or([eb('lease_until', '<=', column(now.getTime())), eb('lease_until', '>', column(now.getTime() + leaseMs + leaseTooLongMs))]),
      )
      .limit(batchSize)
      .execute()
    return rows
      .filter(({ id }) => !own.has(String(id)))
      .map((row) => {
        const delivery = deliveryOf(row, this.#codec)
        const claim = { kind: delivery.event_id === null ? 'test' : 'auto', delivery, token: String(delivery.lease_token) } as const
        return { claim, outcome: workerLost, retryAfter: null, endedAt: now }
      })
  }

  /** When the next lease of another process ends. */
  async next(tables: Kysely<Tables>, own: ReadonlySet<string>): Promise<Date | null> {
    const rows = await tables
      .selectFrom(WebhookDelivery.table)
      .select(['id', 'lease_until'])
      .where('status', '=', sql.lit('inflight'))
      .execute()
    const ends = rows.filter(({ id }) => !own.has(String(id))).flatMap((row) => this.#codec.fromRow(row).lease_until ?? [])
    return earliest(ends)
  }
}
