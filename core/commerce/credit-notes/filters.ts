import { OneOf } from '../../kernel/operation/schema/schema.ts'
import { is, refersTo } from '../../kernel/storage/records/filters.ts'
import { documentFilters } from '../documents/filters.ts'
import { creditNoteStates, creditReasons } from './entity.ts'

/** Filters of the list of credit notes. */
export const creditNoteFilters = {
  ...documentFilters,
  status: is('status', OneOf(creditNoteStates)),
  invoice_id: refersTo('invoice_id'),
  reason: is('reason', OneOf(creditReasons)),
}
