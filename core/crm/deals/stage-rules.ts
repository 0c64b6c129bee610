import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Pipeline, StageType } from '../pipelines/entity.ts'
import { counterpart, defaultOf, knownIn, type Place, placeIn } from '../pipelines/places.ts'
import { firstOf, stageOf } from '../pipelines/stages.ts'
import { withCustom } from '../../kernel/storage/custom/given.ts'
import { closedOnCloseDate, closedWhen } from './closing.ts'
import type { Deal } from './entity.ts'
import type { DealValues } from './input.ts'
import { enterStage } from './stage.ts'

/** Finds the stage that the input of a deal leads to, by its stage, status or pipeline, and what follows from entering it. */
export class DealStageRules {
  readonly #pipelines: readonly Pipeline[]

  /** Takes all pipelines of the organization. */
  constructor(pipelines: readonly Pipeline[]) {
    this.#pipelines = pipelines
  }

  /** Whether some stage requires a custom property, for which defaults count. */
  get asksCustom(): boolean {
    return this.#pipelines.some(({ stages }) =>
      stages.some(({ required_fields }) => required_fields.some((field) => field.startsWith('custom.'))),
    )
  }

  /**
   * The values of a new deal in its stage; one that is made as closed was closed when it says, else on its close date, if that has passed.
   * Throws `invalid_input` for a stage or pipeline that does not exist, a status that contradicts the stage, a field that the stage requires,
   * and a time of closing that is to come or of an open deal.
   */
  create(values: DealValues, now: Date): DealValues {
    const { pipeline_id, stage_id, status } = values
    const place = placeIn(this.#pipelines, pipeline_id, stage_id)
    const at = stage_id === undefined && status !== undefined ? ofType(place, status) : place
    checkStatus(at, status)
    const made = { ...values, ...withMove(values, at, enterStage(at, now)) }
    return values.closed_at ? closedWhen(made, values.closed_at, now) : closedOnCloseDate(made, now)
  }

  /** The changes of a deal, with what follows when they move it; throws as `create` does. */
  update(deal: Deal, values: DealValues, now: Date): DealValues {
    const { closed_at, ...others } = values
    const place = this.#target(deal, others)
    if (place) checkStatus(place, others.status)
    const follows = place ? withMove(others, place, enterStage(place, now, deal), deal) : byHand(deal.status, others)
    const changed = { ...others, ...follows }
    // What was shown and is given back says nothing of when the deal is closed from now on.
    if (closed_at === undefined || closed_at?.getTime() === deal.closed_at?.getTime()) return changed
    return closedWhen({ status: deal.status, ...changed }, closed_at, now)
  }

  /** The place of a deal that is restored: its stage, or, when that is gone, its counterpart in the same or the default pipeline. */
  restore(deal: Deal, now: Date): DealValues {
    const pipeline = this.#pipelines.find(({ id }) => id === deal.pipeline_id)
    const stage = pipeline?.stages.find(({ id }) => id === deal.stage_id)
    if (pipeline && stage) return enterStage({ pipeline, stage }, now, deal)
    return enterStage(counterpart(pipeline ?? defaultOf(this.#pipelines), deal.stage_name, deal.status, '/pipeline_id'), now, deal)
  }

  // To a stage, to the counterpart of its stage in another pipeline, or to a stage of the status; null = the deal stays where it is.
  #target(deal: Deal, { pipeline_id, stage_id, status }: DealValues): Place | null {
    if (stage_id !== undefined) return placeIn(this.#pipelines, pipeline_id ?? deal.pipeline_id, stage_id)
    const moves = pipeline_id !== undefined && pipeline_id !== deal.pipeline_id
    if (!moves && (status === undefined || status === deal.status)) return null
    const pipeline = knownIn(this.#pipelines, pipeline_id ?? deal.pipeline_id)
    if (moves) return counterpart(pipeline, deal.stage_name, status ?? deal.status, '/pipeline_id')
    return status === 'open' ? lastOpen(pipeline, deal) : ofType({ pipeline }, status ?? deal.status)
  }
}

// A deal that is reopened goes back to the open stage that it was in last.
function lastOpen(pipeline: Place['pipeline'], { stage_history }: Deal): Place {
  const open = stage_history.toReversed().flatMap(({ from }) => stageOf(pipeline, from ?? '') ?? [])
  const stage = open.find(({ type }) => type === 'open')
  return stage ? { pipeline, stage } : ofType({ pipeline }, 'open')
}

// The first stage of a pipeline for deals of this status.
function ofType({ pipeline }: Pick<Place, 'pipeline'>, status: StageType): Place {
  const stage = firstOf(pipeline, status)
  if (!stage) throw invalid('/status', 'unknown_stage', `The pipeline ${pipeline.name} has no stage for deals that are ${status}`)
  return { pipeline, stage }
}

// Stage and status can both be given, as long as they agree.
function checkStatus({ stage }: Place, status: StageType | undefined): void {
  if (status !== undefined && status !== stage.type)
    throw invalid(
      '/stage_id',
      'ambiguous',
      `The stage ${stage.id} is one of deals that are ${stage.type}, and not of those that are ${status}`,
    )
}

// What follows from the stage, and over it what was given and may be set by hand.
function withMove(values: DealValues, { stage }: Place, follows: DealValues, deal?: Deal): DealValues {
  const moved = follows.stage_history !== undefined || !deal
  if (moved) checkRequired(stage, { ...deal, ...withCustom('custom', values, deal ?? {}) })
  const given = byHand(stage.type, values)
  const { won_reason, lost_reason } = values
  return {
    ...follows,
    ...given,
    ...(won_reason !== undefined && { won_reason }),
    ...(lost_reason !== undefined && { lost_reason }),
  }
}

// Probability and forecast category as they are given; those of a closed deal follow from how it ended, and no open deal counts as closed.
function byHand(status: StageType, { probability, forecast_category }: DealValues): DealValues {
  if (status === 'open') {
    if (forecast_category === 'closed')
      throw invalid('/forecast_category', 'not_allowed', 'An open deal cannot count as closed: win it first')
    return { ...(probability !== undefined && { probability }), ...(forecast_category !== undefined && { forecast_category }) }
  }
  const certain = { won: { probability: 100, forecast_category: 'closed' }, lost: { probability: 0, forecast_category: 'omitted' } }[status]
  if (probability !== undefined && probability !== certain.probability)
    throw invalid('/probability', 'not_allowed', `The probability of a deal that is ${status} is ${certain.probability}`, [
      certain.probability,
    ])
  if (forecast_category !== undefined && forecast_category !== certain.forecast_category)
    throw invalid('/forecast_category', 'not_allowed', `A deal that is ${status} counts as ${certain.forecast_category}`, [
      certain.forecast_category,
    ])
  return {}
}

type Values = Readonly<Record<string, unknown>>

// Throws `required` for each field that the stage requires and the deal lacks; only when a deal enters it, so that old deals can be edited.
function checkRequired({ name, required_fields }: Place['stage'], values: Values & { readonly custom?: Values }): void {
  const { custom = {} } = values
  const missing = required_fields.filter((field) => {
    const value = field.startsWith('custom.') ? custom[field.slice('custom.'.length)] : values[field]
    const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    // An amount of 0 was not filled in yet.
    return isEmpty || (field === 'amount' && value === 0)
  })
  if (missing.length === 0) return
  const errors = missing.map((field) => ({
    path: `/${field.replace('.', '/')}`,
    code: 'required',
    message: `The stage ${name} requires ${field}`,
  }))
  throw new CrmError('invalid_input', `The stage ${name} requires ${missing.join(', ')}`, { errors })
}
