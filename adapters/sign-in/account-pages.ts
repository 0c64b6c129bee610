import { accountPaths, CrmError, type Engine, html, type Page } from 'rapport-crm'
import { type Addresses, paths } from './addresses.ts'
import type { BrowserSessions } from './browser-sessions.ts'
import { OwnAccountPages } from './own-account-pages.ts'
import { forgottenView, messageView, passwordView, signOutView } from './views.ts'
import { formOf, type Visit } from './visit.ts'

type Answer = (visit: Visit, token: string) => Promise<Page>

/** The pages for accounts themselves: sessions and programs, invitation, new password, sign-out. */
export class AccountPages {
  readonly #engine: Engine
  readonly #sessions: BrowserSessions
  readonly #addresses: Addresses
  readonly #pages: Readonly<Record<string, Answer>>

  constructor(engine: Engine, sessions: BrowserSessions, addresses: Addresses) {
    this.#engine = engine
    this.#sessions = sessions
    const own = new OwnAccountPages(engine, addresses, sessions)
    this.#addresses = addresses
    this.#pages = {
      account: (visit, step) => own.answer(visit, step),
      out: (visit) => this.#signOut(visit),
      forgotten: (visit) => this.#forgotten(visit),
      [lastOf(accountPaths.reset)]: (visit, token) => this.#reset(visit, token),
      [lastOf(accountPaths.invitation)]: (visit, token) => this.#invitation(visit, token),
    }
  }

  /** The page of this name; undefined if there is none. */
  answer(visit: Visit, name: string, token: string): Promise<Page> | undefined {
    return Object.hasOwn(this.#pages, name) ? this.#pages[name]?.(visit, token) : undefined
  }

  async #signOut(visit: Visit): Promise<Page> {
    if (visit.method !== 'POST') return signOutView(this.#action('out'), this.#action('account'))
    await this.#sessions.leave(visit)
    return messageView('Signed out', 'You are signed out of this browser.')
  }

  async #forgotten(visit: Visit): Promise<Page> {
    const action = this.#action('forgotten')
    if (visit.method !== 'POST') return forgottenView(action, {})
    const { email = '' } = await formOf(visit)
    await this.#engine.accounts.requestReset(email, { ip: visit.ip })
    return messageView('Look into your mailbox', 'If there is an account for this address, a link is on its way. It works for an hour.')
  }

  async #reset(visit: Visit, token: string): Promise<Page> {
    const title = 'New password'
    const show = (wrong?: CrmError) => passwordView(this.#action(`reset/${token}`), title, html``, shownOf(wrong))
    if (visit.method !== 'POST') return show()
    const { password = '' } = await formOf(visit)
    return await orAgain(show, async () => {
      await this.#engine.accounts.reset(token, password, { ip: visit.ip })
      return messageView('Password set', 'Your new password works from now on, and other browsers are signed out.')
    })
  }

  async #invitation(visit: Visit, token: string): Promise<Page> {
    const { email, name } = await this.#engine.accounts.invitation(token)
    const standing = await this.#sessions.current(visit)
    const intro = html`<p><strong>${name}</strong> invites ${email}.</p>
      ${standing && html`<p class="notice">You are signed in as ${standing.email}: with the password of that account you join with it.</p>`}`
    const show = (wrong?: CrmError) =>
      passwordView(this.#action(`invitation/${token}`), `Join ${name}`, intro, shownOf(wrong), standing ? KNOWN : false)
    if (visit.method !== 'POST') return show()
    const { password = '', account = '' } = await formOf(visit)
    return await orAgain(show, async () => {
      const joins = account === 'known' && standing
      await this.#engine.accounts.accept(token, { password, ...(joins && { account_id: standing.account_id }) }, { ip: visit.ip })
      return messageView(`Welcome to ${name}`, 'You can sign in now, for example from a program that asks for it.')
    })
  }

  #action(rest: string): string {
    return `${this.#addresses.base}${paths.pages}/${rest}`
  }
}

const KNOWN = html`<input type="hidden" name="account" value="known" />`

// What a person can mend is shown beside the form; everything else is a page of its own.
async function orAgain(show: (wrong: CrmError) => Page, work: () => Promise<Page>): Promise<Page> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CrmError && ['invalid_input', 'unauthenticated'].includes(error.code)) return show(error)
    throw error
  }
}

function shownOf(wrong: CrmError | undefined) {
  if (!wrong) return {}
  return { status: wrong.status, wrong: wrong.details.errors?.[0]?.message ?? wrong.message }
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? ''
