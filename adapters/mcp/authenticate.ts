import { Type } from '@sinclair/typebox'
import { type Actor, type Core, CrmError, group, operation } from 'rapport-crm'

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
  /** `undefined` if the transport does not know it: keys that are bound to addresses are refused then. */
  readonly ip: string | undefined
}

/** The actor of the request's key, or the response that refuses it: 401 without a valid key, 403 without the scope `mcp`. */
export async function authenticate(engine: Core, request: Request, { requestId, ip }: Caller): Promise<Actor | Response> {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // Without a token, the challenge has no error code (RFC 6750, section 3.1).
  if (token === undefined)
    return refusal(
      new CrmError('unauthenticated', 'Send an API key: Authorization: Bearer <key>'),
      requestId,
      `Bearer realm="mcp", scope="${ASK_FOR}"`,
    )
  try {
    const actor = await engine.authenticate(token, { ip })
    if (actor.scopes.has('mcp')) return actor
    return refusal(
      await refusedCall(engine, actor, requestId),
      requestId,
      `Bearer realm="mcp", error="insufficient_scope", scope="${[...new Set(['mcp', ...actor.scopes])].join(' ')}"`,
    )
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const challenge = error.status === 401 ? `Bearer realm="mcp", error="invalid_token", scope="${ASK_FOR}"` : undefined
    return refusal(error, requestId, challenge)
  }
}

// As a call, so that the call log has it like any other that is refused.
async function refusedCall(engine: Core, actor: Actor, requestId: string): Promise<CrmError> {
  const error = new CrmError('insufficient_scope', 'The key lacks the scope mcp', { scopes: ['mcp'] })
  await engine.call(entrance, {}, actor, { requestId }).catch(() => null)
  return error
}

/** The response that refuses a request before the protocol sees it. */
export function refusal(error: CrmError, requestId: string, challenge?: string): Response {
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (challenge) headers.set('www-authenticate', challenge)
  if (error.details.retry_after !== undefined) headers.set('retry-after', String(error.details.retry_after))
  return new Response(JSON.stringify(error.toProblem(requestId)), { status: error.status, headers })
}
