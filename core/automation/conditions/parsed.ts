import type { Condition, Filter } from '../../records/search/grammar/condition.ts'
import type { PropertyKind } from '../../records/search/grammar/property.ts'
import type { ConditionContext } from './context.ts'
import type { Scope } from './scope.ts'

/** Conditions as a definition stores them: names with their prefix, stages and the like by id, and what they need of custom properties. */
export interface StoredConditions {
  /** The type of the records that are enrolled; null where there is none. */
  readonly entity_type: string | null
  readonly filter: Filter
  /** Definitions of the custom properties that it names, by table. */
  readonly properties?: Readonly<Record<string, readonly PropertyKind[]>>
}

/** Conditions that are ready to be asked, about any number of runs; made by `parseConditions` and `restoreConditions`. */
export interface ParsedConditions {
  readonly scope: Scope
  /** What to store: plain JSON. */
  readonly stored: StoredConditions
  readonly condition: Condition
  /** What no record can meet since the conditions were stored; a condition that is not understood anymore is false. */
  readonly warnings: readonly string[]
  /** Compiled from `condition`. */
  readonly met: (context: ConditionContext) => boolean
}
