import type { TObject } from '@sinclair/typebox'
import { bulkUpdateOperation } from '../bulk/change.ts'
import { bulkDeleteOperation } from '../bulk/deletes.ts'
import type { BulkJobs } from '../bulk/jobs.ts'
import { bulkUpsertOperation } from '../bulk/operation.ts'
import { duplicatesOperation } from '../duplicates/operation.ts'
import { historyOperation } from '../history/operation.ts'
import { mergeOperation } from '../merges/operation.ts'
import type { ReadQuery, UpdateInput } from '../record-type/resource.ts'
import type { RecordType } from '../record-type/record-type.ts'
import { searchOperation } from '../record-type/search-operation.ts'
import { standard } from '../record-type/standard.ts'
import { timelineOperation } from '../timeline/operation.ts'

// A composed record type, by what the types of its operations follow from.
interface ComposedType {
  readonly plural: string
  readonly record: TObject
  readonly listed: { readonly record: TObject }
  readonly create: TObject
  readonly update: UpdateInput
  readonly list: TObject
  readonly get: ReadQuery
  readonly declared: RecordType
}

type StandardOf<C extends ComposedType> = ReturnType<
  typeof standard<C['plural'], never, C['record'], C['create'], C['update'], C['list'], C['get'], C['listed']['record']>
>
/** The operations `O` of a record type that declares the aspect `A`. */
type With<C extends ComposedType, A extends string, O> = C['declared'] extends Readonly<Record<A, object>> ? O : unknown

/** The operations that follow from the aspects that a record type declares. */
export type RecordOperations<C extends ComposedType, J extends BulkJobs | undefined> = StandardOf<C> &
  With<C, 'search', ReturnType<typeof searchOperation<C['plural'], C['record']>>> &
  With<C, 'keys', ReturnType<typeof bulkUpsertOperation<C['plural'], C['create']>>> &
  (J extends BulkJobs ? ReturnType<typeof bulkUpdateOperation<C['update']>> & ReturnType<typeof bulkDeleteOperation> : unknown) &
  With<C, 'timeline', ReturnType<typeof timelineOperation>> &
  With<C, 'watch', ReturnType<typeof historyOperation>> &
  With<C, 'merge', ReturnType<typeof mergeOperation<C['record'], C['update']>>> &
  With<C, 'similarity', ReturnType<typeof duplicatesOperation>>

/**
 * All operations that follow from the aspects of a record type: list, get, create, update, delete and restore of any; search, bulk upsert
 * (`keys`), timeline, history (`watch`), merge and duplicates (`similarity`) of those that declare them; bulk update and delete with `jobs`
 * (`bulkJobs(type)`), which the feature lists under `jobTypes`. The store of a type with `keys`, `merge` or jobs has `sets`, as that of `storeOf`.
 */
export function recordOperations<const C extends ComposedType, J extends BulkJobs | undefined = undefined>(
  type: C,
  jobs?: J,
): RecordOperations<C, J> {
  const { declared } = type
  // Each operation checks the parts of a declaration that it is made from; here an aspect is known to be there only when it runs.
  const whole = type as never
  const operations = {
    ...standard(whole),
    ...(declared.search && searchOperation(whole)),
    ...(declared.keys && bulkUpsertOperation(whole)),
    ...(jobs && { ...bulkUpdateOperation(whole, jobs), ...bulkDeleteOperation(whole, jobs) }),
    ...(declared.timeline && timelineOperation(whole)),
    ...(declared.watch && historyOperation(whole)),
    ...(declared.merge && mergeOperation(whole)),
    ...(declared.similarity && duplicatesOperation(whole)),
  }
  // Which of them there are follows from the declaration, as the type says.
  return operations as never
}
