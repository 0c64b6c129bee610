import { traced } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { CreditNote, CreditNoteLine } from './entity.ts'
import { creditNotes as operations } from './operations.ts'

/** Credit notes with their lines, and what they take off invoices. */
export const creditNotes: Feature = plugin({
  name: 'credit-notes',
  version: '1.0.0',
  requires: { invoices: '^1.0.0' },
  entities: [CreditNote, CreditNoteLine],
  audits: [traced(CreditNote, 'credit_note')],
  operations: { creditNotes: operations },
})
