import { group, type Methods, operation } from '../operation/operation.ts'
import { ById } from '../operation/schema/schema.ts'
import { Units } from '../storage/units/units.ts'
import { Job, presentJob } from './schema.ts'
import { Jobs } from './service.ts'

const uses = { jobs: Jobs }

/** Reading and stopping jobs. Callers who may not see records of the user who started a job get `not_found`. */
export const jobs = group('Exports and jobs', {
  get: operation({
    id: 'getJob',
    summary: 'Read the state and progress of long work: a bulk update or delete, an import, an export',
    scope: 'read',
    route: 'GET /jobs/{id}',
    mcp: true,
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
    summary: 'Stop long work after the running step; what it has written stays',
    scope: 'write',
    route: 'POST /jobs/{id}/cancel',
    input: ById,
    output: Job,
    uses,
    handle: async ({ id }, { jobs }) => presentJob(await jobs.cancel(id), jobs.now),
  }),
})

/** `api.jobs` in process. */
export interface JobMethods extends Methods<typeof jobs> {}
