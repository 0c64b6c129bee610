import { CrmError, type Engine, type Page } from 'rapport-crm'
import { type AccountShown, accountView, confirmView } from './account-views.ts'
import { appView, recoveryView } from './factor-views.ts'
import { type Addresses, paths } from './addresses.ts'
import { browserOf, type BrowserSessions, type SignedInVisitor } from './browser-sessions.ts'
import { PasskeyForms } from './passkey-forms.ts'
import { type Shown, signInView } from './views.ts'
import { formOf, type Visit } from './visit.ts'

type Fields = Readonly<Record<string, string>>
/** Does what a button stands for; answers what the page then says, or a page of its own. */
type Act = (visitor: SignedInVisitor, fields: Fields, visit: Visit) => Promise<string | Page>

// Asks for the present password by itself, and what is entered is kept in no page that asks for it again.
const PROVES_ITSELF = 'change-password'

/** The page where a person sees where they are signed in, what they sign in with and what they have allowed, and changes or ends it. */
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
        await accounts.passkeys.register(account_id, this.#passkeys.place(session.id), credential, name, { ip, session })
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
      [PROVES_ITSELF]: async ({ account_id, session }, { current_password = '', new_password = '' }, { ip }) => {
        await accounts.proofs.changePassword(account_id, current_password, new_password, { ip, session })
        return 'Your new password works from now on, and other browsers are signed out.'
      },
      'set-up-app': async ({ account_id, session }, _, visit) => {
        const secret = await accounts.proofs.beginApp(account_id, { session })
        return appView(this.#action('confirm-app', visit), secret, {})
      },
      'confirm-app': async (visitor, fields, visit) => await this.#confirmApp(visitor, fields, visit),
      'remove-app': async ({ account_id, session }, { app_code = '' }, { ip }) => {
        await accounts.proofs.removeApp(account_id, app_code, { ip, session })
        return 'The authenticator app was removed, and other browsers are signed out.'
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
    if (visit.method !== 'POST') return visitor ? await this.#show(visitor, visit) : await this.#signInPage(visit)
    if (step === 'login' || step === 'passkey') return await this.#signIn(visit, step)
    const act = Object.hasOwn(this.#acts, step) ? this.#acts[step] : undefined
    if (!act) throw new CrmError('not_found', 'Page not found')
    if (!visitor) return await this.#signInPage(visit, '', { status: 401, wrong: 'You are no longer signed in here' })
    const { password, code, ...fields } = await formOf(visit)
    if (step !== PROVES_ITSELF && !this.#engine.accounts.sessions.isFresh(visitor.session)) {
      const again = await this.#proved(visit, visitor, password, code)
      if (again) return confirmView(this.#action(step, visit), fields, again)
    }
    const done = await said(() => act(visitor, fields, visit))
    return 'page' in done ? done.page : await this.#show(visitor, visit, done)
  }

  async #confirmApp({ account_id, session }: SignedInVisitor, { app_code = '' }: Fields, visit: Visit): Promise<Page> {
    const { proofs } = this.#engine.accounts
    try {
      return recoveryView(await proofs.confirmApp(account_id, app_code, { ip: visit.ip, session }), this.#action('', visit))
    } catch (error) {
      const secret = error instanceof CrmError && error.code === 'forbidden' ? await proofs.pendingApp(account_id) : undefined
      if (!(error instanceof CrmError) || !secret) throw error
      return appView(this.#action('confirm-app', visit), secret, { status: 422, wrong: error.message })
    }
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
      return { status: 303, language: 'en', title: 'Your account', style: '', body: '', location: this.#action('', visit) }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'unauthenticated')
        return await this.#signInPage(visit, email, { status: error.status, wrong: error.message })
      throw error
    }
  }

  async #show({ account_id, email, session }: SignedInVisitor, visit: Visit, said: Said = {}): Promise<Page> {
    const { accounts, grants } = this.#engine
    const names = new Map((await accounts.memberships(account_id)).map(({ user_id, name }) => [user_id, name]))
    const allowed = await grants.ofAccount(account_id)
    const programs = allowed.map((each) => ({ ...each, where: names.get(each.user_id) ?? each.organization }))
    const sessions = await accounts.sessions.list(account_id)
    const pending = pendingOf(visit)
    const actions = {
      endSession: this.#action('end-session', visit),
      endOthers: this.#action('end-others', visit),
      endProgram: this.#action('end-program', visit),
      renamePasskey: this.#action('rename-passkey', visit),
      removePasskey: this.#action('remove-passkey', visit),
      changePassword: this.#action(PROVES_ITSELF, visit),
      setUpApp: this.#action('set-up-app', visit),
      removeApp: this.#action('remove-app', visit),
      out: `${this.#addresses.base}${paths.pages}/out`,
      ...(pending !== undefined && { goOn: `${this.#addresses.base}${paths.pages}/${pending}` }),
    }
    const factor = await accounts.proofs.secondFactor(account_id)
    const passkeys = await accounts.passkeys.list(account_id)
    const adding = await this.#passkeys.add(account_id, session.id, this.#action('add-passkey', visit))
    return accountView(actions, { email, sessions, current: session.id, programs, passkeys, adding, factor, ...said })
  }

  async #signInPage(visit: Visit, email = '', shown: Shown = {}, asksForCode = false): Promise<Page> {
    const passkey = await this.#passkeys.signIn(() => this.#sessions.binding(visit), this.#action('passkey', visit))
    const forgotten = `${this.#addresses.base}${paths.pages}/forgotten`
    return signInView({ action: this.#action('login', visit), email, forgotten, asksForCode, passkey }, shown)
  }

  #action(step: string, visit: Visit): string {
    const pending = pendingOf(visit)
    const page = `${this.#addresses.base}${paths.pages}/account`
    return `${page}${step && '/'}${step}${pending === undefined ? '' : `?for=${pending}`}`
  }
}

/** The sign-in of a program that waits for what is set up here, as the page that has sent the person here names it. */
function pendingOf({ req }: Visit): string | undefined {
  const pending = new URLSearchParams(req.url?.split('?', 2)[1]).get('for')
  return pending !== null && /^[\w-]{16,64}$/.test(pending) ? pending : undefined
}

type Said = Pick<AccountShown, 'done' | 'wrong'>

const MENDED = new Set(['invalid_input', 'conflict', 'already_exists', 'forbidden'])

// What a person can mend is said on the page; what was ended by another browser, or twice by this one, is done.
async function said(act: () => Promise<string | Page>): Promise<Said | { readonly page: Page }> {
  try {
    const done = await act()
    return typeof done === 'string' ? { done } : { page: done }
  } catch (error) {
    if (error instanceof CrmError && error.code === 'not_found') return { done: 'It had ended already.' }
    if (error instanceof CrmError && MENDED.has(error.code)) return { wrong: error.details.errors?.[0]?.message ?? error.message }
    throw error
  }
}
