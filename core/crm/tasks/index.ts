import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { tasksOfContacts, tasksOfDeals } from './contributions.ts'
import { taskJobs, taskOperations } from './operations.ts'
import { OverdueTasks } from './overdue.ts'
import { taskType } from './record-type.ts'
import { taskNotices, TaskReminders } from './reminders.ts'

/** Tasks, the agenda, and `task.overdue`. */
export const tasks: Feature = plugin({
  name: 'tasks',
  version: '1.0.0',
  requires: { notifications: '^1.0.0', companies: '^1.0.0', contacts: '^1.0.0', deals: '^1.0.0' },
  recordTypes: [taskType],
  contributes: [tasksOfContacts, tasksOfDeals],
  operations: (types: RecordTypes) => ({ tasks: taskOperations(types.of(taskType)) }),
  jobTypes: [taskJobs.delete],
  notices: taskNotices,
  loops: [OverdueTasks, TaskReminders],
})
