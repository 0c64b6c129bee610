import { choice, day, defaulted, hidden, optional, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { headerFields, headerIndexes } from '../documents/header.ts'
import { lineEntity } from '../documents/line.ts'
import { entity } from '../../kernel/storage/schema/entity.ts'

/** States of an order; the service decides which may follow which. */
export const orderStates = ['draft', 'confirmed', 'partially_delivered', 'delivered', 'invoiced', 'cancelled'] as const
/** How far an order has come. */
export type OrderState = (typeof orderStates)[number]

/** The header of an order: that of every document, and the fields that only orders have. */
export const orderFields = {
  ...headerFields,
  status: defaulted(choice(orderStates, 'Its status'), 'draft'),
  order_date: optional(day({ description: 'The issue date unless given' })),
  expected_at: optional(day({ description: 'Expected delivery' })),
  delivered_at: optional(timestamp('When it was delivered')),
  quote_id: optional(uuid('The quote that it came from')),
  /** The state from which its invoices made it `invoiced`, to which it goes back without them; null where somebody set it. */
  invoiced_from: hidden(optional(choice(orderStates))),
}

const order = entity('Order', 'orders', orderFields, {
  uniques: [['number']],
  indexes: [...headerIndexes, ['quote_id'], ['deal_id']],
})

/** A sales order; its lines are `OrderLine` rows. The number is unique among the live orders of the organization. */
export class Order extends order.class {}
order.setClass(Order)

const orderLine = lineEntity('OrderLine', 'order_lines')

/** A line of an order, kept in its place by `position`. */
export class OrderLine extends orderLine.class {}
orderLine.setClass(OrderLine)
