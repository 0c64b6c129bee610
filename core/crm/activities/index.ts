import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Activity } from './entity.ts'
import { activityChanges } from './events.ts'
import { activities as operations } from './operations.ts'

/** Notes, calls, meetings and messages, and what they mean for contacts and deals. */
export const activities: Feature = plugin({
  name: 'activities',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', deals: '^1.0.0', quotes: '^1.0.0', tasks: '^1.0.0' },
  entities: [Activity],
  watches: [activityChanges],
  operations: { activities: operations },
})
