import { bulkJobs, group, plugin, recordOperations, type RecordTypes } from 'rapport-crm'
import { migrations } from './migrations.ts'
import { samplePartType } from './record-type.ts'

// Changes and deletions of large selections, which are jobs with progress.
const jobs = bulkJobs(samplePartType)

/** Sample parts: their table, and their operations over REST, as tools and in process. */
export default plugin({
  name: 'sample-part',
  version: '0.1.0',
  requires: { companies: '^1.0.0' },
  recordTypes: [samplePartType],
  operations: (types: RecordTypes) => ({ sampleParts: group('Sample parts', recordOperations(types.of(samplePartType), jobs)) }),
  jobTypes: [jobs.update, jobs.delete],
  migrations,
})
