import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../kernel/actor.ts'
import { invalid } from '../kernel/errors.ts'
import { Registry } from '../kernel/registry.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { Records } from '../storage/records.ts'
import { Units } from '../storage/units.ts'
import { fitAnswer } from './answer.ts'
import type { DataSource } from './entity.ts'
import { ingestObject, type IngestObject } from './objects.ts'
import { type BatchReading, readBatch } from './read.ts'
import { Runs } from './runs.ts'
import type { IngestAnswer, IngestInput, PreviewAnswer } from './schema.ts'
import { Sources } from './sources.ts'
import { BatchPlan } from './write/batch.ts'
import { BatchContext } from './write/context.ts'
import type { SourceSettings } from './write/sink.ts'
import { sinks } from './write/sinks.ts'

type Input = Static<typeof IngestInput>

/** Takes batches of foreign records: reads them, matches them and writes them in one unit of work (contract 4.3). */
export class Ingest {
  static readonly inject = [Units, Registry, CurrentActor, Clock, Ids, Sources] as const
  readonly #units: Units
  readonly #registry: Registry
  readonly #actor: CurrentActor
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #sources: Sources

  constructor(units: Units, registry: Registry, actor: CurrentActor, clock: Clock, ids: Ids, sources: Sources) {
    this.#units = units
    this.#registry = registry
    this.#actor = actor
    this.#clock = clock
    this.#ids = ids
    this.#sources = sources
  }

  async ingest(input: Input): Promise<Static<typeof IngestAnswer>> {
    const startedAt = this.#clock.now()
    const { object, reading } = await this.#read(input)
    const id = this.#ids.next()
    const { provider, records } = input
    const via = { type: 'sync' as const, id, label: provider }
    // Another writer may be first: then all of this runs again, on what it left behind.
    const { run, rejected } = await this.#units.write(new CurrentActor({ ...actorOf(this.#actor), via }), async (resolve) => {
      const actor = resolve(CurrentActor)
      const store = resolve(Records)
      const sources = new Sources(store, actor, this.#ids)
      const source = await sources.hold(provider, this.#keyId)
      const plan = new BatchPlan(new BatchContext(store, this.#ids, settingsOf(provider, source), true))
      await plan.decide(reading.records)
      await plan.write()
      const { outcomes, alsoMade: alsoCreated } = plan
      const kept = await new Runs(store, actor, this.#ids).add({
        id,
        source,
        object,
        received: records.length,
        reading,
        records,
        outcomes,
        alsoCreated,
        startedAt,
      })
      await sources.count(source, kept.run)
      return kept
    })
    const { created, updated, unchanged } = run
    return { created, updated, unchanged, rejected: fitAnswer(rejected), run_id: id }
  }

  /** What an ingest would do; nothing is written, and the key is not bound. */
  async preview(input: Input): Promise<PreviewAnswer> {
    const { source, reading } = await this.#read(input)
    return await this.#units.read(this.#actor, async (resolve) => {
      const plan = new BatchPlan(new BatchContext(resolve(Records), this.#ids, settingsOf(input.provider, source), false))
      await plan.decide(reading.records)
      const records = reading.records.map(({ index, values }) => {
        const outcome = plan.outcomes.all.get(index)
        const why = outcome?.action === 'reject' ? { reason: outcome.problem.reason, code: outcome.problem.code } : {}
        return { index, action: outcome?.action ?? ('unchanged' as const), ...why, values: { ...values } }
      })
      return { fields: [...reading.fields], unknown: [...reading.unknown], records } as PreviewAnswer
    })
  }

  get #keyId(): string | undefined {
    const { via } = this.#actor
    return via.type === 'api_key' ? via.id : undefined
  }

  async #read({
    provider,
    object: name,
    records,
  }: Input): Promise<{ object: IngestObject; source: DataSource | null; reading: BatchReading }> {
    const object = ingestObject(name)
    const taken = Object.keys(sinks)
    if (!object) throw invalid('/object', 'not_allowed', `${name} is not an object of a data source`, taken)
    if (!sinks[object]) throw invalid('/object', 'not_supported', `${object} cannot be ingested yet`, taken)
    const source = await this.#sources.settings(provider, this.#keyId)
    const overrides = source?.mapping[object]
    const reading = readBatch(records, {
      object,
      vocabularies: this.#registry.all('vocabularies'),
      hint: provider.slice('custom:'.length),
      ...(source?.locale && { locale: source.locale }),
      ...(source?.decimal_sign && { decimal: source.decimal_sign }),
      ...(source?.date_order && { dateOrder: source.date_order }),
      ...(source?.time_zone && { timeZone: source.time_zone }),
      ...(source?.currency && { currency: source.currency }),
      ...(overrides && { overrides }),
    })
    return { object, source, reading }
  }
}

function actorOf({ organization, user, user_id, role, scopes, widget }: CurrentActor) {
  return { organization, user, user_id, role, scopes, widget }
}

function settingsOf(provider: string, source: DataSource | null): SourceSettings {
  const { locale = null, owner_email: ownerEmail = null, empty_means_clear: emptyMeansClear = false } = source ?? {}
  return { provider, ownerEmail, emptyMeansClear, region: locale ? (new Intl.Locale(locale).maximize().region ?? null) : null }
}
