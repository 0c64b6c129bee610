import type { Token } from '../operation/operation.ts'

/** What one step of a job has come to. */
export interface Step {
  /** Records that are done with, over all steps. */
  readonly done: number
  /** Records in all; the total known before stays when it is left out. */
  readonly total?: number
  /** Where the next step begins, as JSON; absent when the work is complete. */
  readonly next?: unknown
  /** What the job has come to so far; replaces what was known. */
  readonly result?: Readonly<Record<string, unknown>>
}

/** A job as its steps see it: `input` as it was started with, `at` as the step before left it (null at first). */
export interface RunningJob {
  readonly id: string
  /** What it works for, such as the import. */
  readonly record_id: string | null
  readonly input: unknown
  readonly at: unknown
  /** Records that are done with, and those in all once that is known. */
  readonly done: number
  readonly total: number | null
  readonly result: Readonly<Record<string, unknown>> | null
  readonly created_at: Date
}

/**
 * One kind of long work, cut into steps that take about a second each. Every step is a transaction of its own, as the user who
 * started the job, and its progress is stored with it: a step has happened wholly or not at all, and another process goes on
 * where one has died. What a step throws with a status below 500 ends the job as failed; anything else is tried again.
 */
export interface JobHandler {
  /**
   * Does the next part, about a second of it, and says where the one after begins. Reads and writes through the unit of work of the step.
   */
  step(job: RunningJob): Promise<Step>
}

/** The class of a kind of work; `kind` is what `Jobs.start` is called with. */
export interface JobType extends Token<JobHandler> {
  /** Unique, snake_case: `bulk_update_contacts`. */
  readonly kind: string
  /** Another record shows what came of it, so the job is kept as long as that. */
  readonly shownByRecord?: boolean
  /** What comes of it is for administrators alone, and the audit log tells who has read it. */
  readonly confidential?: boolean
}
