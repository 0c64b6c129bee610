import { DealCreate, DealUpdate } from '../../../crm/deals/schema.ts'
import { DealService } from '../../../crm/deals/service.ts'
import { pipelinesOf } from '../../../crm/pipelines/default.ts'
import { stageOf } from '../../../crm/pipelines/stages.ts'
import { invalid } from '../../../kernel/operation/errors.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, OneOf } from '../../../kernel/operation/schema/schema.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { dayAfter } from '../../../kernel/values/calendar.ts'
import { todayOf } from '../../../platform/access/organization.ts'
import { defineAction } from './action.ts'
import { changeOf } from './changed.ts'
import { Value } from './config.ts'
import { setTools, updateEach } from './sets.ts'
import { fieldFaults, fieldInput, fieldReferences } from './field-value.ts'

const schemas = { update: DealUpdate, create: DealCreate }
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
  uses: { ...setTools, deals: DealService },
  check: (config) => (isFromNow(config) ? [] : fieldFaults(schemas, config)),
  references: fieldReferences('deals'),
  run: async ({ config, subjects }, { deals, records }) => {
    const input = await inputOf(records, config)
    const before = { ...(await deals.forChange(String(subjects.deal?.id))) }
    if (config.field === 'stage_id') await refuseForeignStages(records, [before.pipeline_id], String(config.value))
    return changeOf(before, await deals.update(before.id, input, new Reply()))
  },
  runMany: async (calls, services) => {
    const { records, deals } = services
    const [first] = calls
    const stages = new Set(calls.map(({ config }) => String(config.value)))
    // What is filled in can name other stages in each run, of which each belongs to the pipeline of its deal.
    if (first?.config.field === 'stage_id' && stages.size > 1) return undefined
    const pipelines = new Set(calls.map(({ subjects }) => String(subjects.deal?.['pipeline_id'])))
    if (first?.config.field === 'stage_id') await refuseForeignStages(records, [...pipelines], String(first.config.value))
    const inputs = []
    for (const { config, subjects } of calls) inputs.push({ ...(await inputOf(records, config)), id: String(subjects.deal?.id) })
    return await updateEach(services, deals.sets, DealUpdate, inputs)
  },
  dryRun: ({ config: { field, value } }) => ({ field, value }),
})

function isFromNow({ field, value }: { readonly field: string; readonly value: unknown }): boolean {
  return field === 'close_date' && typeof value === 'string' && DAYS_FROM_NOW.test(value)
}

async function inputOf(
  records: Records,
  config: { readonly field: string; readonly value: unknown },
): Promise<Readonly<Record<string, unknown>>> {
  const { field, value } = config
  const [, days] = (isFromNow(config) && DAYS_FROM_NOW.exec(String(value))) || []
  return fieldInput(schemas, field, days === undefined ? value : dayAfter(await todayOf(records), Number(days)))
}

async function refuseForeignStages(records: Records, pipeline_ids: readonly string[], word: string): Promise<void> {
  const pipeline = (await pipelinesOf(records)).find((each) => pipeline_ids.includes(each.id) && !stageOf(each, word))
  if (!pipeline) return
  const allowed = pipeline.stages.map(({ id }) => id)
  throw invalid('/value', 'unknown_stage', `The pipeline ${pipeline.name} of the deal has no stage ${word}`, allowed)
}
