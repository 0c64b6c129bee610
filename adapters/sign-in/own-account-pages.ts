import { CrmError, type Engine, type Page } from 'rapport-crm'
import { type AccountShown, accountView, confirmView } from './account-views.ts'
import { type Addresses, paths } from './addresses.ts'
import { browserOf, type BrowserSessions, type SignedInVisitor } from './browser-sessions.ts'
import { PasskeyForms } from './passkey-forms.ts'
import { type Shown, signInView } from './views.ts'
import { formOf, type Visit } from './visit.ts'

type Fields = Readonly<Record<string, string>>
/** Does what a button stands for; answers what the page then says. */
type Act = (visitor: SignedInVisitor, fields: Fields, visit: Visit) => Promise<string>

/** The page where a person sees where they are signed in and what they have allowed, and ends it. */
export class OwnAccountPages {
  readonly #engine: Engine
  readonly #addresses: Addresses
  readonly #sessions: BrowserSessions
  readonly #passkeys: PasskeyForms
  readonly #acts: Readonly<Record<string, Act>>

  constructor(engine: Engine, addresses: Addresses, sessions: BrowserSessions) {
    this.#engine = engine
    this.#addresses = addresses
    this.#sessions = sessions
    this.#passkeys = new PasskeyForms(engine, addresses)
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
      'add-passkey': async ({ account_id, session }, { credential = '', name = '' }, { ip }) => {
        await accounts.passkeys.register(account_id, this.#passkeys.place(session.id), credential, name, ip)
        return 'The passkey was added: you can sign in with it instead of your password.'
      },
      'rename-passkey': async ({ account_id }, { id = '', name = '' }) => {
        await accounts.passkeys.rename(account_id, id, name)
        return 'The passkey has its new name.'
      },
      'remove-passkey': async ({ account_id, session }, { id = '' }, { ip }) => {
        await accounts.passkeys.remove(account_id, id, session.id, ip)
        return 'The passkey was removed, and other browsers are signed out.'
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
    if (visit.method !== 'POST') return visitor ? await this.#show(visitor) : await this.#signInPage(visit)
    if (step === 'login' || step === 'passkey') return await this.#signIn(visit, step)
    const act = Object.hasOwn(this.#acts, step) ? this.#acts[step] : undefined
    if (!act) throw new CrmError('not_found', 'Page not found')
    if (!visitor) return await this.#signInPage(visit, '', { status: 401, wrong: 'You are no longer signed in here' })
    const { password, code, ...fields } = await formOf(visit)
    if (!this.#engine.accounts.sessions.isFresh(visitor.session)) {
      const again = await this.#proved(visit, visitor, password, code)
      if (again) return confirmView(this.#action(step), fields, again)
    }
    return await this.#show(visitor, await said(() => act(visitor, fields, visit)))
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

  async #signIn(visit: Visit, step: 'login' | 'passkey'): Promise<Page> {
    const { email = '', password = '', code = '', credential = '' } = await formOf(visit)
    const { accounts } = this.#engine
    const origin = { ip: visit.ip, session: browserOf(visit) }
    try {
      const found =
        step === 'login'
          ? await accounts.signIn({ email, password, ...(code && { code }) }, origin)
          : await accounts.passkeys.signIn(this.#passkeys.place(await this.#sessions.binding(visit)), credential, origin)
      if ('second_factor' in found)
        return await this.#signInPage(
          visit,
          email,
          { status: 401, wrong: 'Enter your password again, and the code of your authenticator app' },
          true,
        )
      await this.#sessions.enter(visit, found)
      // A page of its own, which can be loaded again without sending the password again.
      return { status: 303, language: 'en', title: 'Your account', style: '', body: '', location: this.#action('').slice(0, -1) }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unauthenticated')
        return await this.#signInPage(visit, email, { status: error.status, wrong: error.message })
      throw error
    }
  }

  async #show({ account_id, email, session }: SignedInVisitor, said: Said = {}): Promise<Page> {
    const { accounts, grants } = this.#engine
    const names = new Map((await accounts.memberships(account_id)).map(({ user_id, name }) => [user_id, name]))
    const allowed = await grants.ofAccount(account_id)
    const programs = allowed.map((each) => ({ ...each, where: names.get(each.user_id) ?? each.organization }))
    const sessions = await accounts.sessions.list(account_id)
    const actions = {
      endSession: this.#action('end-session'),
      endOthers: this.#action('end-others'),
      endProgram: this.#action('end-program'),
      renamePasskey: this.#action('rename-passkey'),
      removePasskey: this.#action('remove-passkey'),
      out: `${this.#addresses.base}${paths.pages}/out`,
    }
    const passkeys = await accounts.passkeys.list(account_id)
    const adding = await this.#passkeys.add(account_id, session.id, this.#action('add-passkey'))
    return accountView(actions, { email, sessions, current: session.id, programs, passkeys, adding, ...said })
  }

  async #signInPage(visit: Visit, email = '', shown: Shown = {}, asksForCode = false): Promise<Page> {
    const passkey = await this.#passkeys.signIn(() => this.#sessions.binding(visit), this.#action('passkey'))
    const forgotten = `${this.#addresses.base}${paths.pages}/forgotten`
    return signInView({ action: this.#action('login'), email, forgotten, asksForCode, passkey }, shown)
  }

  #action(step: string): string {
    return `${this.#addresses.base}${paths.pages}/account/${step}`
  }
}

type Said = Pick<AccountShown, 'done' | 'wrong'>

const MENDED = new Set(['invalid_input', 'conflict', 'already_exists'])

// What a person can mend is said on the page; what was ended by another browser, or twice by this one, is done.
async function said(act: () => Promise<string>): Promise<Said> {
  try {
    return { done: await act() }
  } catch (error) {
    if (error instanceof CrmError && error.code === 'not_found') return { done: 'It had ended already.' }
    if (error instanceof CrmError && MENDED.has(error.code)) return { wrong: error.details.errors?.[0]?.message ?? error.message }
    throw error
  }
}
