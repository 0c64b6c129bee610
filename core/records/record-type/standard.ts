import type { TObject } from '@sinclair/typebox'
import type { ReadById } from '../../kernel/operation/schema/schema.ts'
import { withReadOnly } from '../../kernel/operation/validate.ts'
import { listedFields, type ReadQuery, type Resource, type UpdateInput } from './resource.ts'
import { getOperation, listOperation } from './standard-reads.ts'
import { createOperation, deleteOperation, restoreOperation, updateOperation } from './standard-writes.ts'

/** List, get, create, update, delete and restore of a record type, from one declaration. */
export function standard<
  const P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends UpdateInput,
  L extends TObject,
  G extends ReadQuery = typeof ReadById,
  H extends TObject = O,
>(resource: Resource<P, R, O, C, U, L, G, H>) {
  const { create, update, counts = {} } = resource
  const updating = updateOperation(resource)
  for (const input of [create, update, updating.update.input]) withReadOnly(input, [...listedFields(resource), ...Object.keys(counts)])
  return {
    ...listOperation(resource),
    ...getOperation(resource),
    ...createOperation(resource),
    ...updating,
    ...deleteOperation(resource),
    ...restoreOperation(resource),
  }
}
