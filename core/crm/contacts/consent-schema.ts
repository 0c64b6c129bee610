import { Type } from '@sinclair/typebox'
import { Closed, Id, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'

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
