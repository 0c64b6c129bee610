import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../record-type/record-types.ts'
import { List, ListMember } from './entity.ts'
import { ListMembers } from './members.ts'
import { listOperations } from './operations.ts'

/** Static lists and dynamic segments of records. */
export const lists: Feature = plugin({
  name: 'lists',
  version: '1.0.0',
  requires: { jobs: '^1.0.0' },
  audits: [audited(List, 'list')],
  entities: [List, ListMember],
  filterOwners: [{ entity: List, word: 'list' }],
  operations: (types: RecordTypes) => ({ lists: listOperations(types) }),
  jobTypes: [ListMembers],
})
