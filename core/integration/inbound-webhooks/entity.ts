import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  defaulted,
  hidden,
  json,
  longText,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { commonFields, entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** By what way senders prove who they are. */
export const schemes = ['hmac_sha256', 'stripe', 'standard_webhooks', 'none'] as const
/** Record types that a mapping makes. */
export const mappedObjects = ['contacts', 'companies', 'deals', 'email_feedback'] as const
/** What becomes of a request. */
export const requestStates = ['received', 'processed', 'failed'] as const

const Signature = Closed({
  scheme: OneOf(schemes, { description: 'How requests are signed' }),
  header: Type.Optional(Text(100, { description: 'Of `hmac_sha256`: header with the signature', examples: ['x-hub-signature-256'] })),
  prefix: Type.Optional(Text(50, { description: 'Of `hmac_sha256`: what stands before the signature', examples: ['sha256='] })),
  encoding: Type.Optional(OneOf(['hex', 'base64'], { default: 'hex', description: 'Of `hmac_sha256`: how the signature is written' })),
  timestamp_header: Type.Optional(
    Text(100, { description: 'Of `hmac_sha256`: header with Unix seconds, which are signed as `<seconds>.<body>`' }),
  ),
  tolerance: Type.Optional(
    Type.Integer({ minimum: 10, maximum: 86_400, default: 300, description: 'Seconds by which a signed time may differ from now' }),
  ),
})
const Mapping = Type.Union(
  [
    Type.Literal('auto'),
    Closed({
      object: OneOf(mappedObjects, {
        description: 'What is made; `email_feedback`: what a relay tells of a message, as `POST /emails/feedback` takes it',
      }),
      fields: Type.Record(Text(300, { minLength: 1 }), Text(120, { minLength: 1 }), {
        maxProperties: 200,
        description:
          'By path in what is received (`/user/email`, `user.email`), the field of the record: `email`, `address.city`, `custom.plan`',
      }),
    }),
  ],
  {
    description: '`auto` recognizes contacts by the names of their fields in twelve languages; otherwise which field is filled from where',
  },
)

/** Fields of an inbound webhook. */
export const inboundFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Who sends', example: 'Booking site' }),
  active: defaulted(boolean('Whether it takes requests'), true),
  signature: defaulted(json(Signature, 'How senders prove who they are'), { scheme: 'none' }),
  id_from: optional(
    json(
      Closed({
        header: Type.Optional(Text(100, { description: 'Header that names the delivery' })),
        path: Type.Optional(Text(300, { description: 'Path in the body that names the delivery where no header does' })),
      }),
      'By what a repeated delivery is known; unless given, `webhook-id` of those that are signed by `standard_webhooks`',
    ),
  ),
  mapping: defaulted(json(Mapping), 'auto'),
  match_by: optional(
    text({
      max: 300,
      description: 'Of a mapping: path to the id of the record where it comes from (`/id`, `user.id`); the same id is the same record',
    }),
  ),
  last_received_at: readOnly(optional(timestamp('When the last request came'))),
  /** In its address. */
  token: hidden(text({ max: 60 })),
  /** Sealed. */
  sealed: hidden(optional(text({ max: 2000 }))),
  previous_sealed: hidden(optional(text({ max: 2000 }))),
  previous_until: readOnly(optional(timestamp('Until then the secret before the last rotation works, too'))),
}
const webhook = entity('InboundWebhook', 'inbound_webhooks', inboundFields, {
  indexes: [['created_at', 'id']],
  global: [['token']],
  privacy: 'kept',
})

/** An address at which another system tells something, and what is made of it. */
export class InboundWebhook extends webhook.class {}
webhook.setClass(InboundWebhook)

/** Fields of a received request. */
export const requestFields = {
  ...ownFields,
  inbound_webhook_id: readOnly(uuid('Where it came in')),
  delivery_id: readOnly(optional(text({ max: 300, description: 'By which a repetition is known' }))),
  status: readOnly(choice(requestStates, 'What became of it')),
  reason: readOnly(optional(text({ max: 1000, description: 'Why it failed' }))),
  object: readOnly(optional(text({ max: 60, description: 'What was made or matched' }))),
  record_id: readOnly(optional(uuid('The record'))),
  contact_id: readOnly(optional(uuid('The contact that it is about'))),
  payload: readOnly(optional(json(Type.Unknown(), 'What was received, without secrets; cut where it is larger than 32 KiB'))),
  truncated: readOnly(boolean('Whether it was cut')),
  processed_at: readOnly(optional(timestamp('When it was worked last'))),
  created_at: readOnly(timestamp('When it came')),
  media: hidden(text({ max: 300 })),
  /** The bytes as they came, base64. */
  body: hidden(longText()),
  key: hidden(text({ max: 200 })),
}
const request = entity('InboundRequest', 'inbound_requests', requestFields, {
  indexes: [
    ['inbound_webhook_id', 'created_at', 'id'],
    ['inbound_webhook_id', 'status', 'created_at'],
  ],
  uniques: [['key']],
  privacy: { by: ['contact_id'] },
})

/** One received request, kept for 30 days. */
export class InboundRequest extends request.class {}
request.setClass(InboundRequest)
