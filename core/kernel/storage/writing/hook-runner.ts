import { CrmError, type ErrorDetails } from '../../operation/errors.ts'
import { faultsOf } from '../../operation/validate.ts'
import { withMoney } from '../../values/money.ts'
import { valuesOf } from '../../values/objects.ts'
import { foldOwner } from '../../values/owner.ts'
import { Turns } from '../../values/turns.ts'
import type { ChangeHooks, DeclaredHook, HookedChange } from '../schema/change-hook.ts'
import type { AnyWatch, Change } from '../schema/changes.ts'
import type { Row } from '../schema/codec.ts'
import type { EntityTable, OwnRecord } from '../schema/entity.ts'
import { doorOf, type Unit } from '../schema/unit.ts'
import { equal } from '../schema/equal.ts'
import { customColumn } from '../custom/column.ts'
import type { WrittenRecord } from '../custom/keeper.ts'
import type { Update } from './set-writer.ts'

/** A change that hooks judge: the record as it is about to be, whose values they may complete. */
export interface Hooked {
  readonly record: WrittenRecord
  /** Null of a new record. */
  readonly before: WrittenRecord | null
  readonly changed: readonly string[]
}

// Hooks may write, and what they write has hooks.
const MAX_DEPTH = 8
const depths = new WeakMap<Unit, number>()

/** Calls the hooks of plugins for one record type in one unit of work. */
export class HookRunner {
  readonly #declared: readonly DeclaredHook[]
  readonly #hooks: ChangeHooks
  readonly #entity: EntityTable
  readonly #watch: AnyWatch
  readonly #unit: Unit

  constructor(
    declared: readonly DeclaredHook[],
    hooks: ChangeHooks,
    { entity, watch, unit }: { entity: EntityTable; watch: AnyWatch; unit: Unit },
  ) {
    this.#declared = declared
    this.#hooks = hooks
    this.#entity = entity
    this.#watch = watch
    this.#unit = unit
  }

  /** Lets hooks refuse changes, or complete the records; answers the values that each record gets besides. */
  async before(changes: readonly Hooked[]): Promise<readonly Row[]> {
    const turns = new Turns(1)
    const completed: Row[] = []
    for (const { record, before, changed } of changes) {
      if (turns.areOver()) await turns.next()
      let more: Row = {}
      for (const { plugin, hook } of this.#declared) {
        const kind = kindOf(record, before)
        const judge = hook.before?.[kind]
        if (!judge) continue
        const change = this.#shown(kind, {
          record: { ...record, ...more },
          before,
          changed: [...new Set([...changed, ...Object.keys(more)])],
        })
        more = {
          ...more,
          ...(await this.#by(plugin, 'before', change, async () => this.#checked(await judge(change), { ...record, ...more }, kind))),
        }
      }
      completed.push(more)
    }
    return completed
  }

  /** Tells hooks of changes that are written. */
  async after(changes: readonly Hooked[]): Promise<void> {
    if (!this.#declared.some(({ hook }) => hook.after)) return
    const door = doorOf(this.#unit)
    const depth = (depths.get(this.#unit) ?? 0) + 1
    depths.set(this.#unit, depth)
    const turns = new Turns(1)
    for (const { record, before, changed } of changes)
      for (const { plugin, hook } of this.#declared) {
        if (!hook.after || hook.concerns?.(record, before) === false) continue
        if (turns.areOver()) await turns.next()
        const change = this.#shown(kindOf(record, before), { record, before, changed })
        await this.#by(plugin, 'after', change, async () => {
          if (depth > MAX_DEPTH) throw new Error(`Hooks have called one another ${MAX_DEPTH} times`)
          await hook.after?.(change, door)
        })
      }
    depths.set(this.#unit, depth - 1)
  }

  #shown(kind: Change['kind'], { record, before, changed }: Hooked): HookedChange {
    const { actor, now } = this.#unit
    // Only whole records of this type are written with hooks.
    const shown = (row: Row) => structuredClone(this.#watch.record(row, now))
    const { organization, user, via } = actor
    return { kind, record: shown(record), before: before && shown(before), changed: [...changed], organization, user, via, now }
  }

  // All errors of a plugin say that it was the plugin; only what is meant for callers says more.
  async #by<T>(
    plugin: string,
    when: 'before' | 'after',
    { kind, record: { id: record_id }, organization }: HookedChange,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof CrmError) throw named(error, plugin)
      const what = { plugin, hook: `${when} ${kind}`, record_type: this.#entity.table, record_id, organization, error }
      this.#hooks.failed(what)
      const message = `The plugin ${plugin} has failed ${when} the ${kind} of a record of ${this.#entity.table}, so that nothing was written`
      throw new CrmError('conflict', message, { reason: 'plugin_failed' })
    }
  }

  // As create and update take them; a plain error where the plugin is wrong.
  #checked(given: unknown, record: Row, kind: Change['kind']): Row {
    if (given === undefined || given === null) return {}
    if (typeof given !== 'object') throw new Error('A hook answers an object with values of fields, or nothing')
    const { fields, uniques = [] } = this.#entity
    const custom = customColumn(this.#entity)
    const entries = Object.entries(given).filter(([, value]) => value !== undefined)
    const values = entries.map(([name, value]): [string, unknown] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const mayWrite = field?.access === 'write' || (field?.access === 'create' && kind === 'create')
      if (!field || !mayWrite) throw new Error(`A hook cannot set ${name}, which is no field that callers write`)
      if (namesRecords(field.schema) || name === 'external_ids' || uniques.some((each) => each.includes(name)))
        throw new Error(`A hook cannot set ${name}: links and keys are judged before hooks are called`)
      const [fault] = faultsOf(field.schema, value)
      if (fault) throw new Error(`A hook answers a wrong ${name}: ${fault.message}`)
      if (name === custom) return [name, { ...valuesOf(Object(record[name])), ...valuesOf(Object(value)) }]
      if (field.kind === 'timestamp' && typeof value === 'string') return [name, new Date(value)]
      return [name, field.folded && typeof value === 'string' ? foldOwner(value) : value]
    })
    return withMoney(fields, Object.fromEntries(values), record)
  }
}

function kindOf(record: WrittenRecord, before: WrittenRecord | null): Change['kind'] {
  if (!before) return 'create'
  return record.deleted_at && !before.deleted_at ? 'delete' : 'update'
}

// Ids of other records, alone, in lists or within objects.
const namesRecords = (schema: object): boolean => JSON.stringify(schema).includes('"format":"uuid"')

function named(error: CrmError, plugin: string): CrmError {
  const details: ErrorDetails = { ...error.details, reason: error.details.reason ?? `plugin:${plugin}` }
  return new CrmError(error.code, `${error.message} (plugin ${plugin})`, details)
}

/** Hooks judge what differs, and complete it. */
export async function completedBy(hooks: HookRunner, updates: readonly Update<OwnRecord>[]): Promise<readonly Update<OwnRecord>[]> {
  const differing = updates.flatMap((update) => {
    const { before, changes, besides = [] } = update
    const names = Object.keys(changes).filter((name) => changes[name] !== undefined && !equal(before[name], changes[name]))
    if (names.length + besides.length === 0) return []
    const record = { ...before, ...Object.fromEntries(names.map((name) => [name, changes[name]])) }
    return [{ update, record, before, changed: [...names, ...besides] }]
  })
  const completed = await hooks.before(differing)
  const known = new Map(differing.map(({ update }, at) => [update, completed[at]]))
  return updates.map((update) => ({ ...update, changes: { ...update.changes, ...known.get(update) } }))
}
