import { priorities, taskTypes } from '../../platform/catalog/lists.ts'
import {
  choice,
  defaulted,
  hidden,
  integer,
  json,
  longText,
  optional,
  owner,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { customValues } from '../../kernel/operation/schema/values.ts'
import { Recurrence } from './recurrence.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'

const taskStates = ['open', 'completed', 'cancelled'] as const
/** Who made a task. */
export const taskSources = ['manual', 'workflow', 'sequence', 'api', 'import'] as const

/** The fields of a task; `source`, `completed_at` and `completed_by` are set by the service. */
export const taskFields = {
  ...commonFields,
  title: text({ min: 1, max: 500, description: 'What is to be done', example: 'Call about the offer' }),
  type: defaulted(choice(taskTypes, 'Kind of task'), 'todo'),
  status: defaulted(choice(taskStates, 'Whether it is still to be done'), 'open'),
  priority: defaulted(choice(priorities, 'How much it matters'), 'medium'),
  owner_email: optional(owner('Owner; `me` when left out')),
  due_at: optional(timestamp({ description: 'When it must be done', example: '2026-02-03T09:00:00.000Z' })),
  remind_at: optional(timestamp('When to remind its owner')),
  lead_id: optional(uuid('Contact')),
  deal_id: optional(uuid('The deal that it is about')),
  company_id: optional(uuid('The company that it is about')),
  quote_id: optional(uuid('The quote that it is about')),
  source: readOnly(defaulted(choice(taskSources, 'Who made it'), 'manual')),
  description: optional(longText('More about it, in free words')),
  outcome: optional(text({ description: 'How it went; of calls, one of the call outcomes' })),
  recurrence: optional(json(Recurrence, 'How it comes again: when it is completed, the next one is made')),
  series_id: readOnly(optional(uuid('The first task of its series; null of that one'))),
  occurrence: readOnly(optional(integer('Which one of its series it is; null of the first'))),
  completed_at: readOnly(optional(timestamp('When it was completed'))),
  completed_by: readOnly(optional(text('Who completed it'))),
  custom: customValues(),
  /** The day of the month on which its series began, which not every month has. */
  series_monthday: hidden(optional(integer())),
  /** The time at which its owner was reminded last. */
  reminded_for: hidden(optional(timestamp())),
  /** The due time for which `task.overdue` was fired last. */
  overdue_for: hidden(optional(timestamp())),
}

const schema = entity('Task', 'tasks', taskFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
    ['due_at', 'id'],
    ['owner_email', 'due_at', 'id'],
    ['lead_id', 'created_at', 'id'],
    ['deal_id', 'created_at', 'id'],
    ['company_id', 'created_at', 'id'],
    ['series_id', 'occurrence'],
  ],
})

/** A task: found by its owner and due time, and by the records that it is about. */
export class Task extends schema.class {}
schema.setClass(Task)
