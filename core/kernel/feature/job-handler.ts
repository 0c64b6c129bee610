import type { Token } from '../operation/operation.ts'

/** Progress after one step of a job. */
export interface Step {
  /** Records that all steps so far have finished. */
  readonly done: number
  /** Number of all records; left out, the known number stays. */
  readonly total?: number
  /** Where the next step continues, any JSON value; absent when the job is complete. */
  readonly next?: unknown
  /** Result so far; replaces the earlier one. */
  readonly result?: Readonly<Record<string, unknown>>
}

/** A job as its steps see it: `I` is its input, `P` the place where a step continues, `R` the result of the steps so far. */
export interface RunningJob<I = unknown, P = unknown, R extends object = Readonly<Record<string, unknown>>> {
  /** Id of the job. */
  readonly id: string
  /** The record that the job works for, such as the import. */
  readonly record_id: string | null
  /** The input of `Jobs.start`. */
  readonly input: I
  /** `next` of the step before; null for the first step. */
  readonly at: P | null
  /** Records that are finished. */
  readonly done: number
  /** Number of all records, once it is known. */
  readonly total: number | null
  /** Result of the steps so far. */
  readonly result: Readonly<R> | null
  /** When the job was started. */
  readonly created_at: Date
}

/**
 * One type of job, divided into steps of about a second. Every step is a transaction of its own, as the user who started the job, and its
 * progress commits with it: so a step happens completely or not at all, and another process continues after one that died. An error with a
 * status below 500 ends the job as failed; any other error is retried.
 */
export interface JobHandler {
  /**
   * Reads what the next step needs, before its transaction begins: what takes long to find keeps nobody who writes waiting. It may have changed
   * when the step gets it.
   */
  ahead?(job: RunningJob): Promise<unknown>
  /**
   * Does the next part and returns where the one after it continues. Reads and writes through the unit of work of the step; `found` is what
   * `ahead` has answered.
   */
  step(job: RunningJob, found?: unknown): Promise<Step>
}

/** The class of a type of job; `Jobs.start` is called with it. */
export interface JobType extends Token<JobHandler> {
  /** Unique, snake_case: `bulk_update_contacts`. */
  readonly kind: string
  /** True if another record shows its result, so that the job is kept as long as that record. */
  readonly shownByRecord?: boolean
  /** True if only administrators may read its result, with a key only if it has administration, and the audit log shows who has. */
  readonly confidential?: boolean
}
