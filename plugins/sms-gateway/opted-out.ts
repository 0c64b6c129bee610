import { sql } from 'kysely'
import { column, defineConditionField } from 'rapport-crm'

/** Topics of consent by which a contact refuses text messages. */
export const topics = ['all', 'sms'] as const

/** Whether a contact refuses text messages. */
export const smsOptedOut = defineConditionField({
  of: 'contacts',
  name: 'sms_opted_out',
  label: 'The contact wants no text messages',
  type: 'boolean',
  sql: (of) => {
    const consents = column('consents', of)
    const [all, sms] = topics.map((topic) =>
      of.dialect === 'postgresql'
        ? sql`coalesce(${consents} -> ${sql.lit(topic)} ->> 'state', '')`
        : sql`coalesce(json_extract(${consents}, ${sql.lit(`$.${topic}.state`)}), '')`,
    )
    return sql`(${all} = 'unsubscribed' or ${sms} = 'unsubscribed')`
  },
})
