import type { BudgetState } from './budget.ts'
import type { Audience } from './toolbox.ts'

/** What is known of a protocol request beyond what the protocol library passes on: who asks, its size and its budget. */
export interface RequestContext extends Audience {
  readonly requestId?: string
  readonly bytes?: number
  /** The parsed request body: the protocol library silently drops keys such as `__proto__`, which the engine refuses. */
  readonly body?: unknown
  /** Filled by the call for the HTTP response; undefined for batches, whose calls share one response. */
  readonly budget?: BudgetState | undefined
}

type Json = Readonly<Record<string, unknown>>

/** Wraps the context in the form in which both protocol libraries pass it to their handlers; it holds no token. */
export function toAuthInfo(context: RequestContext): { token: string; clientId: string; scopes: string[]; extra: Record<string, unknown> } {
  return { token: '', clientId: context.actor.via?.id ?? context.actor.user, scopes: [...context.actor.scopes], extra: { context } }
}

/** The context of a request, unwrapped from what `toAuthInfo` made. */
export function contextIn(info: { readonly extra?: Record<string, unknown> } | undefined, otherwise?: RequestContext): RequestContext {
  const context = (info?.extra?.['context'] as RequestContext | undefined) ?? otherwise
  if (!context) throw new Error('The request has no context: only the endpoint may call the protocol library')
  return context
}

/** The arguments of a call as they were sent. */
export function argumentsOf({ body }: RequestContext, id: string | number, parsed: Json | undefined): Json {
  const message = (Array.isArray(body) ? (body as Json[]).find((each) => each['id'] === id) : body) as Json | undefined
  const sent = (message?.['params'] as Json | undefined)?.['arguments'] ?? parsed
  return typeof sent === 'object' && sent !== null ? (sent as Json) : {}
}
