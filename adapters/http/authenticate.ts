import { type Actor, type Core, CrmError } from 'rapport-crm'
import { headerText } from './headers.ts'
import type { HttpOptions } from './index.ts'
import type { Incoming } from './incoming.ts'

/** Says who sent a request, by its headers; `undefined`: nobody it knows. */
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
export async function actorOf(engine: Core, incoming: Incoming, { authenticate, addressOf }: HttpOptions): Promise<Actor> {
  const ip = addressOf ? addressOf({ peer: incoming.ip, header: incoming.header }) : incoming.ip
  const known = authenticate && (await authenticate(incoming.request(), { ip }))
  if (known) return known
  const token = BEARER.exec(incoming.header('authorization') ?? '')?.[1]
  if (!token) throw new CrmError('unauthenticated', 'Send an API key: Authorization: Bearer <key>')
  return await engine.authenticate(token, { ip })
}

/** `WWW-Authenticate` of RFC 6750; a request without a key gets no error code. */
export function challenge({ status, details }: CrmError, incoming: Incoming): string | undefined {
  if (status === 401) return incoming.header('authorization') !== null ? `${REALM}, error="invalid_token"` : REALM
  if (status !== 403 || !details.scopes) return undefined
  return `${REALM}, error="insufficient_scope", scope="${headerText(details.scopes.join(' '))}"`
}

const REALM = 'Bearer realm="rapport"'
