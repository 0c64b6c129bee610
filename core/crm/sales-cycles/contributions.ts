import type { Records } from '../../kernel/storage/records/records.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { idsByName } from '../../records/search/grammar/labels.ts'
import { foldText } from '../../records/search/grammar/text.ts'
import { cyclesOf } from './live-cycles.ts'

/** Conditions name the cycle and the stage of a contact by id or by name. */
export const stagesOfContacts = contribution({ to: 'contacts', labels: { sales_cycle_id: cycleIds, pipeline_stage: stageIds } })

async function cycleIds(records: Records) {
  return idsByName(await cyclesOf(records))
}

// As long as there is no cycle, a contact may have any stage.
async function stageIds(records: Records) {
  const cycles = await cyclesOf(records)
  const stages = cycles.flatMap((cycle) => cycle.stages)
  return idsByName(
    stages.map(({ id, name }) => ({ id: foldText(id), name })),
    cycles.length > 0,
  )
}
