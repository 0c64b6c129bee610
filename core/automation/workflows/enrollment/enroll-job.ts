import type { Static } from '@sinclair/typebox'
import type { JobHandler, RunningJob, Step } from '../../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { EnrollInput } from '../schema.ts'
import { WorkflowEnrollment } from './manual.ts'

type Input = Static<typeof EnrollInput>

/** Enrolls many records, or those of a large list or filter, in a workflow, 500 in a step; what comes into the selection on the way is left alone. */
export class EnrollMany implements JobHandler {
  static readonly kind = 'enroll_in_workflow'
  static readonly uses = { enrollment: WorkflowEnrollment }
  readonly #enrollment: WorkflowEnrollment

  constructor({ enrollment }: Resolved<typeof EnrollMany.uses>) {
    this.#enrollment = enrollment
  }

  async step({ input, at, done, result }: RunningJob<Input, string, { enrolled: number }>): Promise<Step> {
    const { found, enrolled, next } = await this.#enrollment.enrollPart(input, at)
    return { done: done + found, result: { enrolled: (result?.enrolled ?? 0) + enrolled }, ...(next !== undefined && { next }) }
  }
}
