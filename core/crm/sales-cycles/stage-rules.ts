import { invalid } from '../../kernel/operation/errors.ts'
import type { Contact } from '../contacts/entity.ts'
import type { StageRules } from '../contacts/stage-rules.ts'
import type { ContactValues } from '../contacts/values.ts'
import type { SalesCycle } from './entity.ts'
import { sameStage, stageNamed } from './stages.ts'

/** The stages that contacts can be in, by the sales cycles of the organization; in no cycle a contact may have any stage. */
export class CycleStageRules implements StageRules {
  readonly #cycles: readonly SalesCycle[]

  constructor(cycles: readonly SalesCycle[]) {
    this.#cycles = cycles
  }

  /**
   * The values with the stage by its id. A contact that comes into another cycle without a stage goes to the stage of the same name, else
   * to the first. Throws `unknown_record` and `unknown_stage`.
   */
  place(values: ContactValues, contact?: Contact): ContactValues {
    const from = contact?.sales_cycle_id ?? null
    const { sales_cycle_id: to = from, pipeline_stage: word } = values
    const isPlaced = values.sales_cycle_id !== undefined || word !== undefined
    if (!isPlaced || to === null || (to === from && word === contact?.pipeline_stage)) return values
    const cycle = this.#cycles.find(({ id }) => id === to.toLowerCase())
    if (!cycle) throw invalid('/sales_cycle_id', 'unknown_record', `There is no sales cycle with the id ${to}`)
    const placed = { ...values, ...(values.sales_cycle_id && { sales_cycle_id: cycle.id }) }
    if (word === null || (word === undefined && to === from)) return placed
    if (word === undefined) {
      const old = this.#cycles.find(({ id }) => id === from)
      return { ...placed, pipeline_stage: sameStage(old, cycle, contact?.pipeline_stage ?? null) }
    }
    const stage = stageNamed(cycle.stages, word)
    if (stage) return { ...placed, pipeline_stage: stage.id }
    const allowed = cycle.stages.map(({ id }) => id)
    throw invalid('/pipeline_stage', 'unknown_stage', `The sales cycle ${cycle.name} has no stage ${word}`, allowed)
  }

  /** Where a contact comes back: in the default cycle where its own is gone, and at the first stage where its stage is gone. */
  restore({ sales_cycle_id, pipeline_stage }: Contact): ContactValues {
    if (sales_cycle_id === null) return {}
    const cycle = this.#cycles.find(({ id }) => id === sales_cycle_id) ?? this.#cycles.find(({ is_default }) => is_default)
    if (!cycle) return { sales_cycle_id: null }
    const isKnown = pipeline_stage === null || cycle.stages.some(({ id }) => id === pipeline_stage)
    return { sales_cycle_id: cycle.id, ...(!isKnown && { pipeline_stage: sameStage(undefined, cycle, pipeline_stage) }) }
  }
}
