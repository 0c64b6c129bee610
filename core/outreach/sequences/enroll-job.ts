import type { JobHandler, RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { type Chosen, SequenceEnrolling } from './enrolling.ts'
import { SequenceService } from './sequence-service.ts'

/** Enrolls many contacts, or those of a large list or filter, in a sequence, 500 in a step. */
export class EnrollContactsJob implements JobHandler {
  static readonly kind = 'enroll_in_sequence'
  static readonly uses = { enrolling: SequenceEnrolling, sequences: SequenceService }
  readonly #uses: Resolved<typeof EnrollContactsJob.uses>

  constructor(uses: Resolved<typeof EnrollContactsJob.uses>) {
    this.#uses = uses
  }

  async step({ input, at, done, result }: RunningJob<Chosen & { readonly id: string }, string, { enrolled: number }>): Promise<Step> {
    const sequence = await this.#uses.sequences.get(input.id)
    const { found, enrolled, next } = await this.#uses.enrolling.enrollPart(sequence, input, at)
    return { done: done + found, result: { enrolled: (result?.enrolled ?? 0) + enrolled }, ...(next !== undefined && { next }) }
  }
}
