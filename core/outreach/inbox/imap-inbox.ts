import { readingLimits } from '../reading/limits.ts'
import { EgressError } from '../../kernel/egress/failure.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Http } from '../../kernel/ports/http.ts'
import {
  Inbox,
  InboxError,
  type FolderStand,
  type InboxAccount,
  type InboxFolder,
  type InboxOAuth,
  type InboxSession,
  type RawMail,
} from '../../kernel/ports/inbox.ts'
import { isObject } from '../../kernel/values/is-object.ts'
import type { ImapFlow, ListResponse } from 'imapflow'

/** Waiting for news is started again this often, because connections die silently. */
const IDLE_MS = 5 * 60_000
const SOCKET_MS = 60_000

/** Reads mailboxes by IMAP with `imapflow`, which an installation that reads none does without. */
export class ImapInbox extends Inbox {
  readonly #http: Http
  readonly #clock: Clock

  constructor({ http, clock }: { readonly http: Http; readonly clock: Clock }) {
    super()
    this.#http = http
    this.#clock = clock
  }

  /** Connects by an address that the egress guard has let pass, and asks for the certificate of the name. */
  override async connect(account: InboxAccount): Promise<InboxSession> {
    const { ImapFlow: Client } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'imapflow').catch((error: unknown) => {
      throw new InboxError('missing', 'Install the package imapflow to read mailboxes', { cause: error })
    })
    try {
      const [address] = await this.#http.addressesOf(account.host)
      const client = new Client({
        host: address?.address ?? account.host,
        servername: account.host,
        port: account.port,
        secure: account.security === 'tls',
        doSTARTTLS: account.security === 'starttls',
        auth: account.oauth
          ? { user: account.user, accessToken: await this.#token(account.oauth) }
          : { user: account.user, pass: account.password ?? '' },
        tls: { servername: account.host },
        logger: false,
        disableAutoIdle: true,
        maxIdleTime: IDLE_MS,
        socketTimeout: SOCKET_MS + IDLE_MS,
        connectionTimeout: SOCKET_MS,
        greetingTimeout: SOCKET_MS,
      })
      // Without a listener a timeout of the socket would end the process.
      client.on('error', () => undefined)
      await client.connect()
      return new ImapSession(client)
    } catch (error) {
      throw failureOf(error)
    }
  }

  async #token({ client_id, client_secret, refresh_token, token_url }: InboxOAuth): Promise<string> {
    const { status, body } = await this.#http.send({
      url: token_url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }).toString(),
      bodyLimit: 65_536,
    })
    const answer: unknown = status === 200 ? JSON.parse(body ?? '{}') : undefined
    const token = isObject(answer) ? answer['access_token'] : undefined
    if (typeof token === 'string') return token
    throw new InboxError('auth', `No access token was given (${status}) at ${this.#clock.now().toISOString()}`)
  }
}

/** One connection; a client that was closed is never used again. */
class ImapSession implements InboxSession {
  readonly #client: ImapFlow

  constructor(client: ImapFlow) {
    this.#client = client
  }

  async folders(): Promise<readonly InboxFolder[]> {
    const all = await tried(this.#client.list())
    return all.filter(({ flags }) => !flags.has('\\Noselect')).map((each) => ({ name: each.path, role: roleOf(each) }))
  }

  async open(folder: string): Promise<FolderStand> {
    const { uidValidity, uidNext } = await tried(this.#client.mailboxOpen(folder, { readOnly: true }))
    return { uidValidity: String(uidValidity), uidNext }
  }

  async search(range: { readonly from: number; readonly since?: Date }): Promise<readonly number[]> {
    const query = { uid: `${range.from}:*`, ...(range.since && { since: range.since }) }
    const found = await tried(this.#client.search(query, { uid: true }))
    // `n:*` also names the last message where there is none from n on.
    return (found || []).filter((uid) => uid >= range.from)
  }

  async fetch(uids: readonly number[]): Promise<readonly RawMail[]> {
    if (uids.length === 0) return []
    const query = { uid: true, internalDate: true, source: { maxLength: readingLimits.bytes } }
    const all = await tried(this.#client.fetchAll(uids.join(','), query, { uid: true }))
    return all.flatMap(({ uid, source, internalDate }) => (source ? [{ uid, raw: source, at: new Date(internalDate ?? 0) }] : []))
  }

  async has(messageId: string): Promise<boolean> {
    const found = await tried(this.#client.search({ header: { 'message-id': messageId } }, { uid: true }))
    return (found || []).length > 0
  }

  async append(folder: string, raw: Uint8Array, at: Date): Promise<void> {
    await tried(this.#client.append(folder, Buffer.from(raw), ['\\Seen'], at))
  }

  async watch(folder: string, onNews: () => void): Promise<void> {
    await tried(this.#client.mailboxOpen(folder, { readOnly: true }))
    let isTold = false
    const tell = () => {
      if (!isTold) onNews()
      isTold = true
    }
    this.#client.once('exists', tell)
    this.#client.once('close', tell)
    // It goes on until the connection ends; then the poll comes.
    void this.#client.idle().catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#client.logout().catch(() => undefined)
    this.#client.close()
  }
}

async function tried<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw failureOf(error)
  })
}

function roleOf({ specialUse, path }: ListResponse): InboxFolder['role'] {
  if (specialUse === '\\All') return 'all'
  if (specialUse === '\\Sent') return 'sent'
  return specialUse === '\\Inbox' || path.toUpperCase() === 'INBOX' ? 'inbox' : 'other'
}

/** An error as an `InboxError`, in words without secrets. */
function failureOf(error: unknown): InboxError {
  if (error instanceof InboxError) return error
  const isRefused = isObject(error) && error['authenticationFailed'] === true
  if (isRefused) return new InboxError('auth', 'The server refused the sign-in', { cause: error })
  const words = error instanceof EgressError ? error.message : 'The server does not answer, or ended the connection'
  return new InboxError('connection', words, { cause: error })
}
