import type { Field } from '../operation/schema/fields.ts'
import type { AnyFields, EntityTable } from '../storage/schema/entity.ts'

/** The fields of what stores a filter: what people call it, the plural of its record type, and the filter. */
export type FilterFields = AnyFields & { readonly name: Field<string>; readonly object: Field<string>; readonly filter: Field }

/** An entity that stores a filter in its field `filter`, about the record type whose plural its field `object` holds. */
export interface FilterOwner {
  readonly entity: EntityTable<FilterFields>
  /** What people call such a record: `list`. */
  readonly word: string
}
