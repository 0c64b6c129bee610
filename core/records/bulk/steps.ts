import type { JobHandler, RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { SetRules } from '../record-type/set-rules.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import type { Applied } from './fitting.ts'
import { keepFor } from './keep.ts'
import { countOfSelection, lockSelected, nextIdsOfSelection, nextOfSelection, type Selection } from './selection.ts'

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
  /** What became of the first, as many as a step takes. */
  all(selection: S): Promise<Applied>
}

/** What is worked on in steps, and how much in each. */
interface Work {
  readonly of: Searchable
  readonly rules?: Pick<SetRules, 'entity' | 'parent' | 'reliesOn'> | undefined
  readonly atOnce: number
}

/** A change of many records in steps, in the order of their ids; what comes into the selection on the way is left alone. */
export class Steps<S extends Selection> implements JobHandler, BulkChange<S> {
  readonly #records: Records
  readonly #work: Work
  readonly #change: (found: AnyRecord[], selection: S) => Promise<Applied>

  constructor(records: Records, work: Work, change: (found: AnyRecord[], selection: S) => Promise<Applied>) {
    this.#records = records
    this.#work = work
    this.#change = change
  }

  count(selection: Selection): Promise<number> {
    return countOfSelection(this.#records, this.#work.of, selection)
  }

  async all(selection: S): Promise<Applied> {
    return await this.#change(await this.#next(selection, null), selection)
  }

  async ahead({ input: selection, at }: RunningJob<S, string, Result>): Promise<readonly string[]> {
    return await nextIdsOfSelection(this.#records, this.#work.of, selection, at, this.#work.atOnce)
  }

  async step({ input: selection, done, result }: RunningJob<S, string, Result>, ids: readonly string[] = []): Promise<Step> {
    await this.#keep(selection)
    const found = await lockSelected(this.#records, this.#work.of, selection, ids)
    const { changed, rejected } = found.length > 0 ? await this.#change(found, selection) : { changed: 0, rejected: [] }
    const sum = { changed: (result?.changed ?? 0) + changed }
    const refused = (result?.rejected_count ?? 0) + rejected.length
    const told = [...(result?.rejected ?? []), ...rejected].slice(0, TOLD)
    return {
      done: done + found.length,
      result: { ...sum, ...(refused > 0 && { rejected_count: refused, rejected: told }) },
      ...(ids.length === this.#work.atOnce && { next: ids.at(-1) }),
    }
  }

  async #next(selection: S, after: string | null): Promise<AnyRecord[]> {
    const { of, atOnce } = this.#work
    await this.#keep(selection)
    return await nextOfSelection(this.#records, of, selection, after, atOnce)
  }

  async #keep(selection: S): Promise<void> {
    const { of, rules } = this.#work
    await keepFor(this.#records, rules ?? of, [setIn(selection)])
  }
}

// A delete sets nothing.
const setIn = (selection: Selection & { readonly set?: Row }): Row => selection.set ?? {}
