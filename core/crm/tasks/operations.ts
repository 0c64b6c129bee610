import { bulkDeleteOperation, deleteJob } from '../../records/bulk/deletes.ts'
import { bulkUpsertOperation } from '../../records/bulk/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { standard } from '../../records/record-type/standard.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { Agenda, AgendaAnswer, AgendaQuery } from './agenda.ts'
import type { taskType } from './record-type.ts'
import { CompletedTask, presentTask, TaskCompletion, TaskRecord } from './schema.ts'
import { TaskService } from './service.ts'

/** The job that deletes more than 500 tasks. */
export const taskJobs = { delete: deleteJob({ plural: 'tasks' }) }

/** The operations of tasks. */
export const taskOperations = (type: Composed<typeof taskType>) =>
  group('Tasks', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkUpsertOperation(type),
    ...bulkDeleteOperation(type, taskJobs),
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
        return afterFlush(() => presentTask(task, tasks.now))
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
        return afterFlush(() => ({ ...presentTask(task, tasks.now), follow_up: followUp && presentTask(followUp, tasks.now) }))
      },
    }),
  })

/** The typed methods of the group. */
export interface Tasks extends Methods<ReturnType<typeof taskOperations>> {}
