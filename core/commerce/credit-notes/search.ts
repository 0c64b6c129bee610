import { documentSearch } from '../documents/search.ts'
import { CreditNote, CreditNoteLine } from './entity.ts'

/** What conditions can name of a credit note. */
export const creditNoteSearch = documentSearch('credit_note', CreditNote, CreditNoteLine)
