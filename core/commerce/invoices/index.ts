import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { onChange } from '../../records/record-type/on-change.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { invoiceOfQuotes, invoicesOfCompanies, invoicesOfOrders } from './contributions.ts'
import { InvoiceLine } from './entity.ts'
import { invoiceJobs, invoiceOperations } from './operations.ts'
import { followedInvoices } from './migration.ts'
import { followInvoices, followsInvoices, isFollowed } from './following.ts'
import { OverdueInvoices } from './overdue.ts'
import { refuseBelowBilled } from './billed.ts'
import { orderRules } from '../orders/billing.ts'
import { orderType } from '../orders/record-type.ts'
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
  migrations: [followedInvoices],
  hooks: [orderRules.attach(refuseBelowBilled)],
  changeHooks: [
    onChange(invoiceType, {
      concerns: isFollowed,
      after: ({ record, before }, records) => followInvoices(records, before ? [before, record] : [record]),
    }),
    onChange(orderType, {
      concerns: followsInvoices,
      after: ({ record }, records) => followInvoices(records, [{ order_id: record.id, quote_id: record.quote_id }]),
    }),
  ],
})
