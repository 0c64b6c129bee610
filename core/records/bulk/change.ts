import type { Tools } from '../record-type/record-type.ts'
import { type TObject, Type } from '@sinclair/typebox'
import { CrmError } from '../../kernel/operation/errors.ts'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { Closed, Count, Id, Nullable, Texts } from '../../kernel/operation/schema/schema.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { Filter } from '../search/grammar/condition.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { type SelectionChange, checkChange } from './apply.ts'
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

const selection = {
  ids: Type.Optional(Type.Array(Id(), { maxItems: 5000, description: 'Records, by id' })),
  filter: Type.Optional(Filter),
}
const job = { job_id: Type.Optional(Id('Where the progress is read, when there are more than 500')) }

const RejectedRecord = Closed({
  id: Id('The record'),
  reason: Type.String({ description: 'What is wrong, for people' }),
  code: Type.String({ description: 'What is wrong, for programs' }),
  field: Nullable(Type.String({ description: 'Field that is at fault' })),
  existing_id: Type.Optional(Id('The record that stands in the way')),
})

/** `POST /things/bulk-update`: the same change to all records of a selection; more than 500 are a job. */
export function bulkUpdateOperation<U extends TObject>({ plural, update, store, search, mcp }: Changeable<U>, jobs: BulkJobs) {
  const { id: _, ...values }: TObject['properties'] = update.properties
  const words = plural.replaceAll('_', ' ')
  return {
    bulkUpdate: operation({
      id: `bulkUpdate${camel(plural)}`,
      summary: `Make the same change to ${words}, by ids or by a filter; more than 500 are a job`,
      scope: 'write',
      route: `POST ${pathOf(plural)}/bulk-update`,
      ...(mcp.bulkUpdate && { mcp: mcp.bulkUpdate }),
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
        rejected: Type.Optional(
          Type.Array(RejectedRecord, {
            description: 'Records that may not be changed so, where there are any; the result of a job has the first 500',
          }),
        ),
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

/** `POST /things/bulk-delete`: deletes all records of a selection softly, once their number is confirmed; more than 500 are a job. */
export function bulkDeleteOperation({ plural }: { readonly plural: string }, jobs: BulkJobs) {
  const words = plural.replaceAll('_', ' ')
  return {
    bulkDelete: operation({
      id: `bulkDelete${camel(plural)}`,
      summary: `Delete ${words} softly, by ids or by a filter; confirm_count must be their number, more than 500 are a job`,
      scope: 'delete',
      route: `POST ${pathOf(plural)}/bulk-delete`,
      input: Closed({
        ...selection,
        confirm_count: Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'How many there are: another number deletes nothing',
        }),
      }),
      output: Closed({ matched: Count('Records that were found'), deleted: Type.Optional(Count('Records that were deleted')), ...job }),
      uses: { work: jobs.delete, queue: Jobs },
      async handle({ confirm_count, ...chosen }, { work, queue }) {
        checkSelection(chosen)
        const matched = await work.count(chosen)
        if (matched !== confirm_count) {
          const message = `${matched} ${words} are selected, not ${confirm_count}`
          throw new CrmError('conflict', message, { errors: [{ path: '/confirm_count', code: 'mismatch', message }] })
        }
        if (matched > AT_ONCE) return { matched, job_id: (await queue.start(jobs.delete, { input: chosen, total: matched })).id }
        return { matched, deleted: (await work.all(chosen)).changed }
      },
    }),
  }
}
