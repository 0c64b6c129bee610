import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../operation/operation.ts'
import { Closed } from '../operation/schema/schema.ts'
import { Stream } from '../operation/stream.ts'
import { EventFeeds } from './feed.ts'
import { EventDetail, EventList, EventLogEntry, EventPage, EventStream } from './schema.ts'
import { EventLog } from './service.ts'

const uses = { log: EventLog }

/** The event log: list and gapless polling by `after`, one event with what followed from it, and the stream. */
export const events = group('Events', {
  list: operation({
    id: 'listEvents',
    summary: 'List what happened, newest first, or poll it oldest first without missing an event',
    scope: 'read',
    route: 'GET /events',
    mcp: true,
    input: EventList,
    output: EventPage,
    uses,
    handle: (query, { log }) => log.list(query),
  }),
  get: operation({
    id: 'getEvent',
    summary: 'Read one event with the deliveries and the enrollments in workflows that it caused',
    scope: 'read',
    route: 'GET /events/{id}',
    input: Closed({ id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'Number of the event', examples: ['4711'] }) }),
    output: EventDetail,
    uses,
    handle: ({ id }, { log }) => log.get(Number(id)),
  }),
  stream: operation({
    id: 'streamEvents',
    summary:
      'Follow the event log as it grows, from an event id on, without missing an event (server-sent events; resumes by Last-Event-ID)',
    scope: 'read',
    route: 'GET /events/stream',
    unitOfWork: false,
    input: EventStream,
    output: Stream(EventLogEntry),
    uses: { feeds: EventFeeds },
    handle: (from, { feeds }) => feeds.open(from),
  }),
})

/** `api.events` in process. */
export interface Events extends Methods<typeof events> {}
