import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { listFor, oneNumber, readPlace, writePlace } from '../../../kernel/storage/records/place-cursor.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import type { ListQuery } from '../../../kernel/storage/records/filters.ts'
import type { Page } from '../../../kernel/storage/records/listing.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Rows } from '../../../kernel/storage/records/rows.ts'
import { SyncReject, SyncRun } from '../entity.ts'
import type { Batch } from './batch-store.ts'
import { runFilters, runSorts } from '../schema.ts'
import type { Outcomes } from '../match/outcome.ts'
import { SAMPLES, type Rejected, samplesOf, rejectedOf } from './outcome-report.ts'

const COLUMNS = 500

interface RunInput extends Batch {
  readonly outcomes: Outcomes
  readonly alsoCreated: Readonly<Record<string, number>>
}

/** The batches of all sources and their results. */
export class Runs {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids }
  readonly #uses: Resolved<typeof Runs.uses>
  readonly #rows: Rows<typeof SyncRun.fields>

  constructor(uses: Resolved<typeof Runs.uses>) {
    this.#uses = uses

    this.#rows = new Rows(uses.records, SyncRun, 'run', { filters: runFilters, sorts: runSorts })
  }

  get now(): Date {
    return this.#uses.records.unit.now
  }

  list(query: ListQuery): Promise<Page<SyncRun>> {
    return this.#rows.list(query)
  }

  get(id: string): Promise<SyncRun> {
    return this.#rows.get(id)
  }

  /** The rejects of one run in the order of their records. */
  async rejects({ id, limit = 50, cursor }: { id: string; limit?: number; cursor?: string }): Promise<Page<SyncReject>> {
    await this.get(id)
    const list = listFor('rejects', { id })
    const after = cursor === undefined ? -1 : readPlace(list, cursor, oneNumber)
    const rows = await this.#uses.records.db
      .selectFrom(SyncReject.table)
      .selectAll()
      .where('run_id', '=', id)
      .where('index', '>', after)
      .orderBy('index')
      .limit(limit + 1)
      .execute()
    const codec = this.#uses.records.codec(SyncReject)
    const items = rows.slice(0, limit).map((row) => codec.fromRow(row))
    return { items, next_cursor: rows.length > limit ? writePlace(list, [items.at(-1)?.index]) : null }
  }

  /** The rejects of a run that no replay has taken yet. */
  async open(id: string): Promise<SyncReject[]> {
    const rows = await this.#uses.records.db
      .selectFrom(SyncReject.table)
      .selectAll()
      .where('run_id', '=', id)
      .where('taken_by', 'is', null)
      .orderBy('index')
      .execute()
    const codec = this.#uses.records.codec(SyncReject)
    return rows.map((row) => codec.fromRow(row))
  }

  /** Notes that a replay has stored these rejects. */
  async take(rejects: readonly SyncReject[], taken_by: string): Promise<void> {
    await this.#uses.records.update(
      SyncReject,
      rejects.map((before) => ({ before, changes: { taken_by } })),
    )
  }

  /** Stores a run with its rejects; answers both as the caller gets them. */
  async add(input: RunInput): Promise<{ run: SyncRun; rejected: Rejected[] }> {
    const { cleanRecord, cleanReport } = await import('../read/clean.ts')
    const { id, source, object, reading, outcomes, alsoCreated, startedAt, records, importId, replayOf, positions } = input
    const { organization: user_from, user: created_by } = this.#uses.actor
    const found = rejectedOf(outcomes)
    const sent = (index: number) => positions?.[index] ?? index
    const rejected = found.map(({ row, ...each }) => ({ ...each, index: sent(row) }))
    const run: SyncRun = {
      id,
      user_from,
      source_id: source.id,
      provider: source.provider,
      object,
      import_id: importId ?? null,
      replay_of: replayOf ?? null,
      vocabulary: reading.vocabulary,
      received: records.length,
      ...outcomes.counts(),
      also_created: alsoCreated,
      fields: cleanReport(reading.fields.slice(0, COLUMNS)),
      unknown: cleanReport(reading.unknown.slice(0, COLUMNS)),
      reject_samples: rejected.slice(0, SAMPLES),
      warnings: outcomes.warnings.length,
      warning_samples: cleanReport(samplesOf(outcomes.warnings)),
      created_by,
      started_at: startedAt,
      created_at: this.now,
    }
    await this.#uses.records.insert(SyncRun, [run])
    const read = new Map(found.length === 0 ? [] : reading.records.map((each) => [each.index, each]))
    await this.#uses.records.insert(
      SyncReject,
      found.map(({ index, row, reason, code, field = null }) => ({
        id: this.#uses.ids.next(),
        user_from,
        run_id: id,
        index: sent(row),
        code,
        field,
        reason,
        record: read.get(index)?.raw ?? cleanRecord(records[index]) ?? null,
        taken_by: null,
        rows: read.get(index)?.indexes?.map((at) => cleanRecord(records[at])) ?? null,
      })),
    )
    return { run, rejected }
  }
}
