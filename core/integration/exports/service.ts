import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import type { JobRecord } from '../../kernel/jobs/entity.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import { ReportService } from '../../insight/reports/service.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { Beside } from './beside.ts'
import { checkFields, columnsOf } from './columns.ts'
import { Export, ExportPart } from './entity.ts'
import { Exporting } from './exporting.ts'
import { type ExportInput, type ExportRecord, presentExport } from './schema.ts'

/** How long a file is kept. */
export const KEPT_MS = 7 * 86_400_000
// The path of the REST API below the address of the host.
const API = '/api/v1'

type Asked = Static<typeof ExportInput>

/** Files of records, lists and reports: requested, written by a job, readable until they expire. */
export class Exports {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    jobs: Jobs,
    settings: Settings,
    exporting: Exporting,
    reports: ReportService,
    types: RecordTypes,
  }
  readonly #uses: Resolved<typeof Exports.uses>

  constructor(uses: Resolved<typeof Exports.uses>) {
    this.#uses = uses
  }

  /**
   * Starts the job that writes the file. Throws `invalid_input` for more than one source, an unknown list, report or field, and a filter
   * that cannot be read.
   */
  async create({ fields: given, lines = false, ...input }: Asked): Promise<ExportRecord> {
    const { format = 'csv', filter = null, q = null, sort = null, list_id = null, report_id = null, period = null } = input
    const object = await this.#objectOf({ ...input, ...(given !== undefined && { fields: given }), ...(lines && { lines }) })
    const fields = typeof given === 'string' ? given.split(',').map((each) => each.trim()) : (given ?? null)
    const { organization: user_from, user: created_by, sees = null } = this.#uses.actor
    const id = this.#uses.ids.next()
    const asked = { id, user_from, object, list_id, report_id, format, filter, q, fields, sort, period, created_by }
    const columns = report_id === null ? await this.#columns({ ...asked, lines }) : null
    const job = await this.#uses.jobs.start(Exporting, { recordId: id })
    const row: Export = { ...asked, columns, job_id: job.id, created_at: this.#uses.records.unit.now, sees: sees && [...sees] }
    await this.#uses.records.insert(Export, [row])
    return this.#shown(row, job, 0)
  }

  /** An export with its progress; throws `not_found`, also to a user with limited visibility who did not request it. */
  async get(id: string): Promise<ExportRecord> {
    const row = await this.#row(id)
    return this.#shown(row, (await this.#uses.jobs.byIds([row.job_id])).get(row.job_id), await this.#bytes(id))
  }

  /**
   * The record of a file that can be read. Throws `conflict` while it is being written, `not_found` once it has expired, and `forbidden`
   * to a user who sees fewer records than when it was requested.
   */
  async file(id: string): Promise<ExportRecord> {
    const { sees } = await this.#row(id)
    const shown = await this.get(id)
    if (shown.state === 'expired') throw new CrmError('not_found', 'The file has expired: request it again')
    if (shown.state !== 'done') throw new CrmError('conflict', `The file is not written yet: the export is ${shown.state}`)
    const now = this.#uses.actor.sees
    if (now && !(sees && sees.every((each) => now.includes(each))))
      throw new CrmError('forbidden', 'You saw more records when you requested this file: request it again')
    return shown
  }

  /** Notes in the audit log that the file was read. */
  async noteRead(id: string): Promise<void> {
    await this.#uses.records.note(Export, [id], 'downloaded')
  }

  /** The text of one part; undefined after the last. */
  async part(id: string, position: number): Promise<string | undefined> {
    const parts = this.#uses.records.db.selectFrom(ExportPart.table).select('content').where('export_id', '=', id)
    const row = await parts.where('position', '=', position).executeTakeFirst()
    return row && String(row.content)
  }

  // Measured from the stored text, because a person may have been erased from it since it was written.
  async #bytes(id: string): Promise<number> {
    const parts = this.#uses.records.db.selectFrom(ExportPart.table).where('export_id', '=', id)
    const found = await parts.select(sql<number | string>`coalesce(sum(octet_length(content)), 0)`.as('bytes')).executeTakeFirst()
    return Number(found?.bytes ?? 0)
  }

  // A teammate may see more than the reader, so users with limited visibility find only their own exports.
  async #row(id: string): Promise<Export> {
    const row = await new Rows(this.#uses.records, Export, 'export').get(id)
    if (this.#uses.actor.sees && row.created_by !== this.#uses.actor.user) throw new CrmError('not_found', `No export has the id ${id}`)
    return row
  }

  /** The record type to export; throws unless exactly one of the three sources is given. */
  async #objectOf(asked: Asked): Promise<string> {
    const { object, list_id, report_id } = asked
    if ([object, list_id, report_id].filter((each) => each !== undefined).length !== 1)
      throw invalid('/object', 'required', 'Give one of object, list_id and report_id')
    const other = (['filter', 'q', 'fields', 'sort', 'lines'] as const).find((name) => asked[name] !== undefined)
    if (report_id !== undefined) {
      if (other !== undefined) throw invalid(`/${other}`, 'not_allowed', 'A report has its own filter, columns and order')
      return (await this.#known('/report_id', this.#uses.reports.get(report_id))).object
    }
    if (asked.period !== undefined) throw invalid('/period', 'not_allowed', 'Only a report has a period: use a filter')
    return list_id === undefined ? String(object) : (await this.#known('/list_id', this.#uses.exporting.list(list_id))).object
  }

  /** An id in a body that is not there is a fault of the input, not of the path. */
  async #known<T>(path: string, found: Promise<T>): Promise<T> {
    return await found.catch((error: unknown) => {
      throw error instanceof CrmError && error.code === 'not_found' ? invalid(path, 'unknown_record', error.message) : error
    })
  }

  async #columns(
    asked: Pick<Export, 'object' | 'list_id' | 'filter' | 'q' | 'sort' | 'fields' | 'format'> & { readonly lines: boolean },
  ): Promise<string[] | null> {
    const { fields, format, lines } = asked
    const type = this.#uses.types.get(asked.object)
    const of = new Beside(this.#uses.types, type)
    if (fields) checkFields(type, fields, of)
    if (lines && of.lines.length === 0) throw invalid('/lines', 'not_allowed', `${type.plural} have no lines`)
    // Run once now, so that the caller and not the job gets the error.
    await this.#uses.exporting.page(asked, 1, '', false)
    const columns = fields ?? (format !== 'jsonl' || lines ? await columnsOf(this.#uses.records, type, of) : null)
    return lines && columns && !of.isByLine(columns) ? [...columns, ...of.lines] : columns
  }

  #shown(row: Export, job: JobRecord | undefined, bytes: number): ExportRecord {
    const { now } = this.#uses.records.unit
    const finished = job?.state === 'done' ? job.finished_at : null
    const expires = finished && new Date(finished.getTime() + KEPT_MS)
    const state = job === undefined || (expires && expires <= now) ? 'expired' : job.state
    const { organization } = this.#uses.actor
    const filename = `${organization.replaceAll(/[^\w.-]/g, '_')}-${row.object}-${row.created_at.toISOString().slice(0, 10)}.${row.format}`
    return {
      ...presentExport(row, now),
      state,
      done: job?.done ?? 0,
      total: job?.total ?? null,
      bytes: finished && row.format !== 'xlsx' ? bytes : null,
      filename,
      lines: row.columns?.some((each) => each.startsWith('lines.')) ?? false,
      url: state === 'done' ? `${this.#uses.settings.publicUrl}${API}/exports/${row.id}/file` : null,
      expires_at: expires ? expires.toISOString() : null,
      error: job?.error ?? null,
    }
  }
}
