import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Id, OneOf } from '../../kernel/operation/schema.ts'
import { documentFilters, documentSorts } from '../documents/filters.ts'
import { aliases, documentInput, Lines, presentLines } from '../documents/schema.ts'
import type { View } from '../documents/service.ts'
import { fromDay, is, listSchema, refersTo, toDay } from '../../kernel/storage/filters.ts'
import { type Order, orderFields, orderStates } from './entity.ts'

/** What other records say of an order. */
export interface Invoiced {
  readonly invoice_ids: readonly string[]
}

export const OrderRecord = Closed({
  ...recordSchema(orderFields).properties,
  invoice_ids: Type.Array(Id(), { description: 'Invoices that bill it' }),
})
/** As a single order is shown; lists leave the lines out. */
export const FullOrder = Closed({ ...OrderRecord.properties, lines: Lines }, { description: 'An order with its lines' })
/** An order as it is given: header, lines, and the aliases that documents take (records.md 6). */
export const OrderCreate = Closed({ ...createSchema(orderFields).properties, ...documentInput })
export const OrderUpdate = Closed({ ...updateSchema(orderFields).properties, ...aliases })
export type OrderInput = Partial<Static<typeof OrderCreate>>

/** The named filters of `listOrders`, which are joined by and. */
export const orderFilters = {
  ...documentFilters,
  status: is('status', OneOf(orderStates)),
  quote_id: refersTo('quote_id'),
  ordered_from: fromDay('order_date'),
  ordered_to: toDay('order_date'),
}
export const orderSorts = [...documentSorts, 'order_date', 'expected_at'] as const
export const OrderList = listSchema(orderFilters, orderSorts)

const order = presenter(orderFields)

/** An order as the API shows it, with lines where the view has them. */
export function presentOrder(view: View<typeof Order.fields, Invoiced>, now: Date): Record<string, unknown> {
  return { ...order(view, now), invoice_ids: view.invoice_ids, ...presentLines(view, now) }
}
