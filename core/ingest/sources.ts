import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../kernel/actor.ts'
import { CrmError, invalid } from '../kernel/errors.ts'
import type { Row } from '../storage/codec.ts'
import { type ListQuery } from '../storage/filters.ts'
import { listPage, type Page } from '../storage/listing.ts'
import { initials } from '../storage/new-record.ts'
import { Records } from '../storage/records.ts'
import { Ids } from '../ports/ids.ts'
import { DataSource, SourceKey } from './entity.ts'
import { objectFields } from './objects.ts'
import { lineFields } from './objects.ts'
import { type SourceCreate, sourceFilters, type SourceUpdate, sourceSorts } from './schema.ts'
import type { IngestObject } from './objects.ts'

type Settings = Omit<Partial<Static<typeof SourceUpdate>>, 'id'>

/** The systems that push records: one per API key, each with its settings (contract 4.3). */
export class Sources {
  static readonly inject = [Records, CurrentActor, Ids] as const
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #ids: Ids

  constructor(records: Records, actor: CurrentActor, ids: Ids) {
    this.#records = records
    this.#actor = actor
    this.#ids = ids
  }

  get now(): Date {
    return this.#records.unit.now
  }

  list(query: ListQuery): Promise<Page<DataSource>> {
    return listPage(this.#records, DataSource, query, { filters: sourceFilters, sorts: sourceSorts })
  }

  async get(id: string): Promise<DataSource> {
    const [source] = await this.#records.findBy(DataSource, 'id', [id])
    if (!source) throw new CrmError('not_found', `No data source with the id ${id}`)
    return source
  }

  async create(input: Static<typeof SourceCreate>): Promise<DataSource> {
    const { provider, ...settings } = input
    const known = await this.#byProvider(provider)
    if (known) throw new CrmError('already_exists', `${provider} is registered already`, { existing_id: known.id })
    return await this.#add(provider, checked(settings))
  }

  async update(id: string, settings: Settings): Promise<DataSource> {
    const before = await this.get(id)
    await this.#records.update(DataSource, [{ before, changes: checked(settings) as Partial<DataSource> }])
    return await this.get(id)
  }

  /** The settings of a source; null for one that nobody registered. Throws `conflict` when the key pushes for another one. */
  async settings(provider: string, keyId: string | undefined): Promise<DataSource | null> {
    const source = await this.#byProvider(provider)
    await this.#checkKey(provider, source?.id, keyId)
    return source ?? null
  }

  /** The source of a batch, made and bound to its key when it is new, and held until the unit ends: batches of one source come one by one. */
  async hold(provider: string, keyId: string | undefined): Promise<DataSource> {
    const [held] = await this.#records.findBy(DataSource, 'provider', [provider], { lock: true })
    const source = held ?? (await this.#add(provider, {}))
    const bound = await this.#checkKey(provider, source.id, keyId)
    if (!bound && keyId !== undefined) {
      const own = { id: this.#ids.next(), user_from: this.#actor.organization }
      await this.#records.insert(SourceKey, [{ ...own, api_key_id: keyId, source_id: source.id }])
    }
    return source
  }

  /** Counts a run of a source. */
  async count(source: DataSource, run: { id: string; received: number; rejected: number }): Promise<void> {
    const changes = {
      last_run_id: run.id,
      last_run_at: this.now,
      runs: source.runs + 1,
      records: source.records + run.received,
      rejected: source.rejected + run.rejected,
    }
    await this.#records.update(DataSource, [{ before: source, changes }])
  }

  async #add(provider: string, settings: Row): Promise<DataSource> {
    const { now } = this
    const kept = {
      id: this.#ids.next(),
      user_from: this.#actor.organization,
      provider,
      created_by: this.#actor.user,
      created_at: now,
      updated_at: now,
    }
    const source = { ...initials(DataSource.fields), ...settings, ...kept } as unknown as DataSource
    await this.#records.insert(DataSource, [source])
    return source
  }

  async #byProvider(provider: string): Promise<DataSource | undefined> {
    return (await this.#records.findBy(DataSource, 'provider', [provider]))[0]
  }

  /** Whether the key is bound to the source already. */
  async #checkKey(provider: string, sourceId: string | undefined, keyId: string | undefined): Promise<boolean> {
    if (keyId === undefined) return false
    const [bound] = await this.#records.findBy(SourceKey, 'api_key_id', [keyId])
    if (!bound) return false
    if (bound.source_id === sourceId) return true
    const other = await this.get(bound.source_id)
    throw new CrmError('conflict', `This API key pushes for ${other.provider}: use another key for ${provider}`, { existing_id: other.id })
  }
}

/** Refuses locales and time zones that nobody knows, and mappings to fields that the object does not have. */
function checked(settings: Settings): Row {
  const { locale, time_zone, mapping = {} } = settings
  if (locale && !isKnown(() => new Intl.Locale(locale))) throw invalid('/locale', 'invalid_format', `${locale} is not a language tag`)
  if (time_zone && !isKnown(() => new Intl.DateTimeFormat('en', { timeZone: time_zone })))
    throw invalid('/time_zone', 'not_allowed', `${time_zone} is not a time zone`)
  for (const [object, columns] of Object.entries(mapping))
    for (const [source, target] of Object.entries(columns ?? {})) {
      const allowed = targetsOf(object as IngestObject)
      if (target !== null && !allowed.includes(target))
        throw invalid(`/mapping/${object}/${source}`, 'not_allowed', `${target} is not a field of ${object}`, allowed)
    }
  return { ...settings }
}

/** Fields that a column of an object can be mapped to; those of a line behind `lines.`. */
export function targetsOf(object: IngestObject): string[] {
  const fields = Object.keys(objectFields[object])
  return 'customer_name' in objectFields[object] ? [...fields, ...Object.keys(lineFields).map((field) => `lines.${field}`)] : fields
}

function isKnown(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}
