import { isDeepStrictEqual } from 'node:util'
import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { Jobs } from '../../../kernel/jobs/service.ts'
import type { ListQuery } from '../../../kernel/storage/records/filters.ts'
import type { Page } from '../../../kernel/storage/records/listing.ts'
import { initials } from '../../../kernel/storage/records/new-record.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Rows } from '../../../kernel/storage/records/rows.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { Detachment } from './detachment.ts'
import { AwaitedContact, AwaitedLink } from '../arrivals/entity.ts'
import { DataSource, MAX_COLUMNS, SourceKey, SourceState, SyncRun } from '../entity.ts'
import type { IngestObject } from '../objects.ts'
import { type SourceCreate, sourceFilters, sourceSorts } from '../source-schema.ts'
import { checkedSettings, type ColumnMapping, corrected, type Settings, type SourceChanges } from './settings.ts'

/** How many records of one object a source has sent, and how its last batch was understood. */
export interface SourceObject {
  readonly object: string
  readonly records: number
  readonly last_run_id: string | null
  readonly fields: SyncRun['fields']
}

/** The systems that push records, one per API key, each with its settings. */
export class Sources {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, jobs: Jobs }
  readonly #uses: Resolved<typeof Sources.uses>
  readonly #rows: Rows<typeof DataSource.fields>

  constructor(uses: Resolved<typeof Sources.uses>) {
    this.#uses = uses

    this.#rows = new Rows(uses.records, DataSource, 'data source', { filters: sourceFilters, sorts: sourceSorts })
  }

  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of the sources. */
  list(query: ListQuery): Promise<Page<DataSource>> {
    return this.#rows.list(query)
  }

  /** Throws `not_found`. */
  get(id: string): Promise<DataSource> {
    return this.#rows.get(id)
  }

  /** What a source has sent, by object. */
  async objects({ id, provider }: DataSource): Promise<SourceObject[]> {
    const { db } = this.#uses.records
    const counted = await db
      .selectFrom(SourceState.table)
      .select((eb) => ['object', eb.fn.countAll().as('records')])
      .where('provider', '=', provider)
      // Records that were created for others were never sent.
      .where('hash', '<>', '')
      .groupBy('object')
      .orderBy('object')
      .execute()
    return await Promise.all(
      counted.map(async ({ object, records }) => {
        const query = db.selectFrom(SyncRun.table).selectAll().where('source_id', '=', id).where('object', '=', object)
        const row = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
        const last = row && this.#uses.records.codec(SyncRun).fromRow(row)
        return { object: String(object), records: Number(records), last_run_id: last?.id ?? null, fields: last?.fields ?? [] }
      }),
    )
  }

  /** Registers a source before it sends anything; throws `already_exists`, and `invalid_input` for settings that cannot be. */
  async create(input: Static<typeof SourceCreate>): Promise<DataSource> {
    const { provider, ...settings } = input
    const known = await this.byProvider(provider)
    if (known) throw new CrmError('already_exists', `${provider} is registered already`, { existing_id: known.id })
    return await this.#add(provider, checkedSettings(settings))
  }

  /** Changes the settings from the next batch on; throws as `create` does, and `not_found`. */
  async update(id: string, settings: SourceChanges): Promise<DataSource> {
    const before = await this.get(id)
    await this.#uses.records.update(DataSource, [{ before, changes: checkedSettings(settings) }])
    return await this.get(id)
  }

  /**
   * Detaches a source: its keys become free, the states that it sent are deleted; its records stay, and so do their external ids by
   * default.
   */
  async remove(id: string, dropReferences: boolean): Promise<string | null> {
    const { provider } = await this.get(id)
    const { db } = this.#uses.records
    await db.deleteFrom(SourceKey.table).where('source_id', '=', id).execute()
    await db.deleteFrom(SourceState.table).where('provider', '=', provider).execute()
    for (const { table } of [AwaitedLink, AwaitedContact]) await db.deleteFrom(table).where('provider', '=', provider).execute()
    await this.#uses.records.remove(DataSource, [id], 'deleted', { provider: [provider, null] })
    return dropReferences ? (await this.#uses.jobs.start(Detachment, { input: { provider } })).id : null
  }

  /** The settings of a source; null for one that is not registered. Throws `conflict` when the key belongs to another source. */
  async settings(provider: string, keyId: string | undefined): Promise<DataSource | null> {
    const source = await this.byProvider(provider)
    await this.#checkKey(provider, source?.id, keyId)
    return source ?? null
  }

  /**
   * The source of a batch, created and bound to its key when new, and locked until the unit of work ends: batches of one source run one
   * by one.
   */
  async hold(provider: string, keyId: string | undefined): Promise<DataSource> {
    const source = (await this.#locked(provider)) ?? (await this.#add(provider, {}))
    const bound = await this.#checkKey(provider, source.id, keyId)
    if (!bound && keyId !== undefined) {
      const own = { id: this.#uses.ids.next(), user_from: this.#uses.actor.organization }
      await this.#uses.records.insert(SourceKey, [{ ...own, api_key_id: keyId, source_id: source.id }])
    }
    return source
  }

  /**
   * Keeps what a caller says of the columns of an object, beside what is kept of others: batches to come are read by it. Answers the source
   * as it is then; throws `invalid_input` for more columns than are kept.
   */
  async keep(source: DataSource, object: IngestObject, given?: ColumnMapping): Promise<DataSource> {
    const { mapping = {} } = corrected(source, object, given) ?? {}
    const columns = Object.keys(mapping[object] ?? {}).length
    if (columns > MAX_COLUMNS)
      throw invalid('/mapping', 'too_many', `${columns} columns with those that are kept of ${object}; at most ${MAX_COLUMNS}`)
    if (isDeepStrictEqual(mapping, source.mapping)) return source
    await this.#uses.records.update(DataSource, [{ before: source, changes: { mapping } }])
    return await this.get(source.id)
  }

  /**
   * Keeps the same for a source that is registered with it, if it is not yet; no key is bound. A key that pushes for another source says
   * nothing of this one.
   */
  async keepFor(provider: string, object: IngestObject, given: ColumnMapping): Promise<void> {
    if (Object.keys(given).length === 0) return
    const source = await this.#locked(provider)
    const { via } = this.#uses.actor
    const bound = await this.#boundTo(via.type === 'api_key' ? via.id : undefined)
    if (bound && bound.source_id !== source?.id) return
    await this.keep(source ?? (await this.#add(provider, {})), object, given)
  }

  /**
   * The source whose rejects are replayed, locked in the same way; throws `conflict` for one that was detached since. A replay pushes
   * nothing new, so no key is bound.
   */
  async holdKnown(provider: string): Promise<DataSource> {
    const source = await this.#locked(provider)
    if (source) return source
    const message = `${provider} was detached since: register it again with POST /data-sources, and its rejects can be replayed`
    throw new CrmError('conflict', message, { errors: [{ path: '/id', code: 'source_detached', message }] })
  }

  /** Adds runs to the counters of a locked source, in the order of the runs. */
  async count(source: DataSource, runs: readonly { id: string; received: number; rejected: number }[]): Promise<void> {
    const changes = {
      last_run_id: runs.at(-1)?.id ?? source.last_run_id,
      last_run_at: this.now,
      runs: source.runs + runs.length,
      records: runs.reduce((sum, { received }) => sum + received, source.records),
      rejected: runs.reduce((sum, { rejected }) => sum + rejected, source.rejected),
    }
    await this.#uses.records.update(DataSource, [{ before: source, changes }])
  }

  /** The source of this name, if it is registered. */
  async byProvider(provider: string): Promise<DataSource | undefined> {
    return (await this.#uses.records.findBy(DataSource, 'provider', [provider]))[0]
  }

  async #locked(provider: string): Promise<DataSource | undefined> {
    return (await this.#uses.records.findBy(DataSource, 'provider', [provider], { lock: true }))[0]
  }

  async #add(provider: string, settings: Settings): Promise<DataSource> {
    const { now } = this
    const kept = {
      id: this.#uses.ids.next(),
      user_from: this.#uses.actor.organization,
      provider,
      created_by: this.#uses.actor.user,
      created_at: now,
      updated_at: now,
    }
    const source: DataSource = { ...initials(DataSource.fields), ...settings, ...kept }
    await this.#uses.records.insert(DataSource, [source])
    return source
  }

  async #boundTo(keyId: string | undefined): Promise<SourceKey | undefined> {
    return keyId === undefined ? undefined : (await this.#uses.records.findBy(SourceKey, 'api_key_id', [keyId]))[0]
  }

  /** Whether the key is bound to the source already. */
  async #checkKey(provider: string, sourceId: string | undefined, keyId: string | undefined): Promise<boolean> {
    const bound = await this.#boundTo(keyId)
    if (!bound) return false
    if (bound.source_id === sourceId) return true
    const other = await this.get(bound.source_id)
    throw new CrmError('conflict', `This API key pushes for ${other.provider}: use another key for ${provider}`, { existing_id: other.id })
  }
}
