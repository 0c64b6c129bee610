import { type Actor, type Core, CrmError } from 'rapport-crm'

/** Says who sent a request, before its body is read; `undefined`: nobody it knows. */
export type Authenticate = (
  request: Request,
  context: { readonly ip: string | undefined },
) => Promise<Actor | undefined> | Actor | undefined

/** Who acts where no key is asked for; it holds no scope and belongs to no organisation. */
export const anonymous: Actor = {
  organization: '',
  user: 'anonymous',
  scopes: new Set(),
  via: { type: 'system', id: 'anonymous', label: 'Anonymous' },
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i

/** The actor of a request: by the embedding app, else by the key of `Authorization` (contract section 5). */
export async function actorOf(engine: Core, request: Request, ip: string | undefined, authenticate?: Authenticate): Promise<Actor> {
  const known = await authenticate?.(request, { ip })
  if (known) return known
  const token = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new CrmError('unauthenticated', 'Send an API key: Authorization: Bearer <key>')
  return await engine.authenticate(token)
}

/** `WWW-Authenticate` of RFC 6750; a request without a key gets no error code. */
export function challenge({ status, details }: CrmError, request: Request): string | undefined {
  if (status === 401) return request.headers.has('authorization') ? `${REALM}, error="invalid_token"` : REALM
  if (status !== 403 || !details.scopes) return undefined
  return `${REALM}, error="insufficient_scope", scope="${details.scopes.join(' ')}"`
}

const REALM = 'Bearer realm="rapport"'
