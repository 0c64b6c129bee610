import type * as Oidc from 'oidc-provider'
import { type Engine, optionalPackage, type Page } from 'rapport-crm'
import { documentOf } from '../browser/document.ts'
import { type Addresses, paths } from './addresses.ts'
import { configurationOf } from './configuration.ts'
import { serverKeys } from './keys.ts'
import { DEFAULT_SCOPE, scopeTexts } from './scopes.ts'
import { messageView } from './views.ts'
import type { Visit } from './visit.ts'

/** The authorization server of one site. */
export interface Server {
  readonly provider: Oidc.Provider
  readonly oidc: typeof Oidc
  /** Answers a request for one of its own addresses, given by its path and query. */
  answer(visit: Visit, target: string): Promise<void>
}

/** Loads the library, and makes the authorization server with the keys that all hosts share. */
export async function openServer(engine: Engine, addresses: Addresses, onError: (error: unknown) => void): Promise<Server> {
  const oidc = await optionalPackage(
    'oidc-provider',
    'let people and programs sign in',
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'oidc-provider'),
  )
  const configuration = configurationOf({ engine, addresses, keys: await serverKeys(engine.grants.keys), renderError, oidc })
  const provider = new oidc.Provider(addresses.issuer, configuration)
  // Scheme and host are always those of the site, see `asSite`.
  provider.proxy = true
  provider.on('server_error', (_, error) => onError(error))
  const events: NodeJS.EventEmitter = provider
  events.on('error', onError)
  for (const name of bodyErrors) events.on(name, sayTooLarge)
  prefixTokens(provider)
  const callback = provider.callback()
  return {
    provider,
    oidc,
    async answer({ req, res }, target) {
      req.url = target.startsWith(paths.authorize) ? withScope(target) : target
      asSite(req, addresses)
      await callback(req, res)
    },
  }
}

/** Has the library see the site at its public address, whatever a proxy or a client says about it. */
export function asSite(req: Visit['req'], { issuer, base }: Addresses): void {
  const { host, protocol } = new URL(issuer)
  delete req.headers['x-forwarded-host']
  delete req.headers['x-forwarded-for']
  Object.assign(req.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
  // By its difference from `url` the library knows the path of the site.
  Object.assign(req, { originalUrl: `${base}${req.url ?? ''}` })
}

// Errors of the addresses to which programs send bodies.
const bodyErrors = ['registration_create.error', 'grant.error', 'revocation.error'] as const

// The library calls a body that is too large one that it cannot read (400).
function sayTooLarge(ctx: { status: number; body: unknown }, { cause }: Error): void {
  if (!(cause instanceof Error) || cause.message !== 'request entity too large') return
  ctx.status = 413
  ctx.body = { error: 'invalid_request', error_description: 'the body has more than 56 KiB' }
}

// By its beginning a token is known as one: by the engine, and by those who search files for secrets.
function prefixTokens({ AccessToken, RefreshToken }: Oidc.Provider): void {
  for (const [model, prefix] of [[AccessToken, 'ra_'] as const, [RefreshToken, 'rr_'] as const]) {
    // The types of the library leave out what makes its ids.
    const { prototype } = model as unknown as { readonly prototype: { generateTokenId(): string } }
    const random = prototype.generateTokenId
    prototype.generateTokenId = function (this: unknown) {
      return `${prefix}${random.call(this)}`
    }
  }
}

// Some programs ask for no scope, and some for none of this server: they get the usual ones (RFC 6749, section 3.3).
function withScope(target: string): string {
  const [path, query = ''] = target.split(/\?(.*)/s, 2) as [string, string | undefined]
  if (path !== paths.authorize) return target
  const params = new URLSearchParams(query)
  const asked = params.getAll('scope')
  if (asked.length > 1 || (asked[0] ?? '').split(' ').some((each) => Object.hasOwn(scopeTexts, each))) return target
  params.set('scope', [...(asked[0] ? [asked[0]] : []), DEFAULT_SCOPE].join(' '))
  return `${path}?${params.toString()}`
}

const renderError: NonNullable<Oidc.Configuration['renderError']> = (ctx, { error, error_description }) => {
  const { status, headers, body } = documentOf(errorPage(ctx.status, error, error_description))
  ctx.status = status
  ctx.set(headers)
  ctx.body = body
}

function errorPage(status: number, error: string, description: string | undefined): Page {
  const text = error === 'server_error' ? 'Something went wrong here; try again later.' : (description ?? error)
  return messageView('This did not work', `${text} Go back to the program and begin anew.`, status)
}
