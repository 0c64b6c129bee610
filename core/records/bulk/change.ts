import type { Tools } from '../record-type/record-type.ts'
import { type TObject, Type } from '@sinclair/typebox'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { Closed, Count, Texts } from '../../kernel/operation/schema/schema.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { checkChange, type SelectionChange } from './apply.ts'
import { job, rejectedRecords, selection } from './change-schema.ts'
import { AT_ONCE, type BulkJobs } from './jobs.ts'
import { askOfMany, checkSelection, dryRun, meaningSurvivors } from './selection.ts'

// What of a record type its bulk operations are made from.
interface Changeable<U extends TObject> {
  readonly plural: string
  readonly update: U
  readonly store: Token<{ readonly sets: SetRules }>
  readonly search: Searchable
  readonly mcp: Tools
}

/** `POST /things/bulk-update`: the same change to all records of a selection; more than 500 are a job. */
export function bulkUpdateOperation<U extends TObject>(
  { plural, update, store, search, mcp }: Changeable<U>,
  jobs: Pick<BulkJobs, 'update'>,
) {
  const { id: _, ...values }: TObject['properties'] = update.properties
  const words = plural.replaceAll('_', ' ')
  return {
    bulkUpdate: operation({
      id: `bulkUpdate${camel(plural)}`,
      summary: `Make the same change to ${words}, by ids or by a filter; more than 500 are a job`,
      scope: 'write',
      route: `POST ${pathOf(plural)}/bulk-update`,
      ...(mcp.bulkUpdate && { mcp: mcp.bulkUpdate }),
      heavy: true,
      input: Closed({
        ...selection,
        set: Type.Optional(Closed(values, { description: 'New values of fields' })),
        add_tags: Type.Optional(Texts({ description: 'Tags that they get', examples: [['vip']] })),
        remove_tags: Type.Optional(Texts({ description: 'Tags that they lose' })),
        dry_run: dryRun,
      }),
      overwrites: true,
      asks: async (given, preview) => await askOfMany(`Change the ${words} that are selected:`, given, preview),
      output: Closed({
        matched: Count('Records that were found'),
        updated: Type.Optional(Count('Records that were changed')),
        ...rejectedRecords,
        ...job,
      }),
      uses: { work: jobs.update, queue: Jobs, store, records: Records },
      async handle({ dry_run, ...given }, { work, queue, store, records }) {
        const asked: SelectionChange = given
        checkSelection(asked)
        const change = await meaningSurvivors(records, search, asked)
        await checkChange(records, store.sets, change)
        const matched = await work.count(change)
        if (dry_run) return { matched }
        if (matched > AT_ONCE) return { matched, job_id: (await queue.start(jobs.update, { input: change, total: matched })).id }
        const { changed: updated, rejected } = await work.all(change)
        return { matched, updated, ...(rejected.length > 0 && { rejected: [...rejected] }) }
      },
    }),
  }
}
