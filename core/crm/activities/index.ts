import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { activityJobs, activityOperations } from './operations.ts'
import { activityPrompts } from './prompts.ts'
import { activityType } from './record-type.ts'

/** Notes, calls, meetings and messages, and what they mean for contacts and deals. */
export const activities: Feature = plugin({
  name: 'activities',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', deals: '^1.0.0', tasks: '^1.0.0' },
  recordTypes: [activityType],
  prompts: activityPrompts,
  operations: (types: RecordTypes) => ({ activities: activityOperations(types.of(activityType)) }),
  jobTypes: [activityJobs.delete],
})
