import type { AnyEntityClass } from '../storage/schema/entity.ts'
import type { EventType } from '../operation/catalog.ts'
import type { DeclaredHook } from '../storage/schema/change-hook.ts'
import type { AnyWatch } from '../storage/schema/changes.ts'
import type { ResolvedFeature } from './feature.ts'
import type { Hook } from '../operation/hook.ts'
import type { AnyOperation, Operations } from '../operation/operation.ts'

/** The declarations of all loaded features; the API, catalog and tools are derived from them. */
export class Registry {
  /** In the order in which they were given. */
  readonly features: readonly ResolvedFeature[]
  readonly #attached = new Map<object, readonly unknown[]>()
  /** By group and method, as the typed API shows them. */
  readonly operations: Operations
  /** All operations, as adapters loop over them. */
  readonly list: readonly AnyOperation[]
  /** Of records, in the order of the features. */
  readonly watches: readonly AnyWatch[]
  /** By type; those of watches and those that no watch makes. */
  readonly eventTypes: ReadonlyMap<string, EventType>
  /** Operations by their id. */
  readonly byId: ReadonlyMap<string, AnyOperation>

  constructor(features: readonly ResolvedFeature[]) {
    this.features = features
    this.operations = mergeGroups(features)
    this.list = Object.values(this.operations).flatMap((group) => Object.values(group))
    this.byId = new Map(this.list.map((each) => [each.id, each]))
    this.watches = features.flatMap(({ watches = [] }) => watches)
    this.eventTypes = new Map([
      ...this.watches.flatMap(({ events }) =>
        Object.entries(events).map(
          ([type, { label, extension }]) => [type, { label, group: groupOf(type), ...(extension && { extension }) }] as const,
        ),
      ),
      ...features.flatMap(({ events = {} }) => Object.entries(events)),
      ...features.flatMap(({ triggers = [] }) =>
        triggers.flatMap(({ type, label = type, event }) => (event ? [[type, { label, ...event }] as const] : [])),
      ),
    ])
  }

  /**
   * The stored classes of tables, by the names that are given for them: by these a wing can refer to records of a wing that it must not
   * import. Tables that no feature declares are left out.
   */
  tables(names: Readonly<Record<string, string>>): Readonly<Record<string, AnyEntityClass>> {
    const entities = this.all('entities')
    return Object.fromEntries(
      Object.entries(names).flatMap(([name, table]) => {
        const found = entities.find((each) => each.table === table)
        return found ? [[name, found]] : []
      }),
    )
  }

  /** What features do at this hook, in their order. */
  attached<T>(hook: Hook<T>): readonly T[] {
    const known = this.#attached.get(hook)
    if (known) return known as readonly T[]
    const found = this.features.flatMap(({ hooks = [] }) => hooks.filter((each) => each.hook === hook).map(({ value }) => value as T))
    this.#attached.set(hook, found)
    return found
  }

  /** What features do before and after changes of records, by the table of these; undefined where none does. */
  hooksByTable(): ReadonlyMap<string, readonly DeclaredHook[]> | undefined {
    const declared = this.features.flatMap(({ name: plugin, changeHooks = [] }) => changeHooks.map((hook) => ({ plugin, hook })))
    return declared.length === 0 ? undefined : Map.groupBy(declared, ({ hook }) => hook.on)
  }

  /** What features give to this adapter, with their names. */
  givenTo(adapter: string): readonly { readonly feature: string; readonly value: unknown }[] {
    return this.features.flatMap(({ name, adapters }) =>
      adapters?.[adapter] === undefined ? [] : [{ feature: name, value: adapters[adapter] }],
    )
  }

  /** A list that features contribute to: `vocabularies`, `actions`, ... */
  all<
    K extends
      | 'vocabularies'
      | 'pages'
      | 'triggers'
      | 'actions'
      | 'loops'
      | 'jobTypes'
      | 'services'
      | 'consumers'
      | 'migrations'
      | 'entities'
      | 'meters'
      | 'audits'
      | 'arrivals'
      | 'filterOwners'
      | 'creators'
      | 'notices'
      | 'prompts',
  >(kind: K): readonly NonNullable<ResolvedFeature[K]>[number][] {
    return this.features.flatMap((each) => [...(each[kind] ?? [])])
  }
}

// Two features may extend one group: invoices by a plugin, say.
function mergeGroups(features: readonly ResolvedFeature[]): Operations {
  const merged: Record<string, Record<string, AnyOperation>> = {}
  for (const { operations = {} } of features)
    for (const [name, group] of Object.entries(operations)) merged[name] = { ...merged[name], ...group }
  return merged
}

// The group of an event type is the title of its family: `contact.created` belongs to `Contacts`.
function groupOf(type: string): string {
  const family = (type.split('.')[0] ?? '').replaceAll('_', ' ')
  return `${family.charAt(0).toUpperCase()}${family.slice(1)}s`.replace(/([^aeiou])ys$/, '$1ies')
}
