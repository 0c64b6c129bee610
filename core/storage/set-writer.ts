import { CompiledQuery, type Kysely } from 'kysely'
import { type AnyWatch, changeOf } from '../kernel/changes.ts'
import type { RecordOf } from '../kernel/fields.ts'
import { Codec, type DialectName, type Row } from './codec.ts'
import type { AnyEntityClass, EntityClass } from './entity.ts'
import { draftsOf, type EventDraft } from './event-draft.ts'
import { EventRecord } from './event-record.ts'
import { stamp } from './recorder.ts'
import type { Unit } from './unit.ts'

export type Tables = Record<string, Record<string, unknown>>

/** One record of a set that exists and is to be changed. */
export interface Update<R> {
  readonly before: R
  /** Only the fields that may differ; equal ones make neither a write nor an event. */
  readonly changes: Partial<R>
  /** Names what changed besides the fields (`lines`): a write with its event even when no field differs. */
  readonly besides?: readonly string[]
}

const CHUNK_VALUES = 30_000

/** Writes whole sets with the same changes and events as the recorder, by the same watch rules, in the caller's transaction. */
export class SetWriter {
  readonly #db: Kysely<Tables>
  readonly #unit: Unit
  readonly #watches: ReadonlyMap<unknown, AnyWatch>
  readonly #dialect: DialectName
  readonly #prefix: string

  /** `db` is not limited to the organisation: the writer checks each row instead. */
  constructor(db: Kysely<Tables>, unit: Unit, watches: ReadonlyMap<unknown, AnyWatch>, dialect: DialectName, prefix = '') {
    this.#db = db
    this.#prefix = prefix
    this.#unit = unit
    this.#watches = watches
    this.#dialect = dialect
  }

  /** Inserts new records and their events. */
  async insert<C extends EntityClass>(entity: C, records: readonly RecordOf<C['fields']>[]): Promise<void> {
    await this.#insertRows(entity, records as readonly Row[])
    await this.#record(
      entity,
      records.map((record) => ({ kind: 'create' as const, record: record as Row, before: {}, changed: new Set<string>() })),
    )
  }

  /** Updates records that differ, with their events; answers how many did. */
  async update<C extends EntityClass>(entity: C, updates: readonly Update<RecordOf<C['fields']>>[]): Promise<number> {
    const codec = Codec.of(entity.fields, this.#dialect)
    const changed = updates.flatMap(({ before, changes, besides = [] }) => {
      const names = Object.keys(changes).filter((name) => changes[name] !== undefined && !equal((before as Row)[name], changes[name]))
      if (names.length + besides.length === 0) return []
      const record = { ...before, ...Object.fromEntries(names.map((name) => [name, changes[name]])) } as RecordOf<C['fields']>
      stamp(record as never, this.#unit)
      return [{ kind: 'update' as const, record: record as Row, before: before as Row, names, changed: new Set([...names, ...besides]) }]
    })
    for (const [, group] of groupBy(changed, ({ names }) => names.toSorted().join())) {
      await this.#updateRows(
        entity,
        codec,
        [...(group[0]?.names ?? []), ...stamps(entity)],
        group.map(({ record }) => record),
      )
    }
    await this.#record(entity, changed)
    return changed.length
  }

  /** Events that no change makes. */
  async append(drafts: readonly EventDraft[]): Promise<void> {
    await this.#insertRows(EventRecord, drafts)
  }

  async #record(
    entity: AnyEntityClass,
    changes: readonly { kind: 'create' | 'update'; record: Row; before: Row; changed: ReadonlySet<string> }[],
  ): Promise<void> {
    const watch = this.#watches.get(entity)
    if (!watch) return
    await this.append(
      changes.flatMap(({ kind, record, before, changed }) => draftsOf(watch, changeOf(kind, record, before, changed), this.#unit)),
    )
  }

  async #insertRows(entity: AnyEntityClass, records: readonly Row[]): Promise<void> {
    const codec = Codec.of(entity.fields, this.#dialect)
    const columns = Object.keys(records[0] ?? {}).filter((name) => name in entity.fields)
    for (const record of records) this.#refuseForeign(entity, record)
    for (const chunk of chunks(records, Math.max(1, Math.floor(CHUNK_VALUES / columns.length)))) {
      const rows = chunk.map((each) => codec.toRow(each))
      const parameters = rows.flatMap((row) => columns.map((name) => row[name]))
      await this.#db.executeQuery(CompiledQuery.raw(this.#insertSql(entity.table, columns, rows.length), parameters))
    }
  }

  async #updateRows(entity: AnyEntityClass, codec: Codec, columns: readonly string[], records: readonly Row[]): Promise<void> {
    const sql = this.#updateSql(entity.table, columns)
    for (const record of records) {
      this.#refuseForeign(entity, record)
      const row = codec.toRow(record)
      const parameters = [...columns.map((name) => row[name]), row['id'], this.#unit.actor.organization]
      await this.#db.executeQuery(CompiledQuery.raw(sql, parameters))
    }
  }

  // Written out instead of built: a set has few shapes, and building a statement of 50 columns costs more than running it.
  #insertSql(table: string, columns: readonly string[], rows: number): string {
    const values = Array.from(
      { length: rows },
      (_, row) => `(${columns.map((_name, at) => this.#parameter(row * columns.length + at)).join(', ')})`,
    )
    return `insert into "${this.#prefix}${table}" (${columns.map(quoted).join(', ')}) values ${values.join(', ')}`
  }

  #updateSql(table: string, columns: readonly string[]): string {
    const sets = columns.map((name, at) => `${quoted(name)} = ${this.#parameter(at)}`)
    return `update "${this.#prefix}${table}" set ${sets.join(', ')} where "id" = ${this.#parameter(columns.length)} and "user_from" = ${this.#parameter(columns.length + 1)}`
  }

  #parameter(at: number): string {
    return this.#dialect === 'postgresql' ? `$${at + 1}` : '?'
  }

  #refuseForeign({ table }: AnyEntityClass, { user_from }: Row): void {
    if (user_from !== this.#unit.actor.organization) throw new Error(`A row of ${table} for another organisation`)
  }
}

const quoted = (name: string) => `"${name}"`

/** Sets of any size in statements that both databases take. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** The same value for a record: dates by time, lists and objects by content. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime()
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [a, b] = [Object.entries(left), Object.entries(right)]
  return a.length === b.length && a.every(([key, value]) => equal(value, (right as Row)[key]))
}

function stamps(entity: AnyEntityClass): string[] {
  return ['updated_at', 'version'].filter((name) => name in entity.fields)
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  return Map.groupBy(items, key)
}
