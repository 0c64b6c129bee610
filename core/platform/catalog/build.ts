import { createHash } from 'node:crypto'
import type { TObject } from '@sinclair/typebox'
import { scopes } from '../../kernel/operation/actor.ts'
import { type JsonSchema, jsonSchema } from '../../kernel/operation/schema/json-schema.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import type { Settings } from '../../kernel/operation/settings.ts'
import { limitsOf } from './limits.ts'
import { activityTypes, callOutcomes, priorities, taskTypes } from './lists.ts'
import { lifecycleLabels, lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import { periodLabels, periods } from '../../kernel/values/period.ts'
import type { Catalog } from './schema.ts'
import { scopeMeanings } from './scopes.ts'

/** Groups of event types in the order of the catalog; those of plugins follow. */
const groups: readonly (string | undefined)[] = ['Contacts', 'Deals', 'Companies', 'Tasks', 'Quotes', 'Sequences', undefined, 'External']

/** All lists of accepted values, derived from the declarations of the loaded features; the same for the same features. */
export function buildCatalog(registry: Registry, settings: Settings): Catalog {
  const events = eventTypesOf(registry)
  const declared: Record<string, unknown> = Object.assign({}, ...registry.features.map(({ catalog }) => catalog ?? {}))
  const lists = {
    event_types: events,
    trigger_types: triggerTypesOf(registry, events),
    action_types: registry.all('actions').map(({ type, label, summary, config, branches = [] }) => ({
      type,
      label,
      effect: summary,
      config: fieldsOf(config),
      branches: [...branches],
    })),
    lifecycle_stages: lifecycleStages.map((id) => ({ id, label: lifecycleLabels[id] })),
    task_types: [...taskTypes],
    task_priorities: [...priorities],
    activity_types: [...activityTypes],
    call_outcomes: [...callOutcomes],
    periods: periods.map((id) => ({ id, label: periodLabels[id] })),
    // Declared by a feature; named here for its place.
    data_source_objects: [],
    api_scopes: scopes.map((scope) => ({ scope, allows: scopeMeanings[scope] })),
    limits: limitsOf(registry, settings),
    ...declared,
  }
  return { version: versionOf(lists), ...lists }
}

/**
 * A shorter catalog for tools: of the schemas in configurations only the enum, only triggers with a configuration, and of limits only the numbers.
 */
export function conciseCatalog(catalog: Catalog): Catalog {
  const { trigger_types = [], action_types = [], limits: { table: _reasons, ...limits } = {} } = catalog
  return {
    ...catalog,
    limits,
    trigger_types: withEnumsOnly(trigger_types).filter(({ config }) => config.length > 0),
    action_types: withEnumsOnly(action_types),
  }
}

function withEnumsOnly<T extends { readonly config: readonly ConfigKey[] }>(list: readonly T[]) {
  return list.map((each) => ({
    ...each,
    config: each.config.map((key) => ({ ...key, schema: 'enum' in key.schema ? { enum: key.schema.enum } : {} })),
  }))
}

// An event type in the catalog; `group` is null for one without a group.
interface ListedEvent {
  readonly type: string
  readonly label: string
  readonly group: string | null
  readonly extension?: true
}

function eventTypesOf({ eventTypes }: Registry): ListedEvent[] {
  return [...eventTypes]
    .toSorted(([, a], [, b]) => Number(a.extension ?? false) - Number(b.extension ?? false) || rank(a.group) - rank(b.group))
    .map(([type, { label, group = null, extension }]) => ({ type, label, group, ...(extension && { extension }) }))
}

// Every event type is a trigger; a declared trigger adds a configuration to one, or is a trigger of its own.
function triggerTypesOf(registry: Registry, events: readonly ListedEvent[]) {
  const declared = registry.all('triggers')
  const configs = new Map(declared.map(({ type, config }) => [type, fieldsOf(config)]))
  return [
    ...events.map((event) => ({ ...event, config: configs.get(event.type) ?? [] })),
    ...declared
      .filter(({ type }) => !registry.eventTypes.has(type))
      .map(({ type, label = type, config }) => ({ type, label, group: null, config: fieldsOf(config) })),
  ]
}

// A key of a configuration with its JSON Schema.
interface ConfigKey {
  name: string
  required: boolean
  schema: JsonSchema
}

/** The keys of a configuration with the JSON Schema of each. */
function fieldsOf({ properties, required = [] }: TObject): ConfigKey[] {
  return Object.entries(properties).map(([name, each]) => ({ name, required: required.includes(name), schema: jsonSchema(each) }))
}

// An integer like the versions of records, so that every transport builds the entity tag in the same way.
function versionOf(lists: unknown): number {
  return Number.parseInt(createHash('sha256').update(JSON.stringify(lists)).digest('hex').slice(0, 12), 16)
}

/** Groups of plugins come last, in the order of their features. */
function rank(group: string | undefined): number {
  return groups.includes(group) ? groups.indexOf(group) : groups.length
}
