import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { one } from '../../records/record-type/related-records.ts'
import { Order, orderFields } from './entity.ts'

/** The order that the field names. */
export const orderOf = (field: string, title: string) =>
  one(field, { entity: Order, title, record: recordSchema(orderFields), present: presenter(orderFields) })

/** What quotes show of their order. */
export const orderOfQuotes = contribution({ to: 'quotes', relations: { order: orderOf('order_id', 'The order that it became') } })
