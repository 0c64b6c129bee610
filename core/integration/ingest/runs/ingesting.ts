import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { RunningJob, Step } from '../../../kernel/feature/job-handler.ts'
import type { ColumnProposals } from '../../../kernel/ports/column-advisor.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { IngestObject } from '../objects.ts'
import { Advice } from './advice.ts'
import { BatchStore } from './batch-store.ts'
import { KeptRows } from './kept-rows.ts'
import { type ColumnMapping, corrected } from './settings.ts'
import { Sources } from './sources.ts'

/** What the job is started with; the rows are kept under the id of the run. */
interface Input {
  readonly run_id: string
  readonly provider: string
  readonly object: IngestObject
  /** What the call says of columns; absent in jobs of earlier versions. */
  readonly mapping?: ColumnMapping
  /** What was proposed for columns that stay unknown. */
  readonly proposals?: ColumnProposals
}

// The list of rejects of the run has them all; a job is listed with others.
const SHOWN_REJECTS = 100

/**
 * Stores a batch that was kept (`POST /sync/ingest` with `background`). It is one step, because a batch is read as a whole and stored in one
 * unit of work, as one that is answered at once.
 */
export class Ingesting {
  static readonly kind = 'ingest'
  static readonly uses = { rows: KeptRows, sources: Sources, advice: Advice, batches: BatchStore }
  readonly #uses: Resolved<typeof Ingesting.uses>

  constructor(uses: Resolved<typeof Ingesting.uses>) {
    this.#uses = uses
  }

  async step({ input, created_at: startedAt }: RunningJob<Input>): Promise<Step> {
    const { run_id: id, provider, object, mapping, proposals = {} } = input
    const records: unknown[] = []
    for await (const rows of this.#uses.rows.of(id)) records.push(...rows)
    if (records.length === 0) throw new CrmError('not_found', 'The records were kept for a day, and are deleted by now: send them again')
    const settings = corrected((await this.#uses.sources.byProvider(provider)) ?? null, object, mapping)
    const reading = await this.#uses.advice.read({ provider, object, records, settings }, proposals)
    const source = await this.#uses.sources.holdKnown(provider)
    const { run, rejected } = await this.#uses.batches.store({ id, source, object, reading, records, startedAt })
    await this.#uses.sources.count(source, [run])
    await this.#uses.rows.drop(id)
    const { created, updated, unchanged } = run
    const shown = rejected.slice(0, SHOWN_REJECTS).map((each) => ({ ...each, reason: each.reason.slice(0, 500) }))
    const { length: total } = records
    return { done: total, total, result: { created, updated, unchanged, rejected: shown, run_id: id } }
  }
}
