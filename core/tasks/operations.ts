import type { Static } from '@sinclair/typebox'
import { group, type Methods, operation } from '../kernel/operation.ts'
import { afterFlush } from '../kernel/reply.ts'
import { standard } from '../kernel/resource.ts'
import { searching } from '../search/operation.ts'
import { taskSearch } from './relations.ts'
import { CompletedTask, presentTask, TaskCompletion, TaskCreate, TaskList, TaskRecord, TaskUpdate } from './schema.ts'
import { TaskService } from './service.ts'

const resource = {
  singular: 'task',
  plural: 'tasks',
  record: TaskRecord,
  create: TaskCreate,
  update: TaskUpdate,
  list: TaskList,
  store: TaskService,
  present: presentTask,
  summary: { create: 'Create a task for yourself or a teammate, about a contact, company or deal' },
  mcp: { list: 'default', get: true, create: 'default', update: true, delete: true },
} as const

export const tasks = group('Tasks', {
  ...standard(resource),
  ...searching(resource, taskSearch, true),
  complete: operation({
    id: 'completeTask',
    summary: 'Complete a task with its outcome and, if there is more to do, a follow-up task',
    scope: 'write',
    route: 'POST /tasks/{id}/complete',
    mcp: 'default',
    input: TaskCompletion,
    output: CompletedTask,
    uses: { tasks: TaskService },
    async handle(input, { tasks, reply }) {
      const { task, followUp } = await tasks.finish(input, reply)
      return afterFlush(() => {
        const shown = { ...presentTask(task, tasks.now), follow_up: followUp && presentTask(followUp, tasks.now) }
        return shown as unknown as Static<typeof CompletedTask>
      })
    },
  }),
})

export interface Tasks extends Methods<typeof tasks> {}
