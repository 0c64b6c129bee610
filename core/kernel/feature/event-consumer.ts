import type { Kysely } from 'kysely'
import type { EventRecord } from '../storage/schema/event-record.ts'
import type { Records } from '../storage/records/records.ts'
import type { Tables } from '../storage/schema/tables.ts'

/** An event as consumers get it; the delivered bytes stay in the log. */
export type DispatchedEvent = Readonly<
  Pick<
    EventRecord,
    'id' | 'user_from' | 'type' | 'entity_type' | 'entity_id' | 'payload' | 'actor' | 'cause_chain' | 'request_id' | 'created_at'
  >
>

/** Writes rows that follow from events, in the transaction that marks the events as processed. */
export interface EventConsumer {
  /** Writes what follows from these events; if it throws, they stay unprocessed and are tried again. */
  consume(events: readonly DispatchedEvent[], tables: Kysely<Tables>, now: Date): Promise<void>
  /** What followed from one event, by name, for `getEvent`. */
  caused?(event: number, records: Records): Promise<Readonly<Record<string, readonly unknown[]>>>
}

/** The consumers of all features; constructed on first use. */
export class Consumers {
  readonly #make: () => readonly EventConsumer[]
  #made: readonly EventConsumer[] | undefined

  constructor(make: () => readonly EventConsumer[]) {
    this.#make = make
  }

  /** In the order of their features. */
  get all(): readonly EventConsumer[] {
    return (this.#made ??= this.#make())
  }
}
