import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { CreditNoteLine } from './entity.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { creditNotesOfInvoices } from './contributions.ts'
import { creditNoteJobs, creditNoteOperations } from './operations.ts'
import { creditNoteType } from './record-type.ts'

/** Credit notes with their lines, and what they take off invoices. */
export const creditNotes: Feature = plugin({
  name: 'credit-notes',
  version: '1.0.0',
  requires: { invoices: '^1.0.0' },
  recordTypes: [creditNoteType],
  contributes: [creditNotesOfInvoices],
  entities: [CreditNoteLine],
  operations: (types: RecordTypes) => ({ creditNotes: creditNoteOperations(types.of(creditNoteType)) }),
  jobTypes: [creditNoteJobs.delete],
})
