import type { Route } from './route.ts'

/** Where the API is, who calls it, and how patiently. */
export interface ClientOptions {
  /** Address of the host: `https://crm.example.com`. */
  readonly url: string
  /** Path of the API on the host (default: `/api/v1`). */
  readonly path?: string
  /** The API key. */
  readonly key?: string
  /** Instead of a key: an access token, or what answers the current one for each attempt. */
  readonly token?: string | (() => string | Promise<string>)
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a call is tried again after 429, 503 or no answer, if that cannot do it twice (default: 2). */
  readonly retries?: number
  /** Longest wait before a retry; if the server asks for more, its error is thrown at once (default: 60 000). */
  readonly maxWaitMs?: number
  /** How long an attempt may take, and how long a file or stream may say nothing (default: 60 000). */
  readonly timeoutMs?: number
  /** Most bytes of an answer that is read as a whole (default: 64 MiB). */
  readonly maxBytes?: number
}

/** What a call may carry besides its input. */
export interface CallOptions {
  /** The same key with the same input within 24 hours answers the first result again. Calls of POST and PATCH get one of their own. */
  readonly idempotencyKey?: string
  /** Version that the record must still have; otherwise 412 `version_mismatch`. */
  readonly ifMatch?: number
  /** By which the log of the server and its answer name the call. */
  readonly requestId?: string
  /** Ends the call, its retries, and the file or stream that it answered; the call then throws the reason of the signal. */
  readonly signal?: AbortSignal
  /** Instead of that of the client. */
  readonly timeoutMs?: number
  /** Instead of that of the client. */
  readonly retries?: number
  /** Sent with the request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Told what the answer says besides its value. */
  readonly onAnswer?: (answer: Answered) => void
}

/** What an answer says besides its value. */
export interface Answered {
  /** 201 for a new record, 200 for anything else. */
  readonly status: number
  /** By which the log of the server names the call. */
  readonly requestId: string | null
  /** The field by which an existing record was found, instead of a new one made. */
  readonly matchedBy: string | null
  /** Whether this is the answer of an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /** All headers. */
  readonly headers: Headers
}

/** One call, with what is known of its operation. */
export interface Call {
  readonly route: Route
  readonly input: Readonly<Record<string, unknown>>
  readonly options: CallOptions
  /** The field of the input that is sent as the body, as it is. */
  readonly upload?: string
}
