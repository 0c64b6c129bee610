import { type Feature, plugin } from '../feature/feature.ts'
import { Dispatcher } from './dispatcher.ts'
import { EventMetrics } from './metrics.ts'
import { events as operations } from './operations.ts'

/** The event log, its stream, and the dispatcher that hands events to workflows and webhooks (contract 2.4, 4.6, 6.6). */
export const events: Feature = plugin({
  name: 'events',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  operations: { events: operations },
  loops: [Dispatcher],
  meters: [EventMetrics],
})
