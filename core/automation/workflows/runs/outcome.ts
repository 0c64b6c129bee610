import { TemporaryFailure } from '../actions/action.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { WorkflowStepLog } from '../entity.ts'

/** A row of the history of a run, without whose it is. */
export type StepOutcome = Omit<WorkflowStepLog, 'id' | 'run_id' | 'user_from' | 'workflow_id'>

/** How a row that said `waiting` ends. */
export type Changed = Pick<StepOutcome, 'seq' | 'status' | 'reason' | 'output' | 'error' | 'ended_at'>

/** What an error says in the history of a run: a code, and words that hide nothing and show no secrets. */
export function shownError(error: unknown): Readonly<Record<string, unknown>> {
  // What is no error of the engine's own may say anything: the log of the host has it.
  if (error instanceof TemporaryFailure) return { code: 'unavailable', message: error.message.slice(0, 500) }
  if (!(error instanceof CrmError)) return { code: 'internal_error', message: 'The step failed; the log of the host shows why' }
  const { code, message, details } = error
  return { code, message: message.slice(0, 500), ...(details.errors && { errors: details.errors }) }
}
