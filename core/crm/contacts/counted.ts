import { sql } from 'kysely'
import { asksOfAmounts, dealCountFields } from '../deals/counts.ts'
import { countOf } from '../../records/search/computed.ts'
import { relating } from '../../records/search/searchable.ts'
import { Enrollment } from '../../outreach/sequences/entity.ts'
import { Task } from '../tasks/entity.ts'
import { contactSearchFields } from './search.ts'

/** What conditions can name of a contact: its own fields, and what is counted of it; from records that name it as `contact.x`. */
export const contactCounted = relating(
  contactSearchFields,
  {},
  {
    ...dealCountFields('primary_lead_id'),
    active_sequences: countOf(Enrollment, 'lead_id', sql`counted.status = 'active'`),
    open_tasks: countOf(Task, 'lead_id', sql`counted.status = 'open'`),
  },
  asksOfAmounts,
)
