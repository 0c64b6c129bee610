import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { companyCounted } from '../companies/counted.ts'
import { Contact } from '../contacts/entity.ts'
import { ContactRecord, presentContact } from '../contacts/schema.ts'
import { contactCounted } from '../contacts/counted.ts'
import { Lines, presentLines } from '../../commerce/documents/schema.ts'
import type { Figure, Relation } from '../../records/record-type/relation.ts'
import { belongsTo, relating } from '../../records/search/searchable.ts'
import { many, one } from '../../records/record-type/related-records.ts'
import { Task } from '../tasks/entity.ts'
import { presentTask, TaskRecord } from '../tasks/schema.ts'
import { DealLine } from './line-entity.ts'
import { dealSearchFields } from './search.ts'

/** What `include` shows beside a deal. */
export const dealRelations = {
  company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
  contact: one('primary_lead_id', { entity: Contact, title: 'The primary contact', record: ContactRecord, present: presentContact }),
  lines: linesOf(),
  tasks: many('deal_id', { entity: Task, title: 'Its tasks', record: TaskRecord, present: presentTask }),
}

/** What conditions can name of a deal: its own fields and those of its company and primary contact. */
export const dealSearch = relating(dealSearchFields, {
  company: belongsTo(companyCounted, 'company_id'),
  contact: belongsTo(contactCounted, 'primary_lead_id'),
})

/** What only a whole deal shows (records.md 9); lists and events leave its lines out. */
export const dealFigures = { lines: { none: [], ...linesOf() } satisfies Figure<unknown[]> }

/** The lines of many deals in one look-up, in their order. */
function linesOf(): Relation<unknown[]> {
  return {
    schema: { ...Lines, description: 'Its product lines' },
    async load(records, of) {
      const ids = of.map((each) => (each as { readonly id: string }).id)
      const found = await records.findBy(DealLine, 'document_id', ids)
      const byDeal = Map.groupBy(
        found.toSorted((a, b) => a.position - b.position),
        ({ document_id }) => document_id,
      )
      return ids.map((id) => presentLines({ lines: byDeal.get(id) ?? [] }, records.unit.now)['lines'] as unknown[])
    },
  }
}
