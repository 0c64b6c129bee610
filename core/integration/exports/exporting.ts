import type { RunningJob, Step, JobHandler } from '../../kernel/feature/job-handler.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { ListMembers } from '../../records/lists/members.ts'
import { List } from '../../records/lists/entity.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { ReportService } from '../../insight/reports/service.ts'
import { RecordStores } from '../../records/record-type/stores.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { searchPage } from '../../records/search/page.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { isObject, membersOf } from '../../kernel/values/is-object.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { Beside } from './beside.ts'
import { headOf, linesOf } from './columns.ts'
import { Export, ExportPart } from './entity.ts'
import { SHEET_ROWS } from './workbook.ts'

/** Records in one part of a file, written in one step: on SQLite other callers wait meanwhile, so a step takes far less than a second. */
const PAGE = 1000
// Of documents with their lines, of which each may have a thousand.
const DOCUMENTS = 50

// Where the next step begins.
interface At {
  readonly cursor: string
  readonly position: number
  /** Rows so far, without the names. */
  readonly rows: number
}

/** Writes a file in parts, page by page behind a keyset: records created or deleted meanwhile neither repeat nor hide others. */
export class Exporting implements JobHandler {
  static readonly kind = 'export'
  static readonly uses = {
    records: Records,
    ids: Ids,
    members: ListMembers,
    reports: ReportService,
    types: RecordTypes,
    stores: RecordStores,
  }
  readonly #uses: Resolved<typeof Exporting.uses>

  constructor(uses: Resolved<typeof Exporting.uses>) {
    this.#uses = uses
  }

  /** Writes the next part; the first also counts the records. Throws `not_found` when the export was deleted meanwhile. */
  async step({ record_id, at, done, total, result }: RunningJob): Promise<Step> {
    const [asked] = await this.#uses.records.findBy(Export, 'id', [record_id])
    if (!asked) throw new CrmError('not_found', 'The export was deleted')
    if (asked.report_id) return await this.#report(asked, asked.report_id)
    const from = placeOf(at)
    const of = new Beside(this.#uses.types, this.#uses.types.get(asked.object))
    const found = await this.page(asked, of.isByLine(asked.columns) ? DOCUMENTS : PAGE, from.cursor, total === null)
    const { bytes, ...to } = await this.#write(asked, from, found.items, of)
    return {
      done: done + found.items.length,
      ...(found.total !== undefined && { total: found.total }),
      result: { bytes: Number(result?.['bytes'] ?? 0) + bytes },
      ...(found.next_cursor !== null && { next: { cursor: found.next_cursor, ...to } }),
    }
  }

  /** Writes the rows of these records in parts, of which each is in memory by itself. */
  async #write(asked: Export, { position, rows }: At, found: readonly Row[], of: Beside) {
    const { columns, format } = asked
    const shown = await of.add(this.#uses.records, await this.#shown(asked.object, found), columns ?? [])
    const lines = await of.linesOf(this.#uses.records, found, columns ?? [])
    const turns = new Turns()
    const to = { bytes: 0, position, rows }
    let [content, kept] = [position === 0 ? headOf(columns, format) : '', 0]
    const keep = async () => {
      to.bytes += await this.#keep(asked, to.position++, content)
      ;[content, kept] = ['', 0]
    }
    for (const [at, record] of shown.entries())
      for (const line of lines[at] ?? []) {
        content += linesOf([of.isByLine(columns) ? { ...record, ...line } : record], columns, format)
        to.rows += 1
        if (format === 'xlsx' && to.rows >= SHEET_ROWS) throw new CrmError('too_large', `A sheet has ${SHEET_ROWS} rows at most: use csv`)
        if (++kept >= PAGE) await keep()
        if (turns.areOver()) await turns.next()
      }
    if (kept > 0 || to.position === 0) await keep()
    return to
  }

  /** A page of the records that an export selects; throws `invalid_input` for a filter or sort that cannot be read. */
  async page(asked: Pick<Export, 'object' | 'list_id' | 'filter' | 'q' | 'sort'>, limit: number, cursor: string, count: boolean) {
    const { list_id, filter, q, sort } = asked
    const within = list_id === null ? undefined : await this.#uses.members.condition(await this.list(list_id))
    const of = this.#uses.types.get(asked.object).search
    // No write changes the order in which records were created.
    const search = { filter: filter ?? undefined, q: q ?? undefined, sort: sort ?? 'created_at', within, limit, count }
    return await searchPage(this.#uses.records, of, { ...search, ...(cursor !== '' && { cursor }) })
  }

  /** Throws `not_found`. */
  async list(id: string): Promise<List> {
    const [list] = await this.#uses.records.findBy(List, 'id', [id])
    if (!list) throw new CrmError('not_found', `No list has the id ${id}`)
    return list
  }

  /** The answer of a report is one part, and one step. */
  async #report(asked: Export, id: string): Promise<Step> {
    const { rows, columns } = await this.#uses.reports.run({ id, ...(asked.period && { period: asked.period }) })
    const names = columns.map(({ name }) => name)
    const bytes = await this.#keep(asked, 0, `${headOf(names, asked.format)}${linesOf(rows, names, asked.format)}`)
    return { done: rows.length, total: rows.length, result: { bytes } }
  }

  async #shown(object: string, rows: readonly Row[]): Promise<Record<string, unknown>[]> {
    const { now } = this.#uses.records.unit
    // Stores of documents complete their rows, by the ids of credit notes, say; others have nothing to add.
    const store = this.#uses.stores.of(object)
    const viewed = isViewing(store) ? await store.viewed(rows) : rows
    const { present } = this.#uses.types.get(object).listed
    return viewed.map((each) => present(each, now))
  }

  /** Answers how many bytes of UTF-8 were kept. */
  async #keep({ id, user_from }: Export, position: number, content: string): Promise<number> {
    const part = { id: this.#uses.ids.next(), user_from, export_id: id, position, content }
    await this.#uses.records.insert(ExportPart, [part])
    return Buffer.byteLength(content)
  }
}

// What documents show besides their row, such as the ids of their credit notes.
interface Viewing {
  viewed(records: readonly object[]): Promise<readonly object[]>
}

const isViewing = (store: unknown): store is Viewing => isObject(store) && typeof store.viewed === 'function'

/** The place that the step before has left; the beginning of the file for the first one. */
function placeOf(at: unknown): At {
  const { cursor = '', position = 0, rows = 0 } = membersOf(at)
  return { cursor: String(cursor), position: Number(position), rows: Number(rows) }
}
