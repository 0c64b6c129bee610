import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { onChange } from '../../records/record-type/on-change.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { orderOfQuotes } from './contributions.ts'
import { OrderLine } from './entity.ts'
import { orderJobs, orderOperations } from './operations.ts'
import { followOrders, isFollowed } from './following.ts'
import { orderType } from './record-type.ts'

/** Sales orders with their lines. */
export const orders: Feature = plugin({
  name: 'orders',
  version: '1.0.0',
  requires: { documents: '^1.0.0', quotes: '^1.0.0' },
  recordTypes: [orderType],
  contributes: [orderOfQuotes],
  entities: [OrderLine],
  changeHooks: [
    onChange(orderType, {
      concerns: isFollowed,
      after: ({ record, before }, records) => followOrders(records, [record.quote_id, before?.quote_id ?? null]),
    }),
  ],
  operations: (types: RecordTypes) => ({ orders: orderOperations(types.of(orderType)) }),
  jobTypes: [orderJobs.delete],
})
