import { todayOf } from '../../platform/access/organization.ts'
import { Company } from '../../crm/companies/entity.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { ContactRecord, presentContact } from '../../crm/contacts/schema.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { DealRecord, presentDeal } from '../../crm/deals/schema.ts'
import { recordSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import type { Relation } from '../../records/record-type/relation.ts'
import { Order, orderFields } from '../orders/entity.ts'
import { Quote, quoteFields } from '../quotes/entity.ts'
import { many, one } from '../../records/record-type/related-records.ts'
import { creditNoteFields, CreditNote, Invoice } from './entity.ts'
import { InvoiceHeader, presentInvoiceHeader } from './schema.ts'

/** Whom a record of sales is about, by its company, contact and deal. */
export const partyRelations = {
  company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
  contact: one('lead_id', { entity: Contact, title: 'The contact', record: ContactRecord, present: presentContact }),
  deal: one('deal_id', { entity: Deal, title: 'The deal', record: DealRecord, present: presentDeal }),
}

// Beside others documents are shown by their headers, as lists show them.
const invoices = { entity: Invoice, record: InvoiceHeader, present: presentInvoiceHeader }
const order = { entity: Order, title: 'The order', record: recordSchema(orderFields), present: presenter(orderFields) }

/** The quote that the field names. */
export const quoteOf = (field: string, title: string) =>
  one(field, { entity: Quote, title, record: recordSchema(quoteFields), present: presenter(quoteFields) })
/** The invoice that the field names, as of today. */
export const invoiceOf = (field: string, title: string) => asOfToday(one(field, { ...invoices, title }))
/** The invoices whose field names the record, as of today. */
export const invoicesOf = (field: string, title: string) => asOfToday(many(field, { ...invoices, title }))

/** What `include` shows beside a quote. */
export const quoteRelations = {
  ...partyRelations,
  order: one('order_id', { ...order, title: 'The order that it became' }),
  invoice: invoiceOf('invoice_id', 'The invoice that it became'),
}
/** What `include` shows beside an order. */
export const orderRelations = {
  ...partyRelations,
  quote: quoteOf('quote_id', 'The quote that it came from'),
  invoices: invoicesOf('order_id', 'Invoices that bill it'),
}
/** What `include` shows beside an invoice. */
export const invoiceRelations = {
  ...partyRelations,
  quote: quoteOf('quote_id', 'The quote that it came from'),
  order: one('order_id', order),
  credit_notes: many('invoice_id', {
    entity: CreditNote,
    title: 'Credit notes that correct it',
    record: recordSchema(creditNoteFields),
    present: presenter(creditNoteFields),
  }),
}
/** What `include` shows beside a credit note. */
export const creditNoteRelations = { ...partyRelations, invoice: invoiceOf('invoice_id', 'The invoice that it corrects') }

// What is overdue depends on the day in the organisation.
function asOfToday<T>(relation: Relation<T>): Relation<T> {
  return {
    ...relation,
    async load(records, of) {
      await todayOf(records)
      return await relation.load(records, of)
    },
  }
}
