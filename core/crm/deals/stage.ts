import type { Pipeline, Stage } from '../pipelines/entity.ts'
import type { Deal } from './entity.ts'

const DAY_MS = 86_400_000

/** Where a deal is: a pipeline and one of its stages. */
export interface Place {
  readonly pipeline: Pipeline
  readonly stage: Stage
}

// What of a deal decides what a move makes of it.
type Standing = Pick<
  Deal,
  'pipeline_id' | 'stage_id' | 'status' | 'stage_entered_at' | 'stage_history' | 'closed_at' | 'probability' | 'forecast_category'
>

/**
 * What follows for a deal that enters a stage (records.md 9): its status is the type of the stage, its probability that of the
 * stage; it is closed or open again, and the move stands in its history. `before` is absent for a new deal.
 */
export function entered({ pipeline, stage }: Place, now: Date, before?: Standing): Partial<Deal> {
  const moved = !before || before.pipeline_id !== pipeline.id || before.stage_id !== stage.id
  if (!moved) return { ...placed({ pipeline, stage }, before.stage_entered_at), ...settled(stage, now, before) }
  return {
    ...placed({ pipeline, stage }, now),
    ...settled(stage, now, before),
    probability: stage.probability,
    stage_entered_at: now,
    ...(before && { stage_history: [...before.stage_history, moveOf(before, stage.id, now)] }),
  }
}

/** What a deal shows of its stage, which changes when the stage does. */
export function placed({ pipeline, stage }: Place, since: Date): Partial<Deal> {
  const { stuck_after_days: days } = stage
  return {
    pipeline_id: pipeline.id,
    pipeline_name: pipeline.name,
    stage_id: stage.id,
    stage_name: stage.name,
    stuck_at: days === null ? null : new Date(since.getTime() + days * DAY_MS),
  }
}

/** Days between two moments, to four decimals. */
export function daysFrom(since: Date, until: Date): number {
  return Math.round((Math.max(0, until.getTime() - since.getTime()) / DAY_MS) * 10_000) / 10_000
}

/** Nothing follows while the deal stays open, won or lost; a new ending starts clean. */
function settled({ type }: Stage, now: Date, before?: Standing): Partial<Deal> {
  if (before?.status === type) return {}
  if (type === 'open')
    return { status: type, closed_at: null, forecast_category: 'pipeline', ...(before && { won_reason: null, lost_reason: null }) }
  const certain =
    type === 'won'
      ? ({ forecast_category: 'closed', probability: 100 } as const)
      : ({ forecast_category: 'omitted', probability: 0 } as const)
  // A reason belongs to one ending: a deal that is won after all was not lost for it.
  const other = type === 'won' ? { lost_reason: null } : { won_reason: null }
  return { status: type, closed_at: now, ...certain, ...(before && other) }
}

function moveOf({ stage_id, stage_entered_at }: Standing, to: string, now: Date): Deal['stage_history'][number] {
  return { at: now.toISOString(), from: stage_id, to, days_in_stage: daysFrom(stage_entered_at, now) }
}
