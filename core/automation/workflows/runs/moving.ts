import type { CompiledVersion } from '../definition/compiled.ts'
import type { RunState } from './run-state.ts'

/**
 * Takes a run to another version: to the step at which it stands, else to the next one that is left, where it begins again. Answers whether it
 * stays at its step.
 */
export function moveTo(state: RunState, from: CompiledVersion, to: CompiledVersion, now: Date): boolean {
  const { run } = state
  const cursor = run.cursor === null ? null : to.paths.movedFrom(from.paths, run.cursor)
  state.change({ workflow_version: to.version, cursor })
  if (run.cursor !== null && cursor !== null && run.cursor.split('.').at(-1) === cursor.split('.').at(-1)) return true
  const { wait, ...memory } = run.memory
  // One that is held begins at the new step once it goes on.
  const going = run.status === 'frozen' ? {} : { status: 'running' as const, waiting_for: null, wake_at: now }
  state.change({ ...going, memory, seq: run.seq + 1 })
  state.forgetWaits = true
  if (wait) state.leftWait = 'migrated'
  return false
}
