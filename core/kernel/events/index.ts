import { type Feature, plugin } from '../feature/feature.ts'
import { maxStreams } from '../operation/stream.ts'
import { Dispatcher } from './dispatcher.ts'
import { EventMetrics } from './metrics.ts'
import { events as operations } from './operations.ts'

/** The event log, its stream, and the dispatcher that passes events to consumers such as webhooks. */
export const events: Feature = plugin({
  name: 'events',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  operations: { events: operations },
  loops: [Dispatcher],
  meters: [EventMetrics],
  limits: { event_streams_per_organization: maxStreams.organization, event_streams_per_user: maxStreams.user },
})
