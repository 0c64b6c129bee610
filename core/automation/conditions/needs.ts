import type { Comparison, Condition } from '../../records/search/grammar/condition.ts'
import { nameOf } from './matcher.ts'
import type { ParsedConditions } from './parsed.ts'
import { isRunRoot } from './scope.ts'

/** What must be loaded before conditions are asked. */
export interface Needs {
  /** Fields that are computed from other records, by the prefix of the record that has them; a record without any is needed for itself. */
  readonly records: ReadonlyMap<string, ReadonlySet<string>>
}

/** What these conditions read: related records, and fields that are computed for them. */
export function needs(...all: readonly ParsedConditions[]): Needs {
  const records = new Map<string, Set<string>>()
  for (const { at } of all.flatMap(({ condition }) => comparisonsIn(condition))) {
    const root = at.related?.name ?? ''
    if (isRunRoot(root)) continue
    const computed = records.get(root) ?? new Set()
    records.set(root, computed)
    if (at.field.contributed) computed.add(nameOf(at))
  }
  return { records }
}

/** All comparisons of a condition, in their order. */
export function comparisonsIn(condition: Condition): readonly Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn)
  if ('met' in condition) return comparisonsIn(condition.met)
  return 'any' in condition ? condition.any.flatMap(comparisonsIn) : [condition]
}
