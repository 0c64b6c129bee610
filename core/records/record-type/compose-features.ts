import { checkFeatures, checkRequirements, type Feature, type ResolvedFeature } from '../../kernel/feature/feature.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { suggestion } from '../../kernel/operation/nearest.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { shapeFault } from '../../kernel/feature/shape.ts'
import { watchOf } from './change-events.ts'
import { RecordTypes } from './record-types.ts'

/** What an engine is made of: the record types of all features, composed, and the list of all that features declare. */
export interface Composed {
  readonly types: RecordTypes
  readonly registry: Registry
}

// Engines with the same record types share them and their operations, so that only the first of a process makes them.
let latest:
  | { readonly typed: readonly unknown[]; readonly types: RecordTypes; readonly resolved: WeakMap<Feature, ResolvedFeature> }
  | undefined

/**
 * Composes the record types of features with what others contribute, and makes the operations that follow from them. Throws `invalid_input`
 * for names, requirements and contributions that do not fit together. `readingOrder` has the plurals that come first in every list of record
 * types.
 */
export function composeFeatures(features: readonly Feature[], readingOrder: readonly string[] = []): Composed {
  checkRequirements(features)
  const typed = [
    readingOrder,
    ...features.filter(({ recordTypes, contributes, prepareConditions }) => recordTypes || contributes || prepareConditions),
  ]
  const isKnown = latest?.typed.length === typed.length && latest.typed.every((each, at) => each === typed[at])
  const { types, resolved } = (latest =
    isKnown && latest ? latest : { typed, types: new RecordTypes(features, readingOrder), resolved: new WeakMap() })
  const all = features.map((feature) => {
    const known = resolved.get(feature) ?? resolve(feature, types)
    resolved.set(feature, known)
    return known
  })
  checkFeatures(all)
  for (const { name, changeHooks = [] } of all)
    for (const { on } of changeHooks)
      if (!types.find(on))
        throw new CrmError(
          'invalid_input',
          `${name} hooks into ${on}, which is no record type${suggestion(
            on,
            types.all.map(({ plural }) => plural),
          )}`,
        )
  return { types, registry: new Registry(all) }
}

/** What keeps each of these plugins, which no compiler may have seen, from being loaded after the features and the plugins before it that have no fault. */
export function pluginFaults(
  features: readonly Feature[],
  plugins: readonly Feature[],
  readingOrder: readonly string[],
): readonly PluginFault[] {
  const accepted = [...features]
  return plugins.flatMap((given, at) => {
    const message = shapeFault(given) ?? composeFault([...accepted, given], readingOrder)
    if (message !== undefined) return [{ at, message }]
    accepted.push(given)
    return []
  })
}

/** Why a plugin cannot be loaded. */
export interface PluginFault {
  /** Its place in the list. */
  readonly at: number
  /** What is wrong, and what would mend it. */
  readonly message: string
}

// A plugin is code of others: whatever its parts throw is its fault.
function composeFault(features: readonly Feature[], readingOrder: readonly string[]): string | undefined {
  try {
    composeFeatures(features, readingOrder)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function resolve({ operations, catalog, ...feature }: Feature, types: RecordTypes): ResolvedFeature {
  const { recordTypes = [], entities = [], watches = [] } = feature
  return {
    ...feature,
    entities: [...recordTypes.map(({ entity }) => entity), ...entities],
    watches: [
      ...types.all.filter(({ entity }) => recordTypes.some((each) => each.entity === entity)).map(({ declared }) => watchOf(declared)),
      ...watches,
    ],
    ...(operations && { operations: made(operations, types) }),
    ...(catalog && { catalog: made(catalog, types) }),
  }
}

function made<T extends object>(given: T | ((types: never) => T), types: RecordTypes): T {
  // The kernel does not know the class with which it calls what features declare.
  return typeof given === 'function' ? given(types as never) : given
}
