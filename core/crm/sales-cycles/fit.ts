import type { Contact } from '../contacts/entity.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { SalesCycle } from './entity.ts'
import { sameStage, stageNamed } from './stages.ts'

type Values = Partial<Omit<Contact, 'id'>>

/** All live cycles, the oldest first; few enough to be read whole. */
export async function cyclesOf(records: Records): Promise<SalesCycle[]> {
  const codec = records.codec(SalesCycle)
  const rows = await records.db.selectFrom(SalesCycle.table).selectAll().where('deleted_at', 'is', null).orderBy('id').execute()
  return rows.map((row) => codec.fromRow(row))
}

/** Whether these values say where in its sales cycle a contact is to be. */
export function placesContact({ sales_cycle_id, pipeline_stage }: Values): boolean {
  return sales_cycle_id !== undefined || pipeline_stage !== undefined
}

/** Where a contact that was deleted meanwhile is now: in the default cycle where its own is gone, and at the first stage where that is. */
export function homeIn(cycles: readonly SalesCycle[], { sales_cycle_id, pipeline_stage }: Contact): Values {
  if (sales_cycle_id === null) return {}
  const cycle = cycles.find(({ id }) => id === sales_cycle_id) ?? cycles.find(({ is_default }) => is_default)
  if (!cycle) return { sales_cycle_id: null }
  const isThere = pipeline_stage === null || cycle.stages.some(({ id }) => id === pipeline_stage)
  return { sales_cycle_id: cycle.id, ...(!isThere && { pipeline_stage: sameStage(undefined, cycle, pipeline_stage) }) }
}

/**
 * The values with the stage as the cycle of the contact knows it (contract 2.8); a contact that comes into another cycle without a
 * word of its stage goes to that of the same name, else to the first. Throws `unknown_record` and `unknown_stage`; a contact in no
 * cycle may have any stage.
 */
export function inCycle(cycles: readonly SalesCycle[], values: Values, contact?: Contact): Values {
  const was = contact?.sales_cycle_id ?? null
  const { sales_cycle_id: to = was, pipeline_stage: word } = values
  if (!placesContact(values) || to === null || (to === was && word === contact?.pipeline_stage)) return values
  const cycle = cycles.find(({ id }) => id === to.toLowerCase())
  if (!cycle) throw invalid('/sales_cycle_id', 'unknown_record', `There is no sales cycle with the id ${to}`)
  const placed = { ...values, ...(values.sales_cycle_id && { sales_cycle_id: cycle.id }) }
  if (word === null || (word === undefined && to === was)) return placed
  if (word === undefined) {
    const from = cycles.find(({ id }) => id === was)
    return { ...placed, pipeline_stage: sameStage(from, cycle, contact?.pipeline_stage ?? null) }
  }
  const stage = stageNamed(cycle.stages, word)
  if (stage) return { ...placed, pipeline_stage: stage.id }
  const allowed = cycle.stages.map(({ id }) => id)
  throw invalid('/pipeline_stage', 'unknown_stage', `The sales cycle ${cycle.name} has no stage ${word}`, allowed)
}
