import { group, type Methods } from '../kernel/operation.ts'
import { standard } from '../kernel/resource.ts'
import { FullOrder, OrderCreate, OrderList, OrderRecord, OrderUpdate, presentOrder } from './schema.ts'
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
  mcp: { list: true, get: true },
} as const

// Lists show headers, everything else the whole order.
const { list } = standard({ ...order, record: OrderRecord })
const { list: _, ...others } = standard({ ...order, record: FullOrder })

export const orders = group('Orders', { list, ...others })

export interface Orders extends Methods<typeof orders> {}
