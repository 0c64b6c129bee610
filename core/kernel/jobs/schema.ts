import type { Static } from '@sinclair/typebox'
import { recordSchema } from '../operation/fields.ts'
import { presenter } from '../operation/present.ts'
import { type JobRecord, jobFields } from './entity.ts'

/** A job as the API shows it. */
export const Job = recordSchema(jobFields)

const present = presenter(jobFields)

/** A stored job as callers see it: without input, position and actor, which only its steps read. */
export function presentJob(job: JobRecord, now: Date): Static<typeof Job> {
  return present(job, now) as Static<typeof Job>
}
