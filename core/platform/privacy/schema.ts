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
  state: OneOf(jobStates, { description: 'How far it has come' }),
})
export const presentRequest = presenter(privacyRequestFields)
/** The person, by contact or by any e-mail of theirs; exactly one of the two. */
export const PrivacyRequestInput = Closed({
  contact_id: Type.Optional(Id('The person; a merged id means the survivor')),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254, description: 'Instead of contact_id: any e-mail of the person' })),
  reason: Type.Optional(Text(1000, { description: 'Why, for the proof; without words of the person' })),
})
export const privacyFilters = { kind: is('kind', privacyRequestFields.kind.schema), contact_id: refersTo('contact_id') }
export const privacySorts = ['created_at'] as const
export const PrivacyList = withoutChanges(listSchema(privacyFilters, privacySorts))

export const consentStates = ['subscribed', 'unsubscribed'] as const
const Topic = Text(100, {
  minLength: 1,
  description: 'Of what the contact wants to hear or not: `newsletter`, `calls`; `all` = of everything',
})
/** What a contact has said of a topic, with its proof (records.md 1: consents). */
export const ConsentRecord = Closed({
  topic: Topic,
  state: Text(20, { description: 'subscribed or unsubscribed' }),
  at: Timestamp('When this was said'),
  source: Nullable(Text(255, { description: 'Where this was said: a form, a call, a letter' })),
  text_version: Nullable(Text(255, { description: 'Version of the text that the contact agreed to' })),
})
export const ConsentInput = Closed({
  id: Id(),
  topic: Topic,
  state: OneOf(consentStates, { description: 'What the contact says' }),
  source: Type.Optional(Text(255, { description: 'Where this was said: the proof' })),
  text_version: Type.Optional(Text(255, { description: 'Version of the text that the contact agreed to' })),
})
