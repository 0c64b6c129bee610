import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RunningJob, Step, JobHandler } from '../../kernel/feature/job-handler.ts'
import { Jobs } from '../../kernel/jobs/service.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { conditionOf } from '../search/page.ts'
import { phrases } from '../search/grammar/phrases.ts'
import { propertyField } from '../search/grammar/property.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import { coerced } from '../../kernel/storage/custom/check.ts'
import { customOf, indexed, uniqueKey, valueId } from '../../kernel/storage/custom/column.ts'
import { computedOf, computedValue } from '../../kernel/storage/custom/formulas.ts'
import { withoutNulls } from '../../kernel/storage/custom/given.ts'
import { KNOWN_MS } from '../../kernel/storage/custom/known-rules.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import { mapInTurns } from '../../kernel/values/turns.ts'
import { taken } from '../../kernel/storage/custom/fitting.ts'
import { Property, PropertyValue } from '../../kernel/storage/custom/property.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { updateWithDeleted } from '../record-type/update-with-deleted.ts'
import { type PropertyObject, propertyObject } from './objects.ts'
import { renamedIn } from './options.ts'

/** What is done at once; more is a job, whose steps are of this size. */
export const AT_ONCE = 500
/** Rows of the index that one statement deletes. */
const FORGOTTEN = 1000

/** Options that became others, by their former value. */
export type Renamed = Readonly<Record<string, string>>

interface ValuesJob {
  readonly property_id: string
  readonly renamed: Renamed
}

interface Result {
  readonly last: string | null
  /** Values that do not fit the definition: they stay as they are, and no condition finds them. */
  readonly unfit: number
  /** Values of a unique property that another record has, too. */
  readonly duplicates: number
}

/** Brings the values that records have already under a new definition, some records in a step. */
export class PropertyValues implements JobHandler {
  static readonly kind = 'property_values'
  static readonly uses = { records: Records, registry: Registry, jobs: Jobs }
  readonly #uses: Resolved<typeof PropertyValues.uses>

  constructor(uses: Resolved<typeof PropertyValues.uses>) {
    this.#uses = uses
  }

  /** One batch; `result` sums up the values that do not fit and those that another record has, too. */
  async step({ input, at, done, result }: RunningJob<ValuesJob, string, Pick<Result, 'unfit' | 'duplicates'>>): Promise<Step> {
    const { property_id, renamed } = input
    const [property] = await this.#uses.records.findBy(Property, 'id', [property_id])
    if (!property || property.deleted_at) return { done, result: { ...result } }
    const found = await this.all(property, renamed, at)
    const sums = { unfit: (result?.unfit ?? 0) + found.unfit, duplicates: (result?.duplicates ?? 0) + found.duplicates }
    return { done: done + found.number, result: sums, ...(found.number === AT_ONCE && { next: found.last }) }
  }

  /** How many records have a value under its name or are to be computed one, deleted ones included. */
  async count(property: Property): Promise<number> {
    const row = await this.#concerned(propertyObject(this.#uses.registry, property.object), property)
      .select(sql<number>`count(*)`.as('number'))
      .executeTakeFirst()
    return Number(row?.number ?? 0)
  }

  /** How many live records hold one of these options. */
  async having(property: Property, options: readonly string[]): Promise<number> {
    const { entity, column } = propertyObject(this.#uses.registry, property.object)
    const field = propertyField(column, { ...property, indexed: false, unique: false })
    const of: Searchable = {
      name: property.object,
      entity,
      fields: { value: field },
      custom: null,
      text: null,
      called: [],
      customer: null,
      related: {},
      sorts: [],
    }
    const or = options.map((value) => ({ field: 'value', op: 'contains', value }) as const)
    const exact = options.map((value) => ({ field: 'value', op: 'eq', value }) as const)
    const where = conditionOf(this.#uses.records.whole, of, { filter: { or: field.type === 'array' ? or : exact } })
    const query = this.#uses.records.whole.db.selectFrom(entity.table).select(sql<number>`count(*)`.as('number'))
    const row = await query.where('deleted_at', 'is', null).where(where).executeTakeFirst()
    return Number(row?.number ?? 0)
  }

  /** The next 500 records; `strict` throws where two have the same value of a unique property. */
  async all(property: Property, renamed: Renamed, after: string | null, strict = false): Promise<Result & { readonly number: number }> {
    const of = propertyObject(this.#uses.registry, property.object)
    // Its lock comes before those of rows.
    const properties = await propertiesOf(this.#uses.records, property.object)
    let query = this.#concerned(of, property)
    if (after !== null) query = query.where('id', '>', after)
    const ordered = query.selectAll().orderBy('id').limit(AT_ONCE)
    const rows = await (this.#uses.records.dialect === 'postgresql' ? ordered.forUpdate() : ordered).execute()
    let unfit = 0
    const [computed] = computedOf(of.entity, properties).filter((each) => each.property.id === property.id)
    const now = await mapInTurns(rows, (row) => {
      const before = this.#uses.records.codec(of.entity).fromRow(row)
      const custom = customOf(before, of.column)
      const value = computed ? computedValue(computed, before, of.column) : coerced(property, renamedIn(custom[property.name], renamed))
      if (value === undefined && !before.deleted_at) unfit += 1
      const kept = value === undefined ? custom[property.name] : value
      return { before, value: kept, changes: { [of.column]: withoutNulls({ ...custom, [property.name]: kept }) } }
    })
    await updateWithDeleted(this.#uses.records, of.entity, now)
    const kept = now.flatMap(({ before, value }) => (before.deleted_at ? [] : [{ id: before.id, value }]))
    const duplicates = await this.#keep(of, property, kept, strict)
    return { number: now.length, last: now.at(-1)?.before.id ?? null, unfit, duplicates }
  }

  /**
   * Computes all values once more a while after a formula was defined, as a job. A process that writes at this moment may not have heard of it:
   * the change of one record is written without a look at definitions for `KNOWN_MS` after the last one, and takes its time. Sets look, and
   * wait for who defines. An SQLite file has no other process. What is right already is not written again.
   */
  async again(property: Property): Promise<void> {
    if (this.#uses.records.dialect === 'sqlite') return
    await this.#uses.jobs.start(PropertyValues, { input: { property_id: property.id, renamed: {} }, after: KNOWN_MS + 2000 })
  }

  /** Forgets what the index knows of a property, in parts, between which others have their turn. */
  async forget({ id }: Property): Promise<void> {
    const { db } = this.#uses.records.whole
    const some = db.selectFrom(PropertyValue.table).select('id').where('property_id', '=', id).limit(FORGOTTEN)
    for (let gone = FORGOTTEN; gone === FORGOTTEN;) {
      const { numDeletedRows } = await db.deleteFrom(PropertyValue.table).where('id', 'in', some).executeTakeFirst()
      gone = Number(numDeletedRows)
    }
  }

  // Values that have not changed are not written with their records, and are to be found all the same.
  async #keep(
    { object, column }: PropertyObject,
    property: Property,
    values: readonly { id: string; value: unknown }[],
    strict: boolean,
  ): Promise<number> {
    if (values.length === 0 || !(property.unique || property.indexed)) return 0
    const { whole } = this.#uses.records
    const ids = values.map(({ id }) => id)
    const own = whole.db.deleteFrom(PropertyValue.table).where('property_id', '=', property.id)
    await own.where(whole.anyOf(PropertyValue, 'record_id', ids)).execute()
    const owners = await this.#owners(
      property,
      values.map(({ value }) => uniqueKey(property, value)),
    )
    let duplicates = 0
    const rows = values.flatMap(({ id, value }) => {
      const kept = indexed(property, value)
      if (!kept) return []
      const key = property.unique ? uniqueKey(property, value) : null
      const owner = key === null ? undefined : owners.get(key)
      if (owner !== undefined && strict) throw taken(column, property.name, owner)
      if (owner !== undefined) duplicates += 1
      else if (key !== null) owners.set(key, id)
      const { organization: user_from } = whole.unit.actor
      return [
        {
          id: valueId(property.id, id),
          user_from,
          object,
          property_id: property.id,
          record_id: id,
          ...kept,
          claimed: owner === undefined ? key : null,
        },
      ]
    })
    await this.#uses.records.insert(PropertyValue, rows)
    return duplicates
  }

  async #owners({ id }: Property, keys: readonly (string | null)[]): Promise<Map<string, string>> {
    const { whole } = this.#uses.records
    const known = keys.filter((each) => each !== null)
    if (known.length === 0) return new Map()
    const rows = await whole
      .from(PropertyValue)
      .select(['claimed', 'record_id'])
      .where('property_id', '=', id)
      .where(whole.anyOf(PropertyValue, 'claimed', known))
      .execute()
    return new Map(rows.map(({ claimed, record_id }) => [String(claimed), record_id]))
  }

  // Those that have a value; all of a property that is computed.
  #concerned({ entity, column }: PropertyObject, { name, formula }: Property) {
    const { whole } = this.#uses.records
    if (formula !== null) return whole.db.selectFrom(entity.table)
    const pairs = phrases[whole.dialect].pairs(sql.ref(`${entity.table}.${column}`))
    const having = sql<SqlBool>`exists (select 1 from ${pairs} where pair.key = ${name})`
    return whole.db.selectFrom(entity.table).where(having)
  }
}
