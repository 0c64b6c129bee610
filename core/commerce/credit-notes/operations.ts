import { CreditNoteService } from './service.ts'
import { bulkDeleteOperation, singleDeleteJob } from '../../records/bulk/deletes.ts'
import { group, type Methods } from '../../kernel/operation/operation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { standard } from '../../records/record-type/standard.ts'
import { bulkDocumentsOperation } from '../documents/bulk.ts'
import type { creditNoteType } from './record-type.ts'

/** The job that deletes more than 100 credit notes. */
export const creditNoteJobs = { delete: singleDeleteJob({ plural: 'credit_notes', store: CreditNoteService }) }

/** Operations on credit notes. An issued one takes off its invoice what is open of it; void gives it back. */
export const creditNoteOperations = (type: Composed<typeof creditNoteType>) =>
  group('Credit notes', { ...standard(type), ...bulkDocumentsOperation(type), ...bulkDeleteOperation(type, creditNoteJobs) })

/** The typed methods of the group. */
export interface CreditNotes extends Methods<ReturnType<typeof creditNoteOperations>> {}
