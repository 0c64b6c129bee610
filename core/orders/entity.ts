import { choice, day, defaulted, optional, timestamp, uuid } from '../kernel/fields.ts'
import { headerFields, headerIndexes } from '../documents/header.ts'
import { lineEntity } from '../documents/line.ts'
import { entity } from '../storage/entity.ts'

export const orderStates = ['draft', 'confirmed', 'partially_delivered', 'delivered', 'invoiced', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

export const orderFields = {
  ...headerFields,
  status: defaulted(choice(orderStates, 'How far it has come'), 'draft'),
  order_date: optional(day({ description: 'The issue date unless given' })),
  expected_at: optional(day({ description: 'Expected delivery' })),
  delivered_at: optional(timestamp('When it was delivered')),
  quote_id: optional(uuid('The quote that it came from')),
}

const order = entity('Order', 'orders', orderFields, {
  uniques: [['number']],
  indexes: [...headerIndexes, ['quote_id'], ['deal_id']],
})

/** A sales order; its lines are `OrderLine` rows (records.md 6). */
export class Order extends order.class {}
order.setClass(Order)

const orderLine = lineEntity('OrderLine', 'order_lines')

export class OrderLine extends orderLine.class {}
orderLine.setClass(OrderLine)
