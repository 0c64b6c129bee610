import { watch } from '../../kernel/storage/changes.ts'
import { Task } from './entity.ts'
import { presentTask } from './schema.ts'

/** What changes of a task are told (contract 6.1). */
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
    }),
    // The mark is set by the clock alone, once for each due time (see overdue.ts).
    'task.overdue': { label: 'Task overdue', when: ({ kind, changed }) => kind === 'update' && changed.has('overdue_for') },
  }),
})
