import { zoneSetting } from '../../platform/access/organization.ts'
import { watch } from '../../kernel/storage/schema/changes.ts'
import { Invoice } from './entity.ts'
import { presentInvoiceHeader } from './schema.ts'
import { answeredState } from './settlement.ts'

/** What changes of invoices are told besides the general events, and how an invoice is found by its words. */
export const invoiceChanges = watch(Invoice, 'invoice', {
  zone: zoneSetting,
  answered: (invoice, today) => ({ status: answeredState(invoice, today) }),
  summary: (invoice, today) => ({
    id: invoice.id,
    number: invoice.number,
    status: answeredState(invoice, today),
    company_id: invoice.company_id,
    amount: invoice.total_incl_tax,
    currency: invoice.currency,
    due_date: invoice.due_date,
  }),
  record: presentInvoiceHeader,
  events: (on) => ({
    'invoice.paid': on.moved('status', 'Invoice paid', {
      when: ({ record }) => record.status === 'paid',
      data: ({ before, record }, today) => ({ from: answeredState({ ...record, ...before }, today) }),
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
