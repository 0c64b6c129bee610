import { group, type Methods } from '../../kernel/operation/operation.ts'
import { related } from '../../records/record-type/relation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { FullOrder, OrderCreate, OrderList, OrderRecord, OrderUpdate, presentOrder } from './schema.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { bulkDocuments } from '../documents/bulk.ts'
import { orderRelations } from './relations.ts'
import { orderSearch } from './search.ts'
import { OrderService } from './service.ts'

const order = {
  singular: 'order',
  plural: 'orders',
  create: OrderCreate,
  update: OrderUpdate,
  list: OrderList,
  store: OrderService,
  present: presentOrder,
  summary: {
    create: 'Create an order with its lines, those of its quote when none are given, or complete the one of this number or external id',
    delete: 'Delete one order (softly) that is open or was imported',
  },
  concise: ['number', 'status', 'company_id', 'order_date', 'total_incl_tax', 'currency'],
  mcp: { list: true, get: true },
} as const

// Lists show headers, everything else the whole order.
const listed = filtered(related({ ...order, record: OrderRecord }, orderRelations), orderSearch)
const { list } = standard(listed)
const { list: _, ...others } = standard(related({ ...order, record: FullOrder }, orderRelations))

/** The operations of orders (operations.md 1). */
export const orders = group('Orders', {
  list,
  ...others,
  ...searching(listed, orderSearch, true),
  ...bulkDocuments({ ...order, service: OrderService }),
})

/** The typed methods of these operations. */
export interface Orders extends Methods<typeof orders> {}
