import { sql } from 'kysely'
import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { companyCounted } from '../companies/counted.ts'
import { dealCounts } from '../deals/counts.ts'
import { Deal } from '../deals/entity.ts'
import { DealRecord, presentDeal } from '../deals/schema.ts'
import { dealSearchFields } from '../deals/search.ts'
import { belongsTo, latestOf, relating } from '../../records/search/searchable.ts'
import { Enrollment } from '../../outreach/sequences/entity.ts'
import { count, many, one } from '../../records/record-type/related-records.ts'
import { Task } from '../tasks/entity.ts'
import { presentTask, TaskRecord } from '../tasks/schema.ts'
import { contactCounted } from './counted.ts'

/** What `include` shows beside a contact. */
export const contactRelations = {
  company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
  deals: many('primary_lead_id', {
    entity: Deal,
    title: 'Deals of which it is the primary contact',
    record: DealRecord,
    present: presentDeal,
  }),
  tasks: many('lead_id', { entity: Task, title: 'Its tasks', record: TaskRecord, present: presentTask }),
}

/** Numbers that are counted when a single contact is read (contract 2.8); lists and events leave them out. */
export const contactCounts = {
  ...dealCounts('primary_lead_id'),
  active_sequences: count('lead_id', Enrollment, { title: 'Sequences that it is in', where: sql`status = 'active'` }),
  open_tasks: count('lead_id', Task, { title: 'Tasks that are still to be done', where: sql`status = 'open'` }),
}

/** What conditions can name of a contact: its own fields, those of its company and its open deal, and what is counted. */
export const contactSearch = relating(contactCounted, {
  company: belongsTo(companyCounted, 'company_id'),
  deal: latestOf(dealSearchFields, 'primary_lead_id', 'open'),
})
