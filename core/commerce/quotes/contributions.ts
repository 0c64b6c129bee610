import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { one } from '../../records/record-type/related-records.ts'
import { Quote, quoteFields } from './entity.ts'

/** The quote that the field names. */
export const quoteOf = (field: string, title: string) =>
  one(field, { entity: Quote, title, record: recordSchema(quoteFields), present: presenter(quoteFields) })

/** The quote that a task is about. */
export const quoteOfTasks = contribution({ to: 'tasks', relations: { quote: quoteOf('quote_id', 'The quote') } })

/** The quote that an activity is about. */
export const quoteOfActivities = contribution({ to: 'activities', relations: { quote: quoteOf('quote_id', 'The quote') } })
