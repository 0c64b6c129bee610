import { type Static, Type } from '@sinclair/typebox'
import { Actor } from '../operation/schema/values.ts'
import { Closed, Count, Cursor, described, Id, Nullable, OneOf, Text, Timestamp } from '../operation/schema/schema.ts'

const entry = {
  id: Type.Integer({ minimum: 0, description: 'Number of the event in the organization; numbers only grow' }),
  type: Type.String({ description: 'Event type' }),
  entity_type: Type.String({ description: 'contact, task, deal, ...' }),
  entity_id: Type.String({ description: 'Id of the record' }),
  payload: Type.Record(Type.String(), Type.Unknown(), { description: 'Depends on the event' }),
  actor: described(Actor, 'Who made it happen'),
  request_id: Nullable(Type.String({ description: 'The `X-Request-Id` of the call that led to it; null where none did' })),
  created_at: Timestamp('When the event happened'),
  processed_at: Nullable(Timestamp('When workflows and webhooks processed it')),
}

/** One entry of the event log. */
export const EventLogEntry = Closed(entry)
/** One entry of the event log. */
export type EventLogEntry = Static<typeof EventLogEntry>

const CausedDelivery = Closed({
  id: Type.String({ description: 'Id of the delivery' }),
  webhook_id: Id('The webhook'),
  status: Type.String({ description: 'State of the delivery' }),
  attempt: Count('Attempts made'),
  next_retry_at: Nullable(Timestamp('When it is tried again')),
})

const CausedEnrollment = Closed({
  workflow_id: Id('The workflow'),
  outcome: OneOf(['enrolled', 'skipped'], { description: 'Whether it started a run' }),
  reason: Nullable(Type.String({ description: 'Why it did not' })),
  run_id: Nullable(Id('The run')),
})

/** An entry with what followed from it. */
export const EventDetail = Closed({
  ...entry,
  deliveries: Type.Optional(Type.Array(CausedDelivery, { description: 'What was sent because of it' })),
  enrollments: Type.Optional(Type.Array(CausedEnrollment, { description: 'What workflows did with it' })),
})
/** An entry with what followed from it. */
export type EventDetail = Static<typeof EventDetail>

/** Query of the list: newest first, or for polling oldest first with `order=asc` and `after`, none missed and none twice. */
export const EventList = Closed({
  type: Type.Optional(Text(100, { description: 'Only events of this type' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Events on a page' })),
  cursor: Type.Optional(described(Cursor, '`next_cursor` of the page before, for older events')),
  order: Type.Optional(OneOf(['asc', 'desc'], { description: '`asc` = oldest first, for polling without a gap; default `desc`' })),
  after: Type.Optional(described(Cursor, '`next_cursor` of the poll before, with `order=asc`; or the id of an event, or 0')),
})

/** Where a stream starts; it never ends by itself. */
export const EventStream = Closed({
  type: Type.Optional(Text(100, { description: 'Only events of this type' })),
  after: Type.Optional(described(Cursor, 'Id of the last known event, or 0 for the whole log; default: only new events')),
})

/** One page, with the cursor for the next call. */
export const EventPage = Closed({
  events: Type.Array(EventLogEntry, { description: 'One page, the newest first unless asked otherwise' }),
  next_cursor: Nullable(Type.String({ description: 'For `cursor`, null on the last page; with `order=asc` for `after`, never null' })),
})
