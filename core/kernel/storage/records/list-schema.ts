import type { TObject } from '@sinclair/typebox'
import { ClosedAs } from '../../operation/schema/schema.ts'

/** The query of a list whose rows are deleted for good: without `deleted`. */
export function withoutDeleted<T extends TObject>({ properties }: T) {
  const { deleted: _deleted, ...rest } = properties
  return ClosedAs<Omit<T['properties'], 'deleted'>>(rest)
}

/** The query of a list whose rows are never changed either: without `deleted` and `updated_since`. */
export function withoutChanges<T extends TObject>({ properties }: T) {
  const { deleted: _deleted, updated_since: _since, ...rest } = properties
  return ClosedAs<Omit<T['properties'], 'deleted' | 'updated_since'>>(rest)
}
