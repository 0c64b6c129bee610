import { group, type Methods, operation } from '../operation/operation.ts'
import { ById } from '../operation/schema.ts'
import { Units } from '../storage/units.ts'
import { Job, presentJob } from './schema.ts'
import { Jobs } from './service.ts'

const uses = { jobs: Jobs }

/** Reading and stopping jobs. Who does not see the doings of whoever started a job gets `not_found`. */
export const jobs = group('Exports and jobs', {
  get: operation({
    id: 'getJob',
    summary: 'Read the state and progress of long work: a bulk update or delete, an import, an export',
    scope: 'read',
    route: 'GET /jobs/{id}',
    input: ById,
    output: Job,
    uses: { jobs: Jobs, units: Units },
    async handle({ id }, { jobs, units, actor }) {
      const job = await jobs.get(id)
      if (job.result && jobs.isConfidential(job)) await units.write(actor, (resolve) => resolve(Jobs).noteRead(job))
      return presentJob(job, jobs.now)
    },
  }),
  cancel: operation({
    id: 'cancelJob',
    summary: 'Stop long work behind the step that is running; what is written stays written',
    scope: 'write',
    route: 'POST /jobs/{id}/cancel',
    input: ById,
    output: Job,
    uses,
    handle: async ({ id }, { jobs }) => presentJob(await jobs.cancel(id), jobs.now),
  }),
})

/** The typed methods of these operations. */
export interface JobMethods extends Methods<typeof jobs> {}
