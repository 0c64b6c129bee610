import { CurrentActor } from '../kernel/actor.ts'
import { CrmError, invalid } from '../kernel/errors.ts'
import { Ids } from '../ports/ids.ts'
import type { ListQuery } from '../storage/filters.ts'
import { listPage, type Page } from '../storage/listing.ts'
import { Records } from '../storage/records.ts'
import { cleanRecord } from './clean.ts'
import { type DataSource, SyncReject, SyncRun } from './entity.ts'
import type { IngestObject } from './objects.ts'
import type { BatchReading } from './read.ts'
import { runFilters, runSorts } from './schema.ts'
import type { Outcomes } from './write/outcome.ts'

const SAMPLES = 20
const COLUMNS = 500

/** What became of one record, as the answer of an ingest lists it. */
export interface Rejected {
  readonly index: number
  readonly reason: string
  readonly code: string
  readonly field?: string
}

export interface RunInput {
  readonly id: string
  readonly source: DataSource
  readonly object: IngestObject
  readonly received: number
  readonly reading: BatchReading
  readonly records: readonly unknown[]
  readonly outcomes: Outcomes
  readonly alsoCreated: Readonly<Record<string, number>>
  readonly startedAt: Date
}

/** The batches that came, with what became of them (contract section 1, observability). */
export class Runs {
  static readonly inject = [Records, CurrentActor, Ids] as const
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #ids: Ids

  constructor(records: Records, actor: CurrentActor, ids: Ids) {
    this.#records = records
    this.#actor = actor
    this.#ids = ids
  }

  get now(): Date {
    return this.#records.unit.now
  }

  list(query: ListQuery): Promise<Page<SyncRun>> {
    return listPage(this.#records, SyncRun, query, { filters: runFilters, sorts: runSorts })
  }

  async get(id: string): Promise<SyncRun> {
    const [run] = await this.#records.findBy(SyncRun, 'id', [id])
    if (!run) throw new CrmError('not_found', `No run with the id ${id}`)
    return run
  }

  /** The rejects of one run in the order of their records. */
  async rejects({ id, limit = 50, cursor }: { id: string; limit?: number; cursor?: string }): Promise<Page<SyncReject>> {
    await this.get(id)
    if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
      throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of the rejects of a run')
    const rows = await this.#records.db
      .selectFrom(SyncReject.table)
      .selectAll()
      .where('run_id', '=', id)
      .where('index', '>', Number(cursor ?? -1))
      .orderBy('index')
      .limit(limit + 1)
      .execute()
    const codec = this.#records.codec(SyncReject)
    const items = rows.slice(0, limit).map((row) => codec.fromRow(row) as unknown as SyncReject)
    return { items, next_cursor: rows.length > limit ? String(items.at(-1)?.index) : null }
  }

  /** Keeps a run with its rejects; answers them as the caller gets them. */
  async add(input: RunInput): Promise<{ run: SyncRun; rejected: Rejected[] }> {
    const { id, source, object, received, reading, outcomes, alsoCreated, startedAt, records } = input
    const { organization: user_from, user: created_by } = this.#actor
    const rejected = rejectedOf(outcomes)
    const count = (action: string) => [...outcomes.all.values()].filter((each) => each.action === action).length
    const run: SyncRun = {
      id,
      user_from,
      source_id: source.id,
      provider: source.provider,
      object,
      vocabulary: reading.vocabulary,
      received,
      created: count('create'),
      updated: count('update'),
      unchanged: count('unchanged'),
      rejected: rejected.length,
      also_created: alsoCreated,
      fields: cleanRecord(reading.fields.slice(0, COLUMNS)) as SyncRun['fields'],
      unknown: cleanRecord(reading.unknown.slice(0, COLUMNS)) as SyncRun['unknown'],
      reject_samples: rejected.slice(0, SAMPLES),
      warnings: outcomes.warnings.length,
      warning_samples: cleanRecord(outcomes.warnings.slice(0, SAMPLES)) as SyncRun['warning_samples'],
      created_by,
      started_at: startedAt,
      created_at: this.now,
    }
    await this.#records.insert(SyncRun, [run])
    const raw = new Map(reading.records.map((each) => [each.index, each.raw]))
    await this.#records.insert(
      SyncReject,
      rejected.map(({ index, reason, code, field = null }) => ({
        id: this.#ids.next(),
        user_from,
        run_id: id,
        index,
        code,
        field,
        reason,
        record: raw.get(index) ?? cleanRecord(records[index]) ?? null,
      })),
    )
    return { run, rejected }
  }
}

function rejectedOf({ all }: Outcomes): Rejected[] {
  return [...all]
    .flatMap(([index, outcome]): Rejected[] => {
      if (outcome.action !== 'reject') return []
      const { reason, code, field } = outcome.problem
      return [
        {
          index,
          reason: reason.toWellFormed().replaceAll('\0', ''),
          code,
          ...(field && { field: field.toWellFormed().replaceAll('\0', '').slice(0, 100) }),
        },
      ]
    })
    .toSorted((a, b) => a.index - b.index)
}
