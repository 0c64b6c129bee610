import { type Static, Type } from '@sinclair/typebox'
import { priorities, taskTypes } from '../../../platform/catalog/lists.ts'
import { TaskCreate } from '../../../crm/tasks/schema.ts'
import { TaskService } from '../../../crm/tasks/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, OneOf, Text } from '../../../kernel/operation/schema/schema.ts'
import { validate } from '../../../kernel/operation/validate.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { defineAction, type StepCall, type Subjects } from './action.ts'
import { Choice, RenderedTitle } from './config.ts'
import { makeEach, setTools } from './sets.ts'
import { textOf } from './subject-fields.ts'

const Config = Closed({
  title: RenderedTitle(500),
  type: Choice(taskTypes),
  due_in_days: TaskCreate.properties.due_in_days,
  priority: Type.Optional(OneOf(priorities, { default: 'medium' })),
  owner: Type.Optional(Text(254, { description: 'E-mail of the teammate; default: the owner of the contact' })),
})
type Call = StepCall<Static<typeof Config>>

/** Adds a task, due in calendar days; by default its owner is that of the contact, else that of the workflow. */
export const createTask = defineAction({
  type: 'create_task',
  label: 'Create task',
  summary: 'Create a task',
  config: Config,
  effect: 'db',
  holdsContacts: true,
  uses: { ...setTools, tasks: TaskService },
  references: ({ owner }) => [{ to: 'user', value: owner, at: '/owner' }],
  run: async (call, { tasks, records }) => {
    const gone = await goneOwners(records, [call])
    if (isNamed(call, gone)) return { skipped: 'no_owner' }
    const input = inputOf(call, gone)
    validate(TaskCreate, input, 'create_task')
    const { id } = await tasks.create(input, new Reply())
    return { done: { task_id: id } }
  },
  runMany: async (calls, services, steps) => {
    const gone = await goneOwners(services.records, calls)
    if (calls.some((each) => isNamed(each, gone))) return undefined
    const inputs = calls.map((call) => inputOf(call, gone))
    const ids = await makeEach(services, services.tasks.sets, TaskCreate, inputs, steps)
    return ids.map((task_id) => ({ done: { task_id } }))
  },
  dryRun: ({ config: { title, due_in_days } }) => ({ title, due_in_days: due_in_days ?? null }),
})

const ownerOf = ({ config, subjects, workflow }: Call) => config.owner?.trim() || textOf(subjects.contact, 'assigned_to') || workflow.owner

// Who is named, or owned a contact, may have been deleted since.
async function goneOwners(records: Records, calls: readonly Call[]): Promise<ReadonlySet<string>> {
  return await records.unknownOwners(new Set(calls.map(ownerOf)))
}

// Who is named himself is not replaced by another.
const isNamed = ({ config: { owner } }: Call, among: ReadonlySet<string>) => Boolean(owner?.trim() && among.has(foldOwner(owner)))

function inputOf(call: Call, gone: ReadonlySet<string>): Static<typeof TaskCreate> {
  const { title, type = taskTypes[0], due_in_days, priority = 'medium' } = call.config
  const owner = ownerOf(call)
  return {
    ...linksOf(call.subjects),
    title: title.trim(),
    type,
    priority,
    ...(due_in_days !== undefined && { due_in_days }),
    owner_email: gone.has(foldOwner(owner)) ? call.workflow.owner : owner,
  }
}

// A task has room for all that the run is about; of a contact it is not about one of its deals.
function linksOf({ type, record, contact, deal, company }: Subjects): Readonly<Record<string, string>> {
  return {
    ...(contact && { lead_id: contact.id }),
    ...(deal && type !== 'contact' && { deal_id: deal.id }),
    ...(company && type === 'company' && { company_id: company.id }),
    ...(record && type === 'quote' && { quote_id: record.id }),
  }
}
