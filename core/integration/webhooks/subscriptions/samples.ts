import { type Static, Type } from '@sinclair/typebox'
import { isEmail } from '../../../kernel/operation/schema/schema.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { invalid } from '../../../kernel/operation/errors.ts'
import { exampleOf } from '../../../kernel/operation/schema/example.ts'
import type { Field } from '../../../kernel/operation/schema/fields.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../../kernel/storage/schema/entity.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { family } from './pattern.ts'
import type { HookSample } from '../schema.ts'

const exampleId = '00000000-0000-4000-8000-000000000000'

interface Example {
  readonly entity: { readonly type: string; readonly id: string }
  readonly summary: Readonly<Record<string, unknown>>
  readonly record: Record<string, unknown>
}

/** Example deliveries, built from the latest record of the event's type or, without one, from an invented record. */
export class Samples {
  static readonly uses = { records: Records, registry: Registry }
  readonly #uses: Resolved<typeof Samples.uses>

  constructor(uses: Resolved<typeof Samples.uses>) {
    this.#uses = uses
  }

  /** The sample of REST hooks; throws `invalid_input` for an unknown event type. */
  async forHook(type: string): Promise<Static<typeof HookSample>> {
    const { eventTypes } = this.#uses.registry
    if (!eventTypes.has(type)) throw invalid('/event', 'unknown_event', `Unknown event type "${type}"`, [...eventTypes.keys()])
    const { entity, record } = await this.#exampleOf(type)
    return { id: 'evt_sample', type, created_at: this.#uses.records.unit.now.toISOString(), entity, data: { record } }
  }

  /** Body of a test delivery, with the shape of a real one. */
  async forTest(id: string, type: string): Promise<string> {
    const { entity, summary, record } = await this.#exampleOf(type)
    const { now, actor } = this.#uses.records.unit
    const head = { id, type, created_at: now.toISOString(), organization: actor.organization, entity }
    return JSON.stringify({ ...head, data: { ...summary, record }, test: true })
  }

  async #exampleOf(type: string): Promise<Example> {
    const kind = family(type)
    const watch = this.#uses.registry.watches.find(({ entityType }) => entityType === kind)
    if (!watch) {
      const record = { id: exampleId, name: 'Example', created_at: this.#uses.records.unit.now.toISOString() }
      return { entity: { type: kind, id: exampleId }, summary: { id: record.id, name: record.name }, record }
    }
    const found = (await this.#latest(watch.entity)) ?? this.#invented(watch.entity)
    const entity = { type: kind, id: String(found['id']) }
    const today = await this.#uses.records.dayFor(watch)
    return { entity, summary: watch.summary(found, today), record: watch.record(found, this.#uses.records.unit.now, today) }
  }

  async #latest(entity: EntityTable): Promise<Row | undefined> {
    const query = this.#uses.records.db.selectFrom(entity.table).selectAll().where('deleted_at', 'is', null)
    const row = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return row && this.#uses.records.codec(entity).fromRow(row)
  }

  #invented({ fields }: EntityTable): Row {
    const { now, actor } = this.#uses.records.unit
    const own = { id: exampleId, user_from: actor.organization, created_by: actor.user, created_via: 'user', version: 1 }
    const examples = Object.entries(fields).map(([name, field]) => exampleField(name, field, now))
    return Object.assign({}, ...examples, own, { deleted_at: null })
  }
}

const wellKnown: Readonly<Record<string, unknown>> = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  title: 'Head of Purchasing',
  company: 'Example Ltd',
  country: 'GB',
  currency: 'EUR',
  domain: 'example.com',
}

// Required fields get the example of their schema; the others keep their initial value, or a familiar one.
function exampleField(name: string, { kind, schema, initial }: Field, now: Date): unknown {
  if (isEmail(schema) || name.endsWith('email')) return { [name]: 'ada@example.com' }
  if (initial !== undefined) return { [name]: wellKnown[name] ?? initial }
  return kind === 'timestamp' ? { [name]: now } : exampleOf(Type.Object({ [name]: schema }))
}
