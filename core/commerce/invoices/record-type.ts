import { recordType } from '../../records/record-type/record-type.ts'
import { partyRelations } from '../../crm/deals/parties.ts'
import { linesOf } from '../documents/lines-of.ts'
import { relatedCustomer } from '../documents/related.ts'
import { documentEntry } from '../documents/timeline.ts'
import { orderOf } from '../orders/contributions.ts'
import { quoteOf } from '../quotes/contributions.ts'
import { Invoice, InvoiceLine } from './entity.ts'
import { invoiceChanges } from './events.ts'
import { FullInvoice, InvoiceCreate, InvoiceList, InvoiceRecord, InvoiceUpdate, presentInvoice } from './schema.ts'
import { invoiceSearch } from './search.ts'
import { InvoiceService } from './service.ts'

/** Invoices, as everything that works on records knows them. */
export const invoiceType = recordType({
  entity: Invoice,
  singular: 'invoice',
  plural: 'invoices',
  watch: invoiceChanges,
  // Lists show headers, everything else the whole invoice.
  record: InvoiceRecord,
  present: presentInvoice,
  whole: { record: FullInvoice, present: presentInvoice },
  create: InvoiceCreate,
  update: InvoiceUpdate,
  list: InvoiceList,
  store: InvoiceService,
  summary: {
    create: 'Create an invoice with its lines, or complete the draft or imported one of this number or external id',
    delete: 'Delete one invoice (softly) that is a draft or was imported',
  },
  concise: ['number', 'status', 'company_id', 'issue_date', 'due_date', 'total_incl_tax', 'balance_due', 'currency', 'days_overdue'],
  mcp: { list: true, get: true, create: true, search: true },
  search: invoiceSearch,
  related: relatedCustomer,
  relations: {
    ...partyRelations,
    quote: quoteOf('quote_id', 'The quote that it came from'),
    order: orderOf('order_id', 'The order'),
  },
  report: { date: 'issue_date' },
  lines: linesOf(InvoiceLine),
  export: true,
  timelineEntry: documentEntry('invoice'),
})
