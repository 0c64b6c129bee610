import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { creditNoteFiles, invoiceFiles, orderFiles, quoteFiles } from './operations.ts'

/** Documents as PDFs. */
export const printing: Feature = plugin({
  name: 'printing',
  version: '1.0.0',
  requires: { quotes: '^1.0.0', orders: '^1.0.0', invoices: '^1.0.0', 'credit-notes': '^1.0.0' },
  operations: { quotes: quoteFiles, orders: orderFiles, invoices: invoiceFiles, creditNotes: creditNoteFiles },
})
