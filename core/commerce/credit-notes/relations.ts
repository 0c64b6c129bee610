import { partyRelations } from '../documents/relations.ts'
import { invoiceOf } from '../invoices/relations.ts'

/** What `include` shows beside a credit note. */
export const creditNoteRelations = { ...partyRelations, invoice: invoiceOf('invoice_id', 'The invoice that it corrects') }
