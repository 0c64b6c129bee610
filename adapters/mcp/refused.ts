import { CrmError } from 'rapport-crm'
import type { CallContext } from './caller.ts'
import { INVALID_PARAMS, ProtocolFault, REFUSED } from './fault.ts'

// Of revision 2025-11-25 and older; since 2026-07-28 an address that leads nowhere is a parameter that is not valid.
const RESOURCE_NOT_FOUND = -32002

const SAID = 'Resource not found'

/** No resource has this address, or none that the caller may see. */
export function notFound(uri: string, { modern }: Pick<CallContext, 'modern'>): ProtocolFault {
  return new ProtocolFault(modern ? INVALID_PARAMS : RESOURCE_NOT_FOUND, SAID, { uri })
}

/** Whether an error is the one of `notFound`. */
export const isNotFound = (error: unknown): boolean => error instanceof ProtocolFault && error.message === SAID

/** The protocol error of a method that is no tool, with the problem document of REST as data; what is no `CrmError` stays as it is. */
export function faultOf(error: unknown, { requestId, budget }: Pick<CallContext, 'requestId' | 'budget'>): unknown {
  if (!(error instanceof CrmError) || error.status >= 500) return error
  if (budget && error.status === 429) budget.refused = error
  const { retry_after, scopes } = error.details
  const problem = { ...error.toProblem(requestId), ...(retry_after !== undefined && { retry_after }), ...(scopes && { scopes }) }
  return new ProtocolFault(error.status === 422 ? INVALID_PARAMS : REFUSED, error.message, problem)
}
