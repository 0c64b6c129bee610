import { bulkUpdateOperation } from '../../records/bulk/change.ts'
import { bulkDeleteOperation } from '../../records/bulk/deletes.ts'
import { bulkJobs } from '../../records/bulk/jobs.ts'
import { bulkUpsertOperation } from '../../records/bulk/operation.ts'
import { duplicatesOperation } from '../../records/duplicates/operation.ts'
import { historyOperation } from '../../records/history/operation.ts'
import { group, type Methods } from '../../kernel/operation/operation.ts'
import { standard } from '../../records/record-type/standard.ts'
import { mergeOperation } from '../../records/merges/operation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { timelineOperation } from '../../records/timeline/operation.ts'
import { companyType } from './record-type.ts'

/** Jobs of bulk updates and deletes of more than 500 companies. */
export const companyJobs = bulkJobs(companyType)

/** Operations on companies; creating one finds the known one by its keys first. */
export const companyOperations = (type: Composed<typeof companyType>) =>
  group('Companies', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkUpsertOperation(type),
    ...bulkUpdateOperation(type, companyJobs),
    ...bulkDeleteOperation(type, companyJobs),
    ...timelineOperation(type),
    ...historyOperation(type),
    ...mergeOperation(type),
    ...duplicatesOperation(type),
  })

/** The typed methods of the group. */
export interface Companies extends Methods<ReturnType<typeof companyOperations>> {}
