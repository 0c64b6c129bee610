import { choice, hidden, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { Text } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Why nothing is sent to an address: its owner said so, it does not exist, its owner complained, or a teammate said so. */
export const suppressionKinds = ['unsubscribed', 'bounced', 'complained', 'manual'] as const
/** Why nothing is sent to an address. */
export type SuppressionKind = (typeof suppressionKinds)[number]

// By the pattern an erasure sees that what it leaves is no address, and stores null.
const address = {
  ...text(),
  schema: Text(320, { pattern: '@', description: 'Address in lower case, or `*@` and a domain; null when its person was erased' }),
}

/** Fields of a suppression, which is only made and removed. */
export const suppressionFields = {
  ...ownFields,
  value: readOnly(optional(address)),
  /** Finds the suppression without the address. */
  hash: hidden(text()),
  kind: readOnly(choice(suppressionKinds, 'Why it is blocked')),
  topic: readOnly(
    optional(text({ max: 100, description: 'Of kind `unsubscribed`: the only topic that is blocked; null blocks all marketing' })),
  ),
  reason: readOnly(optional(text({ max: 1000, description: 'In words' }))),
  source: readOnly(optional(text({ max: 255, description: 'Where this was said: a form, another system, the answer of a server' }))),
  email_id: readOnly(optional(uuid('The e-mail that led to it'))),
  /** Hash, kind and topic, of which there is one each. */
  key: hidden(text({ max: 300 })),
  created_by: readOnly(text('E-mail address of the user who made it')),
  created_at: readOnly(timestamp('When it was made')),
}
const schema = entity('Suppression', 'suppressions', suppressionFields, {
  indexes: [['created_at', 'id'], ['hash']],
  uniques: [['key']],
})

/** An address or a domain to which nothing is sent, or no marketing; it outlives the erasure of its person as a hash. */
export class Suppression extends schema.class {}
schema.setClass(Suppression)
