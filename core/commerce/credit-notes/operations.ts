import { group, type Methods } from '../../kernel/operation/operation.ts'
import { related } from '../../records/record-type/relation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { filtered } from '../../records/search/filtered.ts'
import { bulkDocuments } from '../documents/bulk.ts'
import { creditNoteRelations } from './relations.ts'
import { CreditNoteCreate, CreditNoteList, CreditNoteRecord, CreditNoteUpdate, FullCreditNote, presentCreditNote } from './schema.ts'
import { creditNoteSearch } from './search.ts'
import { CreditNoteService } from './service.ts'

const creditNote = {
  singular: 'credit note',
  plural: 'credit_notes',
  create: CreditNoteCreate,
  update: CreditNoteUpdate,
  list: CreditNoteList,
  store: CreditNoteService,
  present: presentCreditNote,
  summary: {
    create:
      'Create a credit note with its lines, those of its invoice when none are given, or complete the draft or imported one of this number',
    delete: 'Delete one credit note (softly) that is a draft or was imported',
  },
  concise: ['number', 'status', 'company_id', 'invoice_id', 'issue_date', 'total_incl_tax', 'currency'],
  mcp: { list: true, get: true },
} as const
const { list } = standard(filtered(related({ ...creditNote, record: CreditNoteRecord }, creditNoteRelations), creditNoteSearch))
const { list: _, ...others } = standard(related({ ...creditNote, record: FullCreditNote }, creditNoteRelations))

/**
 * Operations on credit notes (records.md 6, operations.md 1). An issued one takes off its invoice what is open of it; void gives it
 * back.
 */
export const creditNotes = group('Credit notes', {
  list,
  ...others,
  ...bulkDocuments({ ...creditNote, service: CreditNoteService }),
})

/** The typed methods of the group. */
export interface CreditNotes extends Methods<typeof creditNotes> {}
