import { operation } from '../../kernel/operation/operation.ts'
import { askOfMany } from '../bulk/selection.ts'
import { Members, MembersAdd, MembersAdded, MembersQuery, MembersRemove, MembersRemoved } from './schema.ts'
import { ListService } from './service.ts'

const uses = { lists: ListService }

/** The members of a list: read, added and taken out. */
export const memberOperations = {
  members: operation({
    id: 'listListMembers',
    summary: 'List the members of a list with the times at which they joined, page by page',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /lists/{id}/members',
    input: MembersQuery,
    output: Members,
    uses,
    handle: async (query, { lists }) => await lists.members(query),
  }),
  addMembers: operation({
    id: 'addListMembers',
    summary: 'Add records to a static list, by ids or by a filter; more than 5,000 are a job',
    scope: 'write',
    mcp: true,
    route: 'POST /lists/{id}/members',
    input: MembersAdd,
    output: MembersAdded,
    uses,
    asks: async (given, preview) => await askOfMany('Add to the list', given, preview),
    handle: async ({ id, dry_run, ...chosen }, { lists }) => await lists.addMembers(id, chosen, { isDry: dry_run }),
  }),
  removeMembers: operation({
    id: 'removeListMembers',
    summary: 'Take records out of a static list',
    scope: 'write',
    route: 'POST /lists/{id}/members/remove',
    mcp: true,
    overwrites: true,
    input: MembersRemove,
    output: MembersRemoved,
    uses,
    handle: async ({ id, ids }, { lists }) => ({ removed: await lists.removeMembers(id, ids) }),
  }),
}
