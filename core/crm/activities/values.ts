import type { Static } from '@sinclair/typebox'
import { callOutcomes } from '../../platform/catalog/lists.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { Deal } from '../deals/entity.ts'
import { Email } from '../../outreach/emails/entity.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Quote } from '../../commerce/quotes/entity.ts'
import { Task } from '../tasks/entity.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import type { Activity, channels } from './entity.ts'
import type { ActivityCreate } from './schema.ts'

/** Values of an activity by field, as they are stored. */
export type Values = Partial<Omit<Activity, 'id'>>

// What an activity can be about.
const subjects = { lead_id: Contact, company_id: Company, deal_id: Deal, quote_id: Quote, task_id: Task }
/** Fields that name records. */
export const links = { ...subjects, email_id: Email }

// Types whose channel is clear; the others have one only when it is given.
const channelOf: Readonly<Partial<Record<string, (typeof channels)[number]>>> = {
  call: 'phone',
  email: 'email',
  linkedin: 'linkedin',
  whatsapp: 'whatsapp',
}

/** What is stored for what was given: aliases, times as dates, the channel of the type. */
export function normalised({ at, ...given }: Partial<Static<typeof ActivityCreate>>): Values {
  const values = withoutAliases<Values>(given, { contact_id: 'lead_id', assigned_to: 'owner_email', custom_properties: 'custom' })
  if (at !== undefined) values.at = new Date(at)
  const channel = values.type && channelOf[values.type]
  if (channel && values.channel === undefined) values.channel = channel
  checkOutcome(values)
  return values
}

/** Throws `not_allowed` for a call that went in no way that calls go. */
export function checkOutcome({ type, outcome }: Values): void {
  if (type === 'call' && outcome && !(callOutcomes as readonly string[]).includes(outcome))
    throw invalid('/outcome', 'not_allowed', `The outcome of a call is one of ${callOutcomes.join(', ')}`, callOutcomes)
}

/** What to say of an activity about nothing. */
export const aboutNothing = {
  reason: 'An activity is about a contact, company, deal, quote or task: give one of their ids',
  code: 'required',
  field: 'lead_id',
} as const

/** Whether it names no record at all. */
export function isAboutNothing(values: Values): boolean {
  return Object.keys(subjects).every((name) => !values[name as keyof typeof subjects])
}

/** Throws `required` for an activity about nothing. */
export function checkSubject(values: Values): void {
  if (isAboutNothing(values)) throw invalid(`/${aboutNothing.field}`, aboutNothing.code, aboutNothing.reason)
}
