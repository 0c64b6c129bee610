import { watch } from '../../kernel/storage/changes.ts'
import { Invoice } from './entity.ts'
import { presentInvoiceHeader } from './schema.ts'

/** No change of an invoice is an event of the contract; it is found by its words, and has a history. */
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
