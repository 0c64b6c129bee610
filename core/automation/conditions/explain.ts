import type { RecordTypes } from '../../records/record-type/record-types.ts'
import type { Filter } from '../../records/search/grammar/condition.ts'
import type { ConditionContext } from './context.ts'
import { valueOf } from './matcher.ts'
import { comparisonsIn } from './needs.ts'
import { restoreConditions } from './parse.ts'
import type { ParsedConditions } from './parsed.ts'

// Longer texts tell no more of why a condition holds.
const MAX_SHOWN = 200
const MAX_ITEMS = 20

/** One comparison of conditions, with what it read and what it answered. */
export interface AskedComparison {
  readonly field: string
  readonly op: string
  /** What the field was compared with; null for operators that take nothing. */
  readonly value: unknown
  /** What the field had: JSON, long texts and lists shortened. */
  readonly actual: unknown
  readonly met: boolean
}

/** Each comparison of conditions for itself, in the order in which they were written: why the whole holds, or does not. */
export function explain(types: RecordTypes, { stored }: ParsedConditions, context: ConditionContext): AskedComparison[] {
  return leavesOf(stored.filter).map((filter) => {
    const alone = restoreConditions(types, { ...stored, filter })
    const [comparison] = comparisonsIn(alone.condition)
    const actual = comparison ? shown(valueOf(comparison.at)(context)) : null
    return { field: filter.field, op: filter.op, value: filter.value ?? null, actual, met: alone.met(context) }
  })
}

type Leaf = Extract<Filter, { readonly field: string }>

function leavesOf(filter: Filter): readonly Leaf[] {
  if ('and' in filter) return filter.and.flatMap(leavesOf)
  if ('or' in filter) return filter.or.flatMap(leavesOf)
  return 'not' in filter ? leavesOf(filter.not) : [filter]
}

function shown(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN)
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shown)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
