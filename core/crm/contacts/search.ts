import { sql } from 'kysely'
import { column, type SearchField, type Source } from '../../records/search/field.ts'
import { searchable } from '../../records/search/searchable.ts'
import { daysSince } from '../../records/search/computed.ts'
import { cyclesOf } from '../sales-cycles/live-cycles.ts'
import { idsByName } from '../../records/search/labels.ts'
import { foldText } from '../../records/search/text.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { countryOf } from '../../kernel/values/country.ts'
import { Contact } from './entity.ts'
import { nameOf } from './schema.ts'

const name: SearchField = {
  type: 'text',
  sql: (of: Source) =>
    sql`coalesce(${column('name', of)}, trim(coalesce(${column('first_name', of)}, '') || ' ' || coalesce(${column('last_name', of)}, '')))`,
  value: (record) => nameOf(record as unknown as Contact),
}
const emailDomain: SearchField = {
  type: 'text',
  folded: true,
  sql: (of) =>
    of.dialect === 'postgresql'
      ? sql`split_part(${column('primary_email', of)}, '@', 2)`
      : sql`substr(${column('primary_email', of)}, instr(${column('primary_email', of)}, '@') + 1)`,
  value: ({ primary_email }) => (typeof primary_email === 'string' ? primary_email.split('@').at(-1) : null),
}

/** What conditions can name of a contact itself. */
export const contactSearch = searchable('contact', Contact, {
  types: {
    assigned_to: 'owner',
    lifecycle_stage: 'lifecycle',
    pipeline_stage: 'contact_stage',
  },
  labels: { sales_cycle_id: cycleIds, pipeline_stage: stageIds },
  stored: { country: countryOf },
  aliases: { email: 'primary_email', owner_email: 'assigned_to', owner: 'assigned_to' },
  computed: {
    name,
    email_domain: emailDomain,
    days_since_created: daysSince('created_at'),
    days_since_last_contact: daysSince('last_contacted_at'),
  },
  text: 'contacts',
})

async function cycleIds(records: Records) {
  return idsByName(await cyclesOf(records))
}

// A contact in no cycle may have any stage.
async function stageIds(records: Records) {
  const stages = (await cyclesOf(records)).flatMap((cycle) => cycle.stages)
  return idsByName(
    stages.map(({ id, name }) => ({ id: foldText(id), name })),
    false,
  )
}
