import { companySearchFields } from '../companies/search.ts'
import { contactSearchFields } from '../contacts/search.ts'
import { belongsTo, relating } from '../search/searchable.ts'
import { taskSearchFields } from './search.ts'

/** What conditions can name of a task: its own fields and those of its contact and company (contract 2.8). */
export const taskSearch = relating(taskSearchFields, {
  contact: belongsTo(contactSearchFields, 'lead_id'),
  company: belongsTo(companySearchFields, 'company_id'),
})
