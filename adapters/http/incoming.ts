/** A request as the adapter sees it; the two skins (`web.ts`, `node.ts`) make one of what their host hands them. */
export interface Incoming {
  readonly method: string
  /** Absolute; its origin tells nothing. */
  readonly url: string
  readonly ip: string | undefined
  /** By its name in lower case. */
  readonly header: (name: string) => string | null
  /** Bytes, or the value that the host has parsed from them already; throws `too_large` as soon as there are more than `limit`. */
  body(limit: number): Promise<unknown>
  /** Without its body, in web-standard form: for the embedding app. */
  request(): Request
}

/** A request that the router has matched. */
export interface MatchedRequest {
  readonly incoming: Incoming
  readonly pathname: string
  /** With its `?`; empty without a query. */
  readonly search: string
  /** By position, percent-encoded. */
  readonly params: Readonly<Record<string, string>>
}

/** What either skin sends; `body` is JSON, the bytes of a file, or comes bit by bit. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | BodyStream | null
}

/** A body that comes bit by bit, with or without an end of its own. */
export interface BodyStream {
  readonly chunks: AsyncIterable<string | Uint8Array>
  /** The client is gone, or will be sent no more. */
  cancel(): void
}
