import type { Resolved } from '../../kernel/operation/operation.ts'
import { BatchStore } from '../ingest/runs/batch-store.ts'
import { KeptRows } from '../ingest/runs/kept-rows.ts'
import type { RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { Import, ImportChange, ImportError } from './entity.ts'
import { countsOf, errorsOf, type RowWarning, samplesOf } from './errors.ts'
import { Files } from './files.ts'
import { ReadingCache } from './readings.ts'

const STEP_RECORDS = 500

/** Counts of an import so far. */
export interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** How many warnings, and some of them. */
  readonly warnings: number
  readonly warning_samples: RowWarning[]
}
/** The counts before the first step. */
export const none: Counts = { created: 0, updated: 0, unchanged: 0, rejected: 0, warnings: 0, warning_samples: [] }

/** Stores the records of a file, some hundred in each step, and keeps the rejected rows and the changes. */
export class Storing {
  static readonly kind = 'import'
  static readonly shownByRecord = true
  static readonly uses = { records: Records, ids: Ids, batches: BatchStore, files: Files, rows: KeptRows, readings: ReadingCache }
  readonly #uses: Resolved<typeof Storing.uses>

  constructor(uses: Resolved<typeof Storing.uses>) {
    this.#uses = uses
  }

  async step({ record_id, at, result }: RunningJob): Promise<Step> {
    const record = await new Rows(this.#uses.records, Import, 'import').get(record_id ?? '')
    const { id } = record
    const { records: all } = await this.#uses.readings.of(id, () => this.#uses.files.read(record))
    const from = typeof at === 'number' ? at : 0
    const readings = all.slice(from, from + STEP_RECORDS)
    const plan = await this.#uses.batches.plan(await this.#uses.files.rules(record), readings, true)
    const { changes } = plan
    await this.#uses.batches.write(plan)
    const own = { user_from: record.user_from, import_id: id }
    const made = changes.map((each) => ({ ...own, object: each.object, record_id: each.id, before: each.before, after: each.after }))
    await this.#uses.records.insert(
      ImportChange,
      made.map((each) => ({ id: this.#uses.ids.next(), ...each })),
    )
    const errors = await errorsOf(plan.outcomes, readings, readings.length)
    await this.#uses.records.insert(
      ImportError,
      errors.map((each) => ({ id: this.#uses.ids.next(), ...own, ...each })),
    )
    const next = from + readings.length
    const ended = next >= all.length
    if (ended) {
      await this.#uses.rows.drop(id)
      this.#uses.records.unit.onCommit.push(() => this.#uses.readings.forget(id))
    }
    const counts = added({ ...none, ...result }, await countsOf(plan.outcomes))
    return { done: ended ? record.rows : (all[next]?.index ?? 0), total: record.rows, result: { ...counts }, ...(!ended && { next }) }
  }
}

function added(one: Counts, other: Counts): Counts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    rejected: one.rejected + other.rejected,
    warnings: one.warnings + other.warnings,
    warning_samples: samplesOf([...one.warning_samples, ...other.warning_samples]),
  }
}
