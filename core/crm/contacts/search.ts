import { sql } from 'kysely'
import { column, type SearchField, type Source } from '../../records/search/grammar/field.ts'
import { searchable } from '../../records/search/grammar/searchable.ts'
import { daysSince } from '../../records/search/grammar/computed.ts'
import { countryOf } from '../../kernel/values/country.ts'
import { Contact } from './entity.ts'
import { nameOf } from './schema.ts'

const name: SearchField<typeof Contact.fields> = {
  type: 'text',
  sql: (of: Source) =>
    sql`coalesce(${column('name', of)}, trim(coalesce(${column('first_name', of)}, '') || ' ' || coalesce(${column('last_name', of)}, '')))`,
  value: (record) => nameOf(record),
}
const emailDomain: SearchField<typeof Contact.fields> = {
  type: 'text',
  folded: true,
  sql: (of) =>
    of.dialect === 'postgresql'
      ? sql`split_part(${column('primary_email', of)}, '@', 2)`
      : sql`substr(${column('primary_email', of)}, instr(${column('primary_email', of)}, '@') + 1)`,
  value: ({ primary_email }) => primary_email?.split('@').at(-1) ?? null,
}

// The topics about which the contact says this, `all` among them; `newsletter` is in neither while nothing was said.
const topics = (state: 'subscribed' | 'unsubscribed'): SearchField<typeof Contact.fields> => ({
  type: 'array',
  sql: (of) => {
    const consents = column('consents', of)
    return of.dialect === 'postgresql'
      ? sql`(select coalesce(jsonb_agg(said.key), '[]') from json_each(${consents}) as said where said.value ->> 'state' = ${state})`
      : sql`(select json_group_array(said.key) from json_each(${consents}) as said where said.value ->> 'state' = ${state})`
  },
  value: ({ consents }) => Object.keys(consents).filter((topic) => consents[topic]?.state === state),
})

/** What conditions can name of a contact itself. */
export const contactSearch = searchable('contact', Contact, {
  types: {
    assigned_to: 'owner',
    lifecycle_stage: 'lifecycle',
    pipeline_stage: 'contact_stage',
  },
  stored: { country: countryOf },
  aliases: { email: 'primary_email', owner_email: 'assigned_to', owner: 'assigned_to' },
  computed: {
    name,
    email_domain: emailDomain,
    days_since_created: daysSince('created_at'),
    days_since_last_contact: daysSince('last_contacted_at'),
    subscribed_topics: topics('subscribed'),
    unsubscribed_topics: topics('unsubscribed'),
  },
  text: 'contacts',
})
