import { todayOf } from '../../platform/access/organization.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import type { Relation } from '../../records/record-type/relation.ts'
import { many, one } from '../../records/record-type/related-records.ts'
import { Invoice } from './entity.ts'
import { InvoiceHeader, presentInvoiceHeader } from './schema.ts'

// Beside other records an invoice is shown by its header, as lists show it.
const header = { entity: Invoice, record: InvoiceHeader, present: presentInvoiceHeader }

/** The invoice that the field names, as of today. */
export const invoiceOf = (field: string, title: string) => asOfToday(one(field, { ...header, title }))
/** The invoices whose field names the record, as of today. */
const invoicesOf = (field: string, title: string) => asOfToday(many(field, { ...header, title }))

/** What quotes show of their invoice. */
export const invoiceOfQuotes = contribution({
  to: 'quotes',
  relations: { invoice: invoiceOf('invoice_id', 'The invoice that it became') },
})

/** What orders show of their invoices. */
export const invoicesOfOrders = contribution({ to: 'orders', relations: { invoices: invoicesOf('order_id', 'Invoices that bill it') } })

/** What companies show of their invoices. */
export const invoicesOfCompanies = contribution({ to: 'companies', relations: { invoices: invoicesOf('company_id', 'Its invoices') } })

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
