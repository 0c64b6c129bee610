import type { JobType } from '../../kernel/feature/job-handler.ts'
import type { Resolved, Token } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import { applyChange, type SelectionChange } from './apply.ts'
import { type DeleteJob, deleteJob } from './deletes.ts'
import { type BulkChange, Steps } from './steps.ts'
import { BulkWriter } from './writer.ts'

/** What is changed at once; more is a job, whose steps are of this size. */
export const AT_ONCE = 500

/** The jobs of a record type that change or delete more than 500 records. */
export interface BulkJobs {
  /** Makes the same change to the records of a selection, 500 in a step. */
  readonly update: JobType & Token<BulkChange<SelectionChange>>
  /** Deletes the records of a selection softly, 500 in a step. */
  readonly delete: DeleteJob
}

/** The types of the jobs that change and delete many records of a record type; a feature lists them under `jobTypes`. */
export function bulkJobs({ plural, store }: { readonly plural: string; readonly store: Token<{ readonly sets: SetRules }> }): BulkJobs {
  class BulkUpdate extends Steps<SelectionChange> {
    static readonly kind = `bulk_update_${plural}`
    static readonly uses = { store, records: Records, writer: BulkWriter, types: RecordTypes }
    constructor({ store, records, writer, types }: Resolved<typeof BulkUpdate.uses>) {
      super(records, { of: types.get(plural).search, rules: store.sets, atOnce: AT_ONCE }, (found, change) =>
        applyChange(records, writer, store.sets, found, change),
      )
    }
  }
  return { update: BulkUpdate, delete: deleteJob({ plural }) }
}
