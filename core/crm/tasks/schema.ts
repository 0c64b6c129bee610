import { Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, described, Id, Nullable, OwnerText } from '../../kernel/operation/schema/schema.ts'
import { before, flag, is, listSchema, ownedBy, refersTo, since } from '../../kernel/storage/records/filters.ts'
import { type Task, taskFields } from './entity.ts'

const due_in_days = Type.Integer({ minimum: 0, maximum: 3650, description: 'Due so many calendar days from now, instead of due_at' })

const aliases = {
  due_in_days: Type.Optional(due_in_days),
  contact_id: Type.Optional(Nullable(Id('Same as lead_id'))),
  assigned_to: Type.Optional(Nullable(OwnerText('Same as owner_email'))),
  custom_properties: Type.Optional(taskFields.custom.schema),
}

/** A task as the API shows it. */
export const TaskRecord = Closed(
  {
    ...recordSchema(taskFields).properties,
    overdue: Type.Boolean({ description: 'Open, and past its due time' }),
  },
  { description: 'A task' },
)
/** Input of create. Two names of one field must not contradict each other; unknown fields are refused. */
export const TaskCreate = Closed({ ...createSchema(taskFields).properties, ...aliases })
/** Input of update. */
export const TaskUpdate = Closed({ ...updateSchema(taskFields).properties, ...aliases })

const { title, type, priority, owner_email, due_at, description } = updateSchema(taskFields).properties

/** Input of `POST /tasks/{id}/complete`: how the task went, and what is to be done next. */
export const TaskCompletion = Closed({
  id: Id(),
  outcome: Type.Optional(taskFields.outcome.schema),
  follow_up: Type.Optional(
    Closed(
      { title, type, priority, owner_email, due_at, due_in_days: Type.Optional(due_in_days), description },
      { description: 'A task to do next, for the same owner and records; its title is the same unless given' },
    ),
  ),
})
/** A completed task with the one that comes next. */
export const CompletedTask = Closed({
  ...TaskRecord.properties,
  follow_up: described(Nullable(TaskRecord), 'The task that comes next, where one was asked for'),
})

/** Filters of the list. */
export const taskFilters = {
  owner: ownedBy('owner_email'),
  type: is('type', taskFields.type.schema),
  status: is('status', taskFields.status.schema),
  priority: is('priority', taskFields.priority.schema),
  due_before: before('due_at'),
  due_from: since('due_at'),
  overdue: flag('Open tasks that are past their due time', ({ codec, now }) => {
    const time = codec.toColumn('due_at', now)
    return sql<SqlBool>`(status = 'open' and due_at is not null and due_at <= ${time})`
  }),
  contact_id: refersTo('lead_id'),
  lead_id: refersTo('lead_id'),
  deal_id: refersTo('deal_id'),
  company_id: refersTo('company_id'),
  quote_id: refersTo('quote_id'),
}
/** Orders of the list; `-` in front reverses one. */
export const taskSorts = ['created_at', 'updated_at', 'due_at'] as const
/** Query of the list. */
export const TaskList = listSchema(taskFilters, taskSorts)

/** A task as lists, events and webhooks show it; `overdue` is computed at the time of the call. */
export const presentTask = presenter(taskFields, (task, now) => ({ overdue: isOverdue(task, now) }))

/** Whether a task is open and its due time has passed. */
export function isOverdue({ status, due_at }: Pick<Task, 'status' | 'due_at'>, now: Date): boolean {
  return status === 'open' && due_at !== null && due_at.getTime() <= now.getTime()
}
