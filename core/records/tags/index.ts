import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { TagAssignments } from './assignment.ts'
import { Tag } from './entity.ts'
import { tags as operations } from './operations.ts'
import { TagRenaming } from './renaming.ts'

/** Tags of all record types: found, colored, renamed, assigned. */
export const tags: Feature = plugin({
  name: 'tags',
  version: '1.0.0',
  requires: { jobs: '^1.0.0', lists: '^1.0.0', products: '^1.0.0' },
  entities: [Tag],
  audits: [audited(Tag, 'tag')],
  operations: { tags: operations },
  jobTypes: [TagRenaming, TagAssignments],
})
