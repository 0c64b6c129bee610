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
import type { FetchMessageObject, FetchQueryObject, ImapFlow, ListResponse, SearchObject } from 'imapflow'

/** Waiting for news is started again this often, because connections die silently. */
const IDLE_MS = 5 * 60_000
const SOCKET_MS = 60_000
/** So long a server may take for one command, however much it says meanwhile: others wait for their turn. */
const COMMAND_MS = 60_000
/** Bytes in a millisecond of the slowest line; the lease of a mailbox lasts for the longest command. */
const SLOWEST = 200
const LOGOUT_MS = 5_000
/** Bytes of one line: more than the numbers of 300,000 messages. */
const LINE_BYTES = 4 * 1024 * 1024
/** Bytes of messages that are in memory at once, unless a single one is larger. */
const FETCH_BYTES = readingLimits.bytes
/** Answers to one `FETCH`: some servers also tell of changes of other messages meanwhile. */
const MOST_ANSWERS = 10_000
const HIGHEST_UID = 0xffffffff

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
        maxLineLength: LINE_BYTES,
        maxLiteralSize: readingLimits.bytes,
        maxResponseSize: readingLimits.bytes + LINE_BYTES,
      })
      // Without a listener a timeout of the socket would end the process.
      client.on('error', () => undefined)
      const session = new ImapSession(client, this.#clock)
      await session.begin()
      return session
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
  readonly #clock: Clock

  constructor(client: ImapFlow, clock: Clock) {
    this.#client = client
    this.#clock = clock
  }

  /** Connects and signs in. */
  async begin(): Promise<void> {
    await this.#tried(this.#client.connect())
  }

  async folders(): Promise<readonly InboxFolder[]> {
    const all = await this.#tried(this.#client.list())
    return all.filter(({ flags }) => !flags.has('\\Noselect')).map((each) => ({ name: each.path, role: roleOf(each) }))
  }

  async open(folder: string): Promise<FolderStand> {
    const { uidValidity, uidNext } = await this.#tried(this.#client.mailboxOpen(folder, { readOnly: true }))
    // A server need not say it.
    return { uidValidity: String(uidValidity), uidNext: Number(uidNext) || 0 }
  }

  async search(range: { readonly from: number; readonly since?: Date }): Promise<readonly number[]> {
    const query = { uid: `${range.from}:*`, ...(range.since && { since: range.since }) }
    const found = await this.#found(query)
    // `n:*` also names the last message where there is none from n on.
    return found.filter((uid) => uid >= range.from && uid <= HIGHEST_UID)
  }

  async fetch(uids: readonly number[]): Promise<readonly RawMail[]> {
    if (uids.length === 0) return []
    const first = await this.#first(uids)
    const wanted = new Set(first.uids)
    const query = { uid: true, flags: true, internalDate: true, source: { maxLength: readingLimits.bytes } }
    const range = [...wanted].join(',')
    return await this.#tried(
      this.#collect(range, query, (found: RawMail[], { uid, flags, source, internalDate }) => {
        if (!source || !wanted.delete(uid)) return
        found.push({ uid, raw: source, at: timeOf(internalDate), isDraft: flags?.has('\\Draft') ?? false })
      }),
      COMMAND_MS + first.bytes / SLOWEST,
    )
  }

  /** Those of them that are in memory at once, the first in any case; the sizes are what the server says. */
  async #first(uids: readonly number[]): Promise<{ readonly uids: readonly number[]; readonly bytes: number }> {
    const sizes = new Map(
      await this.#tried(
        this.#collect(uids.join(','), { uid: true, size: true }, (found: [number, number][], { uid, size }) => {
          found.push([uid, Math.min(size ?? 0, readingLimits.bytes)])
        }),
      ),
    )
    let bytes = 0
    for (const [at, uid] of uids.entries()) {
      const size = sizes.get(uid) ?? 0
      if (at > 0 && bytes + size > FETCH_BYTES) return { uids: uids.slice(0, at), bytes }
      bytes += size
    }
    return { uids, bytes }
  }

  /** What is kept of the answers to a `FETCH`; who sends much more than was asked for is left. */
  async #collect<T>(range: string, query: FetchQueryObject, keep: (found: T[], message: FetchMessageObject) => void): Promise<T[]> {
    const found: T[] = []
    let [answers, bytes] = [0, 0]
    for await (const message of this.#client.fetch(range, query, { uid: true })) {
      answers += 1
      bytes += message.source?.length ?? 0
      if (answers > MOST_ANSWERS || bytes > FETCH_BYTES + readingLimits.bytes) {
        // What is still to come is not wanted either.
        this.#client.close()
        throw new InboxError('connection', 'The server sends more than it was asked for')
      }
      keep(found, message)
    }
    return found
  }

  async has(messageId: string): Promise<boolean> {
    return (await this.#found({ header: { 'message-id': messageId } })).length > 0
  }

  async append(folder: string, raw: Uint8Array, at: Date): Promise<void> {
    await this.#tried(this.#client.append(folder, Buffer.from(raw), ['\\Seen'], at), COMMAND_MS + raw.byteLength / SLOWEST)
  }

  async watch(folder: string, onNews: () => void): Promise<void> {
    await this.#tried(this.#client.mailboxOpen(folder, { readOnly: true }))
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
    await this.#tried(this.#client.logout(), LOGOUT_MS).catch(() => undefined)
    this.#client.close()
  }

  // A search that is refused has found nothing, which says nothing of what is there.
  async #found(query: SearchObject): Promise<readonly number[]> {
    const found = await this.#tried(this.#client.search(query, { uid: true }))
    if (!found) throw new InboxError('connection', 'The server refuses to search')
    return found
  }

  /** Waits for a command for as long as one may take; the connection of one that takes longer is closed. */
  async #tried<T>(work: Promise<T>, within: number = COMMAND_MS): Promise<T> {
    const ended = new AbortController()
    const late = this.#clock.wait(new Date(this.#clock.now().getTime() + within), ended.signal).then((): never => {
      if (!ended.signal.aborted) this.#client.close()
      throw new InboxError('connection', 'The server takes too long to answer')
    })
    try {
      return await Promise.race([work, late])
    } catch (error) {
      throw failureOf(error)
    } finally {
      ended.abort()
      late.catch(() => undefined)
      work.catch(() => undefined)
    }
  }
}

// Some servers write dates that are none, or of before there was any mail.
function timeOf(date: Date | string | undefined): Date {
  const time = new Date(date ?? 0).getTime()
  return new Date(time > 0 ? time : 0)
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
