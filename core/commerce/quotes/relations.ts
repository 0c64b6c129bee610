import { recordSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { one } from '../../records/record-type/related-records.ts'
import { partyRelations } from '../documents/relations.ts'
import { invoiceOf } from '../invoices/relations.ts'
import { Order, orderFields } from '../orders/entity.ts'
import { Quote, quoteFields } from './entity.ts'

/** The quote that the field names. */
export const quoteOf = (field: string, title: string) =>
  one(field, { entity: Quote, title, record: recordSchema(quoteFields), present: presenter(quoteFields) })

/** What `include` shows beside a quote. */
export const quoteRelations = {
  ...partyRelations,
  order: one('order_id', {
    entity: Order,
    title: 'The order that it became',
    record: recordSchema(orderFields),
    present: presenter(orderFields),
  }),
  invoice: invoiceOf('invoice_id', 'The invoice that it became'),
}
