import { type AnyOperation, type Core, Reply } from 'rapport-crm'
import type { CallContext } from './caller.ts'

/** Calls an operation on behalf of a protocol request that is no call of a tool: it ends with the request, and counts against the same budget. */
export async function callIn(engine: Core, operation: AnyOperation, input: object, context: CallContext): Promise<unknown> {
  const { actor, signal, requestId, budget } = context
  const reply = new Reply()
  try {
    return await engine.call(operation, input as Readonly<Record<string, unknown>>, actor, {
      reply,
      signal,
      transport: 'mcp',
      ...(requestId && { requestId }),
    })
  } finally {
    if (budget && reply.rateLimit) budget.rateLimit = reply.rateLimit
  }
}

/** Whether an error only says that the client has cancelled the request: nothing failed, and no answer is sent. */
export const isLeft = (error: unknown, { signal }: Pick<CallContext, 'signal'>): boolean => signal.aborted && error === signal.reason
