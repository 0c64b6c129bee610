import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { invoicePayments } from './operations.ts'

/** Money that is received for invoices, or given back. */
export const payments: Feature = plugin({
  name: 'payments',
  version: '1.0.0',
  requires: { invoices: '^1.0.0', 'credit-notes': '^1.0.0' },
  operations: { invoices: invoicePayments },
})
