import type * as Oidc from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { type Engine, scopes } from 'rapport-crm'
import { type Addresses, audienceOf, paths } from './addresses.ts'
import { readClientDocument } from './client-document.ts'
import type { serverKeys } from './keys.ts'
import { scopesOf } from './scopes.ts'
import { Store } from './store.ts'

const MINUTE = 60
const DAY = 86_400

/** What the configuration is made of. */
export interface ServerParts {
  readonly engine: Engine
  readonly addresses: Addresses
  readonly keys: Awaited<ReturnType<typeof serverKeys>>
  /** Shows an error to a person. */
  readonly renderError: NonNullable<Configuration['renderError']>
  /** The library, which is loaded with the first request. */
  readonly oidc: typeof Oidc
}

/** Name of the cookie of a session. */
export const sessionCookie = (addresses: Addresses): string => `${isSecure(addresses) ? '__Host-' : ''}rapport_session`

/** Seconds for which a browser stays signed in at most; the engine ends it earlier where it is not used. */
export const SESSION_S: number = 30 * DAY

const isSecure = ({ origin }: Addresses) => origin.startsWith('https:')

/** The configuration of the authorization server: code with PKCE, opaque tokens for one resource, and nothing else. */
export function configurationOf({ engine, addresses, keys, renderError, oidc }: ServerParts): Configuration {
  const secure = isSecure(addresses)
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure } as const
  return {
    adapter: (model) => new Store(engine.grants, model, oidc.errors),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: {
        session: sessionCookie(addresses),
        interaction: `${secure ? '__Secure-' : ''}rapport_interaction`,
        resume: `${secure ? '__Secure-' : ''}rapport_resume`,
      },
      long: { ...cookie, path: '/' },
      short: cookie,
    },
    scopes: ['openid', 'offline_access', ...scopes],
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    // Programs run on desks and phones as often as on servers, and rarely say so.
    clientDefaults: { application_type: 'native', id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'], clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'] },
    // No cookies go along, so any page may try what any other program may.
    clientBasedCORS: () => true,
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      registration: paths.register,
      revocation: paths.revoke,
      jwks: paths.keys,
    },
    interactions: { policy: policyOf(oidc), url: (_, { uid }) => `${addresses.issuer}${paths.pages}/${uid}` },
    ttl: {
      AuthorizationCode: MINUTE,
      AccessToken: 60 * MINUTE,
      RefreshToken: 60 * DAY,
      IdToken: 60 * MINUTE,
      Interaction: 30 * MINUTE,
      Session: SESSION_S,
      Grant: 365 * DAY,
    },
    // Sign-out of a browser is not the end of what a program was allowed.
    expiresWithSession: () => false,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    // Each program asks anew, so that none gets in by what was once allowed to another of its name.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId ? await oidc.provider.Grant.find(grantId) : undefined
    },
    findAccount: (ctx, sub, token) => accountOf(engine, ctx, sub, token),
    renderError,
    fetch: async (url) => await readClientDocument(engine.grants, String(url)),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowClient: (_, { clientName, redirectUris }) => Boolean(clientName) && (redirectUris ?? []).length > 0,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, oneOf) => oneOf ?? addresses.resources.tools,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          const audience = audienceOf(addresses, resource)
          if (!audience) throw new oidc.errors.InvalidTarget('this is no resource of this site')
          return { scope: scopesOf[audience].join(' '), audience: resource, accessTokenFormat: 'opaque' as const }
        },
      },
    },
  }
}

const isGone = ({ oidc: { session, account } }: KoaContextWithOIDC) => session?.accountId !== undefined && account === undefined

// Who is signed in with an account that is no more, or in a session that was ended, signs in again.
function policyOf({ interactionPolicy }: typeof Oidc): Oidc.interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base()
  const check = new interactionPolicy.Check('account_gone', 'sign in again', isGone)
  policy.get('login')?.checks.add(check)
  return policy
}

type Token = Parameters<NonNullable<Configuration['findAccount']>>[2]

/**
 * The account of a session or token; none if it is no more, if its grant has ended, if the session has, or if the organization of the grant demands a
 * second factor that the account does not have.
 */
async function accountOf(engine: Engine, { oidc }: KoaContextWithOIDC, accountId: string, token: Token) {
  const grantId = token && 'grantId' in token ? token.grantId : undefined
  if (grantId !== undefined) {
    const user_id = await engine.grants.liveUser(grantId)
    if (user_id === undefined || (await engine.accounts.proofs.due(accountId, user_id))) return undefined
  }
  const standing = await engine.accounts.standing(accountId)
  if (!standing) return undefined
  const { session, result } = oidc
  if (token === undefined && session?.accountId === accountId) {
    // Here the session that was begun with the password meets the name under which the browser comes back.
    const begun = result?.login?.['session_id']
    if (typeof begun === 'string') await engine.accounts.sessions.bind(begun, session.uid)
    if (!(await engine.accounts.sessions.live(session.uid, accountId))) return undefined
  }
  return { accountId, claims: () => ({ sub: accountId }) }
}
