import { Type } from '@sinclair/typebox'
import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById, Closed, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { namingTypes } from '../record-type/naming-types.ts'
import type { RecordTypes } from '../record-type/record-types.ts'
import { withFields } from '../record-type/shown.ts'
import { MergeList, MergeRecord, presentMerge } from './schema.ts'
import { MergeService } from './service.ts'

const uses = { merges: MergeService }

/** What was merged, and how to split it again; for users who see all records of the organization. */
export function mergesOperations(types: RecordTypes) {
  const plurals = types.plurals('merge')
  const record = namingTypes(MergeRecord, plurals)
  return fullVisibilityGroup('Merges', {
    list: operation({
      id: 'listMerges',
      summary: 'List merges of records, newest first',
      scope: 'read',
      route: 'GET /merges',
      mcp: true,
      input: namingTypes(MergeList, plurals),
      output: Closed({ merges: Type.Array(record, { description: 'One page of merges, the newest first' }), next_cursor: NextCursor }),
      uses,
      async handle(query, { merges }) {
        const { items, next_cursor } = await merges.list(query)
        const shown = items.map((each) => presentMerge(each, merges.now))
        return { merges: withFields(shown, query, MergeRecord), next_cursor }
      },
    }),
    undo: operation({
      id: 'undoMerge',
      summary: 'Split a merge again: every record and reference is as it was before, but for what was changed since',
      scope: 'write',
      route: 'POST /merges/{id}/undo',
      mcp: true,
      input: ById,
      output: record,
      uses,
      handle: async ({ id }, { merges }) => presentMerge(await merges.undo(id), merges.now),
    }),
  })
}

/** The typed methods of these operations. */
export interface Merges extends Methods<ReturnType<typeof mergesOperations>> {}
