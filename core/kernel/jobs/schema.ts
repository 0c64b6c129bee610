import { recordSchema } from '../operation/schema/fields.ts'
import { type Presented, presenter } from '../operation/schema/present.ts'
import { type JobRecord, jobFields } from './entity.ts'

/** A job as the API shows it. */
export const Job = recordSchema(jobFields)

const present = presenter(jobFields)

/** A stored job as callers see it: without input, position and actor, which only its steps read. */
export function presentJob(job: JobRecord, now: Date): Presented<typeof jobFields> {
  return present(job, now)
}
