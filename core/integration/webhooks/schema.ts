import { Type } from '@sinclair/typebox'
import { paged } from '../../platform/access/schema.ts'
import { recordSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Count, described, exemplified, Id, NextCursor, Nullable, Text, Timestamp } from '../../kernel/operation/schema.ts'
import { listSchema } from '../../kernel/storage/filters.ts'
import { type Webhook, webhookFields } from './entity.ts'
import { successOf } from './subscriptions/success-rate.ts'

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

/** The webhook as the API answers it (contract 2.1). */
export const WebhookRecord = Closed(record)
export const WebhookDetail = Closed({
  ...record,
  attempts_24h: Count('Those attempts; tests are left out'),
  pending: Count('Deliveries that wait for their first or next attempt'),
  held: Count('Deliveries that wait for the webhook to become active'),
  disabled_at: Nullable(Timestamp('When it was made inactive')),
  disabled_reason: Nullable(Type.String({ description: '`failures` or `user`' })),
})

/** Contract 4.4: the webhooks of the organisation, the newest first, each with its secret, page by page. */
export const webhookSorts = ['created_at'] as const
export const WebhookQuery = paged(listSchema({}, webhookSorts))
export const WebhookList = Closed({ webhooks: Type.Array(WebhookRecord, { description: 'One page of webhooks' }), next_cursor: NextCursor })

/** Contract 4.4: `url` must be https; `events` are all unless given; a secret of the caller has 16 to 256 characters. */
export const WebhookCreate = Closed({
  url,
  events: Type.Optional(described(events, 'Event types, `family.*` or `*`')),
  description: Type.Optional(description),
  secret: Type.Optional(secret),
})

/** Contract 4.4: only what is given is changed; becoming active resets the failure counter and sends what was held. */
export const WebhookUpdate = Closed({
  id: Id(),
  url: Type.Optional(url),
  events: Type.Optional(events),
  description: Type.Optional(description),
  active: Type.Optional(Type.Boolean({ description: '`true` on an inactive webhook resets the failure counter and sends what was held' })),
})

/** From where on events are sent again: one of the two, and no more. */
export const ReplayRequest = Closed({
  id: Id(),
  since: Type.Optional(Timestamp('Events from this time on')),
  since_event_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description: 'This event and all after it' })),
})

/** A new secret, made unless given; for 24 hours the one before signs too, in `webhook-signature`. */
export const SecretRotation = Closed({ id: Id(), secret: Type.Optional(exemplified(secret, 'a secret of your own')) })

/** One entry of the delivery log (contract 2.2). */
export const DeliveryEntry = Closed({
  id: Id('Delivery record, for redeliver'),
  webhook_id: Id('The webhook'),
  event_id: Type.Integer({ minimum: 0, description: '0 on tests' }),
  event_type: Type.String({ description: 'Event type' }),
  status_code: Type.Integer({ minimum: 0, description: '0 without an HTTP answer' }),
  ok: Type.Boolean({ description: 'The endpoint answered 2xx in time' }),
  duration_ms: Count('Milliseconds until the answer'),
  response: Type.String({ description: 'First 500 characters of the answer, or why there was none' }),
  payload: Type.Record(Type.String(), Type.Unknown(), { description: 'The delivered body' }),
  attempt: Count('1 for the first try'),
  next_retry_at: Nullable(Timestamp('When it is tried again; null = not')),
  created_at: Timestamp('When it was sent'),
})

/** Contract 4.4 and 2.2: one entry for each attempt. */
export const DeliveryLogList = Closed({ deliveries: Type.Array(DeliveryEntry, { description: 'The last 50, the newest first' }) })

/** What test and redeliver answer (contract 2.3). */
export const DeliveryResult = Closed({
  ok: Type.Boolean({ description: 'The endpoint answered 2xx in time' }),
  status: Type.Integer({ minimum: 0, description: '0 without an HTTP answer' }),
  duration_ms: Count('Milliseconds until the answer'),
  response: Type.String({ description: 'First 500 characters of the answer' }),
  attempt: Count('1 for the first try'),
  next_retry_at: Nullable(Timestamp('When it is tried again; null = not')),
})

/** Contract 4.5: `target_url` goes before `url` and `hookUrl`; `event` and `events` add up. */
export const HookCreate = Closed({
  target_url: Type.Optional(described(url, 'Where deliveries go; https')),
  url: Type.Optional(Text(2048, { description: 'Same as target_url' })),
  hookUrl: Type.Optional(Text(2048, { description: 'Same as target_url' })),
  event: Type.Optional(Text(100, { description: 'One event type' })),
  events: Type.Optional(described(events, 'Event types, instead of event')),
  description: Type.Optional(description),
})

/** Contract 4.5: what the platform keeps to unsubscribe and to verify. */
export const HookRecord = Closed({
  id: Id('The webhook'),
  secret: Type.String({ description: 'Signing secret' }),
  events: Type.Array(Type.String(), { description: 'What it is sent' }),
})

/** An example delivery (contract 4.5). */
export const HookSample = Closed({
  id: Type.String({ description: '`evt_sample`' }),
  type: Type.String({ description: 'Event type' }),
  created_at: Timestamp('When the event happened'),
  entity: Closed(
    { type: Type.String({ description: 'Kind of record, such as deal' }), id: Type.String({ description: 'Id of the record' }) },
    { description: 'What the event is about' },
  ),
  data: Closed(
    { record: Type.Record(Type.String(), Type.Unknown(), { description: 'The latest record of this kind, or one that is made up' }) },
    { description: 'What a delivery carries' },
  ),
})

const present = presenter(webhookFields)

/** The webhook as callers see it, with its secret in plain text (contract 2.1). */
export function presentWebhook(webhook: Webhook, secret: string, now: Date): Record<string, unknown> {
  return { ...present(webhook, now), secret, success_rate_24h: successOf(webhook.recent, now).success_rate_24h }
}
