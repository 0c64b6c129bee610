import type { Static } from '@sinclair/typebox'
import { recordSchema } from '../kernel/fields.ts'
import { group, type Methods, operation } from '../kernel/operation.ts'
import { presenter } from '../kernel/present.ts'
import { ById } from '../kernel/schema.ts'
import { jobFields } from './entity.ts'
import { Jobs } from './service.ts'

const Job = recordSchema(jobFields)
const present = presenter(jobFields)
const uses = { jobs: Jobs }

export const jobs = group('Exports and jobs', {
  get: operation({
    id: 'getJob',
    summary: 'Read the state and progress of long work: a bulk update or delete, an import, an export',
    scope: 'read',
    route: 'GET /jobs/{id}',
    input: ById,
    output: Job,
    uses,
    handle: async ({ id }, { jobs }) => present(await jobs.get(id), jobs.now) as Static<typeof Job>,
  }),
  cancel: operation({
    id: 'cancelJob',
    summary: 'Stop long work behind the step that is running; what is written stays written',
    scope: 'write',
    route: 'POST /jobs/{id}/cancel',
    input: ById,
    output: Job,
    uses,
    handle: async ({ id }, { jobs }) => present(await jobs.cancel(id), jobs.now) as Static<typeof Job>,
  }),
})

export interface JobMethods extends Methods<typeof jobs> {}
