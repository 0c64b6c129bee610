import { watch } from '../../kernel/storage/schema/changes.ts'
import { Task } from './entity.ts'
import { presentTask } from './schema.ts'

/** Which changes of a task are events. */
export const taskEvents = watch(Task, 'task', {
  summary: ({ id, type, owner_email, title, due_at, source, deal_id, lead_id }) => ({
    id,
    type,
    owner: owner_email,
    title,
    due_at,
    source,
    deal_id,
    lead_id,
  }),
  record: presentTask,
  events: (on) => ({
    'task.created': on.created('Task created'),
    'task.completed': on.moved('status', 'Task completed', {
      when: ({ record }) => record.status === 'completed',
      data: ({ record }) => ({ outcome: record.outcome }),
      tells: ['outcome', 'completed_at', 'completed_by'],
    }),
    // `OverdueTasks` alone sets this mark, once for each due time.
    'task.overdue': { label: 'Task overdue', when: ({ kind, changed }) => kind === 'update' && changed.has('overdue_for') },
  }),
})
