import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Invoice, InvoiceLine } from './entity.ts'
import { invoiceChanges } from './events.ts'
import { invoices as operations } from './operations.ts'

/** Invoices with their lines, and what is paid of them. */
export const invoices: Feature = plugin({
  name: 'invoices',
  version: '1.0.0',
  requires: { documents: '^1.0.0' },
  entities: [Invoice, InvoiceLine],
  watches: [invoiceChanges],
  operations: { invoices: operations },
})
