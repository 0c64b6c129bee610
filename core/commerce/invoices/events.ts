import { watch } from '../../kernel/storage/schema/changes.ts'
import { Invoice } from './entity.ts'
import { presentInvoiceHeader } from './schema.ts'

/** What changes of invoices are told besides the general events, and how an invoice is found by its words. */
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
  events: (on) => ({
    'invoice.paid': on.moved('status', 'Invoice paid', {
      when: ({ record }) => record.status === 'paid',
      tells: ['paid_at', 'amount_paid', 'balance_due', 'payments'],
      extension: true,
    }),
    // `OverdueInvoices` alone sets this mark, once for each due date.
    'invoice.overdue': {
      label: 'Invoice overdue',
      when: ({ kind, changed }) => kind === 'update' && changed.has('overdue_for'),
      extension: true,
    },
  }),
  text: { object: 'invoices', of: ({ number, title, reference }) => ({ title: [number, title], body: [reference] }) },
})
