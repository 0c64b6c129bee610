import { Type } from '@sinclair/typebox'
import { type Actor, type Core, CrmError, group, operation, type Scope } from 'rapport-crm'
import type { HttpCall } from './http-call.ts'

// Scopes that a client should ask for: many ask only for those of the challenge.
const ASK_FOR = 'mcp read write'

const { entrance } = group('Tools', {
  entrance: operation({
    id: 'useTools',
    summary: 'Use the tools',
    scope: 'mcp',
    route: 'POST /mcp',
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({}),
    uses: {},
    handle: async () => ({}),
  }),
})

export interface Caller {
  readonly requestId: string
  /** Where a program learns how to sign in (RFC 9728); undefined where there is no sign-in. */
  readonly resourceMetadata: string | undefined
  /** `undefined` if the transport does not know it: keys that are bound to addresses are refused then. */
  readonly ip: string | undefined
}

/** The actor of the request's key, or the response that refuses it: 401 without a valid key, 403 without the scope `mcp`. */
export async function authenticate(engine: Core, { header }: Pick<HttpCall, 'header'>, caller: Caller): Promise<Actor | Response> {
  const { requestId, ip } = caller
  const token = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]
  // Without a token, the challenge has no error code (RFC 6750, section 3.1).
  if (token === undefined)
    return refusal(
      new CrmError('unauthenticated', 'Send an API key: Authorization: Bearer <key>'),
      requestId,
      challengeOf(caller, { scope: ASK_FOR }),
    )
  try {
    const actor = await engine.authenticate(token, { ip, audience: 'tools' })
    if (actor.scopes.has('mcp')) return actor
    return refusal(
      await refusedCall(engine, actor, requestId),
      requestId,
      challengeOf(caller, { error: 'insufficient_scope', scope: withScopes(actor, []) }),
    )
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const challenge = error.status === 401 ? challengeOf(caller, { error: 'invalid_token', scope: ASK_FOR }) : undefined
    return refusal(error, requestId, challenge)
  }
}

/** The challenge of a refused request (RFC 6750), with where to sign in. */
export function challengeOf(
  { resourceMetadata }: Pick<Caller, 'resourceMetadata'>,
  { error, scope }: { readonly error?: string; readonly scope: string },
): string {
  const parts = { realm: 'mcp', ...(error && { error }), ...(resourceMetadata && { resource_metadata: resourceMetadata }), scope }
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** All scopes with which a call would go through: those that the caller has, those that are missing, and that of the tools. */
export function withScopes({ scopes }: Actor, missing: readonly Scope[]): string {
  return [...new Set<Scope>(['mcp', ...scopes, ...missing])].join(' ')
}

// As a call, so that the call log has it like any other that is refused.
async function refusedCall(engine: Core, actor: Actor, requestId: string): Promise<CrmError> {
  const error = new CrmError('insufficient_scope', 'The key lacks the scope mcp', { scopes: ['mcp'] })
  await engine.call(entrance, {}, actor, { requestId, transport: 'mcp' }).catch(() => null)
  return error
}

/** The response that refuses a request before the protocol sees it. */
export function refusal(error: CrmError, requestId: string, challenge?: string): Response {
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (challenge) headers.set('www-authenticate', challenge)
  if (error.details.retry_after !== undefined) headers.set('retry-after', String(error.details.retry_after))
  return new Response(JSON.stringify(error.toProblem(requestId)), { status: error.status, headers })
}
