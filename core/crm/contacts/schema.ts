import { Type } from '@sinclair/typebox'
import { createSchema, email, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, described, Id, Nullable, OwnerText } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, ownedBy, refersTo, says, tagged } from '../../kernel/storage/records/filters.ts'
import { contactFields } from './entity.ts'
import { allOf } from './values.ts'

const DAY_MS = 86_400_000

// Further names of these fields are accepted; `email` is answered as well.
const aliases = {
  email: Type.Optional(Nullable(email({ description: 'Same as primary_email', example: 'anna.martin@example.com' }).schema)),
  owner_email: Type.Optional(Nullable(OwnerText('Same as assigned_to'))),
  custom: Type.Optional(described(contactFields.custom_properties.schema, 'Same as custom_properties')),
}

/** A contact as the API shows it: its fields, and what is computed at the time of the call. Days are whole days, rounded down. */
export const ContactRecord = Closed(
  {
    ...recordSchema(contactFields).properties,
    email: Nullable(Type.String({ format: 'idn-email', description: 'Same as primary_email' })),
    email_domain: Nullable(Type.String({ description: 'What follows the @ of the e-mail address' })),
    merged_from: Type.Optional(Id('The id that was asked for, of a record that this one has taken in')),
    days_since_created: Count('Days since the contact was made'),
    days_since_last_contact: Nullable(Count('Days since last_contacted_at; null for never')),
  },
  { description: 'A contact' },
)
/** Input of create. Two names of one field must not contradict each other; unknown fields are refused. */
export const ContactCreate = Closed({ ...createSchema(contactFields).properties, ...aliases })
/** Input of update. */
export const ContactUpdate = Closed({ ...updateSchema(contactFields).properties, ...aliases })

/** Filters of the list; `owner` is the owner's e-mail. */
export const contactFilters = {
  email: {
    ...is('primary_email', email().schema, (address) => address.trim().toLowerCase()),
    schema: described(email().schema, 'Contacts that have this address'),
  },
  owner: ownedBy('assigned_to'),
  lifecycle_stage: is('lifecycle_stage', contactFields.lifecycle_stage.schema.anyOf[0]),
  lead_status: says('lead_status'),
  company_id: refersTo('company_id'),
  tag: tagged('contacts'),
}
/** Orders of the list; `-` in front reverses one. */
export const contactSorts = ['created_at', 'updated_at', 'last_name', 'primary_email', 'lead_score'] as const
/** Query of the list. */
export const ContactList = listSchema(contactFilters, contactSorts)

/** A contact as lists, events and webhooks show it. */
export const presentContact = presenter(contactFields, (contact, now) => ({
  name: nameOf(contact),
  email: contact.primary_email,
  emails: allOf('email', contact.emails, contact.primary_email),
  phones: allOf('phone', contact.phones, contact.phone),
  email_domain: contact.primary_email?.split('@').at(-1) ?? null,
  days_since_created: Math.max(0, Math.floor((now.getTime() - contact.created_at.getTime()) / DAY_MS)),
  days_since_last_contact:
    contact.last_contacted_at && Math.max(0, Math.floor((now.getTime() - contact.last_contacted_at.getTime()) / DAY_MS)),
}))

/** The full name: as it was given, else made of first and last name; null where there is none. */
export function nameOf({
  name,
  first_name,
  last_name,
}: {
  name: string | null
  first_name: string | null
  last_name: string | null
}): string | null {
  return name ?? ([first_name, last_name].filter(Boolean).join(' ') || null)
}
