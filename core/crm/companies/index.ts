import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Company } from './entity.ts'
import { companyEvents } from './events.ts'
import { companies as operations, companiesWork } from './operations.ts'

/** Companies: records, their events, bulk changes as jobs. */
export const companies: Feature = plugin({
  name: 'companies',
  version: '1.0.0',
  requires: { storage: '^1.0.0' },
  entities: [Company],
  watches: [companyEvents],
  operations: { companies: operations },
  jobTypes: companiesWork,
})
