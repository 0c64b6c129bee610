import { companyCounted } from '../companies/counted.ts'
import { contactCounted } from '../contacts/counted.ts'
import { partyRelations } from '../../commerce/documents/relations.ts'
import { quoteOf } from '../../commerce/quotes/relations.ts'
import { belongsTo, relating } from '../../records/search/searchable.ts'
import { taskSearchFields } from './search.ts'

/** What `include` shows beside a task. */
export const taskRelations = { ...partyRelations, quote: quoteOf('quote_id', 'The quote') }

/** What conditions can name of a task: its own fields and those of its contact and company (contract 2.8). */
export const taskSearch = relating(taskSearchFields, {
  contact: belongsTo(contactCounted, 'lead_id'),
  company: belongsTo(companyCounted, 'company_id'),
})
