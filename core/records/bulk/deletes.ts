import { Type } from '@sinclair/typebox'
import type { JobType } from '../../kernel/feature/job-handler.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { operation, type Resolved, type Token } from '../../kernel/operation/operation.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { Closed, Count } from '../../kernel/operation/schema/schema.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import { RecordStores } from '../record-type/stores.ts'
import { deleteRecords } from './apply.ts'
import { job, rejectedRecords, selection } from './change-schema.ts'
import { type Applied, rejectionOf } from './fitting.ts'
import { refusalOf } from './read.ts'
import { checkSelection, type Selection } from './selection.ts'
import { type BulkChange, Steps } from './steps.ts'

/** The type of the jobs that delete many records of a record type; a feature lists it under `jobTypes`. */
export type DeleteJob = JobType & Token<BulkChange<Selection>> & { readonly atOnce: number }

/** Deletes records softly as a set, 500 in a step: for record types of which any record may be deleted. */
export function deleteJob({ plural }: { readonly plural: string }): DeleteJob {
  return class BulkDelete extends Steps<Selection> {
    static readonly kind = `bulk_delete_${plural}`
    static readonly atOnce = 500
    static readonly uses = { stores: RecordStores, records: Records, ids: Ids, types: RecordTypes }
    constructor({ stores, records, ids, types }: Resolved<typeof BulkDelete.uses>) {
      const of = types.get(plural).search
      const reliesOn = stores.setsOf(plural)?.reliesOn ?? []
      super(records, { of, rules: { entity: of.entity, reliesOn }, atOnce: BulkDelete.atOnce }, (found) =>
        deleteRecords(records, ids, { entity: of.entity, object: plural }, found),
      )
    }
  }
}

/**
 * Deletes records softly one by one, 100 in a step, by the rules of their store: what it refuses to delete is rejected, and the others are
 * deleted all the same.
 */
export function singleDeleteJob({
  plural,
  store,
}: {
  readonly plural: string
  readonly store: Token<{ remove(id: string, reply: Reply): Promise<void> }>
}): DeleteJob {
  return class SingleDelete extends Steps<Selection> {
    static readonly kind = `bulk_delete_${plural}`
    static readonly atOnce = 100
    static readonly uses = { store, records: Records, types: RecordTypes }
    constructor({ store, records, types }: Resolved<typeof SingleDelete.uses>) {
      super(records, { of: types.get(plural).search, atOnce: SingleDelete.atOnce }, (found) => deleteEach(store, found))
    }
  }
}

async function deleteEach(
  store: { remove(id: string, reply: Reply): Promise<void> },
  found: readonly Pick<AnyRecord, 'id'>[],
): Promise<Applied> {
  const turns = new Turns(1)
  const rejected: Applied['rejected'][number][] = []
  for (const { id } of found) {
    try {
      // A store refuses before it writes anything.
      await store.remove(id, new Reply())
    } catch (error) {
      const { existing_id, ...refusal } = refusalOf(error)
      rejected.push(rejectionOf(id, existing_id === undefined || existing_id === id ? refusal : { ...refusal, existing_id }))
    }
    if (turns.areOver()) await turns.next()
  }
  return { changed: found.length - rejected.length, rejected }
}

/** `POST /things/bulk-delete`: deletes all records of a selection softly, once their number is confirmed; more than are deleted at once are a job. */
export function bulkDeleteOperation({ plural }: { readonly plural: string }, jobs: { readonly delete: DeleteJob }) {
  const words = plural.replaceAll('_', ' ')
  const { atOnce } = jobs.delete
  return {
    bulkDelete: operation({
      id: `bulkDelete${camel(plural)}`,
      summary: `Delete ${words} softly, by ids or a filter; confirm_count is their number, over ${atOnce} are a job`,
      scope: 'delete',
      route: `POST ${pathOf(plural)}/bulk-delete`,
      heavy: true,
      input: Closed({
        ...selection,
        confirm_count: Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'How many there are: another number deletes nothing',
        }),
      }),
      output: Closed({
        matched: Count('Records that were found'),
        deleted: Type.Optional(Count('Records that were deleted')),
        ...rejectedRecords,
        ...job,
      }),
      uses: { work: jobs.delete, queue: Jobs },
      async handle({ confirm_count, ...chosen }, { work, queue }) {
        checkSelection(chosen)
        const matched = await work.count(chosen)
        if (matched !== confirm_count) {
          const message = `${matched} ${words} are selected, not ${confirm_count}`
          throw new CrmError('conflict', message, { errors: [{ path: '/confirm_count', code: 'mismatch', message }] })
        }
        if (matched > atOnce) return { matched, job_id: (await queue.start(jobs.delete, { input: chosen, total: matched })).id }
        const { changed: deleted, rejected } = await work.all(chosen)
        return { matched, deleted, ...(rejected.length > 0 && { rejected: [...rejected] }) }
      },
    }),
  }
}
