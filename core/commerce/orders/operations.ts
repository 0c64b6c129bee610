import { OrderService } from './service.ts'
import { bulkDeleteOperation, singleDeleteJob } from '../../records/bulk/deletes.ts'
import { group, type Methods } from '../../kernel/operation/operation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { standard } from '../../records/record-type/standard.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { bulkDocumentsOperation } from '../documents/bulk.ts'
import type { orderType } from './record-type.ts'

/** The job that deletes more than 100 orders. */
export const orderJobs = { delete: singleDeleteJob({ plural: 'orders', store: OrderService }) }

/** The operations of orders. */
export const orderOperations = (type: Composed<typeof orderType>) =>
  group('Orders', { ...standard(type), ...searchOperation(type), ...bulkDocumentsOperation(type), ...bulkDeleteOperation(type, orderJobs) })

/** The typed methods of these operations. */
export interface Orders extends Methods<ReturnType<typeof orderOperations>> {}
