import { CrmError, type Engine, type Entered, type OwnSession } from 'rapport-crm'
import type { Addresses } from './addresses.ts'
import { SESSION_S, sessionCookie } from './configuration.ts'
import type { Server } from './server.ts'
import type { Visit } from './visit.ts'

/** Whoever is signed in in a browser. */
export interface SignedInVisitor {
  readonly account_id: string
  readonly email: string
  readonly session: OwnSession
}

// Seconds for which a browser is remembered in which nobody is signed in.
const ANONYMOUS_S = 900

type Session = InstanceType<Server['provider']['Session']>

/** What the browser says that it is, for a session that begins in it. */
export const browserOf = ({ header }: Visit): { readonly browser: string | undefined } => ({ browser: header('user-agent') ?? undefined })

/** The session of a browser: the cookie that the authorization server knows, and the row that people see and end. */
export class BrowserSessions {
  readonly #engine: Engine
  readonly #server: Server
  readonly #addresses: Addresses

  constructor(engine: Engine, server: Server, addresses: Addresses) {
    this.#engine = engine
    this.#server = server
    this.#addresses = addresses
  }

  /** Who is signed in; undefined where nobody is, or where the session has ended. */
  async current(visit: Visit): Promise<SignedInVisitor | undefined> {
    const { uid, accountId: account_id } = await this.#cookie(visit)
    if (account_id === undefined) return undefined
    const { sessions } = this.#engine.accounts
    const [session, standing] = [await sessions.live(uid, account_id), await this.#engine.accounts.standing(account_id)]
    return session && standing && { account_id, email: standing.email, session }
  }

  /** A name for this browser that no other has, whether somebody is signed in or not. */
  async binding(visit: Visit): Promise<string> {
    const session = await this.#cookie(visit)
    // Stored before: `exp` is what it was stored until.
    if (session.exp === undefined) await this.#keep(visit, session, ANONYMOUS_S)
    return session.uid
  }

  /** Signs the browser in outside of the request of a program; a session that it had ends. */
  async enter(visit: Visit, { account_id, methods, session_id }: Entered): Promise<void> {
    await this.leave(visit)
    const { provider } = this.#server
    const session = new provider.Session()
    session.loginAccount({ accountId: account_id, amr: [...methods] })
    if (session_id !== undefined) await this.#engine.accounts.sessions.bind(session_id, session.uid)
    await this.#keep(visit, session, SESSION_S)
  }

  /** Signs the browser out, if somebody is signed in. */
  async leave(visit: Visit): Promise<void> {
    const visitor = await this.current(visit)
    const session = await this.#cookie(visit)
    if (visitor) {
      const { account_id, session: own } = visitor
      await this.#engine.accounts.sessions.end(account_id, own.id, visit.ip, 'signed_out').catch((error: unknown) => {
        // Ended by another browser a moment ago.
        if (!(error instanceof CrmError)) throw error
      })
    }
    await session.destroy()
  }

  async #keep({ req, res }: Visit, session: Session, seconds: number): Promise<void> {
    await session.save(seconds)
    const { cookies } = this.#server.provider.createContext(req, res)
    const secure = this.#addresses.origin.startsWith('https:')
    // What the site is served by is known by its address alone, as behind a proxy.
    cookies.secure = secure
    const options = { signed: true, httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: seconds * 1000 } as const
    cookies.set(sessionCookie(this.#addresses), session.jti, options)
  }

  async #cookie({ req, res }: Visit) {
    const { provider } = this.#server
    return await provider.Session.get(provider.createContext(req, res))
  }
}
