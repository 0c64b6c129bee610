import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { listMembership } from '../../records/lists/membership.ts'
import { companyJobs, companyOperations } from './operations.ts'
import { companyType } from './record-type.ts'

/** Companies: records, their events, bulk changes as jobs. */
export const companies: Feature = plugin({
  name: 'companies',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  recordTypes: [companyType],
  contributes: [listMembership('companies')],
  operations: (types: RecordTypes) => ({ companies: companyOperations(types.of(companyType)) }),
  jobTypes: [companyJobs.update, companyJobs.delete],
})
