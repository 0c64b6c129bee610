import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Task } from './entity.ts'
import { taskEvents } from './events.ts'
import { tasks as operations } from './operations.ts'
import { OverdueTasks } from './overdue.ts'

/** Tasks, the agenda, and `task.overdue`. */
export const tasks: Feature = plugin({
  name: 'tasks',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0' },
  entities: [Task],
  watches: [taskEvents],
  operations: { tasks: operations },
  loops: [OverdueTasks],
})
