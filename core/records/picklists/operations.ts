import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { PicklistQuery, PicklistRecord, PicklistReplacement, Picklists } from './schema.ts'
import { PicklistService } from './service.ts'

const uses = { picklists: PicklistService }

/** Operations on picklists: every user may read them, an administrator may replace one. */
export const picklists = group('Organization', {
  list: operation({
    id: 'listPicklists',
    summary: 'List the words of the organisation for lost reasons, deal types, priorities, sources, industries and tiers',
    scope: 'read',
    mcp: true,
    route: 'GET /organization/picklists',
    input: PicklistQuery,
    output: Picklists,
    uses,
    handle: async (query, { picklists }) => await picklists.list(query),
  }),
  replace: operation({
    id: 'replacePicklist',
    summary: 'Replace the values of a list; renamed ones go into all records, as a job when they are more than 500',
    scope: 'write',
    admin: true,
    route: 'PUT /organization/picklists/{name}',
    input: PicklistReplacement,
    output: PicklistRecord,
    uses,
    handle: async (input, { picklists, reply }) => await picklists.replace(input, reply),
  }),
})

/** The typed methods of these operations. */
export interface PicklistMethods extends Methods<typeof picklists> {}
