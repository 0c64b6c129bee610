import { type Actor, CrmError } from 'rapport-crm'
import { withScopes } from './authenticate.ts'
import type { Toolbox } from './toolbox.ts'

/** Why an access token is too narrow for a call, and the challenge that asks for a wider one. */
export interface TooNarrow {
  readonly refusal: CrmError
  readonly error: 'insufficient_scope'
  /** All scopes with which the call goes through, those that the token has included. */
  readonly scope: string
}

type Json = Readonly<Record<string, unknown>>

/**
 * Whether a program that a user has allowed in calls a tool beyond its scopes: it is answered 403 and asks the user for more, which no API key
 * can. The calls of a batch share one answer, so each of them tells it in its own result.
 */
export function tooNarrow(toolbox: Toolbox, actor: Actor, body: unknown): TooNarrow | undefined {
  if (actor.via?.type !== 'grant' || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { method, params } = body as { readonly method?: unknown; readonly params?: unknown }
  const name = method === 'tools/call' ? (params as Json | undefined)?.['name'] : undefined
  const scope = typeof name === 'string' ? toolbox.scopeOf(name) : undefined
  if (scope === undefined || actor.scopes.has(scope)) return undefined
  const refusal = new CrmError('insufficient_scope', `${String(name)} needs the scope ${scope}`, { scopes: [scope] })
  return { refusal, error: 'insufficient_scope', scope: withScopes(actor, [scope]) }
}
