import { traced } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Order, OrderLine } from './entity.ts'
import { orders as operations } from './operations.ts'

/** Sales orders with their lines. */
export const orders: Feature = plugin({
  name: 'orders',
  version: '1.0.0',
  requires: { documents: '^1.0.0', quotes: '^1.0.0' },
  entities: [Order, OrderLine],
  audits: [traced(Order, 'order')],
  operations: { orders: operations },
})
