import type { Kysely } from 'kysely'
import type { EventRecord } from '../storage/event-record.ts'
import type { Records } from '../storage/records.ts'
import type { Tables } from '../storage/tables.ts'

/** An event as the dispatcher hands it on; the delivered bytes stay in the log. */
export type DispatchedEvent = Readonly<
  Pick<EventRecord, 'id' | 'user_from' | 'type' | 'entity_type' | 'entity_id' | 'payload' | 'cause_chain' | 'created_at'>
>

/** What follows from events: rows that are written in the transaction that marks the events as processed. */
export interface EventConsumer {
  /** Writes what follows from these events; whatever it throws leaves them unprocessed, to be tried again. */
  consume(events: readonly DispatchedEvent[], tables: Kysely<Tables>, now: Date): Promise<void>
  /** What one event has led to, by name, for whoever looks at the event. */
  caused?(event: number, records: Records): Promise<Readonly<Record<string, readonly unknown[]>>>
}

/** The consumers of all features; made when they are first asked for. */
export class Consumers {
  readonly #make: () => readonly EventConsumer[]
  #made: readonly EventConsumer[] | undefined

  constructor(make: () => readonly EventConsumer[]) {
    this.#make = make
  }

  get all(): readonly EventConsumer[] {
    return (this.#made ??= this.#make())
  }
}
