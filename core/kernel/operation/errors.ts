/** Every error code of the API, with its HTTP status and title (RFC 9457). */
export const errorCatalog = {
  malformed_input: { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'A valid API key is required' },
  insufficient_scope: { status: 403, title: 'The key lacks a scope' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict with the current state' },
  already_exists: { status: 409, title: 'A record with this key exists' },
  no_mailbox: { status: 409, title: 'There is no mailbox to send from' },
  recipient_blocked: { status: 409, title: 'A recipient may not be written to' },
  version_mismatch: { status: 412, title: 'The record was changed meanwhile' },
  too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  invalid_input: { status: 422, title: 'Invalid input' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key was used with another input' },
  precondition_required: { status: 428, title: 'The version of the record must be given' },
  rate_limited: { status: 429, title: 'Too many requests' },
  quota_exceeded: { status: 429, title: 'The quota of the plan is used up' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const

/** The stable word of an error, by which programs tell errors apart. */
export type ErrorCode = keyof typeof errorCatalog

/** One fault of the input: where (JSON pointer), what (machine code), why, and what would be accepted. */
export interface FieldError {
  /** JSON pointer into the input; empty for the whole of it. */
  readonly path: string
  /** Such as `required`, `too_long` or `not_allowed`. */
  readonly code: string
  /** For people. */
  readonly message: string
  /** What would be accepted, where that can be listed. */
  readonly allowed?: readonly unknown[]
}

/** What an error says besides code and message, each in its own case. */
export interface ErrorDetails {
  /** Faults of the input, field by field (422). */
  readonly errors?: readonly FieldError[]
  /** The record that stands in the way (409). */
  readonly existing_id?: string
  /** In one word, why: of a recipient (409 `recipient_blocked`), or that a plugin refuses it (`plugin:<name>`) or has failed (`plugin_failed`). */
  readonly reason?: string
  /** Seconds until the call may be repeated (429, 503). */
  readonly retry_after?: number
  /** Scopes that the call needs and the key lacks (403). */
  readonly scopes?: readonly string[]
  /** Methods that the path accepts (405). */
  readonly allow?: readonly string[]
}

/** The only error that crosses the boundary of the engine; adapters map `code`, never the message. */
export class CrmError extends Error {
  override readonly name = 'CrmError'
  /** What programs tell it by. */
  readonly code: ErrorCode
  /** What it says besides, each in its own case. */
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  /** Its HTTP status, by the catalog of errors. */
  get status(): number {
    return errorCatalog[this.code].status
  }

  /** The RFC 9457 members that every transport sends. */
  toProblem(requestId?: string): Problem {
    const { status, title } = errorCatalog[this.code]
    return {
      type: `urn:rapport:error:${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      errors: this.details.errors ?? [],
      ...(this.details.existing_id && { existing_id: this.details.existing_id }),
      ...(this.details.reason && { reason: this.details.reason }),
      ...(requestId && { request_id: requestId }),
    }
  }
}

/**
 * A plugin has thrown what is no `CrmError`: 500 `internal_error` with `reason: plugin_failed`, whose message names the plugin and what of it
 * has failed. What it has thrown may say anything, so that only `cause` has it: for logs and for code of the same process, never for callers.
 */
export class PluginError extends CrmError {
  /** The name of the plugin. */
  readonly plugin: string
  /** What has failed: the id of an operation, the type of a step of workflows, or `a consumer of events`. */
  readonly failed: string

  constructor(plugin: string, failed: string, cause: unknown) {
    super('internal_error', `The plugin ${plugin} has failed in ${failed}; the log of the host shows why`, { reason: 'plugin_failed' })
    this.plugin = plugin
    this.failed = failed
    this.cause = cause
  }
}

/** Whether somebody must look at an error whose cause the caller does not see: transports log it, and pass on no more than its problem. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof CrmError) || error instanceof PluginError
}

/** The body of an error as every transport sends it (RFC 9457). */
export interface Problem {
  /** `urn:rapport:error:<code>`. */
  readonly type: string
  /** What the code means, for people. */
  readonly title: string
  /** HTTP status. */
  readonly status: number
  /** What was wrong in this call, for people. */
  readonly detail: string
  /** What programs tell it by. */
  readonly code: ErrorCode
  /** Faults of the input; empty for any other error. */
  readonly errors: readonly FieldError[]
  /** The record that stands in the way (409). */
  readonly existing_id?: string
  /** By which the log of calls names it. */
  readonly request_id?: string
}

/** An error of one input field: 422 with its JSON pointer. */
export function invalid(path: string, code: string, message: string, allowed?: readonly unknown[]): CrmError {
  return new CrmError('invalid_input', message, { errors: [{ path, code, message, ...(allowed && { allowed }) }] })
}
