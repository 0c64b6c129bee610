/** The server by which a message leaves, with what it lets in by. */
export interface MailRoute {
  /** The same for messages that may share connections: who changes the server or its password changes this. */
  readonly key: string
  /** Name of the server, which its certificate must bear. */
  readonly host: string
  /** Port of the server. */
  readonly port: number
  /** `opportunistic`: TLS where the server of the installation, on this machine, has it. */
  readonly security: 'tls' | 'starttls' | 'none' | 'opportunistic'
  /** Who signs in; null where nobody does. */
  readonly user: string | null
  /** What they sign in with. */
  readonly password: string | null
  /** Instead of a password: gets access tokens. */
  readonly oauth?: MailOAuth | undefined
  /** Whoever runs the engine has named the server: its address may be private. */
  readonly isTrusted: boolean
}

/** How an access token is got (OAuth 2.0, refresh token). */
export interface MailOAuth {
  /** The application, as the provider knows it. */
  readonly client_id: string
  /** Its secret. */
  readonly client_secret: string
  /** What access tokens are asked for with. */
  readonly refresh_token: string
  /** Where they are asked for. */
  readonly token_url: string
}

/** What a server is told beside the message itself. */
export interface MailEnvelope {
  /** Where reports go. */
  readonly from: string
  /** Everybody who gets it, with an address each. */
  readonly to: readonly string[]
  /** By which reports name the message. */
  readonly id: string
}

/** How far a message has come. */
export type MailPhase = 'resolve' | 'connect' | 'tls' | 'auth' | 'sender' | 'recipients' | 'data'

/** A recipient that the server has refused. */
export interface RefusedRecipient {
  /** The recipient. */
  readonly address: string
  /** What the server has answered: three digits. */
  readonly code: number
  /** The words of its answer. */
  readonly text: string
}

/** What came of a message. */
export type MailOutcome =
  /** Taken for all recipients but those that were refused. */
  | { readonly kind: 'accepted'; readonly answer: string; readonly queueId: string | null; readonly refused: readonly RefusedRecipient[] }
  /** The server has answered no; code 0 where this side cannot even ask. */
  | {
      readonly kind: 'refused'
      readonly phase: MailPhase
      readonly code: number
      readonly text: string
      readonly refused: readonly RefusedRecipient[]
    }
  /** No answer came; `mayHaveLeft` where the end of the message may have reached the server. */
  | { readonly kind: 'broken'; readonly phase: MailPhase; readonly text: string; readonly mayHaveLeft: boolean }

/** One step of a trial. */
export interface MailProbe {
  /** What was tried. */
  readonly step: 'dns' | 'connect' | 'tls' | 'auth' | 'send'
  /** Whether it went well. */
  readonly ok: boolean
  /** Code of what went wrong. */
  readonly code: string | null
  /** The same in words. */
  readonly text: string
  /** How long it took, in milliseconds. */
  readonly ms: number
}

/** Port: hands messages to servers. The default is bound to nothing; no implementation ever rejects. */
export class Mailer {
  /** Hands one message over, once: whether it may be tried again is up to the caller. */
  send(_route: MailRoute, _envelope: MailEnvelope, _message: Buffer, _signal?: AbortSignal): Promise<MailOutcome> {
    return Promise.resolve({ kind: 'broken', phase: 'connect', text: 'Nothing that sends is configured', mayHaveLeft: false })
  }

  /** Connects and signs in, step by step, and sends nothing. */
  probe(_route: MailRoute): Promise<readonly MailProbe[]> {
    return Promise.resolve([])
  }

  /** Closes all kept connections. */
  close(): Promise<void> {
    return Promise.resolve()
  }
}
