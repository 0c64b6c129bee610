import { type FolderStand, Inbox, type InboxAccount, InboxError, type InboxFolder, type InboxSession, type RawMail } from 'rapport-crm'

interface Folder {
  readonly role: InboxFolder['role']
  uidValidity: number
  next: number
  readonly mails: Map<number, RawMail>
}

/** Accounts by user name, each with folders; what a server may do wrong can be asked of it. */
export class FakeInbox extends Inbox {
  readonly accounts = new Map<string, Map<string, Folder>>()
  /** UIDs that it lists and does not give. */
  readonly leftOut = new Set<number>()
  /** The connection breaks at the call of this number; 0: never. */
  diesAt = 0
  calls = 0
  isRefusing = false
  /** Asked when somebody connects: the server answers when it is over. */
  answering: (user: string) => Promise<unknown> | undefined = () => undefined
  open = 0
  /** Users who were connected, in this order. */
  readonly connected: string[] = []
  /** Told of each call for messages. */
  onFetch: () => void = () => undefined
  /** Of servers that do not say which number comes next. */
  tellsNext = true
  readonly watchers: (() => void)[] = []

  /** Puts a message into a folder; answers its UID. */
  put(user: string, folder: string, raw: Buffer, at: Date, isDraft = false): number {
    const { mails, next } = this.folder(user, folder)
    mails.set(next, { uid: next, raw, at, isDraft })
    this.folder(user, folder).next += 1
    return next
  }

  folder(user: string, name: string): Folder {
    const folders = this.accounts.get(user) ?? new Map<string, Folder>()
    this.accounts.set(user, folders)
    const role = name === 'INBOX' ? 'inbox' : name === 'Sent' ? 'sent' : name === 'All' ? 'all' : 'other'
    const folder = folders.get(name) ?? { role, uidValidity: 7, next: 1, mails: new Map<number, RawMail>() }
    folders.set(name, folder)
    return folder
  }

  override async connect(account: InboxAccount): Promise<InboxSession> {
    if (this.isRefusing) throw new InboxError('auth', 'The sign-in was refused')
    this.step()
    this.connected.push(account.user)
    await this.answering(account.user)
    this.open += 1
    return new FakeSession(this, account.user)
  }

  step(): void {
    this.calls += 1
    if (this.diesAt > 0 && this.calls >= this.diesAt) throw new InboxError('connection', 'The connection broke')
  }
}

class FakeSession implements InboxSession {
  readonly #inbox: FakeInbox
  readonly #user: string
  #opened = ''

  constructor(inbox: FakeInbox, user: string) {
    this.#inbox = inbox
    this.#user = user
  }

  async folders(): Promise<readonly InboxFolder[]> {
    await this.#step()
    return [...(this.#inbox.accounts.get(this.#user) ?? [])].map(([name, { role }]) => ({ name, role }))
  }
  async open(name: string): Promise<FolderStand> {
    await this.#step()
    this.#opened = name
    const { uidValidity, next } = this.#inbox.folder(this.#user, name)
    return { uidValidity: String(uidValidity), uidNext: this.#inbox.tellsNext ? next : 0 }
  }
  async search(range: { readonly from: number; readonly since?: Date }): Promise<readonly number[]> {
    await this.#step()
    const all = [...this.#here.mails.values()]
    return all.filter(({ uid, at }) => uid >= range.from && (range.since === undefined || at >= range.since)).map(({ uid }) => uid)
  }
  async fetch(uids: readonly number[]): Promise<readonly RawMail[]> {
    await this.#step()
    this.#inbox.onFetch()
    return uids.flatMap((uid) => (this.#inbox.leftOut.has(uid) ? [] : (this.#here.mails.get(uid) ?? [])))
  }
  async has(messageId: string): Promise<boolean> {
    await this.#step()
    return [...this.#here.mails.values()].some(({ raw }) => Buffer.from(raw).includes(messageId))
  }
  async append(folder: string, raw: Uint8Array, at: Date): Promise<void> {
    await this.#step()
    this.#inbox.put(this.#user, folder, Buffer.from(raw), at)
  }
  async watch(_folder: string, onNews: () => void): Promise<void> {
    await this.#step()
    this.#inbox.watchers.push(onNews)
  }
  close(): Promise<void> {
    this.#inbox.open -= 1
    return Promise.resolve()
  }

  get #here() {
    return this.#inbox.folder(this.#user, this.#opened)
  }

  async #step(): Promise<void> {
    await Promise.resolve()
    this.#inbox.step()
  }
}
