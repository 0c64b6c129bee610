import type { Static } from '@sinclair/typebox'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { checkOutcome } from '../tasks/outcome.ts'
import type { Activity, channels } from './entity.ts'
import type { ActivityCreate } from './schema.ts'

/** Values of an activity by field, as they are stored. */
export type ActivityValues = Partial<Omit<Activity, 'id'>>

/** The fields that name what an activity is about. */
export const subjects = ['lead_id', 'company_id', 'deal_id', 'quote_id', 'task_id'] as const

/** The channel of a type; of other types it is known only when it is given. */
export const channelOf: Readonly<Partial<Record<string, (typeof channels)[number]>>> = {
  call: 'phone',
  email: 'email',
  linkedin: 'linkedin',
  whatsapp: 'whatsapp',
}

/**
 * What is stored for an input: aliases resolved, times as dates, the channel of the type. Throws `not_allowed` for an outcome that no
 * call has.
 */
export function normalizeActivity({ at, ...given }: Partial<Static<typeof ActivityCreate>>): ActivityValues {
  const values = withoutAliases<ActivityValues>(given, { contact_id: 'lead_id', assigned_to: 'owner_email', custom_properties: 'custom' })
  if (at !== undefined) values.at = new Date(at)
  const channel = values.type && channelOf[values.type]
  if (channel && values.channel === undefined) values.channel = channel
  checkOutcome(values)
  return values
}
