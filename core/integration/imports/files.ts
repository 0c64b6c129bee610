import type { Resolved } from '../../kernel/operation/operation.ts'
import type { BatchReading } from '../ingest/normalize/reading.ts'
import { KeptRows } from '../ingest/runs/kept-rows.ts'
import { SourceReader } from '../ingest/runs/source-reader.ts'
import { corrected, type Settings, settingsOf } from '../ingest/runs/settings.ts'
import { Sources } from '../ingest/runs/sources.ts'
import type { SourceSettings } from '../ingest/match/rules.ts'
import type { Import } from './entity.ts'
import { recordsOf } from './files/table.ts'

/** How the kept rows of uploaded files are read. */
export class Files {
  static readonly uses = { rows: KeptRows, sources: Sources, reader: SourceReader }
  readonly #uses: Resolved<typeof Files.uses>

  constructor(uses: Resolved<typeof Files.uses>) {
    this.#uses = uses
  }

  /** The records of a file, in its order. */
  async recordsOf({ id, columns }: Import): Promise<unknown[]> {
    const records: unknown[] = []
    for await (const rows of this.#uses.rows.of(id)) records.push(...recordsOf(columns, rows))
    return records
  }

  /** All records of a file as they are understood. */
  async read(record: Import): Promise<BatchReading> {
    return this.understand(record, await this.recordsOf(record))
  }

  /** The records of a file, read by its mapping and settings and by those of the source whose ids they have. */
  async understand(record: Import, records: readonly unknown[]): Promise<BatchReading> {
    return await this.#uses.reader.read(record.provider, record.object, records, await this.#settings(record))
  }

  /** The rules by which the records are matched and stored. */
  async rules(record: Import): Promise<SourceSettings> {
    const { object, provider, match_keys, mode } = record
    return { ...settingsOf(provider, await this.#settings(record)), mode, ...(match_keys && { matchKeys: { [object]: match_keys } }) }
  }

  async #settings(record: Import): Promise<Settings | null> {
    const { locale, decimal_sign, date_order, currency, owner_email, conflict_policy } = record
    const given = Object.entries({ locale, decimal_sign, date_order, currency, owner_email, conflict_policy })
    const own = Object.fromEntries(given.filter(([, value]) => value !== null))
    return corrected({ ...(await this.#uses.sources.byProvider(record.provider)), ...own }, record.object, record.mapping)
  }
}
