import type { ErrorCode } from './generated/types.ts'

/** One fault of the input. */
export interface FieldError {
  /** JSON pointer to the field; empty for the whole input. */
  readonly path: string
  /** Such as `required`, `too_long` or `not_allowed`. */
  readonly code: string
  /** For people. */
  readonly message: string
  /** What would be accepted, where that can be listed. */
  readonly allowed?: readonly unknown[]
}

/** What happened where the server gave no answer of its own: nobody answered, not in time, too much, or something that is no Rapport. */
export type FailureCode = 'unreachable' | 'timed_out' | 'answer_too_large' | 'unexpected_answer'

interface Told {
  readonly status?: number
  readonly errors?: readonly FieldError[]
  readonly request_id?: string | undefined
  readonly existing_id?: string | undefined
  readonly reason?: string | undefined
  readonly scopes?: readonly string[]
  readonly retry_after?: number | undefined
  readonly cause?: unknown
}

/** The only error that a call throws, unless its own `signal` ends it: what the server answered, or that it did not. */
export class RapportError extends Error {
  override readonly name = 'RapportError'
  /** What programs tell it by. */
  readonly code: ErrorCode | FailureCode
  /** HTTP status; 0 if there was no answer. */
  readonly status: number
  /** Faults of the input, field by field (422); empty for any other error. */
  readonly errors: readonly FieldError[]
  /** By which the log of the server names the call. */
  readonly request_id: string | undefined
  /** The record that stands in the way (409). */
  readonly existing_id: string | undefined
  /** In one word, why the recipient may not be written to (409 `recipient_blocked`). */
  readonly reason: string | undefined
  /** What the key lacks (403). */
  readonly scopes: readonly string[]
  /** Seconds until the call may be repeated (429, 503). */
  readonly retry_after: number | undefined

  constructor(code: ErrorCode | FailureCode, message: string, told: Told = {}) {
    super(message, told.cause === undefined ? undefined : { cause: told.cause })
    this.code = code
    this.status = told.status ?? 0
    this.errors = told.errors ?? []
    this.request_id = told.request_id
    this.existing_id = told.existing_id
    this.reason = told.reason
    this.scopes = told.scopes ?? []
    this.retry_after = told.retry_after
  }
}

/** The error that a problem document (RFC 9457) tells; whatever it lacks is taken from the response. */
export function errorOf(problem: unknown, { status, statusText, headers }: Response): RapportError {
  const request_id = headers.get('x-request-id') ?? undefined
  const retry_after = secondsOf(headers.get('retry-after'))
  if (!isProblem(problem)) {
    const what = status < 400 ? 'No JSON' : 'No problem document'
    return new RapportError('unexpected_answer', `${what} in the answer ${status} ${statusText}`.trim(), {
      status,
      request_id,
      retry_after,
    })
  }
  const { code, detail, ...told } = problem
  return new RapportError(code, detail, { status, request_id, ...told, retry_after })
}

function isProblem(value: unknown): value is Told & { readonly code: ErrorCode; readonly detail: string } {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}
