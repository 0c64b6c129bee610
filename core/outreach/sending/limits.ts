import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Email } from '../emails/entity.ts'
import type { Mailbox } from '../mailboxes/entity.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How many messages a mailbox may begin to send now, or when the next one. */
export type Allowed = { readonly room: number } | { readonly until: Date }

/** Counts what a mailbox has begun to send in the last hour and 24 hours, by all processes; under the lock of its row. */
export class Limits {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof Limits.uses>) {
    this.#records = records
  }

  /** The room that both limits leave. */
  async room({ id, hourly_limit, daily_limit }: Mailbox): Promise<Allowed> {
    const all = [
      ...(hourly_limit === null ? [] : [await this.#within(id, hourly_limit, HOUR_MS)]),
      ...(daily_limit === null ? [] : [await this.#within(id, daily_limit, DAY_MS)]),
    ]
    const full = all.flatMap((each) => ('until' in each ? [each.until] : []))
    const last = full.toSorted((a, b) => b.getTime() - a.getTime())[0]
    if (last) return { until: last }
    return { room: Math.min(Number.MAX_SAFE_INTEGER, ...all.flatMap((each) => ('room' in each ? [each.room] : []))) }
  }

  async #within(mailbox_id: string, limit: number, span: number): Promise<Allowed> {
    const { unit } = this.#records
    const codec = this.#records.codec(Email)
    const since = codec.toColumn('begun_at', new Date(unit.now.getTime() - span))
    const begun = this.#records.whole.db.selectFrom(Email.table).where('mailbox_id', '=', mailbox_id).where('begun_at', '>', since)
    const row = await begun.select(sql<number>`count(*)`.as('sent')).executeTakeFirst()
    const sent = Number(row?.sent ?? 0)
    if (sent < limit) return { room: limit - sent }
    // There is room for one more when this one leaves the span.
    const first = await begun
      .select('begun_at')
      .orderBy('begun_at')
      .offset(sent - limit)
      .limit(1)
      .executeTakeFirst()
    const { begun_at } = codec.pick(first ?? {}, ['begun_at'])
    return { until: new Date((begun_at ?? unit.now).getTime() + span) }
  }
}
