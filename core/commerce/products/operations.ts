import { bulkDeleteOperation, deleteJob } from '../../records/bulk/deletes.ts'
import { bulkUpsertOperation } from '../../records/bulk/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { standard } from '../../records/record-type/standard.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import type { productType } from './record-type.ts'
import { StockChanges, StockResult, StockService } from './stock.ts'

/** The job that deletes more than 500 products. */
export const productJobs = { delete: deleteJob({ plural: 'products' }) }

/** The operations of products. */
export const productOperations = (type: Composed<typeof productType>) =>
  group('Products', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkUpsertOperation(type),
    ...bulkDeleteOperation(type, productJobs),
    setStock: operation({
      id: 'bulkSetStock',
      summary: 'Set the on-hand, reserved and incoming quantities of up to 5,000 products by sku',
      scope: 'write',
      route: 'POST /products/stock',
      batch: true,
      input: StockChanges,
      output: StockResult,
      uses: { stock: StockService },
      handle: ({ records }, { stock }) => stock.set(records),
    }),
  })

/** The typed methods of these operations. */
export interface Products extends Methods<ReturnType<typeof productOperations>> {}
