import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'

/** Numbers and size of the records of an organization at one moment. */
export interface StorageFigures {
  readonly measured_at: Date
  /** By table: live records, and deleted ones that can be restored. */
  readonly records: Readonly<Record<string, { readonly live: number; readonly deleted: number }>>
  /** Estimated size of records and their lines as JSON, not of files on disk. */
  readonly bytes: number
}

/** Milliseconds for which a count is reused: it reads an index of every table, and dashboards ask often. */
const CACHE_MS = 60_000
// Rows from which the mean size of a record is estimated.
const SAMPLE = 100

/** Counts the records of the whole organization, at most once a minute in each process. */
export class StorageUsage {
  static readonly uses = { records: Records, registry: Registry }
  readonly #records: Records
  readonly #registry: Registry

  constructor({ records, registry }: Resolved<typeof StorageUsage.uses>) {
    this.#records = records.whole
    this.#registry = registry
  }

  /** The figures, at most a minute old. */
  async read(): Promise<StorageFigures> {
    const { actor, now } = this.#records.unit
    const known = countsOf(this.#registry)
    const last = known.get(actor.organization)
    if (last && last.measured_at <= now && now.getTime() - last.measured_at.getTime() < CACHE_MS) return last
    const stored = await this.#count(now)
    known.set(actor.organization, stored)
    return stored
  }

  async #count(measured_at: Date): Promise<StorageFigures> {
    const records: Record<string, { live: number; deleted: number }> = {}
    let bytes = 0
    for (const entity of this.#registry.all('entities')) {
      const isRecord = 'deleted_at' in entity.fields
      if (!isRecord && !(entity.ownership && 'part' in entity.ownership)) continue
      const { live, deleted } = await this.#rows(entity, isRecord)
      if (isRecord) records[entity.table] = { live, deleted }
      if (live + deleted > 0) bytes += Math.round((live + deleted) * (await this.#width(entity)))
    }
    return { measured_at, records, bytes }
  }

  async #rows({ table }: EntityTable, isRecord: boolean): Promise<{ live: number; deleted: number }> {
    const gone = isRecord ? sql<number>`count(deleted_at)` : sql<number>`0`
    const row = await this.#records.db
      .selectFrom(table)
      .select([sql<number>`count(*)`.as('number'), gone.as('deleted')])
      .executeTakeFirst()
    const deleted = Number(row?.deleted ?? 0)
    return { live: Number(row?.number ?? 0) - deleted, deleted }
  }

  // The mean of some rows as JSON: both databases measure alike, and no large table is read.
  async #width(entity: EntityTable): Promise<number> {
    const codec = this.#records.codec(entity)
    const rows = await this.#records.db.selectFrom(entity.table).selectAll().limit(SAMPLE).execute()
    return rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(codec.fromRow(row))), 0) / rows.length
  }
}

// Keyed by registry: two engines in one process do not share their figures.
const measured = new WeakMap<Registry, Map<string, StorageFigures>>()

function countsOf(registry: Registry): Map<string, StorageFigures> {
  const known = measured.get(registry) ?? new Map<string, StorageFigures>()
  measured.set(registry, known)
  return known
}
