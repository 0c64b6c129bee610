import { Type } from '@sinclair/typebox'
import { priorities, taskTypes } from '../../../platform/catalog/lists.ts'
import { TaskCreate } from '../../../crm/tasks/schema.ts'
import { TaskService } from '../../../crm/tasks/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, OneOf, Text } from '../../../kernel/operation/schema/schema.ts'
import { validate } from '../../../kernel/operation/validate.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { defineAction, type Subjects } from './action.ts'
import { Choice, Rendered } from './config.ts'
import { textOf } from './subject-fields.ts'

/** Adds a task, due in calendar days; by default its owner is that of the contact, else that of the workflow. */
export const createTask = defineAction({
  type: 'create_task',
  label: 'Create task',
  summary: 'Create a task',
  config: Closed({
    title: Rendered(500),
    type: Choice(taskTypes),
    due_in_days: TaskCreate.properties.due_in_days,
    priority: Type.Optional(OneOf(priorities, { default: 'medium' })),
    owner: Type.Optional(Text(254, { description: 'E-mail of the teammate; default: the owner of the contact' })),
  }),
  effect: 'db',
  uses: { tasks: TaskService, records: Records },
  references: ({ owner }) => [{ to: 'user', value: owner, at: '/owner' }],
  run: async ({ config, subjects, workflow }, { tasks, records }) => {
    const { title, type = taskTypes[0], due_in_days, priority = 'medium' } = config
    const owner = config.owner?.trim() || textOf(subjects.contact, 'assigned_to') || workflow.owner
    // Who was named, or owned the contact, may have been deleted since.
    const isGone = (await records.unknownOwners([owner])).has(foldOwner(owner))
    if (isGone && config.owner?.trim()) return { skipped: 'no_owner' }
    const input = {
      ...linksOf(subjects),
      title: title.trim(),
      type,
      priority,
      ...(due_in_days !== undefined && { due_in_days }),
      owner_email: isGone ? workflow.owner : owner,
    }
    validate(TaskCreate, input, 'create_task')
    const { id } = await tasks.create(input, new Reply())
    return { done: { task_id: id } }
  },
  dryRun: ({ config: { title, due_in_days } }) => ({ title, due_in_days: due_in_days ?? null }),
})

// A task has room for all that the run is about; of a contact it is not about one of its deals.
function linksOf({ type, record, contact, deal, company }: Subjects): Readonly<Record<string, string>> {
  return {
    ...(contact && { lead_id: contact.id }),
    ...(deal && type !== 'contact' && { deal_id: deal.id }),
    ...(company && type === 'company' && { company_id: company.id }),
    ...(record && type === 'quote' && { quote_id: record.id }),
  }
}
