import { traced } from '../../kernel/operation/changes.ts'
import { type Feature, plugin } from '../../kernel/operation/feature.ts'
import { CreditNote, CreditNoteLine, Invoice, InvoiceLine, NumberSeries } from '../invoices/entity.ts'
import { invoiceChanges } from '../invoices/events.ts'
import { creditNotes, invoices } from '../invoices/operations.ts'

/** Invoices and credit notes, and what all commercial documents share (records.md 6). */
export const documents: Feature = plugin({
  name: 'documents',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0', products: '^1.0.0', 'price-rules': '^1.0.0' },
  entities: [Invoice, InvoiceLine, CreditNote, CreditNoteLine, NumberSeries],
  watches: [invoiceChanges],
  audits: [traced(CreditNote, 'credit_note')],
  operations: { invoices, creditNotes },
})
