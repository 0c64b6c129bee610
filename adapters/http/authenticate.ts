import { type Actor, type Core, CrmError } from 'rapport-crm'
import { headerText } from './headers.ts'
import type { HttpOptions } from './index.ts'
import type { Incoming } from './incoming.ts'

/** Identifies the sender of a request by its headers; `undefined` if it does not know them. */
export type Authenticate = (
  request: Request,
  context: { readonly ip: string | undefined },
) => Promise<Actor | undefined> | Actor | undefined

/** The actor of operations without a key; it has no scopes and no organization. */
export const anonymous: Actor = {
  organization: '',
  user: 'anonymous',
  scopes: new Set(),
  via: { type: 'system', id: 'anonymous', label: 'Anonymous' },
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i

/** The actor of a request: from the embedding app, or else from the key in `Authorization`. */
export async function actorOf(engine: Core, incoming: Incoming, { authenticate, addressOf }: HttpOptions): Promise<Actor> {
  const ip = addressOf ? addressOf({ peer: incoming.ip, header: incoming.header }) : incoming.ip
  const known = authenticate && (await authenticate(incoming.request(), { ip }))
  if (known && isForged(incoming))
    throw new CrmError('forbidden', 'A page of another site may not do this; if it is yours, send Content-Type: application/json')
  if (known) return known
  const token = BEARER.exec(incoming.header('authorization') ?? '')?.[1]
  if (!token) throw new CrmError('unauthenticated', 'Send an API key: Authorization: Bearer <key>')
  return await engine.authenticate(token, { ip, site: incoming.header('origin'), audience: 'api' })
}

// Only the type itself: `text/plain; json` needs no consent.
const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i

// The sign-in of the app may be a cookie, which browsers send whichever page asks. Keys and JSON need the consent of the host (CORS) first.
function isForged({ method, header, url }: Incoming): boolean {
  if (method !== 'POST' || header('authorization') !== null || JSON_TYPE.test(header('content-type') ?? '')) return false
  const site = header('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = header('origin')
  return origin !== null && !(URL.canParse(origin) && new URL(origin).host === (header('host') ?? new URL(url).host))
}

/** `WWW-Authenticate` of RFC 6750; a request without a key gets no error code. */
export function challenge({ status, details }: CrmError, incoming: Incoming, metadata?: string): string | undefined {
  const realm = metadata === undefined ? REALM : `${REALM}, resource_metadata="${headerText(metadata)}"`
  if (status === 401) return incoming.header('authorization') !== null ? `${realm}, error="invalid_token"` : realm
  if (status !== 403 || !details.scopes) return undefined
  return `${realm}, error="insufficient_scope", scope="${headerText(details.scopes.join(' '))}"`
}

const REALM = 'Bearer realm="rapport"'
