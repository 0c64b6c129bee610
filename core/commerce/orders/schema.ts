import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, OneOf } from '../../kernel/operation/schema/schema.ts'
import { documentFilters, documentSorts } from '../documents/filters.ts'
import { aliases, documentInput, Lines, presentLines } from '../documents/schema.ts'
import type { View, Whole } from '../documents/service.ts'
import { fromDay, is, listSchema, refersTo, toDay } from '../../kernel/storage/records/filters.ts'
import { type Order, orderFields, orderStates } from './entity.ts'

/** What an order shows besides its own fields. */
export interface Invoiced {
  readonly invoice_ids: string[]
}

/** An order as lists show it, without its lines. */
export const OrderRecord = Closed({
  ...recordSchema(orderFields).properties,
  invoice_ids: Type.Array(Id(), { description: 'Invoices that bill it' }),
})
/** An order as everything but lists shows it. */
export const FullOrder = Closed({ ...OrderRecord.properties, lines: Lines }, { description: 'An order with its lines' })
/** Input of create: header, lines, and the aliases that all documents take. */
export const OrderCreate = Closed({ ...createSchema(orderFields).properties, ...documentInput })
/** Input of update, which cannot change the number. */
export const OrderUpdate = Closed({ ...updateSchema(orderFields).properties, ...aliases })
/** What create and update of an order take. */
export type OrderInput = Partial<Static<typeof OrderCreate>>

/** The named filters of the list of orders, which are joined by and. */
export const orderFilters = {
  ...documentFilters,
  status: is('status', OneOf(orderStates)),
  quote_id: refersTo('quote_id'),
  ordered_from: fromDay('order_date'),
  ordered_to: toDay('order_date'),
}
/** By what the list of orders can be sorted. */
export const orderSorts = [...documentSorts, 'order_date', 'expected_at'] as const
/** Query of the list of orders. */
export const OrderList = listSchema(orderFilters, orderSorts)

const order = presenter(orderFields)

/** An order as the API shows it, with lines where the view has them. */
export function presentOrder(view: Whole<typeof Order.fields, Invoiced>, now: Date): Static<typeof FullOrder>
export function presentOrder(view: View<typeof Order.fields, Invoiced>, now: Date): Static<typeof OrderRecord>
export function presentOrder(view: View<typeof Order.fields, Invoiced>, now: Date): Static<typeof OrderRecord> {
  return { ...order(view, now), invoice_ids: view.invoice_ids, ...presentLines(view, now) }
}
