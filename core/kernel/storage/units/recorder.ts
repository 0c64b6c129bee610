import {
  type ChangeSet,
  ChangeSetType,
  type EntityManager,
  type EventSubscriber,
  type FlushEventArgs,
  type EventArgs,
} from '@mikro-orm/core'
import { type AnyWatch, changeOf } from '../schema/changes.ts'
import { customColumn } from '../custom/column.ts'
import type { EntityTable } from '../schema/entity.ts'
import { draftsOf } from '../schema/event-draft.ts'
import type { HookRunner, Hooked } from '../writing/hook-runner.ts'
import type { SetWriter } from '../writing/set-writer.ts'
import { valuesOf } from '../../values/objects.ts'
import { type Stamped, stamp } from '../schema/stamp.ts'
import { type Unit, unitOf } from '../schema/unit.ts'

const kinds = {
  [ChangeSetType.CREATE]: 'create',
  [ChangeSetType.UPDATE]: 'update',
  [ChangeSetType.UPDATE_EARLY]: 'update',
  [ChangeSetType.DELETE]: 'delete',
  [ChangeSetType.DELETE_EARLY]: 'delete',
} as const

/** Turns every change set of a flush into event rows of the same transaction: a change without its event cannot commit. */
export class Recorder implements EventSubscriber {
  readonly #watches: ReadonlyMap<unknown, AnyWatch>
  readonly #writer: (em: EntityManager, unit: Unit) => SetWriter

  constructor(watches: readonly AnyWatch[], writer: (em: EntityManager, unit: Unit) => SetWriter) {
    this.#watches = new Map(watches.map((each) => [each.entity, each]))
    this.#writer = writer
  }

  /** What hooks are notified of once it is written. */
  readonly #told = new WeakMap<Unit, [HookRunner, Hooked][]>()

  /** Refuses a row of another organization, whichever query has loaded it. */
  onLoad({ entity, em }: EventArgs<Stamped>): void {
    refuseForeign(entity, em)
  }

  /** Stamps versions and times, judges custom values, and adds the events and traces of all change sets to the same flush. */
  async onFlush({ em, uow }: FlushEventArgs): Promise<void> {
    // MikroORM types them for any class; every stored class has an id and an organization.
    const sets = uow.getChangeSets() as unknown as ChangeSet<Stamped>[]
    if (sets.length === 0) return
    const unit = unitOf(em)
    for (const set of sets) {
      const { entity } = set
      if (set.type === ChangeSetType.UPDATE_EARLY) continue
      refuseForeign(entity, em)
      const changed = new Set(Object.keys(set.payload))
      const writer = this.#writer(em, unit)
      if (kinds[set.type] === 'update') {
        await this.#complete(set, changed, em, writer)
        stamp(entity, unit)
        await judge(set, changed, em, writer)
        uow.recomputeSingleChangeSet(entity)
      }
      const watch = this.#watches.get(set.meta.class)
      if (!watch) continue
      const change = changeOf(kinds[set.type], entity, before(set, em), changed, unit.remarks?.get(entity))
      if (await writer.tells(watch)) await writer.append(draftsOf(watch, change, unit, await writer.dayFor(watch)))
      await writer.trace(set.meta.class, [change], kinds[set.type] === 'create')
    }
  }

  /** Tells hooks of what is written now, in the same transaction. */
  async afterFlush({ em }: FlushEventArgs): Promise<void> {
    const unit = unitOf(em)
    const told = this.#told.get(unit) ?? []
    this.#told.delete(unit)
    for (const [hooks, hooked] of told) await hooks.after([hooked])
  }

  // Hooks judge records that were there before; new ones are written as sets.
  async #complete(set: ChangeSet<Stamped>, changed: Set<string>, em: EntityManager, writer: SetWriter): Promise<void> {
    const hooks = writer.hooksOf(entityOf(set))
    if (!hooks) return
    const hooked = { record: valuesOf(set.entity), before: before(set, em), changed: [...changed] }
    const [more = {}] = await hooks.before([hooked])
    Object.assign(set.entity, more)
    for (const name of Object.keys(more)) changed.add(name)
    const unit = unitOf(em)
    this.#told.set(unit, [...(this.#told.get(unit) ?? []), [hooks, { ...hooked, changed: [...changed] }]])
  }
}

// The filter is on by default; this is the net below it, in case that it is switched off.
function refuseForeign(entity: Stamped, em: EntityManager): void {
  const { user_from } = entity
  if (user_from !== undefined && user_from !== unitOf(em).actor.organization)
    throw new Error(`A ${entity.constructor.name} of another organization`)
}

// What MikroORM calls the class of a row is the stored class, with its table and fields.
const entityOf = ({ meta }: ChangeSet<Stamped>) => meta.class as unknown as EntityTable

// Owners and values of custom properties are judged with the record, whichever service has set them; those values are indexed with it.
async function judge(set: ChangeSet<Stamped>, changed: Set<string>, em: EntityManager, writer: SetWriter): Promise<void> {
  const entity = entityOf(set)
  const values = valuesOf(set.entity)
  await writer.owners.refuseUnknown(entity, [
    { before: null, record: Object.fromEntries([...changed].map((name) => [name, values[name]])) },
  ])
  const column = customColumn(entity)
  if (!column || !(changed.has(column) || changed.has('deleted_at') || (await writer.keeper.follows(entity, 1)))) return
  const given = values[column]
  await writer.keep(await writer.prepare(entity, [{ before: before(set, em), record: values }]))
  // Of what changed besides, formulas may have made another value.
  if (values[column] !== given) changed.add(column)
}

// Change sets keep previous values in database form, JSON as text on every driver; `force` converts it on all of them.
function before({ originalEntity, meta }: ChangeSet<Stamped>, em: EntityManager): Record<string, unknown> {
  const properties = meta.properties as Record<
    string,
    { customType?: { convertToJSValue(value: unknown, platform: unknown, context: { force: boolean }): unknown } }
  >
  return Object.fromEntries(
    Object.entries(originalEntity ?? {}).map(([name, value]) => [
      name,
      properties[name]?.customType?.convertToJSValue(value, em.getPlatform(), { force: true }) ?? value,
    ]),
  )
}
