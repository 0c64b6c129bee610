import { hostname } from 'node:os'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { toEgressError } from '../../kernel/egress/failure.ts'
import type { ResolvedAddress } from '../../kernel/egress/resolver.ts'
import type { Clock } from '../../kernel/ports/clock.ts'
import type { Http } from '../../kernel/ports/http.ts'
import { type MailEnvelope, Mailer, type MailOutcome, type MailProbe, type MailRoute } from '../../kernel/ports/mailer.ts'
import { accessToken } from './access-token.ts'
import { OPEN_MS, SEND_MS, SmtpFailure, SmtpSession, within } from './smtp-session.ts'

const IDLE_MS = 10_000
const IDLE_PER_ROUTE = 20
// Servers count what comes by one connection.
const MESSAGES_PER_CONNECTION = 100

/** Sends by SMTP, over connections that it keeps for a few seconds: a message never goes by two of them. */
export class SmtpMailer extends Mailer {
  readonly #http: Http
  readonly #clock: Clock
  readonly #idle = new Map<string, SmtpSession[]>()
  readonly #timers = new Map<SmtpSession, NodeJS.Timeout>()

  constructor(http: Http, clock: Clock) {
    super()
    this.#http = http
    this.#clock = clock
  }

  /**
   * Hands a message over. A kept connection that turns out to be closed before it has taken the sender is replaced once, for nothing can
   * have left by it.
   */
  override async send(route: MailRoute, envelope: MailEnvelope, message: Buffer, stop?: AbortSignal): Promise<MailOutcome> {
    const signal = within(SEND_MS, stop)
    try {
      const kept = this.#take(route.key)
      if (kept) {
        const outcome = await this.#by(kept, route, envelope, message, signal)
        if (outcome.kind !== 'broken' || outcome.mayHaveLeft || signal.aborted) return outcome
      }
      return await this.#by(await this.#open(route, signal), route, envelope, message, signal)
    } catch (error) {
      if (error instanceof SmtpFailure) return error.outcome
      return { kind: 'broken', phase: 'connect', text: 'The message could not be handed over', mayHaveLeft: true }
    }
  }

  /** Resolves, connects and signs in, and says how each went. */
  override async probe(route: MailRoute): Promise<readonly MailProbe[]> {
    const steps: MailProbe[] = []
    const step = async <T>(name: MailProbe['step'], work: () => Promise<T>, fine: string): Promise<T | undefined> => {
      const started = this.#clock.steady()
      const ms = () => Math.round(this.#clock.steady() - started)
      try {
        const done = await work()
        steps.push({ step: name, ok: true, code: null, text: fine, ms: ms() })
        return done
      } catch (error) {
        const { code, text, phase } = told(error)
        const failed = name === 'connect' && phase === 'tls' ? 'tls' : name
        steps.push({ step: failed, ok: false, code: code === 0 ? null : String(code), text, ms: ms() })
        return undefined
      }
    }
    const addresses = await step('dns', () => this.#addresses(route), 'The name of the server is known')
    if (!addresses) return steps
    const session = await step('connect', () => SmtpSession.open(route, addresses, hostname(), within(OPEN_MS)), 'The server has answered')
    if (!session) return steps
    if (route.security !== 'none') steps.push({ step: 'tls', ok: true, code: null, text: 'The connection is encrypted', ms: 0 })
    if (route.user !== null) await step('auth', () => this.#login(session, route, within(OPEN_MS)), 'The server has let us in')
    session.close()
    return steps
  }

  override close(): Promise<void> {
    for (const sessions of this.#idle.values()) for (const each of sessions) each.close()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#idle.clear()
    this.#timers.clear()
    return Promise.resolve()
  }

  async #by(session: SmtpSession, route: MailRoute, envelope: MailEnvelope, message: Buffer, signal: AbortSignal): Promise<MailOutcome> {
    const foreign = [envelope.from, ...envelope.to].some((each) => /[^ -~]/.test(each))
    if (foreign && !session.takesUtf8) {
      this.#keep(route.key, session)
      return { kind: 'refused', phase: 'recipients', code: 0, text: 'The server takes no addresses with such characters', refused: [] }
    }
    const outcome = await session.send(envelope, message, signal)
    if (session.isOpen) this.#keep(route.key, session)
    return outcome
  }

  async #open(route: MailRoute, stop: AbortSignal): Promise<SmtpSession> {
    const signal = within(OPEN_MS, stop)
    const session = await SmtpSession.open(route, await this.#addresses(route), hostname(), signal)
    await this.#login(session, route, signal)
    return session
  }

  async #login(session: SmtpSession, { user, password, oauth }: MailRoute, signal: AbortSignal): Promise<void> {
    if (user === null) return
    if (oauth) await session.login(user, { token: await accessToken(this.#http, oauth, this.#clock.now()) }, signal)
    else await session.login(user, { password: password ?? '' }, signal)
  }

  async #addresses({ host, isTrusted }: MailRoute): Promise<readonly ResolvedAddress[]> {
    try {
      if (!isTrusted) return await this.#http.addressesOf(host)
      return isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }]
    } catch (error) {
      throw new SmtpFailure('resolve', 0, toEgressError(error, 'dns').message)
    }
  }

  #take(key: string): SmtpSession | undefined {
    const idle = this.#idle.get(key) ?? []
    for (;;) {
      const session = idle.pop()
      if (!session) return undefined
      clearTimeout(this.#timers.get(session))
      this.#timers.delete(session)
      if (session.isOpen) return session
    }
  }

  #keep(key: string, session: SmtpSession): void {
    const idle = this.#idle.get(key) ?? []
    if (idle.length >= IDLE_PER_ROUTE || session.used >= MESSAGES_PER_CONNECTION) return session.close()
    this.#idle.set(key, [...idle, session])
    const timer = setTimeout(() => this.#drop(key, session), IDLE_MS)
    timer.unref()
    this.#timers.set(session, timer)
  }

  #drop(key: string, session: SmtpSession): void {
    session.close()
    this.#timers.delete(session)
    const others = (this.#idle.get(key) ?? []).filter((each) => each !== session)
    if (others.length > 0) this.#idle.set(key, others)
    else this.#idle.delete(key)
  }
}

function told(error: unknown) {
  if (error instanceof SmtpFailure) return { code: error.code, text: error.message, phase: error.phase }
  return { code: 0, text: 'This did not work', phase: undefined }
}
