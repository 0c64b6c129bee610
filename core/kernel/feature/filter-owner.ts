import type { EntityTable } from '../storage/entity.ts'

/** An entity that stores a filter in its field `filter`, about the record type whose plural its field `object` holds. */
export interface FilterOwner {
  readonly entity: EntityTable
  /** What people call such a record: `list`. */
  readonly word: string
}
