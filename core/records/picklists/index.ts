import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Picklist } from './entity.ts'
import { picklists as operations } from './operations.ts'
import { PicklistRenaming } from './renaming.ts'

/** Lists of words that an organization makes its own. */
export const picklists: Feature = plugin({
  name: 'picklists',
  version: '1.0.0',
  requires: { jobs: '^1.0.0' },
  entities: [Picklist],
  audits: [audited(Picklist, 'picklist')],
  operations: { picklists: operations },
  jobTypes: [PicklistRenaming],
})
