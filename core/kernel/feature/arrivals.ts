import type { EntityTable } from '../storage/schema/entity.ts'
import type { Records } from '../storage/records/records.ts'

/** What a feature does as soon as a known record gets a key by which other records may refer to it. */
export interface ArrivalListener<R extends object = object> {
  /** The record type whose records arrive. */
  readonly entity: EntityTable
  /** Called in the unit of work of the write, behind it. */
  arrived(records: Records, arrivals: readonly R[]): Promise<void>
}
