import { watch } from '../../kernel/storage/schema/changes.ts'
import { Invoice } from './entity.ts'
import { presentInvoiceHeader } from './schema.ts'

/** Changes of invoices are no events; invoices are found by full-text search and have a history. */
export const invoiceChanges = watch(Invoice, 'invoice', {
  summary: ({ id, number, status, company_id, total_incl_tax, currency, due_date }) => ({
    id,
    number,
    status,
    company_id,
    amount: total_incl_tax,
    currency,
    due_date,
  }),
  record: presentInvoiceHeader,
  events: () => ({}),
  text: { object: 'invoices', of: ({ number, title, reference }) => ({ title: [number, title], body: [reference] }) },
})
