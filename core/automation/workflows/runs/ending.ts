import type { CompiledVersion } from '../definition/compiled.ts'
import type { PlacedStep } from '../definition/path.ts'
import { shownError } from './outcome.ts'
import type { RunState } from './run-state.ts'

/** Holds a run before its next step. */
export function freeze(state: RunState, by: 'user' | 'workflow'): void {
  state.remember({ frozen_by: by })
  state.change({ status: 'frozen', wake_at: null, waiting_for: by === 'workflow' ? 'activation' : 'resume' })
}

/** Whether a run of this version goes on after a step that failed for good. */
export function passesErrors({ definition }: Pick<CompiledVersion, 'definition'>, { step }: PlacedStep): boolean {
  return (step.on_error ?? definition.settings.on_error) === 'continue'
}

/**
 * Ends a run at the step that failed, from which it can be tried again; with `passed` it goes on after that step. `step` is the one that the
 * history does not tell yet.
 */
export function fail(state: RunState, error: unknown, now: Date, step?: PlacedStep, passed?: PlacedStep): void {
  const { run } = state
  if (step)
    state.steps.push({
      seq: run.seq,
      path: step.path,
      step_id: step.step.id,
      type: step.step.type,
      status: 'failed',
      reason: null,
      attempt: run.attempt,
      input: null,
      output: null,
      error: shownError(error),
      started_at: now,
      ended_at: now,
    })
  if (passed) {
    state.goTo(passed.after, now)
    if (state.run.ended_at === null && run.status !== 'frozen') state.change({ status: 'running', waiting_for: null, wake_at: now })
    return
  }
  state.change({ seq: run.seq + 1 })
  state.end('failed', 'error', now)
}
