import type { RecordTypes } from '../../records/record-type/record-types.ts'
import type { Filter } from '../../records/search/grammar/condition.ts'
import type { ConditionContext } from './context.ts'
import { valueOf } from './matcher.ts'
import { comparisonsIn } from './needs.ts'
import { restoreConditions } from './parse.ts'
import type { ParsedConditions } from './parsed.ts'
import { type Leaf, type Shape, shapeOf } from './walk.ts'

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
  return leavesOf(shapeOf(stored.filter, '')).map(({ field, op, value }) => {
    // A part of what was stored has the form of the whole.
    const filter = { field, op, ...(value !== undefined && { value }) } as Filter
    const alone = restoreConditions(types, { ...stored, filter })
    const [comparison] = comparisonsIn(alone.condition)
    const actual = comparison ? shown(valueOf(comparison.at)(context)) : null
    return { field: String(field), op: String(op), value: value ?? null, actual, met: alone.met(context) }
  })
}

function leavesOf(shape: Shape): readonly Leaf[] {
  if ('and' in shape) return shape.and.flatMap(leavesOf)
  if ('or' in shape) return shape.or.flatMap(leavesOf)
  return 'not' in shape ? leavesOf(shape.not) : [shape]
}

function shown(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN)
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shown)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
