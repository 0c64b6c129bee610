import type { Spent } from './budget.ts'
import type { Audience } from './toolbox.ts'

/** Where a protocol request came in: who asks, and what the protocol library does not hand on. */
export interface Site extends Audience {
  readonly requestId?: string
  readonly bytes?: number
  /** The request body as it was parsed: the protocol library drops keys such as `__proto__` silently, the engine refuses them. */
  readonly body?: unknown
  /** Where the call of a request that is no batch notes what to tell over HTTP. */
  readonly spent?: Spent | undefined
}

type Json = Readonly<Record<string, unknown>>

/** The form in which both protocol libraries carry a site to their handlers; no token goes along. */
export function carry(site: Site): { token: string; clientId: string; scopes: string[]; extra: Record<string, unknown> } {
  return { token: '', clientId: site.actor.via?.id ?? site.actor.user, scopes: [...site.actor.scopes], extra: { site } }
}

/** The site of a request, out of what `carry` made. */
export function siteIn(info: { readonly extra?: Record<string, unknown> } | undefined, otherwise?: Site): Site {
  const site = (info?.extra?.['site'] as Site | undefined) ?? otherwise
  if (!site) throw new Error('A request came in without its site')
  return site
}

/** The arguments of a call as they were sent. */
export function argumentsAt({ body }: Site, id: string | number, parsed: Json | undefined): Json {
  const message = (Array.isArray(body) ? (body as Json[]).find((each) => each['id'] === id) : body) as Json | undefined
  const sent = (message?.['params'] as Json | undefined)?.['arguments'] ?? parsed
  return typeof sent === 'object' && sent !== null ? (sent as Json) : {}
}
