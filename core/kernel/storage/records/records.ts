import { inParts, LOOK_UP_VALUES } from '../writing/chunks.ts'
import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import { amongGiven, anyOf } from './any-of.ts'
import { givenTo } from '../schema/given-to.ts'
import { fromGivenIds, fromIds } from './by-ids.ts'
import { Codec, type DialectName, type Row } from '../schema/codec.ts'
import { asLookUp, type Build } from '../connection/compiled.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { AnyWatch } from '../schema/changes.ts'
import type { EventDraft } from '../schema/event-draft.ts'
import type { NamedLocks } from '../writing/named-locks.ts'
import type { LaterRows } from '../writing/later-rows.ts'
import type { SetWriter, Update, WriteOptions } from '../writing/set-writer.ts'
import { type EntityQuery, fromEntity, type Tables } from '../schema/tables.ts'
import type { Queries } from './queries.ts'
import { bindDoor, type Unit } from '../schema/unit.ts'
import type { Teammate } from '../../values/teammates.ts'
import { mapInTurns } from '../../values/turns.ts'

/** Rows of an entity that have one of these values in a column. */
export type Wanted = readonly [entity: EntityTable, column: string, values: Iterable<unknown>]
/** Rows of one or more tables, narrowed and not yet selected. */
export type RowQuery = SelectQueryBuilder<Tables, string, object>
/** The changes of an audit log entry: by field, the value before and after. */
type Told = Readonly<Record<string, readonly [from: unknown, to: unknown]>>

/**
 * The rows of the caller's organization, read and written in sets. Reads go around the identity map: inside a unit of
 * work they see what was flushed or written as a set before.
 */
export class Records {
  /** Query builder on which every statement is already limited to the organization. */
  readonly db: Kysely<Tables>
  /** Which of the databases it is. */
  readonly dialect: DialectName
  /** The actor and the time of this unit of work. */
  readonly unit: Unit
  /** The same records without the visibility rules, for checks such as uniqueness; never for what is shown. */
  readonly whole: Records
  /** Keeps what a write relies on from changing before it is committed. */
  readonly locks: NamedLocks
  readonly #writer: SetWriter
  readonly #queries: Queries
  /** Rows that were looked up ahead, by table and column. */
  readonly #ahead = new Map<string, ReadonlyMap<unknown, readonly Row[]>>()

  constructor(unit: Unit, db: Kysely<Tables>, queries: Queries, writer: (unit: Unit) => SetWriter, dialect: DialectName, whole?: Records) {
    this.whole = whole ?? this
    this.db = db
    this.#queries = queries
    this.dialect = dialect
    this.unit = unit
    this.#writer = writer(unit)
    this.locks = this.#writer.locks
    bindDoor(unit, this)
  }

  /** Converts between rows of the driver and records in memory. */
  codec<F extends Fields>(entity: EntityTable<F>): Codec<F> {
    return Codec.of(entity.fields, this.dialect)
  }

  /** Begins a query for rows of one entity, whose columns are typed by its fields; deleted records are among them unless it leaves them out. */
  from<F extends Fields>(entity: EntityTable<F>): EntityQuery<F> {
    return fromEntity(this.db, entity)
  }

  /** Rows of a query that is built once under this name, around places for the values, and run with them. */
  async rows<R>(name: string, values: readonly unknown[], build: Build<R>): Promise<R[]> {
    return await this.#queries.rows(name, values, build)
  }

  /** Writes likewise. PostgreSQL may not have done it yet, but does before what is asked next; the transaction waits for it and fails with it. */
  async put(name: string, values: readonly unknown[], build: Build): Promise<void> {
    await this.#queries.put(name, values, build)
  }

  /** The same for rows that one of `values` is the key of: few, so that a storage may ask together for what several callers look up. */
  async lookUp<R>(name: string, values: readonly unknown[], build: Build<R>): Promise<R[]> {
    return await this.#queries.rows(name, values, (db, ...places) => asLookUp(build(db, ...places)))
  }

  /** Live rows of which `column` has one of `values`, any number of them; `lock` keeps other writers off them until the unit ends. */
  async findBy<F extends Fields>(
    entity: EntityTable<F>,
    column: keyof F & string,
    values: Iterable<unknown>,
    { lock = false }: { readonly lock?: boolean } = {},
  ): Promise<RecordOf<F>[]> {
    const known = [...values].filter((value) => value !== null && value !== undefined)
    if (known.length === 0) return []
    const codec = this.codec(entity)
    const ahead = lock ? undefined : this.#ahead.get(`${entity.table} by ${column}`)
    if (ahead && known.every((value) => ahead.has(value))) return [...new Set(known)].flatMap((value) => ahead.get(value) as RecordOf<F>[])
    if (known.length === 1 && !lock) return (await this.#byOne(entity, column, known[0])).map((row) => codec.fromRow(row))
    const distinct = [...new Set(known)]
    // Every set locks in the order of the ids, so that two sets cannot wait for each other.
    if (lock && column !== 'id') return await this.#lockedBy(entity, column, distinct)
    return await inParts(lock ? distinct.toSorted() : distinct, (part) => this.#live(entity, column, part, lock))
  }

  /**
   * Some columns of the rows of an entity, as values in memory, typed by its fields; `narrow` adds conditions, order and limit. Deleted
   * records are among them unless it leaves them out.
   */
  async columns<F extends Fields, K extends keyof F & string>(
    entity: EntityTable<F>,
    names: readonly K[],
    narrow: (query: RowQuery) => RowQuery = (query) => query,
  ): Promise<Pick<RecordOf<F>, K>[]> {
    const rows = await narrow(this.db.selectFrom(entity.table))
      .select(names.map((name) => `${entity.table}.${name}`))
      .execute()
    const codec = this.codec(entity)
    return await mapInTurns(rows, (row) => codec.pick(row, names))
  }

  /** Some columns of the rows with these ids, any number of them, deleted ones, too; `lock` keeps other writers off them until the unit ends. */
  async columnsOf<F extends Fields, K extends keyof F & string>(
    entity: EntityTable<F>,
    names: readonly K[],
    ids: Iterable<unknown>,
    { lock = false }: { readonly lock?: boolean } = {},
  ): Promise<Pick<RecordOf<F>, K>[]> {
    const codec = this.codec(entity)
    const { table } = entity
    const locks = lock && this.dialect === 'postgresql'
    const distinct = [...new Set(ids)]
    const rows = await inParts(lock ? distinct.toSorted() : distinct, (part) => {
      const given = this.#given(entity, 'id', part)
      return this.rows(`${table} ${names.join()} by ${given.kind}${locks ? ', locked' : ''}`, [given.value], (db, place) => {
        const query = this.#among(db, entity, 'id', place, given.kind).select(names.map((name) => `${table}.${name}`))
        return locks ? query.orderBy(`${table}.id`).forUpdate() : query
      })
    })
    return await mapInTurns(rows, (row) => codec.pick(row, names))
  }

  /** True where a live record has this id. */
  async has(entity: EntityTable, id: string): Promise<boolean> {
    const ahead = this.#ahead.get(`${entity.table} by id`)?.get(id)
    if (ahead) return ahead.length > 0
    const query = this.db.selectFrom(entity.table).select('id').where('id', '=', id)
    const live = 'deleted_at' in entity.fields ? query.where('deleted_at', 'is', null) : query
    return (await live.executeTakeFirst()) !== undefined
  }

  /** Looks up ahead what `work` asks `findBy` and `has` for, one record after the other; `work` writes none of these records. */
  async ahead<T>(wanted: readonly Wanted[], work: () => Promise<T>): Promise<T> {
    for (const [entity, column, values] of wanted) {
      const rows = await this.findBy(entity, column, new Set(values))
      const found = Map.groupBy(rows, (row) => row[column])
      this.#ahead.set(`${entity.table} by ${column}`, new Map([...values].map((value) => [value, found.get(value) ?? []])))
    }
    try {
      return await work()
    } finally {
      this.#ahead.clear()
    }
  }

  /** A few values in one look-up; of many first the ids, so that neither one statement nor one turn of the event loop does all of it. */
  async #lockedBy<F extends Fields>(entity: EntityTable<F>, column: keyof F & string, values: readonly unknown[]): Promise<RecordOf<F>[]> {
    if (values.length <= LOOK_UP_VALUES) return await this.#live(entity, column, values, true)
    const ids = await inParts(values, (part) =>
      this.db
        .selectFrom(entity.table)
        .select('id')
        .where(this.anyOf(entity, column, part))
        .execute(),
    )
    const rows = await inParts(ids.map(({ id }) => String(id)).toSorted(), (part) => this.#live(entity, 'id', part, true))
    // Another writer may have changed one before it was locked.
    const wanted = new Set(values.map(comparable))
    return rows.filter((row) => wanted.has(comparable(row[column])))
  }

  async #live<F extends Fields>(
    entity: EntityTable<F>,
    column: keyof F & string,
    values: readonly unknown[],
    lock: boolean,
  ): Promise<RecordOf<F>[]> {
    const codec = this.codec(entity)
    const { table, fields } = entity
    const given = this.#given(entity, column, values)
    const locks = lock && this.dialect === 'postgresql'
    const rows = await this.rows(`${table} by ${given.kind} of ${column}${locks ? ', locked' : ''}`, [given.value], (db, place) => {
      let query = this.#among(db, entity, column, place, given.kind).selectAll(table)
      if ('deleted_at' in fields) query = query.where(`${table}.deleted_at`, 'is', null)
      return locks ? query.orderBy(`${table}.id`).forUpdate() : query
    })
    return rows.map((row) => codec.fromRow(row))
  }

  // One value as it is stored, several as one parameter.
  #given(entity: EntityTable, column: string, values: readonly unknown[]): { readonly kind: 'one' | 'many'; readonly value: unknown } {
    const codec = this.codec(entity)
    const distinct = [...new Set(values)].map((value) => codec.toColumn(column, value))
    if (distinct.length === 1) return { kind: 'one', value: distinct[0] }
    return { kind: 'many', value: givenTo(this.dialect, distinct) }
  }

  /** A query for rows of which `column` is the value, or one of those, that stand at a place. */
  #among(db: Kysely<Tables>, { table, fields }: EntityTable, column: string, place: never, kind: 'one' | 'many'): RowQuery {
    const name = `${table}.${column}`
    if (kind === 'one') return db.selectFrom(table).where(name, '=', place)
    if (column === 'id' && this.dialect === 'sqlite') return fromGivenIds(db, table, place)
    return db.selectFrom(table).where(amongGiven(name, fields[column]?.kind ?? 'text', place, this.dialect))
  }

  #byOne(entity: EntityTable, column: string, value: unknown): Promise<Row[]> {
    const { table, fields } = entity
    const [name, values] = [`${table} by ${column}`, [this.codec(entity).toColumn(column, value)]]
    const build: Build = (db, place) => {
      const query = db.selectFrom(table).selectAll().where(column, '=', place)
      return 'deleted_at' in fields ? query.where('deleted_at', 'is', null) : query
    }
    return column === 'id' ? this.lookUp(name, values, build) : this.rows(name, values, build)
  }

  /** The condition that a column has one of these values, for queries of one's own. */
  anyOf(entity: EntityTable, column: string, values: Iterable<unknown>): Expression<SqlBool> {
    const codec = this.codec(entity)
    const distinct = [...new Set(values)].map((value) => codec.toColumn(column, value))
    return anyOf(column, entity.fields[column]?.kind ?? 'text', distinct, this.dialect)
  }

  /** A query for the rows with these ids, any number of them: on both databases it looks up these and no others. */
  byIds(entity: EntityTable, ids: Iterable<unknown>): SelectQueryBuilder<Tables, string, object> {
    if (this.dialect === 'sqlite') return fromIds(this.db, entity.table, ids)
    return this.db.selectFrom(entity.table).where(this.anyOf(entity, 'id', ids))
  }

  /** Inserts new records with their events. */
  insert<F extends Fields>(entity: EntityTable<F>, records: readonly RecordOf<F>[], options: WriteOptions = {}): Promise<void> {
    return this.#writer.insert(entity, records, options)
  }

  /** Writes the differences, with their events. Returns the number of changed records. */
  update<F extends Fields>(entity: EntityTable<F>, updates: readonly Update<RecordOf<F>>[], options: WriteOptions = {}): Promise<number> {
    return this.#writer.update(entity, updates, options)
  }

  /** Writes rows that updates have left for later. */
  writeLater(entity: EntityTable, later: LaterRows): Promise<void> {
    return this.#writer.writeLater(entity, later)
  }

  /** Deletes rows permanently, regardless of visibility, and writes an audit log entry with `changes`. */
  remove(entity: EntityTable, ids: readonly string[], action = 'deleted', changes: Told = {}): Promise<void> {
    return this.#writer.remove(entity, ids, action, changes)
  }

  /** Writes an audit log entry about rows whose fields did not change: a file was read, members were added. */
  note(entity: EntityTable, ids: readonly string[], action: string, changes: Told = {}): Promise<void> {
    return this.noteEach(entity, action, new Map(ids.map((id) => [id, changes])))
  }

  /** The same about rows of each of which something else is told, by their ids. */
  noteEach(entity: EntityTable, action: string, changes: ReadonlyMap<string, Told>): Promise<void> {
    return this.#writer.note(entity, action, changes)
  }

  /**
   * Rewrites the next part of the index of texts, so that it keeps nothing of what was taken out of it; answers whether more is to be done.
   * `begins`: with the first part.
   */
  rewriteTexts(begins: boolean): Promise<boolean> {
    return this.#writer.rewriteTexts(begins)
  }

  /** Those of these addresses of owners, as they are compared, that are neither the caller nor a teammate. */
  unknownOwners(addresses: Iterable<string>): Promise<ReadonlySet<string>> {
    return this.#writer.owners.unknown(addresses)
  }

  /** The teammates of the organization, the first 2,000 by address; none where it stores none. */
  teammates(): Promise<readonly Teammate[]> {
    return this.#writer.owners.teammates()
  }

  /** The day in the organization, where what is shown of the records of this watch depends on it. */
  dayFor(watch: AnyWatch): Promise<string | undefined> {
    return this.#writer.dayFor(watch)
  }

  /** Writes events that no change of a record causes. */
  append(drafts: readonly EventDraft[]): Promise<void> {
    return this.#writer.append(drafts)
  }
}

// Ids in any case are the same.
const comparable = (value: unknown) => String(value).toLowerCase()
