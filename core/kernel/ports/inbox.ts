/** An account by which a mailbox is read. */
export interface InboxAccount {
  /** Name or address of the server. */
  readonly host: string
  /** Its port. */
  readonly port: number
  /** `none` only to this machine itself. */
  readonly security: 'tls' | 'starttls' | 'none'
  /** User name of the account. */
  readonly user: string
  /** Its password; null where access tokens let in. */
  readonly password: string | null
  /** Instead of a password: gets access tokens (OAuth 2.0, refresh token). */
  readonly oauth?: InboxOAuth | undefined
}

/** How an access token is got. */
export interface InboxOAuth {
  /** Id of the application. */
  readonly client_id: string
  /** Its secret. */
  readonly client_secret: string
  /** By which access tokens are got. */
  readonly refresh_token: string
  /** https address that gives them. */
  readonly token_url: string
}

/** A folder of an account, and what it is for. */
export interface InboxFolder {
  /** As the server calls it. */
  readonly name: string
  /** `all`: it holds everything. */
  readonly role: 'all' | 'inbox' | 'sent' | 'other'
}

/** Where a folder stands: UIDs mean the same while `uidValidity` is the same. */
export interface FolderStand {
  /** Another value: all UIDs mean something else. */
  readonly uidValidity: string
  /** The UID that the next message will have, at least; 0 where the server does not say. */
  readonly uidNext: number
}

/** A message as it lies in a folder, cut at 25 MB; `at` is when the server got it. */
export interface RawMail {
  /** Its number in the folder. */
  readonly uid: number
  /** Its bytes, at most 25 MB. */
  readonly raw: Uint8Array
  /** When the server got it. */
  readonly at: Date
  /** Nobody has sent it yet: folders of all messages hold those as well. */
  readonly isDraft?: boolean
}

/** Why an account cannot be read: it was refused, or it does not answer. */
export class InboxError extends Error {
  override readonly name = 'InboxError'
  /** `auth`: the sign-in was refused; `missing`: what reads mailboxes is not installed; `connection`: all else. */
  readonly code: 'auth' | 'connection' | 'missing'

  constructor(code: InboxError['code'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}

/** One connection to an account; it changes nothing in it but by `append`. Everything rejects with an `InboxError`. */
export interface InboxSession {
  /** The folders of the account. */
  folders(): Promise<readonly InboxFolder[]>
  /** Opens a folder read-only. */
  open(folder: string): Promise<FolderStand>
  /** UIDs of the open folder in order: from one on, or those that came since. */
  search(range: { readonly from: number } | { readonly from: number; readonly since: Date }): Promise<readonly number[]>
  /** Messages of the open folder, without marking them as read; the first of many large ones, and a server may leave some out. */
  fetch(uids: readonly number[]): Promise<readonly RawMail[]>
  /** Whether the open folder has a message with this Message-ID. */
  has(messageId: string): Promise<boolean>
  /** Puts a message into a folder, as read. */
  append(folder: string, raw: Uint8Array, at: Date): Promise<void>
  /** Calls back once when something new comes into the folder, or when the connection ends. */
  watch(folder: string, onNews: () => void): Promise<void>
  /** Ends the connection; never rejects. */
  close(): Promise<void>
}

/** Port: reads mailboxes. The default is bound to nothing and refuses every account. */
export class Inbox {
  /** Connects to an account; rejects with an `InboxError`. */
  connect(_account: InboxAccount): Promise<InboxSession> {
    return Promise.reject(new InboxError('missing', 'Nothing that reads mailboxes is bound'))
  }
}
