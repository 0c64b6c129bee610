import { audited } from '../storage/schema/changes.ts'
import { type Feature, plugin } from '../feature/feature.ts'
import { JobRecord } from './entity.ts'
import { jobs as operations } from './operations.ts'
import { JobRetention } from './retention.ts'
import { JobWorker } from './worker.ts'

/** Long work with its progress; features declare `jobTypes`. */
export const jobs: Feature = plugin({
  name: 'jobs',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [JobRecord],
  audits: [audited(JobRecord, 'job', { only: ['kind', 'record_id', 'state'] })],
  operations: { jobs: operations },
  loops: [JobWorker, JobRetention],
})
