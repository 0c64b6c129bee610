import { CrmError, type Engine, type Page } from 'rapport-crm'
import { accountView, confirmView } from './account-views.ts'
import { type Addresses, paths } from './addresses.ts'
import { browserOf, type BrowserSessions, type SignedInVisitor } from './browser-sessions.ts'
import { signInView } from './views.ts'
import { formOf, type Visit } from './visit.ts'

type Fields = Readonly<Record<string, string>>
/** Does what a button stands for; answers what the page then says. */
type Act = (visitor: SignedInVisitor, fields: Fields, visit: Visit) => Promise<string>

/** The page where a person sees where they are signed in and what they have allowed, and ends it. */
export class OwnAccountPages {
  readonly #engine: Engine
  readonly #addresses: Addresses
  readonly #sessions: BrowserSessions
  readonly #acts: Readonly<Record<string, Act>>

  constructor(engine: Engine, addresses: Addresses, sessions: BrowserSessions) {
    this.#engine = engine
    this.#addresses = addresses
    this.#sessions = sessions
    const { accounts, grants } = engine
    this.#acts = {
      'end-session': async ({ account_id }, { id = '' }, { ip }) => {
        await accounts.sessions.end(account_id, id, ip)
        return 'The session has ended.'
      },
      'end-others': async ({ account_id, session }, _, { ip }) => {
        const ended = await accounts.sessions.endOthers(account_id, session.id, ip)
        return `Sessions that have ended: ${ended}.`
      },
      'end-program': async ({ account_id }, { id = '' }) => {
        await grants.endOfAccount(account_id, id)
        return 'The program cannot act as you any more.'
      },
    }
  }

  /** Answers one request for the page, or for one of its buttons. */
  async answer(visit: Visit, step: string): Promise<Page> {
    const visitor = await this.#sessions.current(visit)
    if (visit.method !== 'POST') return visitor ? await this.#show(visitor) : this.#signInPage('')
    if (step === 'login') return await this.#signIn(visit)
    const act = Object.hasOwn(this.#acts, step) ? this.#acts[step] : undefined
    if (!act) throw new CrmError('not_found', 'Page not found')
    if (!visitor) return this.#signInPage('', { status: 401, wrong: 'You are no longer signed in here' })
    const { password, code, ...fields } = await formOf(visit)
    if (!this.#engine.accounts.sessions.isFresh(visitor.session)) {
      const again = await this.#proved(visit, visitor, password, code)
      if (again) return confirmView(this.#action(step), fields, again)
    }
    const done = await act(visitor, fields, visit).catch((error: unknown) => {
      // Ended by another browser, or twice by this one.
      if (error instanceof CrmError && error.code === 'not_found') return 'It had ended already.'
      throw error
    })
    return await this.#show(visitor, done)
  }

  // What is left to say where the person has not proved who they are.
  async #proved({ ip }: Visit, { account_id, session }: SignedInVisitor, password: string | undefined, code: string | undefined) {
    if (password === undefined) return {}
    const { accounts } = this.#engine
    try {
      await accounts.reauthenticate(account_id, { password, ...(code && { code }) }, { ip })
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unauthenticated') return { status: 401, wrong: 'Password or code is not right' }
      throw error
    }
    await accounts.sessions.confirm(session.id)
    return undefined
  }

  async #signIn(visit: Visit): Promise<Page> {
    const { email = '', password = '', code = '' } = await formOf(visit)
    const { accounts } = this.#engine
    try {
      const found = await accounts.signIn({ email, password, ...(code && { code }) }, { ip: visit.ip, session: browserOf(visit) })
      if ('second_factor' in found)
        return this.#signInPage(email, { status: 401, wrong: 'Enter your password again, and the code of your authenticator app' }, true)
      await this.#sessions.enter(visit, found)
      // A page of its own, which can be loaded again without sending the password again.
      return { ...this.#signInPage(''), status: 303, location: `${this.#addresses.base}${paths.pages}/account` }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unauthenticated')
        return this.#signInPage(email, { status: error.status, wrong: error.message })
      throw error
    }
  }

  async #show({ account_id, email, session }: SignedInVisitor, done?: string): Promise<Page> {
    const { accounts, grants } = this.#engine
    const names = new Map((await accounts.memberships(account_id)).map(({ user_id, name }) => [user_id, name]))
    const allowed = await grants.ofAccount(account_id)
    const programs = allowed.map((each) => ({ ...each, where: names.get(each.user_id) ?? each.organization }))
    const sessions = await accounts.sessions.list(account_id)
    const actions = {
      endSession: this.#action('end-session'),
      endOthers: this.#action('end-others'),
      endProgram: this.#action('end-program'),
      out: `${this.#addresses.base}${paths.pages}/out`,
    }
    return accountView(actions, { email, sessions, current: session.id, programs, done })
  }

  #signInPage(email: string, shown: Parameters<typeof signInView>[2] = {}, asksForCode = false): Page {
    return signInView(this.#action('login'), email, shown, asksForCode, `${this.#addresses.base}${paths.pages}/forgotten`)
  }

  #action(step: string): string {
    return `${this.#addresses.base}${paths.pages}/account/${step}`
  }
}
