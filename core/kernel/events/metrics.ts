import { sql } from 'kysely'
import type { Resolved } from '../operation/operation.ts'
import { gauge, type Meter, type Metric } from '../operation/metric.ts'
import { OpenStreams } from '../operation/stream.ts'
import { Codec } from '../storage/schema/codec.ts'
import { Database } from '../storage/units/database.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import { isWaiting } from '../storage/writing/waiting-events.ts'

/** Metrics of the event log: events that wait for the dispatcher, and open streams. */
export class EventMetrics implements Meter {
  static readonly uses = { database: Database, streams: OpenStreams }
  readonly #uses: Resolved<typeof EventMetrics.uses>

  constructor(uses: Resolved<typeof EventMetrics.uses>) {
    this.#uses = uses
  }

  /** The metrics at `now`. */
  async measure(now: Date): Promise<Metric[]> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(EventRecord.table)
      .select([sql<number>`count(*)`.as('waiting'), sql`min(created_at)`.as('created_at')])
      .where(isWaiting)
      .executeTakeFirstOrThrow()
    const { created_at: oldest } = Codec.of(EventRecord.fields, this.#uses.database.dialect).fromRow({ created_at: row.created_at })
    const age = oldest instanceof Date ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0
    return [
      gauge('rapport_events_waiting', 'Events that workflows and webhooks have not processed', Number(row.waiting)),
      gauge('rapport_events_oldest_waiting_seconds', 'Age of the oldest of them', age),
      gauge('rapport_event_streams', 'Open streams of events in this process', this.#uses.streams.count),
    ]
  }
}
