import { recordType } from '../../records/record-type/record-type.ts'
import { partyRelations, relatedParties } from '../deals/parties.ts'
import { Task } from './entity.ts'
import { taskEvents } from './events.ts'
import { presentTask, TaskCreate, TaskList, TaskRecord, TaskUpdate } from './schema.ts'
import { taskSearch } from './search.ts'
import { TaskService } from './service.ts'

/** Tasks, as everything that works on records knows them. */
export const taskType = recordType({
  entity: Task,
  singular: 'task',
  plural: 'tasks',
  watch: taskEvents,
  record: TaskRecord,
  create: TaskCreate,
  update: TaskUpdate,
  list: TaskList,
  store: TaskService,
  present: presentTask,
  summary: { create: 'Create a task for yourself or a teammate, about a contact, company or deal' },
  concise: ['title', 'type', 'priority', 'status', 'due_at', 'owner_email', 'lead_id', 'company_id', 'deal_id'],
  mcp: { list: 'default', get: true, create: 'default', update: true, delete: true, search: true },
  keys: ['external_id'],
  search: taskSearch,
  related: relatedParties,
  relations: partyRelations,
  report: { date: 'created_at' },
  export: true,
  timelineEntry: {
    type: 'task',
    at: { field: 'created_at' },
    title: ({ title }) => title,
    data: presentTask,
    hides: Object.keys(taskEvents.events),
  },
})
