import type { Fields } from '../operation/schema/fields.ts'
import type { EntityTable, OwnFields } from '../storage/schema/entity.ts'

/**
 * Something that can create records. `created_via` of a record names it as `type:id`; a user (`via: 'user'`) is named by the label in
 * `created_by` instead, and `created_via` is only `user`.
 */
export interface CreatorType {
  /** The type in `created_via`: `api_key`. */
  readonly via: string
  readonly entity: EntityTable<OwnFields & Fields>
  /** The field by which people know it: `name`. */
  readonly label: string
  /** The field with the id of the user as whom it acts, if it acts as one: `user_id`. */
  readonly user?: string
}
