import type { Static } from '@sinclair/typebox'
import { bulkUpserting } from '../../records/bulk/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { related } from '../../records/record-type/relation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { Agenda, AgendaAnswer, AgendaQuery } from './agenda.ts'
import { taskRelations, taskSearch } from './relations.ts'
import { CompletedTask, presentTask, TaskCompletion, TaskCreate, TaskList, TaskRecord, TaskUpdate } from './schema.ts'
import { TaskService } from './service.ts'

const declared = {
  singular: 'task',
  plural: 'tasks',
  record: TaskRecord,
  create: TaskCreate,
  update: TaskUpdate,
  list: TaskList,
  store: TaskService,
  present: presentTask,
  summary: { create: 'Create a task for yourself or a teammate, about a contact, company or deal' },
  concise: ['title', 'type', 'priority', 'status', 'due_at', 'owner_email', 'lead_id', 'company_id', 'deal_id'],
  mcp: { list: 'default', get: true, create: 'default', update: true, delete: true },
} as const
const resource = filtered(related(declared, taskRelations), taskSearch)

/** The operations of tasks (operations.md 1). */
export const tasks = group('Tasks', {
  ...standard(resource),
  ...searching(resource, taskSearch, true),
  ...bulkUpserting(resource, ['external_id']),
  agenda: operation({
    id: 'getAgenda',
    summary: 'See the tasks of a day: overdue, due today and within the next 7 days',
    scope: 'read',
    route: 'GET /tasks/agenda',
    mcp: true,
    input: AgendaQuery,
    output: AgendaAnswer,
    uses: { agenda: Agenda },
    handle: (query, { agenda }) => agenda.of(query),
  }),
  reopen: operation({
    id: 'reopenTask',
    summary: 'Open a completed or cancelled task again',
    scope: 'write',
    route: 'POST /tasks/{id}/reopen',
    mcp: true,
    input: ById,
    output: TaskRecord,
    uses: { tasks: TaskService },
    async handle({ id }, { tasks, reply }) {
      const task = await tasks.reopen(id, reply)
      return afterFlush(() => presentTask(task, tasks.now) as Static<typeof TaskRecord>)
    },
  }),
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
