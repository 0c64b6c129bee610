import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** A message that the server has taken. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  /** Whether its sender could know: it was answered with 250. */
  readonly answered: boolean
}

/** When the server hangs up without a word: while it greets, at the sender, within the message, at its end, or behind its answer. */
export type Death = 'greeting' | 'sender' | 'data' | 'dot' | 'answered'

/** What the server does besides taking everything. */
export interface MailServerOptions {
  /** Asked at each point, with how many messages were begun until then. */
  readonly dies?: (at: Death, message: number) => boolean
  /** The answer to a recipient, such as `550 5.1.1 No such user`; undefined takes it. */
  readonly recipient?: (address: string) => string | undefined
  /** The answer to a sender. */
  readonly sender?: (address: string) => string | undefined
  /** The answer to the end of a message; what is refused is not taken. */
  readonly message?: (raw: string) => string | undefined
  /** The only user and password that it lets in; without, it asks nobody. */
  readonly login?: { readonly user: string; readonly password: string }
  readonly port?: number
}

/** A real server on this machine that takes e-mails, and can be told to fail. */
export interface MailServer extends AsyncDisposable {
  readonly port: number
  /** As the setting of the installation takes it. */
  readonly url: string
  readonly taken: TakenMail[]
  /** Connections that were opened. */
  readonly connections: () => number
  /** How often each address was reached. */
  counts(): ReadonlyMap<string, number>
  /** Changes what it does from now on. */
  set(options: MailServerOptions): void
  close(): Promise<void>
}

/** Starts a server; without options it takes everything, in plain text and from anybody. */
export async function mailServer(given: MailServerOptions = {}): Promise<MailServer> {
  let options = given
  let begun = 0
  let connections = 0
  const taken: TakenMail[] = []
  const hangUp = (session?: SMTPServerSession) => {
    // The library keeps its connections for itself, and a server that dies says nothing.
    const open = server.connections as unknown as Set<{ readonly id: string; readonly ['_socket']: Socket }>
    for (const each of open) if (!session || each.id === session.id) each['_socket'].destroy()
  }
  const dies = (at: Death, session: SMTPServerSession) => {
    if (!options.dies?.(at, begun)) return false
    hangUp(session)
    return true
  }
  const answer = (text: string) => Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })
  const server = new SMTPServer({
    authOptional: given.login === undefined,
    disabledCommands: given.login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    onConnect(session, done) {
      connections += 1
      if (!dies('greeting', session)) done()
    },
    onAuth({ username, password }, _session, done) {
      const isKnown = username === options.login?.user && password === options.login?.password
      if (isKnown) done(null, { user: username })
      else done(answer('535 5.7.8 Who are you?'))
    },
    onMailFrom({ address }, session, done) {
      begun += 1
      if (dies('sender', session)) return
      const refused = options.sender?.(address)
      if (refused === undefined) done()
      else done(answer(refused))
    },
    onRcptTo({ address }, _session, done) {
      const refused = options.recipient?.(address)
      if (refused === undefined) done()
      else done(answer(refused))
    },
    onData(stream, session, done) {
      if (dies('data', session)) return void stream.resume()
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const refused = options.message?.(raw)
        if (refused !== undefined) return done(answer(refused))
        const { mailFrom, rcptTo } = session.envelope
        const mail = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), raw }
        const silent = options.dies?.('dot', begun) ?? false
        taken.push({ ...mail, answered: !silent })
        if (silent) return hangUp(session)
        done(null, `2.0.0 Ok: queued as Q${taken.length}`)
        if (options.dies?.('answered', begun)) setImmediate(hangUp, session)
      })
    },
  })
  server.on('error', () => {})
  server.listen(given.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Senders keep connections for their next message.
    hangUp()
    await closed
  }
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    counts() {
      const found = new Map<string, number>()
      for (const { to } of taken) for (const each of to) found.set(each, (found.get(each) ?? 0) + 1)
      return found
    },
    set: (others) => void (options = others),
    close,
    [Symbol.asyncDispose]: close,
  }
}
