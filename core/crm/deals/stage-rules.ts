import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Pipeline } from '../pipelines/entity.ts'
import { counterpart, defaultOf, knownIn, placeIn } from '../pipelines/places.ts'
import { firstOf, stageOf } from '../pipelines/stages.ts'
import { withCustom } from '../../kernel/storage/custom/given.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import type { Deal } from './entity.ts'
import type { DealValues } from './input.ts'
import { entered, type Place } from './stage.ts'

// `open`, `won` or `lost`, as the type of a stage.
type Status = Deal['status']

/** Which stage a deal is to be in, by whatever its input names, and what follows from that (records.md 9). */
export class Placing {
  readonly #pipelines: readonly Pipeline[]

  /** With all pipelines of the organisation. */
  constructor(pipelines: readonly Pipeline[]) {
    this.#pipelines = pipelines
  }

  /**
   * The values of a new deal, with its place; one that comes in as a closed one was closed on its close date, when that has passed.
   * Throws `invalid_input` for a stage or pipeline that is not there, a status that contradicts the stage, and a field that the stage
   * requires.
   */
  begin(values: DealValues, now: Date): DealValues {
    const { pipeline_id, stage_id, status } = values
    const place = placeIn(this.#pipelines, pipeline_id, stage_id)
    const at = stage_id === undefined && status !== undefined ? ofType(place, status) : place
    checkStatus(at, status)
    return closedBefore({ ...values, ...settled(values, at, entered(at, now)) }, now)
  }

  /** The changes of a deal, with what follows when they move it; throws as `begin` does. */
  follow(deal: Deal, values: DealValues, now: Date): DealValues {
    const place = this.#target(deal, values)
    if (!place) return { ...values, ...fixed(deal.status, values) }
    checkStatus(place, values.status)
    return { ...values, ...settled(values, place, entered(place, now, deal), deal) }
  }

  /** Where a deal is that comes back: in its stage, or, when that is gone, in one of the default pipeline. */
  home(deal: Deal, now: Date): DealValues {
    const pipeline = this.#pipelines.find(({ id }) => id === deal.pipeline_id)
    const stage = pipeline?.stages.find(({ id }) => id === deal.stage_id)
    if (pipeline && stage) return entered({ pipeline, stage }, now, deal)
    return entered(counterpart(pipeline ?? defaultOf(this.#pipelines), deal.stage_name, deal.status, '/pipeline_id'), now, deal)
  }

  /** Where the values lead: to a stage, to the stage of that name in another pipeline, or to one of the status. Null = nowhere else. */
  #target(deal: Deal, { pipeline_id, stage_id, status }: DealValues): Place | null {
    if (stage_id !== undefined) return placeIn(this.#pipelines, pipeline_id ?? deal.pipeline_id, stage_id)
    const moves = pipeline_id !== undefined && pipeline_id !== deal.pipeline_id
    if (!moves && (status === undefined || status === deal.status)) return null
    const pipeline = knownIn(this.#pipelines, pipeline_id ?? deal.pipeline_id)
    if (moves) return counterpart(pipeline, deal.stage_name, status ?? deal.status, '/pipeline_id')
    return status === 'open' ? lastOpen(pipeline, deal) : ofType({ pipeline }, status ?? deal.status)
  }
}

/** A deal that comes in as a closed one was closed on its close date, when that has passed. */
export function closedBefore(deal: DealValues, now: Date): DealValues {
  const { closed_at, close_date } = deal
  if (!closed_at || !close_date || close_date >= dayOf(now)) return deal
  return { ...deal, closed_at: new Date(close_date) }
}

/** A reopened deal goes back to where it came from. */
function lastOpen(pipeline: Place['pipeline'], { stage_history }: Deal): Place {
  const open = stage_history.toReversed().flatMap(({ from }) => stageOf(pipeline, from ?? '') ?? [])
  const stage = open.find(({ type }) => type === 'open')
  return stage ? { pipeline, stage } : ofType({ pipeline }, 'open')
}

/** The first stage of a pipeline for deals of this status. */
function ofType({ pipeline }: Pick<Place, 'pipeline'>, status: Status): Place {
  const stage = firstOf(pipeline, status)
  if (!stage) throw invalid('/status', 'unknown_stage', `The pipeline ${pipeline.name} has no stage for deals that are ${status}`)
  return { pipeline, stage }
}

/** Stage and status may both be given, as long as they say the same. */
function checkStatus({ stage }: Place, status: Status | undefined): void {
  if (status !== undefined && status !== stage.type)
    throw invalid(
      '/stage_id',
      'ambiguous',
      `The stage ${stage.id} is one of deals that are ${stage.type}, and not of those that are ${status}`,
    )
}

/** What was given besides, over what follows from the stage; a closed deal is certain. */
function settled(values: DealValues, { stage }: Place, follows: DealValues, deal?: Deal): DealValues {
  const moved = follows.stage_history !== undefined || !deal
  if (moved) checkRequired(stage, { ...deal, ...withCustom('custom', values, deal ?? {}) })
  const given = fixed(stage.type, values)
  const { won_reason, lost_reason } = values
  return {
    ...follows,
    ...given,
    ...(won_reason !== undefined && { won_reason }),
    ...(lost_reason !== undefined && { lost_reason }),
  }
}

/** What may be set by hand: of a closed deal nothing that its ending does not say, and no open one counts as closed. */
function fixed(status: Status, { probability, forecast_category }: DealValues): DealValues {
  if (status === 'open') {
    if (forecast_category === 'closed') throw invalid('/forecast_category', 'not_allowed', 'An open deal is not closed: win it first')
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

/**
 * Throws `required` for each field that the stage asks for and the deal lacks; only when a deal enters it, so that old deals can be edited.
 */
function checkRequired({ name, required_fields }: Place['stage'], values: Partial<Record<string, unknown>>): void {
  const custom = (values['custom'] ?? {}) as Readonly<Record<string, unknown>>
  const missing = required_fields.filter((field) => {
    const value = field.startsWith('custom.') ? custom[field.slice('custom.'.length)] : values[field]
    const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    // An amount of nothing is one that nobody has put in yet.
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
