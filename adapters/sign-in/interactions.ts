import type * as Oidc from 'oidc-provider'
import { CrmError, type Engine, type Entered, type SignInDue, type Page, type Scope } from 'rapport-crm'
import { type Addresses, audienceOf, paths } from './addresses.ts'
import { browserOf, type BrowserSessions } from './browser-sessions.ts'
import { dueView } from './factor-views.ts'
import { PasskeyForms } from './passkey-forms.ts'
import { scopesOf } from './scopes.ts'
import type { Server } from './server.ts'
import { type AskingClient, type Asked, consentView, type Shown, signInView } from './views.ts'
import { formOf, type Visit } from './visit.ts'

type Interaction = Awaited<ReturnType<Oidc.Provider['interactionDetails']>>

/** The pages that stand between the request of a program and its answer: sign-in and consent. */
export class Interactions {
  readonly #engine: Engine
  readonly #server: Server
  readonly #addresses: Addresses
  readonly #sessions: BrowserSessions
  readonly #passkeys: PasskeyForms

  constructor(engine: Engine, server: Server, addresses: Addresses, sessions: BrowserSessions) {
    this.#engine = engine
    this.#server = server
    this.#sessions = sessions
    this.#passkeys = new PasskeyForms(engine, addresses)
    this.#addresses = addresses
  }

  /** Answers one request; the page, or nothing where the library has answered already. */
  async answer(visit: Visit, uid: string, step: string): Promise<Page | undefined> {
    const details = await this.#find(visit, uid)
    if (visit.method !== 'POST') return await this.#show(details)
    if (step === 'login') return await this.#signIn(visit, details)
    if (step === 'passkey') return await this.#passkey(visit, details)
    if (step === 'allow') return await this.#allow(visit, details)
    if (step === 'deny') return await this.#deny(visit, details)
    if (step === 'change') return await this.#change(visit, details)
    throw new CrmError('not_found', 'Page not found')
  }

  async #find({ req, res }: Visit, uid: string): Promise<Interaction> {
    const details = await this.#server.provider.interactionDetails(req, res).catch((error: unknown) => {
      throw error instanceof this.#server.oidc.errors.OIDCProviderError ? gone() : error
    })
    if (details.uid !== uid) throw gone()
    return details
  }

  async #show(details: Interaction, wrong?: CrmError): Promise<Page> {
    const shown = wrong ? { status: wrong.status, wrong: wrong.message } : {}
    if (details.prompt.name === 'login') return await this.#signInPage(details, hintOf(details), shown)
    const actions = { allow: this.#action(details, 'allow'), deny: this.#action(details, 'deny'), change: this.#action(details, 'change') }
    return { ...consentView(actions, await this.#asked(details), shown), leads_to: leadsTo(details, this.#addresses) }
  }

  async #signIn(visit: Visit, details: Interaction): Promise<Page | undefined> {
    if (details.prompt.name !== 'login') return await this.#show(details)
    const { email = '', password = '', code = '' } = await formOf(visit)
    const again = (wrong: string, status: number, asksForCode = false) => this.#signInPage(details, email, { status, wrong }, asksForCode)
    try {
      const origin = { ip: visit.ip, session: browserOf(visit) }
      const found = await this.#engine.accounts.signIn({ email, password, ...(code && { code }) }, origin)
      if ('second_factor' in found) return await again('Enter your password again, and the code of your authenticator app', 401, true)
      return await this.#enter(visit, details, found)
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unauthenticated') return await again(error.message, error.status)
      throw error
    }
  }

  async #passkey(visit: Visit, details: Interaction): Promise<Page | undefined> {
    if (details.prompt.name !== 'login') return await this.#show(details)
    const { credential = '' } = await formOf(visit)
    const origin = { ip: visit.ip, session: browserOf(visit) }
    try {
      const found = await this.#engine.accounts.passkeys.signIn(this.#passkeys.place(details.uid), credential, origin)
      return await this.#enter(visit, details, found)
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unauthenticated') return await this.#show(details, error)
      throw error
    }
  }

  async #enter(visit: Visit, details: Interaction, { account_id, methods, session_id }: Entered): Promise<undefined> {
    // The session of somebody else on this browser ends.
    if (details.session?.accountId !== undefined && details.session.accountId !== account_id) await this.#leave(visit, details)
    return await this.#finish(visit, { login: { accountId: account_id, amr: [...methods], session_id } })
  }

  async #signInPage(details: Interaction, email: string, shown: Shown, asksForCode = false): Promise<Page> {
    const passkey = await this.#passkeys.signIn(async () => details.uid, this.#action(details, 'passkey'))
    const forgotten = `${this.#addresses.base}${paths.pages}/forgotten`
    return signInView({ action: this.#action(details, 'login'), email, forgotten, asksForCode, passkey }, shown)
  }

  async #deny(visit: Visit, details: Interaction): Promise<undefined> {
    // Who leaves the page of sign-in is not known yet.
    const account_id = details.prompt.name === 'consent' ? details.session?.accountId : undefined
    if (account_id !== undefined) await this.#engine.accounts.noteDenial(account_id, { ip: visit.ip })
    return await this.#finish(visit, { error: 'access_denied', error_description: 'The user has denied this' })
  }

  async #allow(visit: Visit, details: Interaction): Promise<Page | undefined> {
    if (details.prompt.name !== 'consent') return await this.#show(details)
    const { user_id = '', administration = '' } = await formOf(visit)
    const { client, memberships, scopes } = await this.#asked(details)
    const member = memberships.find((each) => each.user_id === user_id)
    if (!member) return await this.#show(details, new CrmError('invalid_input', 'Pick one of your organizations'))
    const account_id = accountOf(details)
    // Ended meanwhile, as by another browser or with the password: nothing is allowed in its name.
    const visitor = await this.#sessions.current(visit)
    if (visitor?.account_id !== account_id) return await this.#change(visit, details)
    const due = await this.#engine.accounts.proofs.due(account_id, user_id, visitor.session)
    if (due) return this.#hold(details, member.name, due)
    const grant = new this.#server.provider.Grant({ accountId: account_id, clientId: clientIdOf(details) })
    grant.addOIDCScope(String(details.params['scope'] ?? ''))
    const resource = this.#resource(details)
    grant.addResourceScope(resource, scopes.join(' '))
    const grantId = await grant.save()
    await this.#engine.grants.begin({
      grantId,
      account_id,
      user_id,
      client: client.name,
      client_host: client.isVouchedFor ? client.host : null,
      scopes,
      audience: audienceOf(this.#addresses, resource) ?? 'tools',
      administration: administration === 'yes' && member.role === 'admin',
    })
    return await this.#finish(visit, { consent: { grantId } })
  }

  #hold(details: Interaction, organization: string, due: SignInDue): Page {
    const pages = `${this.#addresses.base}${paths.pages}`
    const places = {
      account: `${pages}/account?for=${details.uid}`,
      again: `${pages}/${details.uid}`,
      change: this.#action(details, 'change'),
    }
    return dueView(places, organization, due)
  }

  async #change(visit: Visit, details: Interaction): Promise<Page> {
    await this.#leave(visit, details)
    return await this.#show(details)
  }

  /** Ends the session of this browser; the interaction goes on with sign-in. */
  async #leave(visit: Visit, details: Interaction): Promise<void> {
    await this.#sessions.leave(visit)
    Object.assign(details, {
      session: undefined,
      lastSubmission: undefined,
      prompt: { name: 'login', reasons: ['no_session'], details: {} },
    })
    await details.persist()
  }

  async #finish({ req, res }: Visit, result: Oidc.InteractionResults): Promise<undefined> {
    await this.#server.provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true })
  }

  async #asked(details: Interaction): Promise<Asked & { readonly scopes: readonly Scope[] }> {
    const account_id = accountOf(details)
    const { accounts } = this.#engine
    const [memberships, standing] = [await accounts.memberships(account_id), await accounts.standing(account_id)]
    const wanted = new Set(String(details.params['scope'] ?? '').split(' '))
    const known = scopesOf[audienceOf(this.#addresses, this.#resource(details)) ?? 'tools']
    const client = await this.#clientOf(details)
    return { client, memberships, email: standing?.email ?? '', scopes: known.filter((each) => wanted.has(each)) }
  }

  async #clientOf(details: Interaction): Promise<AskingClient> {
    const id = clientIdOf(details)
    const client = await this.#server.provider.Client.find(id)
    const isVouchedFor = URL.canParse(id) && id.startsWith('https:')
    const goesTo = placeOf(String(details.params['redirect_uri'] ?? client?.redirectUris?.[0] ?? ''))
    const name = (client?.clientName ?? '').trim().slice(0, 200) || 'A program without a name'
    return { name, host: isVouchedFor ? new URL(id).host.slice(0, 255) : null, isVouchedFor, goesTo }
  }

  #resource({ params }: Interaction): string {
    const { resource } = params
    return typeof resource === 'string' ? resource : this.#addresses.resources.tools
  }

  #action({ uid }: Interaction, step: string): string {
    return `${this.#addresses.base}${paths.pages}/${uid}/${step}`
  }
}

const gone = () =>
  new CrmError('not_found', 'This sign-in has ended or was begun in another browser: go back to the program and begin anew')

function accountOf({ session, lastSubmission }: Interaction): string {
  return session?.accountId ?? lastSubmission?.login?.accountId ?? ''
}

function clientIdOf({ params }: Interaction): string {
  return String(params['client_id'])
}

function hintOf({ params }: Interaction): string {
  const { login_hint: hint } = params
  return typeof hint === 'string' && hint.includes('@') ? hint.slice(0, 320) : ''
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

// What people can tell of where the answers go.
function placeOf(redirect: string): string {
  if (!URL.canParse(redirect)) return 'an unknown place'
  const { protocol, host, hostname } = new URL(redirect)
  if (LOOPBACK.has(hostname)) return 'a program on your own computer'
  return /^https?:$/.test(protocol) ? host : `the program that opens ${protocol}//`
}

// Browsers hold the redirects after a form against the policy of the page.
function leadsTo({ params }: Interaction, { origin }: Addresses): string[] {
  const redirect = String(params['redirect_uri'] ?? '')
  if (!URL.canParse(redirect)) return [origin]
  const { protocol, origin: place } = new URL(redirect)
  return [origin, /^https?:$/.test(protocol) ? place : protocol]
}
