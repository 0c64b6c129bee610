import { setImmediate } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import { Jobs } from '../../kernel/jobs/service.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { AnyOperation, Resolved } from '../../kernel/operation/operation.ts'
import type { Resolve } from '../../kernel/operation/pipeline.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { IdempotencyKeys } from '../../kernel/storage/units/idempotency.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { Advice } from './runs/advice.ts'
import { fitAnswer } from './runs/answer.ts'
import { explained } from './runs/explanation.ts'
import { previewOf } from './runs/preview.ts'
import { BatchStore } from './runs/batch-store.ts'
import { canonicalColumns, objectNamed, SourceReader } from './runs/source-reader.ts'
import { Ingesting } from './runs/ingesting.ts'
import { KeptRows } from './runs/kept-rows.ts'
import { Runs } from './runs/runs.ts'
import {
  AT_ONCE,
  type ImportAnswer,
  type ImportInput,
  type IngestAnswer,
  type IngestInput,
  MAX_RECORDS,
  type PreviewAnswer,
} from './schema.ts'
import type { SyncRun } from './entity.ts'
import { type IngestObject, ingestOrder } from './objects.ts'
import { checkMapping, corrected, settingsOf } from './runs/settings.ts'
import { Sources } from './runs/sources.ts'
import { byModel } from './recognize/report.ts'
import { keepUnreadable } from './runs/replay.ts'

// A turn of the event loop writes so many as JSON.
const KEPT_TOGETHER = 100

type Answer = Static<typeof IngestAnswer>
/** The operation as which a write keeps its idempotency key, with the input of the call. */
type Once = { readonly operation: Pick<AnyOperation, 'id'>; readonly input: unknown; readonly reply: Reply }

/** Takes batches of foreign records: reads, matches and writes them in one unit of work. */
export class Ingest {
  static readonly uses = {
    units: Units,
    actor: CurrentActor,
    clock: Clock,
    ids: Ids,
    sources: Sources,
    reader: SourceReader,
    advice: Advice,
    runs: Runs,
    batches: BatchStore,
  }
  readonly #uses: Resolved<typeof Ingest.uses>

  constructor(uses: Resolved<typeof Ingest.uses>) {
    this.#uses = uses
  }

  /**
   * Stores one batch of one object; records that cannot be accepted are listed in `rejected` by their index. Throws `invalid_input` for
   * an unknown object, `conflict` for a key of another source.
   */
  async ingest(input: Static<typeof IngestInput>, reply: Reply): Promise<Answer> {
    const startedAt = this.#uses.clock.now()
    const { provider, records, mapping } = input
    const object = objectNamed(input.object)
    if (mapping) checkMapping(object, mapping, '/mapping')
    if (input.background === true && records.length > AT_ONCE) return await this.#inBackground(input, object, reply)
    const settings = corrected(await this.#uses.sources.settings(provider, this.#keyId), object, mapping)
    const reading = await this.#uses.advice.read({ provider, object, records, settings })
    const id = this.#uses.ids.next()
    return await this.#write(provider, id, { operation: { id: 'ingestRecords' }, input, reply }, async (resolve) => {
      const sources = resolve(Sources)
      const source = await sources.keep(await sources.hold(provider, this.#keyId), object, mapping)
      const { run, rejected } = await resolve(BatchStore).store({ id, source, object, reading, records, startedAt })
      await sources.count(source, [run])
      return answerOf(run, rejected)
    })
  }

  // Which key pushes for which source is judged now, as of a batch that is stored at once.
  async #inBackground(input: Static<typeof IngestInput>, object: IngestObject, reply: Reply): Promise<Answer> {
    const { provider, records, mapping } = input
    const run_id = this.#uses.ids.next()
    const settings = corrected(await this.#uses.sources.settings(provider, this.#keyId), object, mapping)
    const proposals = await this.#uses.advice.ahead({ provider, object, records, settings })
    return await this.#write(provider, run_id, { operation: { id: 'ingestRecords' }, input, reply }, async (resolve) => {
      const sources = resolve(Sources)
      await sources.keep(await sources.hold(provider, this.#keyId), object, mapping)
      for (let at = 0; at < records.length; at += KEPT_TOGETHER) {
        await resolve(KeptRows).keep(run_id, at, records.slice(at, at + KEPT_TOGETHER))
        await setImmediate()
      }
      const job = await resolve(Jobs).start(Ingesting, { input: { run_id, provider, object, mapping, proposals }, total: records.length })
      return { created: 0, updated: 0, unchanged: 0, rejected: [], run_id, job_id: job.id }
    })
  }

  /** Stores records under our own field names, several objects in one unit of work, in the order of their references. */
  async import(input: Static<typeof ImportInput>, reply: Reply): Promise<ImportAnswer> {
    const startedAt = this.#uses.clock.now()
    const { provider } = input
    const given = input.objects.map((each, at) => ({ ...each, object: objectNamed(each.object, `/objects/${at}/object`) }))
    const total = given.reduce((sum, { records }) => sum + records.length, 0)
    if (total > MAX_RECORDS) throw invalid('/objects', 'too_many', `${total} records; one call takes at most ${MAX_RECORDS}`)
    const settings = await this.#uses.sources.settings(provider, this.#keyId)
    const ordered = ingestOrder.flatMap((object) => given.filter((each) => each.object === object))
    const batches = await Promise.all(
      ordered.map(async (each) => ({
        ...each,
        reading: await this.#uses.reader.read(provider, each.object, each.records, settings, { columns: canonicalColumns(each.object) }),
      })),
    )
    const importId = this.#uses.ids.next()
    return await this.#write(provider, importId, { operation: { id: 'importRecords' }, input, reply }, async (resolve) => {
      const sources = resolve(Sources)
      const source = await sources.hold(provider, this.#keyId)
      const runs: SyncRun[] = []
      const results: ImportAnswer['objects'] = []
      for (const { object, records, reading } of batches) {
        const id = this.#uses.ids.next()
        const { run, rejected } = await resolve(BatchStore).store({ id, source, object, reading, records, startedAt, importId })
        runs.push(run)
        results.push({ object, ...answerOf(run, rejected) })
      }
      await sources.count(source, runs)
      const sum = (count: 'created' | 'updated' | 'unchanged') => results.reduce((all, each) => all + each[count], 0)
      return { created: sum('created'), updated: sum('updated'), unchanged: sum('unchanged'), import_id: importId, objects: results }
    })
  }

  /** Reads the rejects of a run again with the current settings of the source, and stores those that can be accepted now. */
  async replay(runId: string, reply: Reply): Promise<Answer> {
    const startedAt = this.#uses.clock.now()
    const run = await this.#uses.runs.get(runId)
    const { provider, object, import_id } = run
    const open = await this.#uses.runs.open(runId)
    const settings = (await this.#uses.sources.byProvider(provider)) ?? null
    const rows = open.flatMap((reject) => (reject.rows ?? [reject.record]).map((row) => ({ reject, row })))
    const records = rows.map(({ row }) => row)
    const positions = rows.map(({ reject }) => reject.index)
    // Records that were sent under our own names are read by them again.
    const columns = import_id === null ? {} : canonicalColumns(object)
    // Columns are read as they were, and nobody is asked again.
    const proposals = Object.fromEntries(run.fields.flatMap(({ source, target, via }) => (via === byModel ? [[source, target]] : [])))
    const read = await this.#uses.advice.read({ provider, object, records, settings, columns }, proposals)
    const reading = keepUnreadable(read, new Map(rows.map(({ reject }, at) => [at, reject])), run)
    const id = this.#uses.ids.next()
    return await this.#write(provider, id, { operation: { id: 'replaySyncRun' }, input: { id: runId }, reply }, async (resolve) => {
      const sources = resolve(Sources)
      const source = await sources.holdKnown(provider)
      const origin = { replayOf: runId, ...(import_id !== null && { importId: import_id }) }
      const batch = { id, source, object, reading, records, startedAt, positions, ...origin }
      const { run, rejected } = await resolve(BatchStore).store(batch)
      const again = new Set(rejected.map(({ index }) => index))
      await resolve(Runs).take(
        open.filter(({ index }) => !again.has(index)),
        id,
      )
      await sources.count(source, [run])
      return answerOf(run, rejected)
    })
  }

  /** What an ingest would do; nothing is written, and any key may ask for any source. */
  async preview({ provider, object: name, records, mapping }: Static<typeof IngestInput>): Promise<PreviewAnswer> {
    const object = objectNamed(name)
    if (mapping) checkMapping(object, mapping, '/mapping')
    const source = corrected((await this.#uses.sources.byProvider(provider)) ?? null, object, mapping)
    const reading = await this.#uses.advice.read({ provider, object, records, settings: source, explain: true })
    const plan = await this.#uses.batches.plan(settingsOf(provider, source), reading.records, false)
    return { ...explained(reading, mapping), records: previewOf(reading, plan.outcomes) }
  }

  get #keyId(): string | undefined {
    const { via } = this.#uses.actor
    return via.type === 'api_key' ? via.id : undefined
  }

  // When another writer was first, all of this runs again on the state that it left.
  #write<T>(provider: string, id: string, { operation, input, reply }: Once, work: (resolve: Resolve) => Promise<T>): Promise<T> {
    const { organization, user, user_id, role, scopes, widget, asked } = this.#uses.actor
    const via = { type: 'sync' as const, id, label: provider }
    const { idempotencyKey } = reply
    return this.#uses.units.write(new CurrentActor({ organization, user, user_id, role, scopes, widget, asked, via }), (resolve) =>
      idempotencyKey === undefined
        ? work(resolve)
        : resolve(IdempotencyKeys).once(idempotencyKey, operation, input, reply, () => work(resolve)),
    )
  }
}

function answerOf(
  { id, created, updated, unchanged }: { id: string; created: number; updated: number; unchanged: number },
  rejected: Parameters<typeof fitAnswer>[0],
): Answer {
  return { created, updated, unchanged, rejected: fitAnswer(rejected), run_id: id }
}
