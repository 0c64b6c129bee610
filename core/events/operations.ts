import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../kernel/operation.ts'
import { Closed } from '../kernel/schema.ts'
import { EventDetail, EventList, EventPage } from './schema.ts'
import { EventLog } from './service.ts'

const uses = { log: EventLog }

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
    summary: 'Read one event with the deliveries it caused',
    scope: 'read',
    route: 'GET /events/{id}',
    input: Closed({ id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'Number of the event' }) }),
    output: EventDetail,
    uses,
    handle: ({ id }, { log }) => log.get(Number(id)),
  }),
})

export interface Events extends Methods<typeof events> {}
