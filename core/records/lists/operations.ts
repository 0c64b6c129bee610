import type { Static } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Deleted, ReadById } from '../../kernel/operation/schema/schema.ts'
import { namesOf, sparse } from '../record-type/shown.ts'
import { withReadOnly } from '../../kernel/operation/validate.ts'
import { namingTypes } from '../record-type/naming-types.ts'
import type { RecordTypes } from '../record-type/record-types.ts'
import { pageOf } from '../record-type/resource.ts'
import type { List } from './entity.ts'
import { memberOperations } from './member-operations.ts'
import { ListCreate, ListDelete, ListPreview, ListPreviewed, ListQuery, ListRecord, ListUpdate, presentList } from './schema.ts'
import { ListService } from './service.ts'

const uses = { lists: ListService }
type Shown = Static<typeof ListRecord>

/** Lists and their members. Numbers of members count live records that the caller sees. */
export function listOperations(types: RecordTypes) {
  const plurals = types.plurals('lists')
  const record = namingTypes(ListRecord, plurals)
  const create = namingTypes(ListCreate, plurals)
  for (const input of [create, ListUpdate]) withReadOnly(input, Object.keys(ListRecord.properties))
  return group('Lists', {
    list: operation({
      id: 'listLists',
      summary: 'List static lists and dynamic segments with the numbers of their members, page by page',
      scope: 'read',
      readsMany: true,
      mcp: true,
      route: 'GET /lists',
      input: namingTypes(ListQuery, plurals),
      output: pageOf('lists', record),
      uses,
      // One count after the other: lists are few on a page, and counts of filters are what costs.
      async handle(query, { lists }) {
        const names = namesOf(query.fields, Object.keys(ListRecord.properties))
        const { items, next_cursor } = await lists.list(query)
        const shown: Shown[] = []
        for (const each of items) shown.push(sparse(show(each, await lists.count(each), lists), names))
        return { lists: shown, next_cursor }
      },
    }),
    create: operation({
      id: 'createList',
      summary: 'Create a list of contacts, companies or deals: static with ids, or dynamic with a filter',
      scope: 'write',
      readsMany: true,
      mcp: true,
      creates: true,
      route: 'POST /lists',
      input: create,
      output: record,
      uses,
      async handle(input, { lists, reply }) {
        const { list, job_id, found } = await lists.create(input, reply)
        const count = found ?? (await lists.count(list))
        return afterFlush(() => ({ ...show(list, count, lists), ...(job_id !== undefined && { job_id }) }))
      },
    }),
    get: operation({
      id: 'getList',
      summary: 'Read one list and the number of its members',
      scope: 'read',
      readsMany: true,
      mcp: true,
      route: 'GET /lists/{id}',
      input: ReadById,
      output: record,
      uses,
      async handle({ id, fields }, { lists }) {
        const names = namesOf(fields, Object.keys(ListRecord.properties))
        const list = await lists.get(id)
        return sparse(show(list, await lists.count(list), lists), names)
      },
    }),
    update: operation({
      id: 'updateList',
      summary: 'Rename a list, change its filter, or make a dynamic list static with the members that it has now',
      scope: 'write',
      readsMany: true,
      mcp: true,
      route: 'PATCH /lists/{id}',
      input: ListUpdate,
      output: record,
      uses,
      async handle({ id, ...changes }, { lists, reply }) {
        const { list, job_id } = await lists.update(id, changes, reply)
        const count = await lists.count(list)
        return afterFlush(() => ({ ...show(list, count, lists), ...(job_id !== undefined && { job_id }) }))
      },
    }),
    delete: operation({
      id: 'deleteList',
      summary: 'Delete a list and none of its members; refused while a campaign or workflow uses it, unless forced',
      scope: 'delete',
      route: 'DELETE /lists/{id}',
      input: ListDelete,
      output: Deleted,
      uses,
      async handle(input, { lists, reply }) {
        await lists.discard(input, reply)
        return { deleted: true as const }
      },
    }),
    restore: operation({
      id: 'restoreList',
      summary: 'Undo the delete of one list; a static one has the members that it had',
      scope: 'write',
      route: 'POST /lists/{id}/restore',
      input: ById,
      output: record,
      uses,
      async handle({ id }, { lists, reply }) {
        const list = await lists.restore(id, reply)
        const count = await lists.count(list)
        return afterFlush(() => show(list, count, lists))
      },
    }),
    ...memberOperations,
    preview: operation({
      id: 'previewList',
      summary: 'Count what a filter finds and show some of it, before a list is made of it',
      scope: 'read',
      mcp: true,
      route: 'POST /lists/preview',
      heavy: true,
      input: namingTypes(ListPreview, plurals),
      output: ListPreviewed,
      uses,
      handle: async ({ object, filter, limit = 10 }, { lists }) => await lists.preview(object, filter, limit),
    }),
  })
}

function show(list: List, members_count: number, { now }: ListService): Shown {
  return { ...presentList(list, now), members_count }
}

/** The typed methods of these operations. */
export interface ListMethods extends Methods<ReturnType<typeof listOperations>> {}
