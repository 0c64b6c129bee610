import { Type } from '@sinclair/typebox'
import { nameOf } from '../../../crm/contacts/schema.ts'
import { DealCreate, DealUpdate } from '../../../crm/deals/schema.ts'
import { DealService } from '../../../crm/deals/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, Id, Text } from '../../../kernel/operation/schema/schema.ts'
import { validate } from '../../../kernel/operation/validate.ts'
import { pipelinesOf } from '../../../crm/pipelines/default.ts'
import { stageOf } from '../../../crm/pipelines/stages.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { defineAction, type Subjects } from './action.ts'
import { Rendered } from './config.ts'
import { fieldFaults, fieldInput } from './field-value.ts'
import { textOf } from './subject-fields.ts'

const inputs = { update: DealUpdate, create: DealCreate }

/** Adds a deal; an amount with merge tags is read as a number when the step runs. A pipeline or stage that is gone is skipped. */
export const createDeal = defineAction({
  type: 'create_deal',
  label: 'Create deal',
  summary: 'Open a deal for the contact',
  config: Closed({
    name: Type.Optional(Rendered(255)),
    pipeline_id: Type.Optional(Id('Default: the default pipeline')),
    stage_id: Type.Optional(Text(255, { description: 'Default: the first open stage' })),
    amount: Type.Optional(Type.Union([Type.Number(), Rendered(255)])),
  }),
  effect: 'db',
  uses: { deals: DealService, records: Records },
  check: ({ amount }) => (amount === undefined ? [] : fieldFaults(inputs, { field: 'amount', value: amount }, '/amount')),
  references: ({ pipeline_id, stage_id }) => [
    { to: 'pipeline', value: pipeline_id, at: '/pipeline_id' },
    { to: 'deal_stage', value: stage_id, at: '/stage_id', within: pipeline_id },
  ],
  run: async ({ config, subjects, workflow }, { deals, records }) => {
    const { contact, company } = subjects
    if (!contact && !company) return { skipped: 'no_contact' }
    const { pipeline_id, stage_id, amount } = config
    const all = await pipelinesOf(records)
    const named = all.filter(({ id }) => pipeline_id === undefined || id === pipeline_id.toLowerCase())
    if (named.length === 0) return { skipped: 'no_pipeline' }
    if (stage_id?.trim() && !named.some((each) => stageOf(each, stage_id))) return { skipped: 'no_stage' }
    const input = {
      name: config.name?.trim() || nameFor(subjects),
      ...(pipeline_id !== undefined && { pipeline_id }),
      ...(stage_id?.trim() && { stage_id }),
      ...(amount !== undefined && fieldInput(inputs, 'amount', amount, '/amount')),
      ...(contact && { primary_lead_id: contact.id }),
      ...(company && { company_id: company.id }),
      owner_email: textOf(contact, 'assigned_to') ?? textOf(company, 'owner_email') ?? workflow.owner,
    }
    validate(DealCreate, input, 'create_deal')
    const { id } = await deals.create(input, new Reply())
    return { done: { deal_id: id } }
  },
  dryRun: ({ config: { name, amount }, subjects }) => ({ name: name?.trim() || nameFor(subjects), amount: amount ?? null }),
})

function nameFor({ contact, company }: Subjects): string {
  const [name, first_name, last_name] = ['name', 'first_name', 'last_name'].map((each) => textOf(contact, each) ?? null)
  const person = nameOf({ name: name ?? null, first_name: first_name ?? null, last_name: last_name ?? null })
  return textOf(company, 'name') ?? textOf(contact, 'company') ?? person ?? textOf(contact, 'primary_email') ?? 'Deal'
}
