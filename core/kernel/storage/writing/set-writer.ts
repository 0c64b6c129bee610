import { CompiledQuery, type Kysely } from 'kysely'
import { type AnyWatch, type Change, changeOf, type Identified } from '../schema/changes.ts'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import { ChangeRecord } from '../schema/change-record.ts'
import { mapInTurns, Turns } from '../../values/turns.ts'
import { Codec, type DialectName, type Row } from '../schema/codec.ts'
import { customColumn } from '../custom/column.ts'
import { type KeptValues, PropertyKeeper, type Written } from '../custom/keeper.ts'
import { PropertyValue } from '../custom/property.ts'
import type { EntityTable, OwnRecord } from '../schema/entity.ts'
import { draftsOf, type EventDraft } from '../schema/event-draft.ts'
import { EventRecord } from '../schema/event-record.ts'
import { AHEAD, CHUNK_ROWS, CHUNK_VALUES, chunks, FEW, PART_ROWS, takesSets } from './chunks.ts'
import { equal } from '../schema/equal.ts'
import { stamp, stamps } from '../schema/stamp.ts'
import type { Tables } from '../schema/tables.ts'
import { enqueue, atMostAhead, send } from '../connection/statement-queue.ts'
import { numbered } from './numbered.ts'
import { OwnerCheck, type Teammates } from './owner-check.ts'
import { Statements } from './statements.ts'
import { tells } from './on-demand.ts'
import { rewriteTexts } from './text-rewrite.ts'
import { TextEntry } from '../schema/text-entry.ts'
import { entryOf, type Traces, tracesOf } from './traces.ts'
import type { Unit } from '../schema/unit.ts'

/** One record of a set that exists and is to be changed. */
export interface Update<R> {
  readonly before: R
  /** Only the fields that may differ; equal ones make neither a write nor an event. */
  readonly changes: Partial<R>
  /** Names what changed besides the fields (`lines`): a write with its event even when no field differs. */
  readonly besides?: readonly string[]
}

/** How a set is written. */
export interface WriteOptions {
  /** Without events: for another spelling of what the records say already, where the contract wants none unless asked. */
  readonly quietly?: boolean
}

/** Writes whole sets with the same changes and events as the recorder, by the same watch rules, in the caller's transaction. */
export class SetWriter {
  readonly #db: Kysely<Tables>
  readonly #unit: Unit
  readonly #watches: ReadonlyMap<unknown, AnyWatch>
  readonly #dialect: DialectName
  readonly #statements: Statements
  readonly #keeper: PropertyKeeper
  /** Checks owners; here for the recorder, too. */
  readonly owners: OwnerCheck

  /** `db` is not limited to the organization: the writer checks each row instead. */
  constructor(db: Kysely<Tables>, unit: Unit, watches: ReadonlyMap<unknown, AnyWatch>, { dialect, table }: Teammates, prefix = '') {
    this.#db = db
    this.#statements = new Statements(dialect, prefix)
    this.#unit = unit
    this.#watches = watches
    this.#dialect = dialect
    this.owners = new OwnerCheck((sql, parameters) => this.#rows(sql, parameters), unit, { dialect, table: table && `${prefix}${table}` })
    this.#keeper = new PropertyKeeper((sql, parameters) => this.#rows(sql, parameters), unit, dialect, prefix)
  }

  /** Inserts new records and their events. */
  async insert<F extends Fields>(entity: EntityTable<F>, records: readonly RecordOf<F>[]): Promise<void> {
    const none = new Set<string>()
    const created = (record: OwnRecord) => ({ kind: 'create' as const, record, before: {}, changed: none })
    // Rows of tables without ids have neither events nor history, which alone read them.
    const rows = records as readonly OwnRecord[]
    const kept = await this.prepare(entity, await mapInTurns(rows, (record) => ({ before: null, record })))
    if (this.#dialect === 'postgresql' && rows.length < FEW) {
      const changes = rows.map(created)
      const { entries = [], history = [] } = this.#tracesOf(entity, changes, true) ?? {}
      return await this.#insertTogether([
        [entity, rows],
        [EventRecord, await this.#draftsOf(entity, changes)],
        [TextEntry, entries],
        [ChangeRecord, history],
        [PropertyValue, kept?.rows ?? []],
      ])
    }
    // Part by part, so that the database writes one while the next is put into words, and others have their turn.
    const turns = new Turns(1)
    for (const part of chunks(rows, PART_ROWS[this.#dialect])) {
      if (turns.areOver()) await turns.next()
      const changes = part.map(created)
      await this.#insertRows(entity, part)
      await this.append(await this.#draftsOf(entity, changes))
      await this.trace(entity, changes, true)
    }
    await this.keep(kept)
  }

  /** Updates records that differ, with their events; answers how many did. */
  async update<F extends Fields>(
    entity: EntityTable<F>,
    updates: readonly Update<RecordOf<F>>[],
    { quietly = false }: WriteOptions = {},
  ): Promise<number> {
    const codec = Codec.of(entity.fields, this.#dialect)
    await this.owners.refuseUnknown(entity, await mapInTurns(updates, ({ before, changes }) => ({ before, record: changes })))
    const { fitting, kept } = await this.#fitted(entity, updates as readonly Update<OwnRecord>[])
    const differing = await mapInTurns(fitting, ({ before, changes, besides = [] }) => {
      const names = Object.keys(changes).filter((name) => changes[name] !== undefined && !equal(before[name], changes[name]))
      if (names.length + besides.length === 0) return []
      const record = { ...before, ...Object.fromEntries(names.map((name) => [name, changes[name]])) }
      stamp(record, this.#unit)
      return [{ kind: 'update' as const, record, before, names, changed: new Set([...names, ...besides]) }]
    })
    const changed = differing.flat()
    for (const [, group] of Map.groupBy(changed, ({ names }) => names.toSorted().join())) {
      await this.#updateRows(
        entity,
        codec,
        [...(group[0]?.names ?? []), ...stamps(entity)],
        group.map(({ record }) => record),
      )
    }
    const turns = new Turns(1)
    for (const part of chunks(changed, PART_ROWS[this.#dialect])) {
      if (turns.areOver()) await turns.next()
      if (!quietly) await this.append(await this.#draftsOf(entity, part))
      await this.trace(entity, part, false)
    }
    await this.keep(kept)
    return changed.length
  }

  // The values of custom properties as they are stored, before anything is compared.
  async #fitted(
    entity: EntityTable,
    updates: readonly Update<OwnRecord>[],
  ): Promise<{ fitting: readonly Update<OwnRecord>[]; kept: KeptValues | undefined }> {
    const column = customColumn(entity)
    const touches = ({ changes }: Update<OwnRecord>) => column !== undefined && (column in changes || 'deleted_at' in changes)
    if (!column || !updates.some(touches)) return { fitting: updates, kept: undefined }
    const written = await mapInTurns(updates, (each) => ({ before: each.before, record: { ...each.before, ...each.changes } }))
    const kept = await this.#keeper.prepare(entity, written)
    const fitting = updates.map((each, at) => {
      const custom = written[at]?.record[column]
      return column in each.changes ? { ...each, changes: { ...each.changes, [column]: custom } } : each
    })
    return { fitting, kept }
  }

  /** Deletes rows for good, and tells it in the audit log. */
  async remove(entity: EntityTable, ids: readonly string[], action: string, changes: Row): Promise<void> {
    if (ids.length === 0) return
    await this.#rows(this.#statements.deleteOf(entity.table, 'id'), [this.#set(ids), this.#unit.actor.organization])
    await this.note(entity, ids, action, changes)
  }

  /** Tells in the audit log what was done with rows besides a change of their fields; nothing of rows that it does not tell of. */
  async note(entity: EntityTable, ids: readonly string[], action: string, changes: Row): Promise<void> {
    const watch = this.#watches.get(entity)
    if (watch) await this.#insertRows(ChangeRecord, await mapInTurns(ids, (id) => entryOf(watch, id, action, changes, this.#unit)))
  }

  /** Judges and completes what is about to be written; here for the recorder, too. */
  async prepare(entity: EntityTable, written: readonly Written[]): Promise<KeptValues | undefined> {
    await this.owners.refuseUnknown(entity, written)
    return await this.#keeper.prepare(entity, written)
  }

  /** Keeps the index of properties up with records that are written. */
  async keep(kept: KeptValues | undefined): Promise<void> {
    if (!kept) return
    const { organization } = this.#unit.actor
    if (kept.stale.length > 0)
      await this.#rows(this.#statements.deleteOf(PropertyValue.table, 'record_id'), [this.#set(kept.stale), organization])
    if (kept.rows.length > 0) await this.#insertRows(PropertyValue, kept.rows)
  }

  /** Keeps history and full-text search up with changes that are written; here for the recorder, too. */
  async trace(entity: unknown, changes: readonly Omit<Change<Identified>, 'kind'>[], made: boolean): Promise<void> {
    const { history = [], stale = [], entries = [] } = this.#tracesOf(entity, changes, made) ?? {}
    if (history.length > 0) await this.#insertRows(ChangeRecord, history)
    const gone = this.#statements.deleteOf(TextEntry.table, 'record_id')
    for (const part of chunks(stale, CHUNK_ROWS)) await this.#rows(gone, [this.#set(part), this.#unit.actor.organization])
    for (const part of chunks(entries, CHUNK_ROWS)) await this.#insertRows(TextEntry, part)
  }

  /** Rewrites the next part of the index of texts; answers whether more is to be done. */
  rewriteTexts(begins: boolean): Promise<boolean> {
    return rewriteTexts((query) => this.#rows(query, []), this.#dialect, this.#statements.named('search_index'), begins)
  }

  #tracesOf(entity: unknown, changes: readonly Omit<Change<Identified>, 'kind'>[], made: boolean): Traces | undefined {
    const watch = this.#watches.get(entity)
    return watch && tracesOf(watch, changes, made, this.#unit)
  }

  /** Whether changes of these records are told (`tells`); here for the recorder, too. */
  tells(watch: AnyWatch): Promise<boolean> {
    return tells(watch, this.#unit, ({ entity, field }) =>
      this.#rows(this.#statements.valueOf(entity.table, field), [this.#unit.actor.organization]),
    )
  }

  #set(values: readonly string[]): unknown {
    return this.#dialect === 'postgresql' ? values : JSON.stringify(values)
  }

  /** Events that no change makes. */
  async append(drafts: readonly EventDraft[]): Promise<void> {
    await this.#insertRows(EventRecord, drafts)
  }

  async #draftsOf(
    entity: EntityTable,
    changes: readonly { kind: 'create' | 'update'; record: OwnRecord; before: Partial<OwnRecord>; changed: ReadonlySet<string> }[],
  ): Promise<EventDraft[]> {
    const watch = this.#watches.get(entity)
    if (!watch || !(await this.tells(watch))) return []
    const drafts = await mapInTurns(changes, ({ kind, record, before, changed }) =>
      draftsOf(watch, changeOf(kind, record, before, changed), this.#unit),
    )
    return drafts.flat()
  }

  // A few records, their events and texts in one statement: on PostgreSQL a round trip costs more than the work.
  async #insertTogether(sets: readonly (readonly [entity: EntityTable, rows: readonly Row[]])[]): Promise<void> {
    const parameters: unknown[] = []
    const inserts = sets.flatMap(([entity, rows]) => {
      if (rows.length === 0) return []
      const values = this.#values(entity, numbered(this.#unit, entity, rows))
      const sql = this.#statements.insert(entity.table, values.columns, rows.length, parameters.length)
      parameters.push(...values.parameters)
      return [sql]
    })
    const last = inserts.pop()
    if (last === undefined) return
    const before = inserts.map((sql, at) => `"part${at}" as (${sql})`).join(', ')
    await this.#send(before ? `with ${before} ${last}` : last, parameters)
  }

  #values(entity: EntityTable, records: readonly Row[]): { columns: string[]; parameters: unknown[] } {
    const codec = Codec.of(entity.fields, this.#dialect)
    const columns = this.#columns(entity, records)
    const parameters = records.flatMap((record) => {
      const row = codec.toRow(record)
      return columns.map((name) => row[name])
    })
    return { columns, parameters }
  }

  async #insertRows(entity: EntityTable, rows: readonly Row[]): Promise<void> {
    const records = numbered(this.#unit, entity, rows)
    if (takesSets(this.#dialect, records)) {
      const columns = this.#columns(entity, records)
      return await this.#writeSet(this.#statements.insertSet(entity.table, columns), Codec.of(entity.fields, this.#dialect), records)
    }
    for (const chunk of chunks(records, Math.max(1, Math.floor(CHUNK_VALUES / Object.keys(entity.fields).length)))) {
      const { columns, parameters } = this.#values(entity, chunk)
      const counts = entity === EventRecord && this.#dialect === 'sqlite'
      const sql = this.#statements[counts ? 'insertCounted' : 'insert'](entity.table, columns, chunk.length)
      await this.#send(sql, counts ? [this.#unit.actor.organization, ...parameters] : parameters)
    }
  }

  async #updateRows(entity: EntityTable, codec: Codec, columns: readonly string[], records: readonly Row[]): Promise<void> {
    const { organization } = this.#unit.actor
    for (const record of records) this.#refuseForeign(entity, record)
    if (takesSets(this.#dialect, records))
      return await this.#writeSet(this.#statements.updateSet(entity.table, columns), codec, records, organization)
    const sql = this.#statements.update(entity.table, columns)
    const turns = new Turns()
    for (const record of records) {
      if (turns.areOver()) await turns.next()
      const row = codec.toRow(record)
      await this.#send(sql, [...columns.map((name) => row[name]), row['id'], organization])
    }
  }

  async #writeSet(sql: string, codec: Codec, records: readonly Row[], ...parameters: unknown[]): Promise<void> {
    for (const chunk of chunks(records, CHUNK_ROWS)) {
      await this.#send(sql, [`[${(await mapInTurns(chunk, (each) => codec.toJson(each))).join(',')}]`, ...parameters])
      // Not so far ahead that a large set is in memory twice.
      await atMostAhead(this.#db, AHEAD)
    }
  }

  // PostgreSQL works in the order in which it is asked, so that nothing has to wait for its answer but the end of the unit.
  async #send(sql: string, parameters: readonly unknown[]): Promise<void> {
    const written = enqueue(this.#db, this.#dialect, CompiledQuery.raw(sql, [...parameters]))
    if (this.#dialect === 'sqlite') await written
  }

  async #rows<R>(sql: string, parameters: readonly unknown[]): Promise<readonly R[]> {
    return (await send<R>(this.#db, this.#dialect, CompiledQuery.raw(sql, [...parameters]))).rows
  }

  #columns(entity: EntityTable, records: readonly Row[]): string[] {
    for (const record of records) this.#refuseForeign(entity, record)
    return Object.keys(records[0] ?? {}).filter((name) => name in entity.fields)
  }

  #refuseForeign({ table }: EntityTable, { user_from }: Row): void {
    if (user_from !== this.#unit.actor.organization) throw new Error(`A row of ${table} for another organization`)
  }
}
