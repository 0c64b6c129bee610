import { type Static, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, described, exemplified, Id, NextCursor, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { listSchema } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { type Webhook, webhookFields } from './entity.ts'
import { successRateOf } from './subscriptions/success-rate.ts'

const url = Text(2048, { description: 'https address; private and reserved addresses are refused', examples: ['https://example.com/hook'] })
const events = Type.Array(Text(100), {
  maxItems: 200,
  description: 'Event types, `family.*`, or `["*"]`, the default',
  examples: [['deal.*']],
})
const description = Nullable(Text(1000, { description: 'What it is for' }))
const secret = Text(1024, { description: 'Signing secret of 16 to 256 characters; generated when left out' })

const record = {
  ...recordSchema(webhookFields).properties,
  secret: Type.String({ description: 'Signing secret' }),
  success_rate_24h: Nullable(
    Type.Number({ description: 'Share of the attempts of this hour and the 23 before it that succeeded, 0 to 1; null without any' }),
  ),
}

/** A webhook, as lists and changes answer it. */
export const WebhookRecord = Closed(record)
/** A webhook with the figures that only `getWebhook` reads. */
export const WebhookDetail = Closed({
  ...record,
  attempts_24h: Count('Attempts of this hour and the 23 before it, without tests'),
  pending: Count('Deliveries that wait for their first or next attempt'),
  held: Count('Deliveries that wait for the webhook to become active'),
  disabled_at: Nullable(Timestamp('When it was made inactive')),
  disabled_reason: Nullable(Type.String({ description: '`failures` or `user`' })),
})

/** Orders of the list of webhooks. */
export const webhookSorts = ['created_at'] as const
/** Query of the list, newest first by default. */
export const WebhookQuery = withoutChanges(listSchema({}, webhookSorts))
/** One page of webhooks, each with its secret. */
export const WebhookList = Closed({ webhooks: Type.Array(WebhookRecord, { description: 'One page of webhooks' }), next_cursor: NextCursor })

/** A new webhook: `events` are all types unless given; without `secret` one is generated. */
export const WebhookCreate = Closed({
  url,
  events: Type.Optional(described(events, 'Event types, `family.*` or `*`')),
  description: Type.Optional(description),
  secret: Type.Optional(secret),
})

/** Changes only the given fields. */
export const WebhookUpdate = Closed({
  id: Id(),
  url: Type.Optional(url),
  events: Type.Optional(events),
  description: Type.Optional(description),
  active: Type.Optional(
    Type.Boolean({ description: '`true` on an inactive webhook resets the failure counter and sends held deliveries' }),
  ),
})

/** Where a replay starts: exactly one of `since` and `since_event_id`. */
export const ReplayRequest = Closed({
  id: Id(),
  since: Type.Optional(Timestamp('Events from this time on')),
  since_event_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description: 'This event and all after it' })),
})

/** A new secret, generated unless given; for 24 hours the previous one signs too, in `webhook-signature`. */
export const SecretRotation = Closed({ id: Id(), secret: Type.Optional(exemplified(secret, 'a secret of your own')) })

/** One entry of the delivery log. */
export const DeliveryEntry = Closed({
  id: Id('Delivery record, for redeliver'),
  webhook_id: Id('The webhook'),
  event_id: Type.Integer({ minimum: 0, description: '0 for tests' }),
  event_type: Type.String({ description: 'Event type' }),
  status_code: Type.Integer({ minimum: 0, description: '0 without an HTTP answer' }),
  ok: Type.Boolean({ description: 'The endpoint answered 2xx in time' }),
  duration_ms: Count('Milliseconds until the answer'),
  response: Type.String({ description: 'First 500 characters of the answer, or why there was no answer' }),
  payload: Type.Record(Type.String(), Type.Unknown(), { description: 'The delivered body' }),
  attempt: Count('1 for the first try'),
  next_retry_at: Nullable(Timestamp('When it is tried again; null = never')),
  created_at: Timestamp('When it was sent'),
})

/** The delivery log: one entry for each attempt. */
export const DeliveryLogList = Closed({ deliveries: Type.Array(DeliveryEntry, { description: 'The last 50, the newest first' }) })

/** The result of a test or a redelivery. */
export const DeliveryResult = Closed({
  ok: Type.Boolean({ description: 'The endpoint answered 2xx in time' }),
  status: Type.Integer({ minimum: 0, description: '0 without an HTTP answer' }),
  duration_ms: Count('Milliseconds until the answer'),
  response: Type.String({ description: 'First 500 characters of the answer' }),
  attempt: Count('1 for the first try'),
  next_retry_at: Nullable(Timestamp('When it is tried again; null = never')),
})

/** A new REST hook: the first given of `target_url`, `url` and `hookUrl` counts; `event` and `events` add up. */
export const HookCreate = Closed({
  target_url: Type.Optional(described(url, 'Where deliveries go; https')),
  url: Type.Optional(Text(2048, { description: 'Same as target_url' })),
  hookUrl: Type.Optional(Text(2048, { description: 'Same as target_url' })),
  event: Type.Optional(Text(100, { description: 'One event type' })),
  events: Type.Optional(described(events, 'Event types, also beside event; all types when neither is given')),
  description: Type.Optional(description),
})

/** What an automation platform stores to unsubscribe and to verify deliveries. */
export const HookRecord = Closed({
  id: Id('The webhook'),
  secret: Type.String({ description: 'Signing secret' }),
  events: Type.Array(Type.String(), { description: 'Event types that it gets' }),
})

/** An example delivery. */
export const HookSample = Closed({
  id: Type.String({ description: '`evt_sample`' }),
  type: Type.String({ description: 'Event type' }),
  created_at: Timestamp('When it was asked for'),
  entity: Closed(
    { type: Type.String({ description: 'Kind of record, such as deal' }), id: Type.String({ description: 'Id of the record' }) },
    { description: 'What the event is about' },
  ),
  data: Closed(
    { record: Type.Record(Type.String(), Type.Unknown(), { description: 'The latest one of its type, or an invented one' }) },
    { description: 'The record; a delivery has a summary of it as well' },
  ),
})

const present = presenter(webhookFields)

/** The webhook as callers see it, with its secret in plain text. */
export function presentWebhook(webhook: Webhook, secret: string, now: Date): Static<typeof WebhookRecord> {
  return { ...present(webhook, now), secret, success_rate_24h: successRateOf(webhook.recent, now).success_rate_24h }
}
