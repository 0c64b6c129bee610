import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { invoiceOfQuotes, invoicesOfCompanies, invoicesOfOrders } from './contributions.ts'
import { InvoiceLine } from './entity.ts'
import { invoiceJobs, invoiceOperations } from './operations.ts'
import { OverdueInvoices } from './overdue.ts'
import { invoiceType } from './record-type.ts'

/** Invoices with their lines, and what is paid of them. */
export const invoices: Feature = plugin({
  name: 'invoices',
  version: '1.0.0',
  requires: { documents: '^1.0.0', orders: '^1.0.0' },
  recordTypes: [invoiceType],
  contributes: [invoicesOfCompanies, invoiceOfQuotes, invoicesOfOrders],
  entities: [InvoiceLine],
  operations: (types: RecordTypes) => ({ invoices: invoiceOperations(types.of(invoiceType)) }),
  jobTypes: [invoiceJobs.delete],
  loops: [OverdueInvoices],
})
