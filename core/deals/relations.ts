import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { companySearchFields } from '../companies/search.ts'
import { Contact } from '../contacts/entity.ts'
import { ContactRecord, presentContact } from '../contacts/schema.ts'
import { contactSearchFields } from '../contacts/search.ts'
import { belongsTo, relating } from '../search/searchable.ts'
import { many, one } from '../storage/relation.ts'
import { Task } from '../tasks/entity.ts'
import { presentTask, TaskRecord } from '../tasks/schema.ts'
import { dealSearchFields } from './search.ts'

export const dealRelations = {
  company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
  contact: one('primary_lead_id', { entity: Contact, title: 'The primary contact', record: ContactRecord, present: presentContact }),
  tasks: many('deal_id', { entity: Task, title: 'Its tasks', record: TaskRecord, present: presentTask }),
}

/** What conditions can name of a deal: its own fields and those of its company and primary contact. */
export const dealSearch = relating(dealSearchFields, {
  company: belongsTo(companySearchFields, 'company_id'),
  contact: belongsTo(contactSearchFields, 'primary_lead_id'),
})
