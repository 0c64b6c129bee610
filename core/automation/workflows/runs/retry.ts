import { CrmError } from '../../../kernel/operation/errors.ts'
import { orUnavailable } from '../../../kernel/storage/connection/outage.ts'
import { TemporaryFailure } from '../actions/action.ts'

/** After these times a step that failed for a while is tried again, in minutes. */
export const RETRY_MINUTES = [1, 5, 30, 120, 360] as const

/** Whether a failure may pass by itself: one that says so, or that of a connection. */
export function mayPass(error: unknown): boolean {
  if (error instanceof TemporaryFailure) return true
  const known = orUnavailable(error)
  return known instanceof CrmError && known.code === 'unavailable'
}
