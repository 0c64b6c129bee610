import { setImmediate } from 'node:timers/promises'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { BatchReading } from '../ingest/normalize/reading.ts'
import { SourceReader } from '../ingest/runs/source-reader.ts'
import { type Settings, settingsOf } from '../ingest/runs/settings.ts'
import { Sources } from '../ingest/runs/sources.ts'
import type { SourceSettings } from '../ingest/match/rules.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { type Import, ImportPart } from './entity.ts'
import { recordsOf } from './files/table.ts'

/** The rows of uploaded files, kept in parts until they are stored as records, and how they are read. */
export class Files {
  static readonly uses = { records: Records, ids: Ids, sources: Sources, reader: SourceReader }
  readonly #uses: Resolved<typeof Files.uses>

  constructor(uses: Resolved<typeof Files.uses>) {
    this.#uses = uses
  }

  /** Keeps some rows of a file, from this position on. */
  async keep(import_id: string, position: number, rows: readonly unknown[]): Promise<void> {
    const { organization: user_from } = this.#uses.records.unit.actor
    await this.#uses.records.insert(ImportPart, [{ id: this.#uses.ids.next(), user_from, import_id, position, rows: [...rows] }])
  }

  /** Deletes the rows of a file. */
  async drop(id: string): Promise<void> {
    await this.#uses.records.db.deleteFrom(ImportPart.table).where('import_id', '=', id).execute()
  }

  /** The records of a file, in its order. */
  async recordsOf({ id, columns }: Import): Promise<unknown[]> {
    const positions = await this.#uses.records.columns(ImportPart, ['id'], (query) => query.where('import_id', '=', id).orderBy('position'))
    const records: unknown[] = []
    // One after the other, so that others have their turn while the rows are parsed.
    for (const part of positions)
      for (const { rows } of await this.#uses.records.findBy(ImportPart, 'id', [part.id])) {
        records.push(...recordsOf(columns, rows))
        await setImmediate()
      }
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
