import type { Resolved } from '../../kernel/operation/operation.ts'
import { type LineChange, noteLines } from '../../commerce/documents/line-history.ts'
import type { Line, LineClass } from '../../commerce/documents/lines.ts'
import { SourceState } from '../ingest/entity.ts'
import type { MatchedRecord } from '../ingest/match/matched-record.ts'
import { ingestObject } from '../ingest/objects.ts'
import type { RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { ExternalReference } from '../../kernel/storage/schema/external-id.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { References } from '../../kernel/storage/records/references.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import type { Update } from '../../kernel/storage/writing/set-writer.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { Import, ImportChange } from './entity.ts'

const STEP_RECORDS = 500

/**
 * Undoes an import, the last change first: deletes the records that it created and restores the values that it changed, unless they were
 * changed again since.
 */
export class Reverting {
  static readonly kind = 'import_revert'
  static readonly shownByRecord = true
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof Reverting.uses>

  constructor(uses: Resolved<typeof Reverting.uses>) {
    this.#uses = uses
  }

  async step({ record_id, done, result }: RunningJob): Promise<Step> {
    const { id, provider } = await new Rows(this.#uses.records, Import, 'import').get(record_id ?? '')
    const { db } = this.#uses.records
    const query = db.selectFrom(ImportChange.table).selectAll().where('import_id', '=', id).orderBy('id', 'desc').limit(STEP_RECORDS)
    const codec = this.#uses.records.codec(ImportChange)
    const changes = (await query.execute()).map((row) => codec.fromRow(row))
    const counts = { deleted: 0, restored: 0, kept: 0, ...result }
    for (const [object, group] of Map.groupBy(changes, (each) => each.object)) await this.#undo(object, group, provider, counts)
    const undone = changes.map((each) => each.id)
    await db
      .deleteFrom(ImportChange.table)
      .where(this.#uses.records.anyOf(ImportChange, 'id', undone))
      .execute()
    return { done: done + changes.length, result: counts, ...(changes.length === STEP_RECORDS && { next: true }) }
  }

  async #undo(object: string, changes: readonly ImportChange[], provider: string, counts: Record<string, number>): Promise<void> {
    const { objectWriters } = await import('../ingest/write/object-writers.ts')
    const known = ingestObject(object)
    if (!known) return
    const writer = objectWriters[known]
    const { entity } = writer
    const ids = changes.map(({ record_id }) => record_id)
    // The state that the source has sent is deleted with them: sent again, the records are new.
    await this.#forget(object, ids, provider)
    const found = await this.#uses.records.findBy(entity, 'id', ids, { lock: true })
    const live = new Map<string, MatchedRecord>(found.map((each) => [each.id, each]))
    const stored = writer.lines && (await this.#uses.records.findBy(writer.lines, 'document_id', ids))
    const linesOf = Map.groupBy(stored ?? [], (line) => line.document_id)
    const edits: LineChange[] = []
    const gone: string[] = []
    const updates: Update<MatchedRecord>[] = []
    for (const change of changes) {
      const record = live.get(change.record_id)
      if (!record) continue
      if (change.before === null) {
        updates.push({ before: record, changes: { deleted_at: this.#uses.records.unit.now } })
        gone.push(change.record_id)
        counts['deleted'] = (counts['deleted'] ?? 0) + 1
        continue
      }
      const { lines, ...before } = change.before
      const restored = restoredOf(entity, record, before, change.after ?? {})
      counts[restored.kept ? 'kept' : 'restored'] = (counts[restored.kept ? 'kept' : 'restored'] ?? 0) + 1
      updates.push({ before: record, changes: restored.changes, ...(lines !== undefined && { besides: ['lines'] }) })
      if (Array.isArray(lines) && writer.lines) {
        const after = await this.#putBack(writer.lines, change.record_id, lines)
        const known = linesOf.get(change.record_id) ?? []
        edits.push({ id: change.record_id, before: known.toSorted((a, b) => a.position - b.position), after })
      }
      // One record may have been changed in several steps of the import: each undoes its own.
      live.set(change.record_id, { ...record, ...restored.changes })
    }
    await this.#uses.records.update(entity, updates)
    await noteLines(this.#uses.records, entity, edits)
    await this.#unlink(object, gone, updates, provider)
    const references = new References(this.#uses.records, this.#uses.ids, object)
    for (const { before, changes } of updates)
      if (writer.further && writer.further.field in changes)
        await references.replace({ id: before.id }, writer.further.provider, writer.further.of({ ...before, ...changes }))
  }

  async #putBack(lines: LineClass, document: string, before: readonly Row[]): Promise<Line[]> {
    await this.#uses.records.db.deleteFrom(lines.table).where('document_id', '=', document).execute()
    // Each was kept whole.
    const whole = before.map((line) => revived(lines, line) as Line)
    await this.#uses.records.insert(lines, whole)
    return whole
  }

  async #forget(object: string, ids: readonly string[], provider: string): Promise<void> {
    await this.#uses.records.db
      .deleteFrom(SourceState.table)
      .where('provider', '=', provider)
      .where('object', '=', object)
      .where(this.#uses.records.anyOf(SourceState, 'record_id', ids))
      .execute()
  }

  // Deleted records have no external ids, and restored ones not those that the import gave them.
  async #unlink(object: string, gone: readonly string[], updates: readonly Update<MatchedRecord>[], provider: string): Promise<void> {
    const references = this.#uses.records.db.deleteFrom(ExternalReference.table).where('object', '=', object)
    if (gone.length > 0) await references.where(this.#uses.records.anyOf(ExternalReference, 'record_id', gone)).execute()
    const lost = updates.flatMap(({ before, changes }) => {
      const left = changes.external_ids
      return left ? before.external_ids.filter((each) => !left.some(({ id }) => id === each.id)).map(({ id }) => id) : []
    })
    if (lost.length > 0)
      await references
        .where('provider', '=', provider)
        .where(this.#uses.records.anyOf(ExternalReference, 'external_id', lost))
        .execute()
  }
}

/** The values to restore: those that are still as the import left them. */
function restoredOf(
  entity: EntityTable,
  record: MatchedRecord,
  before: Row,
  after: Row,
): { changes: Partial<MatchedRecord>; kept: boolean } {
  const was: Partial<MatchedRecord> = revived(entity, before)
  const left: Partial<MatchedRecord> = revived(entity, after)
  const names = Object.keys(was).filter((name) => name === 'external_ids' || equal(record[name] ?? null, left[name] ?? null))
  const changes: Partial<MatchedRecord> = Object.fromEntries(names.map((name) => [name, was[name]]))
  const { external_ids: known } = was
  if (known) {
    const given = left.external_ids ?? []
    const added = given.filter((each) => !known.some(({ id, provider }) => id === each.id && provider === each.provider))
    const isAdded = ({ id, provider }: MatchedRecord['external_ids'][number]) =>
      added.some((each) => each.id === id && each.provider === provider)
    changes.external_ids = record.external_ids.filter((each) => !isAdded(each))
  }
  return { changes, kept: names.length < Object.keys(was).length }
}

/** Times came back from JSON as texts. */
function revived({ fields }: EntityTable, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      fields[name]?.kind === 'timestamp' && typeof value === 'string' ? new Date(value) : value,
    ]),
  )
}
