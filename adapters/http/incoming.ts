/** A request in the form of the adapter; `web.ts` and `node.ts` convert those of their hosts. */
export interface Incoming {
  /** True where the event loop has read it from a socket, in which it may have waited; a caller in this process waits for nothing. */
  readonly fromSocket?: boolean
  readonly method: string
  /** Absolute; its origin is not reliable. */
  readonly url: string
  readonly ip: string | undefined
  /** By name, in lower case. */
  readonly header: (name: string) => string | null
  /** Aborted when the client is gone before it has its answer. */
  readonly signal: AbortSignal
  /**
   * The bytes, or the value that the host has already parsed; throws `too_large` once there are more than `limit` bytes. `grow` hears of
   * the size as it grows, and may throw to refuse the rest.
   */
  body(limit: number, grow: (bytes: number) => void): Promise<unknown>
  /** The bytes as they arrive; throws `malformed_input` where they end too early. Whoever stops before the end has the rest passed over. */
  stream(): AsyncGenerator<Uint8Array>
  /** The request in web-standard form without its body, for the embedding app. */
  request(): Request
}

/** A request that matches a path. */
export interface MatchedRequest {
  readonly incoming: Incoming
  /** Hears how large the body is by now; throws when there is no room for it. */
  readonly grow?: (bytes: number) => void
  /** The pieces of an upload, between which nobody waits for the client. */
  readonly piecesOf?: (pieces: AsyncGenerator<Uint8Array>) => AsyncGenerator<Uint8Array>
  readonly pathname: string
  /** With its `?`; empty without a query. */
  readonly search: string
  /** By position, percent-encoded. */
  readonly params: Readonly<Record<string, string>>
}

/** A response; `body` is JSON, the bytes of a file, or a stream. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | BodyStream | null
}

/** A body that is sent in parts, possibly without end. */
export interface BodyStream {
  readonly chunks: AsyncIterable<string | Uint8Array>
  /** Milliseconds for which a client may take nothing of what waits for it, before it is disconnected. */
  readonly stalledMs: number
  /** Called when the client is gone or gets no more data. */
  cancel(): void
}
