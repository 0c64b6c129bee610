import { Closed } from '../../operation/schema/schema.ts'
import type { listSchema } from './filters.ts'

type ListSchema = ReturnType<typeof listSchema>

/** The query of a list whose rows are deleted for good: without `deleted`. */
export function withoutDeleted<T extends ListSchema>({ properties }: T) {
  const { deleted: _deleted, ...rest } = properties
  return Closed(rest)
}

/** The query of a list whose rows are never changed either: without `deleted` and `updated_since`. */
export function withoutChanges<T extends ListSchema>({ properties }: T) {
  const { deleted: _deleted, updated_since: _since, ...rest } = properties
  return Closed(rest)
}
