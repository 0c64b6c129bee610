import type { Stage } from '../pipelines/entity.ts'
import type { Place } from '../pipelines/places.ts'
import type { Deal } from './entity.ts'

const DAY_MS = 86_400_000

// What of a deal decides what a move makes of it.
type Standing = Pick<
  Deal,
  'pipeline_id' | 'stage_id' | 'status' | 'stage_entered_at' | 'stage_history' | 'closed_at' | 'probability' | 'forecast_category'
>

/**
 * The fields that follow for a deal that enters a stage, however it gets there: its status is the type of the stage, its probability that
 * of the stage; it is closed or open again, and its history has the move. `before` is left out for a new deal.
 */
export function enterStage({ pipeline, stage }: Place, now: Date, before?: Standing): Partial<Deal> {
  const moves = !before || before.pipeline_id !== pipeline.id || before.stage_id !== stage.id
  if (!moves) return { ...stageCopies({ pipeline, stage }, before.stage_entered_at), ...statusFields(stage, now, before) }
  return {
    ...stageCopies({ pipeline, stage }, now),
    ...statusFields(stage, now, before),
    probability: stage.probability,
    stage_entered_at: now,
    ...(before && { stage_history: [...before.stage_history, moveOf(before, stage.id, now)] }),
  }
}

/** Days between two moments, to four decimals. */
export function daysBetween(since: Date, until: Date): number {
  return Math.round((Math.max(0, until.getTime() - since.getTime()) / DAY_MS) * 10_000) / 10_000
}

// What a deal copies from its stage, and when it is stuck there.
function stageCopies({ pipeline, stage }: Place, since: Date): Partial<Deal> {
  const { stuck_after_days: days } = stage
  return {
    pipeline_id: pipeline.id,
    pipeline_name: pipeline.name,
    stage_id: stage.id,
    stage_name: stage.name,
    stuck_at: days === null ? null : new Date(since.getTime() + days * DAY_MS),
  }
}

// Nothing follows while a deal stays open, won or lost.
function statusFields({ type }: Stage, now: Date, before?: Standing): Partial<Deal> {
  if (before?.status === type) return {}
  if (type === 'open')
    return { status: type, closed_at: null, forecast_category: 'pipeline', ...(before && { won_reason: null, lost_reason: null }) }
  const certain =
    type === 'won'
      ? ({ forecast_category: 'closed', probability: 100 } as const)
      : ({ forecast_category: 'omitted', probability: 0 } as const)
  // A deal that is won after all was not lost for the old reason, and the other way round.
  const other = type === 'won' ? { lost_reason: null } : { won_reason: null }
  return { status: type, closed_at: now, ...certain, ...(before && other) }
}

function moveOf({ stage_id, stage_entered_at }: Standing, to: string, now: Date): Deal['stage_history'][number] {
  return { at: now.toISOString(), from: stage_id, to, days_in_stage: daysBetween(stage_entered_at, now) }
}
