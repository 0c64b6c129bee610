import { connect, type Socket } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailEnvelope, MailOutcome, MailPhase, MailRoute, RefusedRecipient } from '../../kernel/ports/mailer.ts'
import type { ResolvedAddress } from '../../kernel/egress/resolver.ts'
import { MessageStream } from './message-stream.ts'

const CONNECT_MS = 15_000
const ANSWER_MS = 60_000
/** So long a server may take to greet and to let in, however much it says meanwhile. */
export const OPEN_MS = 60_000
/** So long it may take for a whole message: less than its lease. */
export const SEND_MS = 9 * 60_000
const TEXT = 500

/** What a library tells of an answer of the server. */
interface Told {
  readonly code?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
  readonly message: string
}

/** A server has answered no, or did not answer; `phase` says when. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure'
  readonly phase: MailPhase
  /** Of the answer; 0 where there is none. */
  readonly code: number

  constructor(phase: MailPhase, code: number, text: string) {
    super(text.slice(0, TEXT))
    this.phase = phase
    this.code = code
  }

  /** The same as the outcome of a message of which nothing was sent. */
  get outcome(): MailOutcome {
    const { phase, code, message: text } = this
    if (code === 0) return { kind: 'broken', phase, text, mayHaveLeft: false }
    return { kind: 'refused', phase, code, text, refused: [] }
  }
}

/** One connection to a server that sends: opened, signed in, and used for one message after the other. */
export class SmtpSession {
  readonly #connection: SMTPConnection
  #isOpen = true
  #used = 0

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('end', () => (this.#isOpen = false))
    // What fails while a message is sent is told to its sender; an unheard error would end the process.
    connection.on('error', () => (this.#isOpen = false))
  }

  /** Connects to one of these addresses and greets, with TLS as the route says. Rejects with an `SmtpFailure`, also when `signal` is aborted. */
  static async open(route: MailRoute, addresses: readonly ResolvedAddress[], name: string, signal?: AbortSignal): Promise<SmtpSession> {
    const socket = await openSocket(route, addresses)
    const { security, host } = route
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection({
      connection: socket,
      host,
      port: route.port,
      name,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      opportunisticTLS: security === 'opportunistic',
      tls: { servername: host, minVersion: 'TLSv1.2', ...(security === 'opportunistic' && { rejectUnauthorized: false }) },
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
      logger: false,
    })
    const session = new SmtpSession(connection)
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Told) => reject(new SmtpFailure(error.code === 'ETLS' ? 'tls' : 'connect', codeOf(error), textOf(error)))
      connection.once('error', fail)
      connection.connect((error) => {
        connection.off('error', fail)
        if (error) fail(error)
        else resolve()
      })
      whenAborted(signal, () => reject(tooLong('connect')))
    }).catch((error: unknown) => {
      session.close()
      throw error
    })
    return session
  }

  /** Whether another message can be sent by it. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#connection.destroyed
  }

  /** Messages that went by it. */
  get used(): number {
    return this.#used
  }

  /** Signs in; rejects with an `SmtpFailure`, also when `signal` is aborted. */
  async login(user: string, secret: { readonly password: string } | { readonly token: string }, signal?: AbortSignal): Promise<void> {
    const auth =
      'token' in secret
        ? { type: 'oauth2', user, oauth2: bearer(user, secret.token), method: 'XOAUTH2' }
        : { user, credentials: { user, pass: secret.password } }
    await new Promise<void>((resolve, reject) => {
      // The library types its own class of tokens, of which it calls these two methods.
      this.#connection.login(auth as never, (error) => {
        if (error) reject(new SmtpFailure('auth', codeOf(error), textOf(error)))
        else resolve()
      })
      whenAborted(signal, () => reject(tooLong('auth')))
    }).catch((error: unknown) => {
      this.close()
      throw error
    })
  }

  /** Whether the server takes addresses that are not ASCII. */
  get takesUtf8(): boolean {
    // What the greeting has offered is not among the types of the library.
    const offered: unknown = Reflect.get(this.#connection, '_supportedExtensions')
    return Array.isArray(offered) && offered.includes('SMTPUTF8')
  }

  /** Sends one message; never rejects. */
  async send({ from, to, id }: MailEnvelope, message: Buffer, signal?: AbortSignal): Promise<MailOutcome> {
    const stream = new MessageStream(message)
    const envelope = { from, to: [...to], size: message.length, dsn: { id, return: 'headers', notify: ['failure', 'delay'] } }
    const give = () => this.close()
    signal?.addEventListener('abort', give, { once: true })
    this.#used += 1
    const outcome = await new Promise<MailOutcome>((resolve) => {
      const broken = (error: Told) => resolve(this.#failed(error, stream))
      // Where the library knows why, it says so right after the end.
      this.#connection.once('end', () => setImmediate(broken, { message: 'The connection was closed' }))
      this.#connection.send(envelope, stream, (error, info) => {
        if (error || !info) return broken(error ?? { message: 'No answer' })
        const refused = (info.rejectedErrors ?? []).map(refusedOf)
        resolve({
          kind: 'accepted',
          answer: info.response.slice(0, TEXT),
          queueId: info.serverMessageId ?? queuedAs(info.response),
          refused,
        })
      })
    })
    signal?.removeEventListener('abort', give)
    this.#connection.removeAllListeners('end')
    this.#connection.on('end', () => (this.#isOpen = false))
    // After anything but a whole message the state of the dialogue is not worth guessing.
    if (outcome.kind !== 'accepted') this.close()
    return outcome
  }

  /** Ends the connection. */
  close(): void {
    this.#isOpen = false
    this.#connection.close()
  }

  #failed(error: Told & { readonly rejectedErrors?: readonly Told[] | undefined }, stream: MessageStream): MailOutcome {
    const code = codeOf(error)
    const phase = phaseOf(error)
    const refused = (error.rejectedErrors ?? []).map(refusedOf)
    const text = textOf(error)
    if (code > 0 || error.code === 'EMESSAGE') return { kind: 'refused', phase, code: code || 552, text, refused }
    return { kind: 'broken', phase, text, mayHaveLeft: stream.mayHaveLeft }
  }
}

/** Aborted after so many milliseconds, or with `stop`. */
export const within = (ms: number, stop?: AbortSignal): AbortSignal => AbortSignal.any([AbortSignal.timeout(ms), ...(stop ? [stop] : [])])

const tooLong = (phase: MailPhase) => new SmtpFailure(phase, 0, 'The server takes too long to answer')

function whenAborted(signal: AbortSignal | undefined, give: () => void): void {
  if (signal?.aborted) give()
  else signal?.addEventListener('abort', give, { once: true })
}

const queuedAs = (answer: string) => /queued as <?([\w.:-]{1,100})/i.exec(answer)?.[1] ?? null

async function openSocket({ port }: MailRoute, addresses: readonly ResolvedAddress[]): Promise<Socket> {
  const all = [...addresses]
  const socket = connect({
    host: 'mail',
    port,
    lookup: (_host, options, answer) => {
      if (options.all) answer(null, all)
      else answer(null, all[0]?.address ?? '', all[0]?.family)
    },
    autoSelectFamily: true,
  })
  socket.setTimeout(CONNECT_MS)
  return await new Promise<Socket>((resolve, reject) => {
    const fail = (text: string) => {
      socket.destroy()
      reject(new SmtpFailure('connect', 0, text))
    }
    socket.once('timeout', () => fail('The server did not answer in time'))
    socket.once('error', (error: NodeJS.ErrnoException) => fail(`The server cannot be reached (${error.code ?? 'unknown'})`))
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('timeout').removeAllListeners('error')
      resolve(socket)
    })
  })
}

const bearer = (user: string, token: string) => ({
  getToken: (_renew: boolean, done: (error: null, token: string) => void) => done(null, token),
  buildXOAuth2Token: () => Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64'),
  token,
})

const codeOf = ({ responseCode }: Told) => responseCode ?? 0

function textOf({ response, message }: Told): string {
  return (response ?? message).replaceAll(/\p{Cc}+/gu, ' ').slice(0, TEXT)
}

function phaseOf({ command = '', code }: Told): MailPhase {
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipients'
  return command === 'CONN' && code === 'ETLS' ? 'tls' : 'data'
}

function refusedOf(error: Told & { readonly recipient?: string | undefined }): RefusedRecipient {
  return { address: (error.recipient ?? '').toLowerCase(), code: codeOf(error), text: textOf(error) }
}
