import type { Static } from '@sinclair/typebox'
import { recordSchema } from '../operation/fields.ts'
import { presenter } from '../operation/present.ts'
import { type JobRecord, jobFields } from './entity.ts'

/** A job as the API answers it, to whoever has started it and to `getJob`. */
export const Job = recordSchema(jobFields)

const present = presenter(jobFields)

/** The job without what only its steps read: input, place and actor. */
export function presentJob(job: JobRecord, now: Date): Static<typeof Job> {
  return present(job, now) as Static<typeof Job>
}
