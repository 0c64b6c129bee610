import type { Resolved } from '../../kernel/operation/operation.ts'
import type { BatchReading } from '../ingest/normalize/reading.ts'
import { KeptRows } from '../ingest/runs/kept-rows.ts'
import { SourceReader } from '../ingest/runs/source-reader.ts'
import { type Settings, settingsOf } from '../ingest/runs/settings.ts'
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
    return await this.#uses.reader.read(record.provider, record.object, records, await this.#settings(record), record.mapping)
  }

  /** The rules by which the records are matched and stored. */
  async rules(record: Import): Promise<SourceSettings> {
    const { object, provider, match_keys, mode, mapping } = record
    const settings = settingsOf(provider, await this.#settings(record))
    const mapped = Object.keys(mapping).length > 0 ? [...settings.mapped, object] : settings.mapped
    return { ...settings, mapped, mode, ...(match_keys && { matchKeys: { [object]: match_keys } }) }
  }

  async #settings(record: Import): Promise<Settings> {
    const { locale, decimal_sign, date_order, currency, owner_email, conflict_policy } = record
    const given = Object.entries({ locale, decimal_sign, date_order, currency, owner_email, conflict_policy })
    return { ...(await this.#uses.sources.byProvider(record.provider)), ...Object.fromEntries(given.filter(([, value]) => value !== null)) }
  }
}
