import type { Kysely } from 'kysely'
import { type AnyWatch, type Change, changeOf, type Identified, type Setting } from '../schema/changes.ts'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import { ChangeRecord } from '../schema/change-record.ts'
import { mapInTurns, Turns } from '../../values/turns.ts'
import type { DialectName, Row } from '../schema/codec.ts'
import { customColumn } from '../custom/column.ts'
import { type KeptValues, PropertyKeeper, type Written } from '../custom/keeper.ts'
import { PropertyValue } from '../custom/property.ts'
import type { KnownRules } from '../custom/known-rules.ts'
import { RuleGuard } from '../custom/rule-guard.ts'
import type { EntityTable, OwnRecord } from '../schema/entity.ts'
import { draftsOf, type EventDraft } from '../schema/event-draft.ts'
import { EventRecord } from '../schema/event-record.ts'
import { CHUNK_ROWS, chunks, FEW, PART_ROWS } from './chunks.ts'
import { equal } from '../schema/equal.ts'
import { stamp, stamps } from '../schema/stamp.ts'
import type { Tables } from '../schema/tables.ts'
import { type EventAudience, isHeard, untilCommit } from './event-audience.ts'
import type { ChangeHooks } from '../schema/change-hook.ts'
import { completedBy, type Hooked, HookRunner } from './hook-runner.ts'
import type { LaterRows } from './later-rows.ts'
import { NamedLocks } from './named-locks.ts'
import { OwnerCheck } from './owner-check.ts'
import { RowWriter } from './row-writer.ts'
import { dayFor, tells } from './on-demand.ts'
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

/** By what everything is written in one engine. */
export interface WriterRules {
  /** The rules for changes, by the entity that they are for. */
  readonly watches: ReadonlyMap<unknown, AnyWatch>
  /** The table of those who can own records. */
  readonly teammates: string | undefined
  /** Who hears of events in this process. */
  readonly audience: EventAudience | undefined
  /** What plugins do before and after changes. */
  readonly hooks: ChangeHooks | undefined
  /** Which definitions say something of writes that name no custom values, as far as this process knows. */
  readonly known: KnownRules
}

/** How a set is written. */
export interface WriteOptions {
  /** Without events: for history that is loaded, or another spelling of what the records say already. */
  readonly quietly?: boolean
  /** Takes the rows of an update, which are not written now. */
  readonly later?: LaterRows | undefined
}

/** Writes whole sets with the same changes and events as the recorder, by the same watch rules, in the caller's transaction. */
export class SetWriter {
  readonly #unit: Unit
  readonly #watches: ReadonlyMap<unknown, AnyWatch>
  readonly #audience: EventAudience | undefined
  readonly #hooks: ChangeHooks | undefined
  readonly #dialect: DialectName
  readonly #rows: RowWriter
  /** Judges custom values; here for the recorder, too. */
  readonly keeper: PropertyKeeper
  /** Checks owners; here for the recorder, too. */
  readonly owners: OwnerCheck
  /** What the unit of work relies on and changes. */
  readonly locks: NamedLocks

  /** `db` is not limited to the organization: the writer checks each row instead. */
  constructor(
    db: Kysely<Tables>,
    unit: Unit,
    { watches, teammates, audience, hooks, known }: WriterRules,
    dialect: DialectName,
    prefix = '',
  ) {
    this.#rows = new RowWriter(db, unit, dialect, prefix)
    this.#unit = unit
    this.#watches = watches
    this.#audience = audience
    this.#hooks = hooks
    this.#dialect = dialect
    const rows = <R>(sql: string, parameters: readonly unknown[]) => this.#rows.read<R>(sql, parameters)
    this.owners = new OwnerCheck(rows, unit, { dialect, table: teammates && `${prefix}${teammates}` })
    this.locks = new NamedLocks(db, unit, dialect, prefix)
    const guard = new RuleGuard(db, unit, { dialect, prefix, known })
    this.keeper = new PropertyKeeper(rows, unit, dialect, prefix, { locks: this.locks, guard })
  }

  /** Inserts new records and their events. */
  async insert<F extends Fields>(entity: EntityTable<F>, records: readonly RecordOf<F>[], options: WriteOptions = {}): Promise<void> {
    // Rows of tables without ids have neither events nor history, which alone read them.
    const rows = records as readonly OwnRecord[]
    const hooks = this.hooksOf(entity)
    const made = hooks && rows.map((record): Hooked => ({ record, before: null, changed: [] }))
    for (const [at, more] of (made ? await hooks.before(made) : []).entries()) Object.assign(rows[at] ?? {}, more)
    await this.#insertAll(entity, rows, options)
    if (made) await hooks.after(made)
  }

  async #insertAll(entity: EntityTable, rows: readonly OwnRecord[], { quietly = false }: WriteOptions): Promise<void> {
    const none = new Set<string>()
    const created = (record: OwnRecord) => ({ kind: 'create' as const, record, before: {}, changed: none })
    const kept = await this.prepare(entity, await mapInTurns(rows, (record) => ({ before: null, record })))
    if (this.#dialect === 'postgresql' && rows.length < FEW) {
      const changes = rows.map(created)
      const { entries = [], history = [] } = this.#tracesOf(entity, changes, true) ?? {}
      const drafts = quietly ? [] : await this.#draftsOf(entity, changes)
      const heard = isHeard(this.#audience, drafts)
      if (heard) await this.append(drafts)
      return await this.#rows.insertTogether([
        [entity, rows],
        [EventRecord, heard ? [] : drafts],
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
      await this.#rows.insert(entity, part)
      if (!quietly) await this.append(await this.#draftsOf(entity, changes))
      await this.trace(entity, changes, true)
    }
    await this.keep(kept)
  }

  /** Updates records that differ, with their events; answers how many did. */
  async update<F extends Fields>(
    entity: EntityTable<F>,
    updates: readonly Update<RecordOf<F>>[],
    options: WriteOptions = {},
  ): Promise<number> {
    const hooks = this.hooksOf(entity)
    const given = updates as readonly Update<OwnRecord>[]
    if (!hooks) return (await this.#updateAll(entity, given, options)).length
    const written = await this.#updateAll(entity, await completedBy(hooks, given), options)
    await hooks.after(written.map(({ record, before, changed }) => ({ record, before, changed: [...changed] })))
    return written.length
  }

  async #updateAll(entity: EntityTable, updates: readonly Update<OwnRecord>[], { quietly = false, later }: WriteOptions) {
    await this.owners.refuseUnknown(entity, await mapInTurns(updates, ({ before, changes }) => ({ before, record: changes })))
    const { fitting, kept } = await this.#fitted(entity, updates)
    const differing = await mapInTurns(fitting, ({ before, changes, besides = [] }) => {
      const names = Object.keys(changes).filter((name) => changes[name] !== undefined && !equal(before[name], changes[name]))
      if (names.length + besides.length === 0) return []
      const record = { ...before, ...Object.fromEntries(names.map((name) => [name, changes[name]])) }
      stamp(record, this.#unit)
      return [{ kind: 'update' as const, record, before, names, changed: new Set([...names, ...besides]) }]
    })
    const changed = differing.flat()
    if (later) for (const { record, names } of changed) later.add(record, names)
    else await this.#writeRows(entity, changed)
    const turns = new Turns(1)
    for (const part of chunks(changed, PART_ROWS[this.#dialect])) {
      if (turns.areOver()) await turns.next()
      if (!quietly) await this.append(await this.#draftsOf(entity, part))
      await this.trace(entity, part, false)
    }
    await this.keep(kept)
    return changed
  }

  /** Writes the rows that updates have left for later. */
  async writeLater(entity: EntityTable, later: LaterRows): Promise<void> {
    await this.#writeRows(entity, later.take())
  }

  async #writeRows(entity: EntityTable, changed: readonly { record: OwnRecord; names: readonly string[] }[]): Promise<void> {
    for (const [, group] of Map.groupBy(changed, ({ names }) => names.toSorted().join())) {
      await this.#rows.update(
        entity,
        [...(group[0]?.names ?? []), ...stamps(entity)],
        group.map(({ record }) => record),
      )
    }
  }

  // The values of custom properties as they are stored, before anything is compared.
  async #fitted(
    entity: EntityTable,
    updates: readonly Update<OwnRecord>[],
  ): Promise<{ fitting: readonly Update<OwnRecord>[]; kept: KeptValues | undefined }> {
    const column = customColumn(entity)
    const touches = ({ changes }: Update<OwnRecord>) => column !== undefined && (column in changes || 'deleted_at' in changes)
    if (!column || !(updates.some(touches) || (await this.keeper.follows(entity, updates.length))))
      return { fitting: updates, kept: undefined }
    const written = await mapInTurns(updates, (each) => ({ before: each.before, record: { ...each.before, ...each.changes } }))
    const kept = await this.keeper.prepare(entity, written)
    const fitting = updates.map((each, at) => {
      const custom = written[at]?.record[column]
      return column in each.changes || custom !== each.before[column] ? { ...each, changes: { ...each.changes, [column]: custom } } : each
    })
    return { fitting, kept }
  }

  /** The hooks of plugins for records of this type; undefined where there are none. Here for the recorder, too. */
  hooksOf(entity: EntityTable): HookRunner | undefined {
    const declared = this.#hooks?.byTable.get(entity.table)
    const watch = this.#watches.get(entity)
    return this.#hooks && declared && watch && new HookRunner(declared, this.#hooks, { entity, watch, unit: this.#unit })
  }

  /** Deletes rows for good, and tells it in the audit log. */
  async remove(entity: EntityTable, ids: readonly string[], action: string, changes: Row): Promise<void> {
    if (ids.length === 0) return
    await this.#rows.delete(entity, 'id', ids)
    await this.note(entity, action, new Map(ids.map((id) => [id, changes])))
  }

  /** Tells in the audit log what was done with rows, by their ids, besides a change of their fields; nothing of rows that it does not tell of. */
  async note(entity: EntityTable, action: string, changes: ReadonlyMap<string, Row>): Promise<void> {
    const watch = this.#watches.get(entity)
    const entries = watch && (await mapInTurns([...changes], ([id, what]) => entryOf(watch, id, action, what, this.#unit)))
    if (entries && entries.length > 0) await this.#rows.insert(ChangeRecord, entries)
  }

  /** Judges and completes what is about to be written; here for the recorder, too. */
  async prepare(entity: EntityTable, written: readonly Written[]): Promise<KeptValues | undefined> {
    await this.owners.refuseUnknown(entity, written)
    return await this.keeper.prepare(entity, written)
  }

  /** Keeps the index of properties up with records that are written. */
  async keep(kept: KeptValues | undefined): Promise<void> {
    if (!kept) return
    if (kept.stale.length > 0) await this.#rows.delete(PropertyValue, 'record_id', kept.stale)
    if (kept.rows.length > 0) await this.#rows.insert(PropertyValue, kept.rows)
  }

  /** Keeps history and full-text search up with changes that are written; here for the recorder, too. */
  async trace(entity: unknown, changes: readonly Omit<Change<Identified>, 'kind'>[], made: boolean): Promise<void> {
    if (!made && changes.length <= FEW) this.#note(changes)
    const { history = [], stale = [], entries = [] } = this.#tracesOf(entity, changes, made) ?? {}
    if (history.length > 0) await this.#rows.insert(ChangeRecord, history)
    for (const part of chunks(stale, CHUNK_ROWS)) await this.#rows.delete(TextEntry, 'record_id', part)
    for (const part of chunks(entries, CHUNK_ROWS)) await this.#rows.insert(TextEntry, part)
  }

  #note(changes: readonly Pick<Change<Identified>, 'record' | 'changed'>[]): void {
    const known = (this.#unit.changed ??= new Map())
    for (const { record, changed } of changes) known.set(record.id, new Set([...(known.get(record.id) ?? []), ...changed]))
  }

  /** Rewrites the next part of the index of texts; answers whether more is to be done. */
  rewriteTexts(begins: boolean): Promise<boolean> {
    return rewriteTexts((query) => this.#rows.read(query, []), this.#dialect, this.#rows.statements.named('search_index'), begins)
  }

  #tracesOf(entity: unknown, changes: readonly Omit<Change<Identified>, 'kind'>[], made: boolean): Traces | undefined {
    const watch = this.#watches.get(entity)
    return watch && tracesOf(watch, changes, made, this.#unit)
  }

  /** Whether changes of these records are told (`tells`); here for the recorder, too. */
  tells(watch: AnyWatch): Promise<boolean> {
    return tells(watch, this.#unit, this.#setting)
  }

  /** The day by which these records are shown (`dayFor`); here for the recorder and for what shows them beside others, too. */
  dayFor(watch: AnyWatch): Promise<string | undefined> {
    return dayFor(watch, this.#unit, this.#setting)
  }

  readonly #setting = ({ entity, field }: Setting): Promise<readonly Row[]> =>
    this.#rows.read(this.#rows.statements.valueOf(entity.table, field), [this.#unit.actor.organization])

  /** Events that no change makes. */
  async append(drafts: readonly EventDraft[]): Promise<void> {
    if (this.#unit.held) return void this.#unit.held.push(...drafts)
    const audience = this.#audience
    await this.#rows.insert(EventRecord, drafts, isHeard(audience, drafts) ? untilCommit(this.#unit, audience, drafts) : undefined)
  }

  async #draftsOf(
    entity: EntityTable,
    changes: readonly { kind: 'create' | 'update'; record: OwnRecord; before: Partial<OwnRecord>; changed: ReadonlySet<string> }[],
  ): Promise<EventDraft[]> {
    const watch = this.#watches.get(entity)
    if (!watch || !(await this.tells(watch))) return []
    const today = await this.dayFor(watch)
    const drafts = await mapInTurns(changes, ({ kind, record, before, changed }) =>
      draftsOf(watch, changeOf(kind, record, before, changed), this.#unit, today),
    )
    return drafts.flat()
  }
}
