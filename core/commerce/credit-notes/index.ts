import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { CreditNoteLine } from './entity.ts'
import { onChange } from '../../records/record-type/on-change.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { creditNotesOfInvoices } from './contributions.ts'
import { creditNoteJobs, creditNoteOperations } from './operations.ts'
import { followCredits, isFollowed } from './following.ts'
import { creditNoteType } from './record-type.ts'

/** Credit notes with their lines, and what they take off invoices. */
export const creditNotes: Feature = plugin({
  name: 'credit-notes',
  version: '1.0.0',
  requires: { invoices: '^1.0.0' },
  recordTypes: [creditNoteType],
  contributes: [creditNotesOfInvoices],
  entities: [CreditNoteLine],
  changeHooks: [
    onChange(creditNoteType, {
      concerns: isFollowed,
      after: ({ record, before }, records) => followCredits(records, [record.invoice_id, before?.invoice_id ?? null]),
    }),
  ],
  operations: (types: RecordTypes) => ({ creditNotes: creditNoteOperations(types.of(creditNoteType)) }),
  jobTypes: [creditNoteJobs.delete],
})
