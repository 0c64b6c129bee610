import { DealCreate, DealUpdate } from '../../../crm/deals/schema.ts'
import { DealService } from '../../../crm/deals/service.ts'
import { pipelinesOf } from '../../../crm/pipelines/default.ts'
import { stageOf } from '../../../crm/pipelines/stages.ts'
import { invalid } from '../../../kernel/operation/errors.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, OneOf } from '../../../kernel/operation/schema/schema.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { dayAfter } from '../../../kernel/values/calendar.ts'
import { todayOf } from '../../../platform/access/organization.ts'
import { defineAction } from './action.ts'
import { changeOf } from './changed.ts'
import { Value } from './config.ts'
import { fieldFaults, fieldInput, fieldReferences } from './field-value.ts'

const inputs = { update: DealUpdate, create: DealCreate }
const DAYS_FROM_NOW = /^\s*\+(\d{1,4})d\s*$/i

/** Sets a field of the deal; a close date can be so many days from now (`+14d`). A stage must be one of the pipeline of the deal. */
export const updateDeal = defineAction({
  type: 'update_deal',
  label: 'Update deal',
  summary: "Move stage or set a property on the triggering deal, or on the contact's open deal",
  config: Closed({
    field: OneOf(['stage_id', 'status', 'amount', 'priority', 'owner_email', 'close_date', 'next_step']),
    value: Value,
  }),
  effect: 'db',
  needs: ['deal'],
  uses: { deals: DealService, records: Records },
  check: (config) => (isFromNow(config) ? [] : fieldFaults(inputs, config)),
  references: fieldReferences,
  run: async ({ config, subjects }, { deals, records }) => {
    const { field, value } = config
    const [, days] = (isFromNow(config) && DAYS_FROM_NOW.exec(String(value))) || []
    const meant = days === undefined ? value : dayAfter(await todayOf(records), Number(days))
    const input = fieldInput(inputs, field, meant)
    const before = { ...(await deals.forChange(String(subjects.deal?.id))) }
    if (field === 'stage_id') await refuseForeignStage(records, before.pipeline_id, String(meant))
    return changeOf(before, await deals.update(before.id, input, new Reply()))
  },
  dryRun: ({ config: { field, value } }) => ({ field, value }),
})

function isFromNow({ field, value }: { readonly field: string; readonly value: unknown }): boolean {
  return field === 'close_date' && typeof value === 'string' && DAYS_FROM_NOW.test(value)
}

async function refuseForeignStage(records: Records, pipeline_id: string, word: string): Promise<void> {
  const pipeline = (await pipelinesOf(records)).find(({ id }) => id === pipeline_id)
  if (!pipeline || stageOf(pipeline, word)) return
  const allowed = pipeline.stages.map(({ id }) => id)
  throw invalid('/value', 'unknown_stage', `The pipeline ${pipeline.name} of the deal has no stage ${word}`, allowed)
}
