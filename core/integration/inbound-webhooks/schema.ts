import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Count, Id, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, refersTo, says } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { inboundFields, type InboundRequest, type InboundWebhook, requestFields, requestStates } from './entity.ts'

const Secret = Text(256, { minLength: 16, description: 'With which senders sign; never shown again' })
const Stats = Closed(
  {
    received: Count('Requests that wait'),
    processed: Count('Requests that were worked'),
    failed: Count('Requests that could not be worked'),
  },
  { description: 'Requests of the last 30 days' },
)

/** An inbound webhook as the API answers it. */
export const InboundRecord = Closed({
  ...recordSchema(inboundFields).properties,
  url: Type.String({ description: 'Where senders send' }),
  has_secret: Type.Boolean({ description: 'Whether there is a secret' }),
  stats: Stats,
})
/** Input of create. */
export const InboundCreate = Closed({ ...createSchema(inboundFields).properties, secret: Type.Optional(Nullable(Secret)) })
/** Input of update: another secret begins a rotation, in which both are valid for a while. */
export const InboundUpdate = Closed({
  ...updateSchema(inboundFields).properties,
  secret: Type.Optional(Nullable(Secret)),
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      default: 86_400,
      description: 'With another secret: for how long the former one is valid',
    }),
  ),
})
/** The named filters of the list. */
export const inboundFilters = { name: says('name') }
/** By what the list can be sorted. */
export const inboundSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list. */
export const InboundList = listSchema(inboundFilters, inboundSorts)

const present = presenter(inboundFields)

/** An inbound webhook as callers see it. */
export function presentInbound(
  webhook: InboundWebhook,
  stats: Static<typeof Stats>,
  publicUrl: string,
  now: Date,
): Static<typeof InboundRecord> {
  return { ...present(webhook, now), url: `${publicUrl}/in/${webhook.token}`, has_secret: webhook.sealed !== null, stats }
}

/** A request as the API answers it. */
export const RequestRecord = recordSchema(requestFields)
/** A stored request as callers see it. */
export const presentRequest: (request: InboundRequest, now: Date) => Static<typeof RequestRecord> = presenter(requestFields)
/** The named filters of the list of requests. */
export const requestFilters = { inbound_webhook_id: refersTo('inbound_webhook_id'), status: is('status', OneOf(requestStates)) }
/** By what the list of requests can be sorted. */
export const requestSorts = ['created_at'] as const
const { inbound_webhook_id: _webhook, ...listed } = withoutChanges(listSchema(requestFilters, requestSorts)).properties
/** Query of the list of the requests of one webhook. */
export const RequestList = Closed({ ...listed, ...ById.properties })
/** One request of one webhook. */
export const RequestById = Closed({ id: Id(), requestId: Id('The request') })
