import type { Registry } from 'rapport-crm'
import { type JsonSchema, refTo } from './schemas.ts'
import { pascal } from './shared-names.ts'

const text = (description: string) => ({ type: 'string', description })

/** The schema of every delivery. */
export const deliverySchema: JsonSchema = {
  type: 'object',
  description: 'One delivery to a webhook',
  required: ['id', 'type', 'created_at', 'organization', 'entity', 'data'],
  properties: {
    id: text('`evt_` and the id of the event; the same on every attempt'),
    type: text('Event type'),
    created_at: { type: 'string', format: 'date-time', description: 'When the event happened, UTC' },
    organization: text('Organization identifier'),
    entity: {
      type: 'object',
      required: ['type', 'id'],
      properties: { type: text('Kind of record, such as `deal`'), id: { type: 'string', format: 'uuid' } },
    },
    data: {
      type: 'object',
      description:
        'Summary at event time, with `from` and `to` for moves, `changed` for changed properties, and `record`, the full current record',
      properties: { record: { type: 'object' } },
    },
    test: { type: 'boolean', description: '`true` for test deliveries' },
  },
}

const headers: readonly (readonly [name: string, description: string, type: 'string' | 'integer'])[] = [
  ['X-Service-Event', 'Event type', 'string'],
  ['X-Service-Delivery', 'Id of the event, the same on every attempt: for ignoring duplicates', 'string'],
  ['X-Service-Attempt', '1 for the first try, then 2, 3, ...', 'integer'],
  ['X-Service-Timestamp', 'Unix time in seconds of this attempt', 'integer'],
  ['X-Service-Signature', '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret of the webhook', 'string'],
]

const headerOf = (name: string, description: string, type: string, required = true): [string, JsonSchema] => [
  name,
  { name, in: 'header', required, description, schema: { type } },
]

/** Headers of a delivery, as components. */
export const deliveryHeaders: Record<string, JsonSchema> = Object.fromEntries([
  ...headers.map((each) => headerOf(...each)),
  headerOf('X-Request-Id', 'Id of the call that led to the event; absent where none did', 'string', false),
])

/** What receivers answer, as components. */
export const deliveryAnswers: Record<string, JsonSchema> = {
  DeliveryReceived: { description: 'Received; answer within 10 seconds' },
  DeliveryRefused: { description: 'Refused: not tried again, unless 408 or 429' },
}

/**
 * One webhook for each kind of record, with the types of its events: their bodies are the same but for the type. The record is typed where the
 * events are those of a record type; others, such as `form.submitted`, tell of a record of whatever kind `entity` names.
 */
export function webhooksOf({ eventTypes, watches }: Registry, components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const parameters = Object.keys(deliveryHeaders).map((name) => refTo(name, 'parameters'))
  const watched = new Set(watches.map(({ entityType }) => entityType))
  const families = Map.groupBy(eventTypes, ([type]) => familyOf(type))
  return Object.fromEntries(
    [...families].map(([family, events]) => {
      const name = pascal(family)
      const data = watched.has(family) && name in components ? { data: { type: 'object', properties: { record: refTo(name) } } } : {}
      const schema = {
        allOf: [refTo('Delivery'), { type: 'object', properties: { type: { enum: events.map(([type]) => type) }, ...data } }],
      }
      const post = {
        operationId: `on_${family}`,
        summary: `Events of the kind \`${family}\``,
        description: events.map(([type, { label }]) => `- \`${type}\`: ${label}`).join('\n'),
        security: [],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': refTo('DeliveryReceived', 'responses'), '4XX': refTo('DeliveryRefused', 'responses') },
      }
      return [family, { post }]
    }),
  )
}

const familyOf = (type: string): string => type.split('.')[0] ?? ''
