import { sql, type SqlBool } from 'kysely'
import { contribution } from '../../records/record-type/contribution.ts'
import { count } from '../../records/record-type/related-records.ts'
import { countOf } from '../../records/search/grammar/computed.ts'
import { Enrollment } from './entity.ts'

/** What contacts show of the sequences that they are in. */
export const sequencesOfContacts = contribution({
  to: 'contacts',
  counts: { active_sequences: count('lead_id', Enrollment, { title: 'Sequences that it is in', where: sql<SqlBool>`status = 'active'` }) },
  fields: { active_sequences: countOf(Enrollment, 'lead_id', () => sql<SqlBool>`counted.status = 'active'`) },
})
