import type { Static } from '@sinclair/typebox'
import { BatchStore } from '../ingest/runs/batch-store.ts'
import { objectNamed } from '../ingest/runs/source-reader.ts'
import { checkedSettings, checkMapping } from '../ingest/runs/settings.ts'
import { Sources } from '../ingest/runs/sources.ts'
import type { JobRecord } from '../../kernel/jobs/entity.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { listFor, oneNumber, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import { initials } from '../../kernel/storage/records/new-record.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { ANYWHERE, Import, ImportError } from './entity.ts'
import { countsOf, csvOf, errorsOf } from './errors.ts'
import { recordsOf } from './files/table.ts'
import { checkColumns } from './columns.ts'
import { Files } from './files.ts'
import { Reverting } from './reverting.ts'
import {
  type ImportCreate,
  importFilters,
  type ImportRecord,
  importSorts,
  type ImportStarted,
  type ImportUpdate,
  presentImport,
} from './schema.ts'
import { type Counts, none, Storing } from './storing.ts'
import { fileLimits } from './files/limits.ts'
import { type KeptFile, SAMPLE_ROWS } from './files/rows.ts'

const SHOWN_ERRORS = 100

type Outcome = Static<typeof ImportStarted>['outcome']

/** Imports of files: uploaded and analyzed first, stored by one job, undone by another. */
export class Imports {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    jobs: Jobs,
    files: Files,
    batches: BatchStore,
    sources: Sources,
  }
  readonly #uses: Resolved<typeof Imports.uses>
  readonly #rows: Rows<typeof Import.fields>

  constructor(uses: Resolved<typeof Imports.uses>) {
    this.#uses = uses

    this.#rows = new Rows(uses.records, Import, 'import', { filters: importFilters, sorts: importSorts })
  }

  /** A page of imports, each with its progress. */
  async list(query: ListQuery): Promise<{ imports: ImportRecord[]; next_cursor: string | null }> {
    const { items, next_cursor } = await this.#rows.list(query)
    const jobs = await this.#uses.jobs.byIds(items.flatMap(({ job_id, revert_job_id }) => [job_id, revert_job_id]))
    return { imports: items.map((each) => this.#shown(each, jobs)), next_cursor }
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<ImportRecord> {
    return await this.#show(await this.#rows.get(id))
  }

  /** Adds the import of a file whose rows are kept already, and analyzes its first rows; no record is stored yet. */
  async create(
    input: Omit<Static<typeof ImportCreate>, 'content' | 'content_base64'>,
    { id, head, sample }: KeptFile,
  ): Promise<ImportRecord> {
    const object = objectNamed(input.object)
    const { format: _format, encoding: _encoding, delimiter: _delimiter, sheet: _sheet, ...settings } = input
    const { now } = this.#uses.records.unit
    checkedSettings(onlySettings(settings))
    const record: Import = {
      ...initials(Import.fields),
      ...settings,
      id,
      user_from: this.#uses.actor.organization,
      object,
      format: head.format,
      encoding: head.encoding,
      delimiter: head.delimiter,
      sheet: head.sheet,
      columns: head.columns ? [...head.columns] : null,
      rows: head.count,
      fields: [],
      unknown: [],
      created_by: this.#uses.actor.user,
      created_at: now,
      updated_at: now,
    }
    checkMapping(object, record.mapping, '/mapping')
    checkColumns(record)
    const { fields, unknown } = await this.#uses.files.understand(record, recordsOf(head.columns, sample))
    record.fields = [...fields]
    record.unknown = [...unknown]
    await this.#uses.records.insert(Import, [record])
    return await this.#show(record)
  }

  /** Changes how a file is read, until the import is started. */
  async update({ id, ...changes }: Static<typeof ImportUpdate>): Promise<ImportRecord> {
    const before = await this.#unstarted(id)
    checkedSettings(onlySettings(changes))
    if (changes.mapping) checkMapping(before.object, changes.mapping, '/mapping')
    const after: Import = { ...before, ...changes }
    checkColumns(after)
    const { fields, unknown } = await this.#uses.files.understand(after, (await this.#uses.files.recordsOf(after)).slice(0, SAMPLE_ROWS))
    await this.#uses.records.update(Import, [{ before, changes: { ...changes, fields: [...fields], unknown: [...unknown] } }])
    return await this.get(id)
  }

  /** Starts the job that stores the records; a dry run answers what it would do instead. */
  async start(id: string, dryRun: boolean): Promise<{ record: ImportRecord; outcome: Outcome }> {
    const before = await this.#unstarted(id)
    if (dryRun) {
      const { records } = await this.#uses.files.read(before)
      const { outcomes } = await this.#uses.batches.plan(await this.#uses.files.rules(before), records, false)
      const errors = await errorsOf(outcomes, records, SHOWN_ERRORS)
      const shown = errors.map(({ row, code, field, reason }) => ({ row, code, field, reason }))
      return { record: await this.#show(before), outcome: { ...(await countsOf(outcomes)), errors: shown } }
    }
    const via = { type: 'sync' as const, id, label: before.filename ?? before.provider }
    const job = await this.#uses.jobs.start(Storing, { recordId: id, total: before.rows, via })
    await this.#uses.records.update(Import, [{ before, changes: { job_id: job.id } }])
    // A mapping that was tried and given up, or of a file from anywhere, says nothing of the next file.
    const { provider, object, mapping } = before
    if (provider !== ANYWHERE) await this.#uses.sources.keepFor(provider, object, mapping)
    return { record: await this.get(id), outcome: null }
  }

  /**
   * Ends the job that stores it; what it has stored stays. Throws `not_found`, and `conflict` for one that was not started or has ended.
   */
  async cancel(id: string): Promise<ImportRecord> {
    const { job_id } = await this.#rows.get(id)
    if (!job_id) throw new CrmError('conflict', 'The import was not started')
    await this.#uses.jobs.cancel(job_id)
    return await this.get(id)
  }

  /** Starts the job that undoes an import that has ended. */
  async revert(id: string): Promise<ImportRecord> {
    const before = await this.#rows.get(id, { lock: true })
    const { state } = await this.#show(before)
    if (state !== 'done' && state !== 'cancelled' && state !== 'failed')
      throw new CrmError('conflict', `Only an import that has ended can be reverted; this one is ${state}`)
    const via = { type: 'sync' as const, id, label: before.filename ?? before.provider }
    const job = await this.#uses.jobs.start(Reverting, { recordId: id, via })
    await this.#uses.records.update(Import, [{ before, changes: { revert_job_id: job.id } }])
    return await this.get(id)
  }

  /** The rejected rows in the order of the file. Throws `not_found`, and `invalid_input` for a cursor of another list. */
  async errors(
    id: string,
    { limit = 50, cursor }: { limit?: number; cursor?: string },
  ): Promise<{ errors: ImportError[]; next_cursor: string | null }> {
    await this.#rows.get(id)
    const list = listFor('errors of an import', { id })
    const after = cursor === undefined ? 0 : readPlace(list, cursor, oneNumber)
    const query = this.#uses.records.db.selectFrom(ImportError.table).selectAll().where('import_id', '=', id).where('row', '>', after)
    const rows = await query
      .orderBy('row')
      .limit(limit + 1)
      .execute()
    const codec = this.#uses.records.codec(ImportError)
    const errors = rows.slice(0, limit).map((row) => codec.fromRow(row))
    return { errors, next_cursor: rows.length > limit ? writePlace(list, [errors.at(-1)?.row]) : null }
  }

  /** All rejected rows, as a file. */
  async errorFile(id: string): Promise<string> {
    const { columns } = await this.#rows.get(id)
    const { errors } = await this.errors(id, { limit: fileLimits.rows })
    return csvOf(errors, columns)
  }

  get now(): Date {
    return this.#uses.records.unit.now
  }

  async #unstarted(id: string): Promise<Import> {
    const record = await this.#rows.get(id, { lock: true })
    if (record.job_id) throw new CrmError('conflict', 'The import was started already')
    return record
  }

  async #show(record: Import): Promise<ImportRecord> {
    return this.#shown(record, await this.#uses.jobs.byIds([record.job_id, record.revert_job_id]))
  }

  #shown(record: Import, jobs: ReadonlyMap<string, JobRecord>): ImportRecord {
    const [job, revert] = [jobs.get(record.job_id ?? ''), jobs.get(record.revert_job_id ?? '')]
    const counts: Counts = { ...none, ...job?.result }
    const state = revert ? (revert.state === 'done' ? 'reverted' : 'reverting') : (job?.state ?? 'uploaded')
    const error = revert?.error ?? job?.error ?? null
    return { ...presentImport(record, this.now), state, done: job?.done ?? 0, ...counts, error }
  }
}

function onlySettings({ locale }: { readonly locale?: string | null }) {
  return locale === undefined ? {} : { locale }
}
