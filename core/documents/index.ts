import { plugin } from '../kernel/feature.ts'
import { CreditNote, CreditNoteLine, Invoice, InvoiceLine, NumberSeries } from './entity.ts'

export const documents = plugin({
  name: 'documents',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0' },
  entities: [Invoice, InvoiceLine, CreditNote, CreditNoteLine, NumberSeries],
})
