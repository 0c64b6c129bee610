import type { EntityTable } from '../storage/entity.ts'

/**
 * A record type that stores a filter in its field `filter`, about records of the type that its field `object` names. `S` is what
 * the search knows of such a type: the kernel only hands it on.
 */
export interface FilterOwner<S = unknown> {
  readonly entity: EntityTable
  /** What people call such a record: `list`. */
  readonly word: string
  /** What the filter can name; undefined where the type is no longer there. */
  of(object: string): S | undefined
}
