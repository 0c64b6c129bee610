import { type Actor, CrmError } from 'rapport-crm'
import { withScopes } from './authenticate.ts'
import { metaTools } from './meta-tools.ts'
import type { Service } from './service.ts'

/** Why an access token is too narrow for a call, and the challenge that asks for a wider one. */
export interface TooNarrow {
  readonly refusal: CrmError
  readonly error: 'insufficient_scope'
  /** All scopes with which the call goes through, those that the token has included. */
  readonly scope: string
}

type Json = Readonly<Record<string, unknown>>

/**
 * Whether a program that a user has allowed in calls a tool, or reads a resource, beyond its scopes: it is answered 403 and asks the user for more, which no API key
 * can. The calls of a batch share one answer, so each of them tells it in its own result.
 */
export function tooNarrow(
  { toolbox, resources }: Pick<Service, 'toolbox' | 'resources'>,
  actor: Actor,
  body: unknown,
): TooNarrow | undefined {
  if (actor.via?.type !== 'grant' || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { method, params } = body as { readonly method?: unknown; readonly params?: unknown }
  const { name: called, uri, arguments: given } = (params ?? {}) as Json
  const calls = method === 'tools/call'
  // The lean tools run another one.
  const name = metaTools.some((each) => each.name === called) ? (given as Json | null | undefined)?.['tool'] : called
  const scope = calls ? toolbox.scopeOf(name) : method === 'resources/read' ? resources.scopeOf(uri) : undefined
  if (scope === undefined || actor.scopes.has(scope)) return undefined
  const refusal = new CrmError('insufficient_scope', `${String(calls ? name : uri)} needs the scope ${scope}`, { scopes: [scope] })
  return { refusal, error: 'insufficient_scope', scope: withScopes(actor, [scope]) }
}
