import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../record-type/shown.ts'
import { askOfMany } from '../bulk/selection.ts'
import { TagAssignments } from './assignment.ts'
import { TagAssignment, TagCreate, TagList, TagRecord, Tags, TagsAssigned, TagUpdate } from './schema.ts'
import { TagService } from './service.ts'

const uses = { tags: TagService }

/** The operations of tags. Counts are of live records that the caller sees; what renames or deletes a tag everywhere takes sight of all of them. */
export const tags = group('Tags', {
  list: operation({
    id: 'listTags',
    summary: 'List tags and how many records of each object have them',
    scope: 'read',
    readsMany: true,
    mcp: true,
    route: 'GET /tags',
    input: TagList,
    output: Tags,
    uses,
    async handle({ fields, ...query }, { tags }) {
      const { tags: shown, next_cursor } = await tags.list(query)
      return { tags: withFields(shown, { fields }, TagRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createTag',
    summary: 'Make a tag with a color before any record has it',
    scope: 'write',
    readsMany: true,
    creates: true,
    route: 'POST /tags',
    input: TagCreate,
    output: TagRecord,
    uses,
    handle: async (input, { tags, reply }) => await tags.create(input, reply),
  }),
  update: operation({
    id: 'updateTag',
    summary: 'Rename a tag in all records, or change its color; tells of each record only when asked',
    scope: 'write',
    requiresFullVisibility: true,
    readsMany: true,
    route: 'PATCH /tags/{id}',
    input: TagUpdate,
    output: TagRecord,
    uses,
    handle: async (input, { tags, reply }) => await tags.update(input, reply),
  }),
  delete: operation({
    id: 'deleteTag',
    summary: 'Delete a tag and take it from all records',
    scope: 'delete',
    requiresFullVisibility: true,
    readsMany: true,
    route: 'DELETE /tags/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { tags, reply }) {
      await tags.remove(id, reply)
      return { deleted: true as const }
    },
  }),
  assign: operation({
    id: 'assignTags',
    summary: 'Add and remove tags on many records of one object, by ids or by a filter; more than 500 are a job',
    scope: 'write',
    mcp: true,
    route: 'POST /tags/assign',
    heavy: true,
    input: TagAssignment,
    overwrites: true,
    asks: async (given, preview) => await askOfMany('Change the tags of', given, preview),
    output: TagsAssigned,
    uses: { assignments: TagAssignments },
    handle: async (input, { assignments }) => await assignments.assign(input),
  }),
})

/** The typed methods of these operations. */
export interface TagMethods extends Methods<typeof tags> {}
