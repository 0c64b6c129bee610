import type { Token, Resolved } from '../../kernel/operation/operation.ts'
import type { RunningJob, Step, JobHandler, JobType } from '../../kernel/feature/job-handler.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { applyChange, type SelectionChange, deleteRecords } from './apply.ts'
import { countOfSelection, nextOfSelection, type Selection } from './selection.ts'
import type { Applied } from './fitting.ts'
import { keepFor } from './keep.ts'
import { BulkWriter } from './writer.ts'

/** What is done at once; more is a job, whose steps are of this size. */
export const AT_ONCE = 500

// Rejected records that the result of a job names.
const TOLD = 500

interface Result {
  readonly changed: number
  readonly rejected_count?: number
  readonly rejected?: Applied['rejected']
}

/** A change of all records of a selection, as far as it is made at once. */
export interface BulkChange<S extends Selection> {
  /** How many records are selected. */
  count(selection: Selection): Promise<number>
  /** What became of the first 500. */
  all(selection: S): Promise<Applied>
}

/** The jobs of a record type that change or delete more than 500 records. */
export interface BulkJobs {
  /** Makes the same change to the records of a selection, 500 in a step. */
  readonly update: JobType & Token<BulkChange<SelectionChange>>
  /** Deletes the records of a selection softly, 500 in a step. */
  readonly delete: JobType & Token<BulkChange<Selection>>
}

/** The types of the jobs that change and delete many records of a record type; a feature lists them under `work`. */
export function bulkJobs({ plural, store }: { readonly plural: string; readonly store: Token<{ readonly sets: SetRules }> }): BulkJobs {
  class BulkUpdate extends Steps<SelectionChange> {
    static readonly kind = `bulk_update_${plural}`
    static readonly uses = { store, records: Records, writer: BulkWriter, types: RecordTypes }
    constructor({ store, records, writer, types }: Resolved<typeof BulkUpdate.uses>) {
      super(records, types.get(plural).search, store.sets, (found, change) => applyChange(records, writer, store.sets, found, change))
    }
  }
  class BulkDelete extends Steps<Selection> {
    static readonly kind = `bulk_delete_${plural}`
    static readonly uses = { store, records: Records, ids: Ids, types: RecordTypes }
    constructor({ store, records, ids, types }: Resolved<typeof BulkDelete.uses>) {
      super(records, types.get(plural).search, store.sets, (found) => deleteRecords(records, ids, store.sets, found))
    }
  }
  return { update: BulkUpdate, delete: BulkDelete }
}

/** A change of many records, 500 in a step, in the order of their ids; what comes into the selection on the way is left alone. */
class Steps<S extends Selection> implements JobHandler, BulkChange<S> {
  readonly #records: Records
  readonly #of: Searchable
  readonly #rules: SetRules
  readonly #change: (found: AnyRecord[], selection: S) => Promise<Applied>

  constructor(records: Records, of: Searchable, rules: SetRules, change: (found: AnyRecord[], selection: S) => Promise<Applied>) {
    this.#records = records
    this.#of = of
    this.#rules = rules
    this.#change = change
  }

  count(selection: Selection): Promise<number> {
    return countOfSelection(this.#records, this.#of, selection)
  }

  async all(selection: S): Promise<Applied> {
    await keepFor(this.#records, this.#rules, [setIn(selection)])
    return await this.#change(await nextOfSelection(this.#records, this.#of, selection, null, AT_ONCE), selection)
  }

  async step({ input: selection, at, done, result }: RunningJob<S, string, Result>): Promise<Step> {
    await keepFor(this.#records, this.#rules, [setIn(selection)])
    const found = await nextOfSelection(this.#records, this.#of, selection, at, AT_ONCE)
    const { changed, rejected } = found.length > 0 ? await this.#change(found, selection) : { changed: 0, rejected: [] }
    const sum = { changed: (result?.changed ?? 0) + changed }
    const refused = (result?.rejected_count ?? 0) + rejected.length
    const told = [...(result?.rejected ?? []), ...rejected].slice(0, TOLD)
    return {
      done: done + found.length,
      result: { ...sum, ...(refused > 0 && { rejected_count: refused, rejected: told }) },
      ...(found.length === AT_ONCE && { next: found.at(-1)?.id }),
    }
  }
}

// A delete sets nothing.
const setIn = (selection: Selection & { readonly set?: Row }): Row => selection.set ?? {}
