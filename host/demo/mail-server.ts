import {
  type FolderStand,
  Inbox,
  type InboxSession,
  type MailEnvelope,
  Mailer,
  type MailOutcome,
  type MailProbe,
  type MailRoute,
  type RawMail,
} from 'rapport-crm'

const ACCEPTED: MailOutcome = { kind: 'accepted', answer: '250 OK', queueId: null, refused: [] }

/** A mail server in the process, without a network: it takes what is sent and has one folder, in which answers arrive. */
export class MailServer {
  /** What was sent, as it left. */
  readonly sent: string[] = []
  readonly #received: RawMail[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Puts a message into the folder. */
  deliver(headers: Readonly<Record<string, string>>, text: string): void {
    const head = Object.entries({ ...headers, Date: this.#now().toUTCString(), 'Content-Type': 'text/plain; charset=utf-8' })
    const raw = [...head.map(([name, value]) => `${name}: ${value}`), '', ...text.split('\n')].join('\r\n')
    const uid = this.#received.length + 1
    this.#received.push({
      uid,
      raw: Buffer.from(`Message-ID: <answer-${uid}@phone.example>\r\n${raw}`),
      at: this.#now(),
    })
  }

  /** The port by which the engine sends. */
  get mailer(): Mailer {
    const { sent } = this
    return new (class extends Mailer {
      override send(_route: MailRoute, _envelope: MailEnvelope, message: Buffer): Promise<MailOutcome> {
        sent.push(message.toString())
        return Promise.resolve(ACCEPTED)
      }

      override probe(): Promise<readonly MailProbe[]> {
        return Promise.resolve([])
      }
    })()
  }

  /** The port by which the engine reads. */
  get inbox(): Inbox {
    const received = this.#received
    return new (class extends Inbox {
      override connect(): Promise<InboxSession> {
        return Promise.resolve(sessionOf(received))
      }
    })()
  }
}

function sessionOf(received: readonly RawMail[]): InboxSession {
  return {
    folders: async () => [{ name: 'INBOX', role: 'inbox' }],
    open: async (): Promise<FolderStand> => ({ uidValidity: '1', uidNext: received.length + 1 }),
    search: async ({ from, ...range }) =>
      received.filter(({ uid, at }) => uid >= from && (!('since' in range) || at >= range.since)).map(({ uid }) => uid),
    fetch: async (uids) => received.filter(({ uid }) => uids.includes(uid)),
    has: async () => false,
    append: async () => {},
    watch: async () => {},
    close: async () => {},
  }
}
