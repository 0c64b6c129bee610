/** The calls that a key has left in the current minute. */
export interface RateLimit {
  /** Calls a minute. */
  readonly limit: number
  /** Calls that are left until then. */
  readonly remaining: number
  /** Seconds until the next window starts. */
  readonly reset: number
}

/** An idempotency key and whose it is: the same key of another caller is another key. */
export interface CallerKey {
  /** `CurrentActor.caller` of the call, even if the work is done under another name. */
  readonly caller: string
  /** As the caller sent it. */
  readonly key: string
}

/** What a call returns beside its value; each transport shows it in its own form (status, headers). */
export class Reply {
  /** The key by which an existing record was found, so that none was created. */
  matchedBy: string | undefined
  /** Of a write that answers one record: the names of its fields that have changed; undefined where that is not known, as of a repetition. */
  changed: readonly string[] | undefined
  /** The result is that of an earlier call with the same idempotency key. */
  replayed = false
  /** The caller already has this value (`isKnown`), so it is not sent again. */
  unchanged = false
  /** What is left of the calls of the key, once it was counted. */
  rateLimit: RateLimit | undefined
  /** Version that the caller expects the record to have (`If-Match`). */
  ifMatch: number | undefined
  /** Key of the call, for operations that open their own units of work and keep its result, or that go by it for longer than that. */
  idempotencyKey: CallerKey | undefined

  /**
   * Of a file that is answered: its name, its media type where the operation answers several, its size where that is known, and what tells it
   * from every other content (`ETag`) where it has such a tag.
   */
  file: { readonly name: string; readonly media: string; readonly bytes?: number; readonly tag?: string } | undefined

  /** Says that an existing record was found by this key. */
  matched(key: string): void {
    this.matchedBy = key
  }
}

/** A result that is read once the changes are flushed, so that it shows versions and times as they were stored. */
export class AfterFlush<T> {
  readonly value: () => T

  constructor(value: () => T) {
    this.value = value
  }
}

/** Answers what `value` returns once the changes are stored, with their versions and times. */
export function afterFlush<T>(value: () => T): AfterFlush<T> {
  return new AfterFlush(value)
}
