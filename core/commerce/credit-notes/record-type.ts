import { recordType } from '../../records/record-type/record-type.ts'
import { partyRelations } from '../../crm/deals/parties.ts'
import { linesOf } from '../documents/lines-of.ts'
import { relatedCustomer } from '../documents/related.ts'
import { documentEntry } from '../documents/timeline.ts'
import { invoiceOf } from '../invoices/contributions.ts'
import { CreditNote, CreditNoteLine } from './entity.ts'
import { CreditNoteCreate, CreditNoteList, CreditNoteRecord, CreditNoteUpdate, FullCreditNote, presentCreditNote } from './schema.ts'
import { creditNoteSearch } from './search.ts'
import { CreditNoteService } from './service.ts'

/** Credit notes, as everything that works on records knows them. */
export const creditNoteType = recordType({
  entity: CreditNote,
  singular: 'credit note',
  plural: 'credit_notes',
  // Lists show headers, everything else the whole credit note.
  record: CreditNoteRecord,
  present: presentCreditNote,
  whole: { record: FullCreditNote, present: presentCreditNote },
  create: CreditNoteCreate,
  update: CreditNoteUpdate,
  list: CreditNoteList,
  store: CreditNoteService,
  summary: {
    create:
      'Create a credit note with its lines, those of its invoice when none are given, or complete the draft or imported one of this number or external id',
    delete: 'Delete one credit note (softly) that is a draft or was imported',
  },
  concise: ['number', 'status', 'company_id', 'invoice_id', 'issue_date', 'total_incl_tax', 'currency'],
  mcp: { list: true, get: true },
  search: creditNoteSearch,
  related: relatedCustomer,
  relations: { ...partyRelations, invoice: invoiceOf('invoice_id', 'The invoice that it corrects') },
  report: { date: 'issue_date' },
  lines: linesOf(CreditNoteLine),
  export: true,
  timelineEntry: documentEntry('credit_note'),
})
