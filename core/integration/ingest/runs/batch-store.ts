import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import type { DataSource, SyncRun } from '../entity.ts'
import type { IngestObject } from '../objects.ts'
import type { BatchReading, RecordReading } from '../normalize/reading.ts'
import type { Rejected } from './outcome-report.ts'
import { Runs } from './runs.ts'
import { settingsOf } from './settings.ts'
import type { BatchPlan } from '../write/batch-plan.ts'
import type { SourceSettings } from '../match/rules.ts'

/** One batch that was read and is to be stored. */
export interface Batch {
  readonly id: string
  readonly source: DataSource
  readonly object: IngestObject
  readonly reading: BatchReading
  readonly records: readonly unknown[]
  readonly startedAt: Date
  readonly importId?: string
  readonly replayOf?: string
  /** The index of each record in what was sent; by default its position in `records`. */
  readonly positions?: readonly number[]
  /** False for what strangers send: nothing of it is lost for a required value that it lacks. */
  readonly isEntered?: boolean
}

/** Stores batches in the running unit of work, and keeps what became of them. */
export class BatchStore {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, registry: Registry }
  readonly #uses: Resolved<typeof BatchStore.uses>
  readonly #runs: Runs

  constructor(uses: Resolved<typeof BatchStore.uses>) {
    this.#uses = uses

    this.#runs = new Runs(uses)
  }

  /** Writes a batch and the run that reports it; answers what was rejected, with the index at which it was sent. */
  async store(batch: Batch): Promise<{ run: SyncRun; rejected: Rejected[] }> {
    const { source, reading } = batch
    const plan = await this.plan(settingsOf(source.provider, source), reading.records, true, batch.isEntered)
    await this.write(plan)
    return await this.#runs.add({ ...batch, outcomes: plan.outcomes, alsoCreated: plan.alsoCreated })
  }

  /** Decides what becomes of a batch; `lock` for one that is then written. */
  async plan(settings: SourceSettings, readings: readonly RecordReading[], lock: boolean, isEntered = true): Promise<BatchPlan> {
    // Loaded with the first batch, as reading is.
    const [{ decideBatch }, { BatchPlan }, { BatchContext }] = await Promise.all([
      import('../passes.ts'),
      import('../write/batch-plan.ts'),
      import('../match/context.ts'),
    ])
    const context = new BatchContext(this.#uses.records, this.#uses.ids, settings, { lock, isEntered }, this.#uses.registry.all('entities'))
    const batch = new BatchPlan(context, readings)
    await decideBatch(batch)
    return batch
  }

  /** Writes what was decided, in the running unit of work. */
  async write(plan: BatchPlan): Promise<void> {
    const { writeBatch } = await import('../passes.ts')
    await writeBatch(plan)
  }
}
