import { audited } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { List, ListMember, type ListObject } from './entity.ts'
import { ListMembers } from './members.ts'
import { listSearch } from './objects.ts'
import { lists as operations } from './operations.ts'

/** Static lists and dynamic segments of contacts, companies and deals. */
export const lists: Feature = plugin({
  name: 'lists',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', companies: '^1.0.0', deals: '^1.0.0', jobs: '^1.0.0' },
  audits: [audited(List, 'list')],
  entities: [List, ListMember],
  filterOwners: [{ entity: List, word: 'list', of: (object) => listSearch[object as ListObject] }],
  operations: { lists: operations },
  jobTypes: [ListMembers],
})
