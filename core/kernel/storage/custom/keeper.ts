import { Codec, type DialectName, type Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Unit } from '../schema/unit.ts'
import { eachInTurns, filterInTurns, Turns } from '../../values/turns.ts'
import { equal } from '../schema/equal.ts'
import { customColumn, customOf, indexed, uniqueKey, valueId } from './column.ts'
import { isEntered } from './entered.ts'
import { fitting, taken } from './fitting.ts'
import { computedOf, putComputed } from './formulas.ts'
import { withoutNulls } from './given.ts'
import type { RuleGuard } from './rule-guard.ts'
import { Property, PropertyValue } from './property.ts'

/** The values of a record by column, of which these are known by name. */
export interface WrittenRecord extends Row {
  id?: unknown
  user_from?: unknown
  deleted_at?: unknown
}
/** A record as it is about to be written, and as it was; `before` is null for a new one. */
export interface Written {
  readonly before: WrittenRecord | null
  readonly record: WrittenRecord
}
/** What the index of properties has to forget and to learn. */
export interface KeptValues {
  readonly stale: string[]
  readonly rows: PropertyValue[]
}
/** Which record has which value of a unique property. */
type Claim = Pick<PropertyValue, 'property_id' | 'claimed' | 'record_id'>
/** Keeps definitions from changing before what was judged by them is committed: `NamedLocks`, which a later part declares. */
interface SharedNames {
  share(...names: string[]): Promise<void>
}
type Query = <R>(sql: string, parameters: readonly unknown[]) => Promise<readonly R[]>

const definitions = new WeakMap<Unit, Map<string, Promise<Property[]>>>()

/** Definitions are read once in a unit of work; to be called by what changes them. */
export function forgetDefinitions(unit: Unit): void {
  definitions.delete(unit)
}

/** Whether a definition says something of records that are made without a value. */
const saysOfNew = ({ required, default: value, formula }: Property) => required || value !== null || formula !== null

// A set takes longer to write than a process believes what it knows: it looks, and waits for who changes definitions.
const FEW = 20

/** The name under which definitions are relied on and changed (`NamedLocks`). */
export const definitionsName = (object: string) => `properties.${object}`

/** The definitions that a unit of work has read, or reads by this. */
export function definitionsOf(unit: Unit, object: string, read: () => Promise<Property[]>): Promise<Property[]> {
  const known = definitions.get(unit) ?? new Map<string, Promise<Property[]>>()
  definitions.set(unit, known)
  const found = known.get(object) ?? read()
  known.set(object, found)
  return found
}

/**
 * Judges custom values by their definitions, however a record is written: this is the last place that every write passes. Names that
 * are not defined keep any value, because ingest keeps the unknown columns of other systems under them.
 */
export class PropertyKeeper {
  readonly #query: Query
  readonly #unit: Unit
  readonly #dialect: DialectName
  readonly #prefix: string
  readonly #locks: SharedNames
  readonly #guard: RuleGuard

  constructor(query: Query, unit: Unit, dialect: DialectName, prefix: string, { locks, guard }: { locks: SharedNames; guard: RuleGuard }) {
    this.#query = query
    this.#unit = unit
    this.#dialect = dialect
    this.#prefix = prefix
    this.#locks = locks
    this.#guard = guard
  }

  /**
   * Puts the values of the records as they are stored; throws for what does not fit, is missing or taken (path `/custom/x`, of contacts
   * `/custom_properties/x`). New records are judged even without custom values, because there may be defaults, and other changes are followed
   * by the values of formulas.
   */
  async prepare(entity: EntityTable, written: readonly Written[]): Promise<KeptValues | undefined> {
    const column = customColumn(entity)
    if (!column) return undefined
    const touched = await filterInTurns(written, ({ before, record }) => {
      const [old, now] = [before && customOf(before, column), customOf(record, column)]
      if (!old) return true
      return !before?.deleted_at !== !record.deleted_at || JSON.stringify(old) !== JSON.stringify(now)
    })
    if (touched.length === 0 && !(await this.follows(entity, written.length))) return undefined
    const says = ({ before, record }: Written) => before !== null || Object.keys(customOf(record, column)).length > 0
    const isSpared = touched.length > 0 && !touched.some(says) && written.length <= FEW && this.#guard.spares(entity.table, 'new')
    if (isSpared) return undefined
    const properties = await this.#definitions(entity.table)
    if (properties.length === 0) {
      await eachInTurns(touched.filter(says), ({ before, record }) => {
        if (!before) record[column] = withoutNulls(customOf(record, column))
      })
      return undefined
    }
    await eachInTurns(touched, ({ before, record }) => {
      if (record.deleted_at) return
      const values = customOf(record, column)
      const asked = isEntered(this.#unit, entity.table, !before)
      const given = { values, before: before && customOf(before, column), isEntered: asked }
      record[column] = withoutNulls(fitting(column, properties, given))
    })
    const changed = await this.#compute(entity, properties, written, touched)
    const kept: KeptValues = { stale: [], rows: [] }
    const keeping = properties.filter((each) => each.unique || each.indexed)
    if (keeping.length > 0) await eachInTurns(changed, (each) => keep(entity, column, keeping, each, kept))
    await this.#refuseTaken(column, properties, kept, changed)
    return kept
  }

  /** Whether there are formulas, which follow changes of other fields than custom values; `count`: of how many records. */
  async follows(entity: EntityTable, count: number): Promise<boolean> {
    if (!customColumn(entity) || count === 0 || (count <= FEW && this.#guard.spares(entity.table, 'changes'))) return false
    return (await this.#definitions(entity.table)).some(({ formula }) => formula !== null)
  }

  // Puts the values of formulas; answers the records whose custom values may have changed by now.
  async #compute(
    entity: EntityTable,
    properties: readonly Property[],
    written: readonly Written[],
    touched: readonly Written[],
  ): Promise<readonly Written[]> {
    const computed = computedOf(entity, properties)
    if (computed.length === 0) return touched
    const fields = new Set(
      computed.flatMap(({ formula }) => (formula?.operands ?? []).flatMap(({ field, key }) => (key === null ? [field] : []))),
    )
    const [turns, changed] = [new Turns(1), new Set(touched)]
    const pause = () => (turns.areOver() ? turns.next() : undefined)
    for (const each of written) {
      const { before, record } = each
      if (!changed.has(each) && before && [...fields].every((name) => equal(before[name], record[name]))) continue
      if (await putComputed(entity, computed, record, pause)) changed.add(each)
    }
    return [...changed]
  }

  #definitions(object: string): Promise<Property[]> {
    return definitionsOf(this.#unit, object, () => this.#read(object))
  }

  async #read(object: string): Promise<Property[]> {
    await this.#locks.share(definitionsName(object))
    const learned = this.#guard.look(object)
    const [organization, table] = this.#places(2)
    const sql = `select * from "${this.#prefix}${Property.table}" where "user_from" = ${organization} and "object" = ${table} and "deleted_at" is null order by "created_at", "id"`
    const rows = await this.#query<Row>(sql, [this.#unit.actor.organization, object])
    const found = rows.map((row) => Codec.of(Property.fields, this.#dialect).fromRow(row))
    learned({ new: found.some(saysOfNew), changes: found.some(({ formula }) => formula !== null) })
    return found
  }

  async #refuseTaken(column: string, properties: readonly Property[], { rows }: KeptValues, touched: readonly Written[]): Promise<void> {
    const unique = rows.filter(({ claimed }) => claimed !== null)
    if (unique.length === 0) return
    const { sees } = this.#unit.actor
    const owners = new Map<string, string>()
    const own = new Set(touched.map(({ record }) => record.id))
    for (const row of await this.#owners(unique))
      // What a record of the set has had is decided again with the set.
      if (!own.has(row.record_id)) owners.set(ownerKey(row), row.record_id)
    for (const row of unique) {
      const owner = owners.get(ownerKey(row))
      if (owner !== undefined && owner !== row.record_id)
        throw taken(column, properties.find(({ id }) => id === row.property_id)?.name ?? '', sees ? undefined : owner)
      owners.set(ownerKey(row), row.record_id)
    }
  }

  async #owners(rows: readonly Claim[]): Promise<readonly Claim[]> {
    const [organization, keys] = this.#places(2)
    const any = this.#dialect === 'postgresql' ? `= any(${keys}::text[])` : `in (select value from json_each(${keys}))`
    const values = [...new Set(rows.map(({ claimed }) => claimed))]
    const sql = `select "property_id", "claimed", "record_id" from "${this.#prefix}${PropertyValue.table}" where "user_from" = ${organization} and "claimed" ${any} and "property_id" in (${this.#places(20, 2).join(', ')})`
    const found: Claim[] = []
    const ids = [...new Set(rows.map((row) => row.property_id))]
    for (let at = 0; at < ids.length; at += 20) {
      const some = Array.from({ length: 20 }, (_, each) => ids[at + each] ?? ids[at])
      found.push(
        ...(await this.#query<Claim>(sql, [
          this.#unit.actor.organization,
          this.#dialect === 'postgresql' ? values : JSON.stringify(values),
          ...some,
        ])),
      )
    }
    return found
  }

  #places(count: number, before = 0): string[] {
    return Array.from({ length: count }, (_, at) => (this.#dialect === 'postgresql' ? `$${before + at + 1}` : '?'))
  }
}

/** Adds what the index is to know of a record of which the custom values have changed. */
function keep(entity: EntityTable, column: string, keeping: readonly Property[], { before, record }: Written, kept: KeptValues): void {
  const [old, now] = [before && rowsOf(entity, column, keeping, before), rowsOf(entity, column, keeping, record)]
  if (old && JSON.stringify(old) === JSON.stringify(now)) return
  if (old && old.length > 0) kept.stale.push(String(record.id))
  kept.rows.push(...now)
}

function rowsOf({ table }: EntityTable, column: string, properties: readonly Property[], record: WrittenRecord): PropertyValue[] {
  if (record.deleted_at) return []
  const values = customOf(record, column)
  return properties.flatMap((property) => {
    const value = indexed(property, values[property.name])
    if (!value) return []
    const claimed = property.unique ? uniqueKey(property, values[property.name]) : null
    const own = { id: valueId(property.id, record.id), user_from: String(record.user_from), record_id: String(record.id) }
    return [{ ...own, object: table, property_id: property.id, ...value, claimed }]
  })
}

const ownerKey = ({ property_id, claimed }: Claim) => `${property_id} ${claimed}`
