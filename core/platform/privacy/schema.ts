import { Type } from '@sinclair/typebox'
import { jobStates } from '../../kernel/jobs/entity.ts'
import { recordSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Id, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/filters.ts'
import { withoutChanges } from '../../kernel/storage/list-schema.ts'
import { privacyRequestFields } from './entity.ts'

/** A request with the state of its job. */
export const PrivacyRequestRecord = Closed({
  ...recordSchema(privacyRequestFields).properties,
  state: OneOf(jobStates, { description: 'State of the job' }),
})
/** A stored request as callers see it, without its state. */
export const presentRequest = presenter(privacyRequestFields)
/** The person: exactly one of `contact_id` and `email`. */
export const PrivacyRequestInput = Closed({
  contact_id: Type.Optional(Id('The person; the id of a merged contact means its survivor')),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254, description: 'Instead of contact_id: any e-mail of the person' })),
  reason: Type.Optional(Text(1000, { description: 'Why, as proof; without personal data' })),
})
/** Filters of the list of requests. */
export const privacyFilters = { kind: is('kind', privacyRequestFields.kind.schema), contact_id: refersTo('contact_id') }
/** Orders of the list of requests. */
export const privacySorts = ['created_at'] as const
/** Query of the list of requests. */
export const PrivacyList = withoutChanges(listSchema(privacyFilters, privacySorts))

/** What a contact can say about a topic. */
export const consentStates = ['subscribed', 'unsubscribed'] as const
const Topic = Text(100, {
  minLength: 1,
  description: 'What the consent is about: `newsletter`, `calls`; `all` = everything',
})
/** A contact's consent to a topic, with its proof. */
export const ConsentRecord = Closed({
  topic: Topic,
  state: Text(20, { description: 'subscribed or unsubscribed' }),
  at: Timestamp('When the contact said so'),
  source: Nullable(Text(255, { description: 'Where the contact said so: a form, a call, a letter' })),
  text_version: Nullable(Text(255, { description: 'Version of the text that the contact agreed to' })),
})
/** Input of setContactConsent. */
export const ConsentInput = Closed({
  id: Id(),
  topic: Topic,
  state: OneOf(consentStates, { description: 'What the contact says' }),
  source: Type.Optional(Text(255, { description: 'Where the contact said so, as proof' })),
  text_version: Type.Optional(Text(255, { description: 'Version of the text that the contact agreed to' })),
})
