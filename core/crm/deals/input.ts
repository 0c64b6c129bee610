import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { picked, picklistsName } from '../../records/picklists/values.ts'
import { pipelinesName } from '../pipelines/default.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Deal } from './entity.ts'
import type { DealCreate } from './schema.ts'

/** What create, update and moves take. */
export type DealInput = Partial<Static<typeof DealCreate>>
/** Values of a deal by field, as they are stored. */
export type DealValues = Partial<Omit<Deal, 'id'>>
type DealContacts = Deal['contacts']

/** The names of what is read to write a deal (`NamedLocks`). */
export const dealRelies = [picklistsName, pipelinesName]

const names = {
  contact_id: 'primary_lead_id',
  lead_id: 'primary_lead_id',
  assigned_to: 'owner_email',
  custom_properties: 'custom',
} as const

/** What is stored for an input: aliases resolved, ids in lower case, times as dates, one spelling per tag. */
export function normalizeDeal(input: DealInput): DealValues {
  const values = withoutAliases<DealValues>(input, names)
  for (const field of ['pipeline_id', 'company_id', 'primary_lead_id'] as const)
    if (values[field]) values[field] = values[field].toLowerCase()
  if (values.closed_at) values.closed_at = new Date(values.closed_at)
  if (values.contacts) values.contacts = values.contacts.map((each, at) => contactOf(each, `/contacts/${at}`))
  if (values.tags) values.tags = uniqueTags(values.tags)
  if (values.competitors) values.competitors = uniqueTags(values.competitors)
  return values
}

function contactOf(given: object, path: string): DealContacts[number] {
  const { lead_id, ...what } = withoutAliases<Partial<DealContacts[number]>>(given, { contact_id: 'lead_id' }, path)
  if (lead_id === undefined) throw invalid(`${path}/lead_id`, 'required', 'lead_id is required: the id of a contact')
  return { ...what, lead_id: lead_id.toLowerCase() }
}

/**
 * The values with lost reason, type and priority as the picklists of the organization store them. Throws `not_allowed` for words that a
 * strict list lacks.
 */
export async function withPicklistValues(records: Records, values: DealValues): Promise<DealValues> {
  const { lost_reason, deal_type, priority } = values
  return {
    ...values,
    ...(lost_reason && { lost_reason: await picked(records, 'lost_reasons', lost_reason, '/lost_reason') }),
    ...(deal_type !== undefined && { deal_type: await picked(records, 'deal_types', deal_type, '/deal_type') }),
    ...(priority !== undefined && { priority: await picked(records, 'priorities', priority, '/priority') }),
  }
}

/** The values with each contact once and the primary one marked, whether it was given by its own field or in the list. */
export function withContacts(values: DealValues, deal?: Deal): DealValues {
  const { contacts, primary_lead_id } = values
  if (contacts === undefined && primary_lead_id === undefined) return values
  if (contacts) refuseTwo(contacts)
  const given = distinct(contacts ?? deal?.contacts ?? [])
  const primary = primary_lead_id === undefined ? primaryOf(given, deal) : primary_lead_id
  const all = primary === null || given.some(({ lead_id }) => lead_id === primary) ? given : [{ lead_id: primary, role: null }, ...given]
  return {
    ...values,
    primary_lead_id: primary,
    contacts: all.map(({ lead_id, role = null }) => ({ lead_id, role, primary: lead_id === primary })),
  }
}

// The contact that is marked, else the one that was the primary one before, else the first.
function primaryOf(contacts: DealContacts, deal?: Deal): string | null {
  const flagged = contacts.find(({ primary }) => primary)
  const kept = contacts.find(({ lead_id }) => lead_id === deal?.primary_lead_id)
  return (flagged ?? kept ?? contacts[0])?.lead_id ?? null
}

function refuseTwo(contacts: DealContacts): void {
  const marked = new Set(contacts.filter(({ primary }) => primary).map(({ lead_id }) => lead_id))
  if (marked.size < 2) return
  const second = contacts.findLastIndex(({ primary }) => primary)
  throw invalid(`/contacts/${second}/primary`, 'not_unique', 'A deal has one primary contact, and several are marked as such')
}

function distinct(contacts: DealContacts): DealContacts {
  return [...new Map(contacts.map((each) => [each.lead_id, each])).values()]
}
