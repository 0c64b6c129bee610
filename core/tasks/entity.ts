import { priorities, taskTypes } from '../catalog/lists.ts'
import { choice, defaulted, hidden, json, longText, optional, readOnly, text, timestamp, uuid } from '../kernel/fields.ts'
import { Custom } from '../kernel/values.ts'
import { commonFields, entity } from '../storage/entity.ts'

const taskStates = ['open', 'completed', 'cancelled'] as const
export const taskSources = ['manual', 'workflow', 'sequence', 'api', 'import'] as const

export const taskFields = {
  ...commonFields,
  title: text({ min: 1, max: 500 }),
  type: defaulted(choice(taskTypes), 'todo'),
  status: defaulted(choice(taskStates), 'open'),
  priority: defaulted(choice(priorities), 'medium'),
  owner_email: optional(text({ max: 254, description: 'Owner; the acting user when left out' })),
  due_at: optional(timestamp()),
  remind_at: optional(timestamp()),
  lead_id: optional(uuid('Contact')),
  deal_id: optional(uuid()),
  company_id: optional(uuid()),
  quote_id: optional(uuid()),
  source: readOnly(defaulted(choice(taskSources), 'manual')),
  description: optional(longText()),
  outcome: optional(text({ description: 'How it went; of calls, one of the call outcomes' })),
  completed_at: readOnly(optional(timestamp())),
  completed_by: readOnly(optional(text())),
  custom: defaulted(json(Custom), {}),
  /** The due time for which `task.overdue` was fired last. */
  overdue_for: hidden(optional(timestamp())),
}

const schema = entity('Task', 'tasks', taskFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
    ['due_at', 'id'],
    ['owner_email', 'due_at', 'id'],
    ['lead_id'],
    ['deal_id'],
    ['company_id'],
  ],
})

/** A task (records.md 3). */
export class Task extends schema.class {}
schema.setClass(Task)
