import { Type } from '@sinclair/typebox'
import {
  bigInteger,
  boolean,
  choice,
  defaulted,
  hidden,
  integer,
  json,
  longText,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Text } from '../../kernel/operation/schema/schema.ts'
import type { Cut } from '../../kernel/events/horizon.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import type { HourlyAttempts } from './subscriptions/success-rate.ts'

/** Fields of a webhook, with its counters. */
export const webhookFields = {
  ...ownFields,
  url: text({ max: 2048, description: 'https address that deliveries are sent to' }),
  events: json(Type.Array(Text(100), { description: 'Event types, `family.*`, or `*`' })),
  description: optional(text({ max: 1000, description: 'What it is for' })),
  source: readOnly(choice(['api', 'rest_hook'], 'How it was made')),
  active: defaulted(boolean('Deliveries are sent'), true),
  failure_count: readOnly(integer({ description: 'Consecutive failures' })),
  last_status: readOnly(optional(integer({ description: 'Last HTTP status received' }))),
  last_delivery_at: readOnly(optional(timestamp('When something was sent to it last'))),
  created_by: readOnly(text('E-mail address of the user who created it')),
  created_at: readOnly(timestamp('When it was created')),
  sealed_secret: hidden(text()),
  /** The secret before the last rotation; it signs too until `previous_secret_until`. */
  previous_sealed_secret: hidden(optional(text())),
  previous_secret_until: hidden(optional(timestamp())),
  /** Its activation history: positions in the event log; the webhook gets an event if an odd number of them came before. */
  switches: hidden(json(Type.Array(Type.Unsafe<Cut>(Type.Array(Type.Integer()))))),
  /** Attempts by the hour, for the success rate of the last 24 hours. */
  recent: hidden(defaulted(json(Type.Array(Type.Unsafe<HourlyAttempts>(Type.Array(Type.Integer())))), [])),
  disabled_at: hidden(optional(timestamp())),
  disabled_reason: hidden(optional(choice(['failures', 'user']))),
}
const webhook = entity('Webhook', 'webhooks', webhookFields, { indexes: [['created_at', 'id']] })

/** A subscription of one URL to event types. */
export class Webhook extends webhook.class {}
webhook.setClass(Webhook)

const deliveryStates = ['pending', 'inflight', 'ok', 'failed', 'held', 'cancelled'] as const

const delivery = entity(
  'WebhookDelivery',
  'webhook_deliveries',
  {
    ...ownFields,
    webhook_id: readOnly(uuid()),
    /** Null for tests, which have no event. */
    event_id: readOnly(optional(bigInteger())),
    event_type: readOnly(text()),
    status: readOnly(choice(deliveryStates)),
    /** Number of the last attempt; counted when the delivery is claimed. */
    attempt: readOnly(integer()),
    /** Attempts that count in the schedule, see `decide`. */
    step: readOnly(integer()),
    due_at: readOnly(optional(timestamp())),
    lease_until: readOnly(optional(timestamp())),
    /** Fencing token: a worker whose lease ran out may store results only while the delivery still carries its token. */
    lease_token: readOnly(optional(uuid())),
    /** Body of a test; the body of an event is in the event log. */
    body: hidden(optional(longText())),
    /** That of its event, or of the call that asked for a test. */
    request_id: hidden(optional(text())),
    created_at: readOnly(timestamp()),
  },
  { uniques: [['webhook_id', 'event_id']] },
)

/** One event on its way to one webhook, with all its attempts; also each test. */
export class WebhookDelivery extends delivery.class {}
delivery.setClass(WebhookDelivery)

const attempt = entity(
  'WebhookAttempt',
  'webhook_attempts',
  {
    ...ownFields,
    webhook_id: readOnly(uuid()),
    delivery_id: readOnly(uuid()),
    kind: readOnly(choice(['auto', 'manual', 'test', 'lost'])),
    attempt: readOnly(integer()),
    status_code: readOnly(integer()),
    ok: readOnly(boolean()),
    duration_ms: readOnly(integer()),
    response: readOnly(text()),
    error_code: readOnly(optional(text())),
    retry_after: readOnly(optional(text())),
    next_retry_at: readOnly(optional(timestamp())),
    created_at: readOnly(timestamp()),
  },
  { uniques: [['delivery_id', 'attempt']], indexes: [['webhook_id', 'created_at', 'id']] },
)

/** One request that was made, or lost with its worker: an entry of the delivery log. */
export class WebhookAttempt extends attempt.class {}
attempt.setClass(WebhookAttempt)
