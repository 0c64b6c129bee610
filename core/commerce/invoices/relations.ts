import { todayOf } from '../../platform/access/organization.ts'
import { recordSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import type { Relation } from '../../records/record-type/relation.ts'
import { many, one } from '../../records/record-type/related-records.ts'
import { CreditNote, creditNoteFields } from '../credit-notes/entity.ts'
import { partyRelations } from '../documents/relations.ts'
import { Order, orderFields } from '../orders/entity.ts'
import { Quote, quoteFields } from '../quotes/entity.ts'
import { Invoice } from './entity.ts'
import { InvoiceHeader, presentInvoiceHeader } from './schema.ts'

// Beside other records an invoice is shown by its header, as lists show it.
const header = { entity: Invoice, record: InvoiceHeader, present: presentInvoiceHeader }

/** The invoice that the field names, as of today. */
export const invoiceOf = (field: string, title: string) => asOfToday(one(field, { ...header, title }))
/** The invoices whose field names the record, as of today. */
export const invoicesOf = (field: string, title: string) => asOfToday(many(field, { ...header, title }))

/** What `include` shows beside an invoice. */
export const invoiceRelations = {
  ...partyRelations,
  quote: one('quote_id', {
    entity: Quote,
    title: 'The quote that it came from',
    record: recordSchema(quoteFields),
    present: presenter(quoteFields),
  }),
  order: one('order_id', { entity: Order, title: 'The order', record: recordSchema(orderFields), present: presenter(orderFields) }),
  credit_notes: many('invoice_id', {
    entity: CreditNote,
    title: 'Credit notes that correct it',
    record: recordSchema(creditNoteFields),
    present: presenter(creditNoteFields),
  }),
}

// What is overdue depends on the day in the organization.
function asOfToday<T>(relation: Relation<T>): Relation<T> {
  return {
    ...relation,
    async load(records, of) {
      await todayOf(records)
      return await relation.load(records, of)
    },
  }
}
