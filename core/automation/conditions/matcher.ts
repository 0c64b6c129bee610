import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Comparison, Condition, FieldPath } from '../../records/search/grammar/condition.ts'
import { contrary } from '../../records/search/grammar/joining.ts'
import { predicateOf } from '../../records/search/grammar/predicate.ts'
import { type ConditionContext, todayOf } from './context.ts'
import { isRecordRoot, isRunRoot } from './scope.ts'

type Met = (context: ConditionContext) => boolean
type Read<T> = (context: ConditionContext) => T

/** A condition as a function, made once and called for many runs. */
export function matcherOf(condition: Condition): Met {
  if ('all' in condition) return every(condition.all.map(matcherOf))
  if ('any' in condition) return some(condition.any.map(matcherOf))
  if (!('met' in condition)) return comparisonOf(condition)
  // A run has one of each related record.
  return matcherOf(condition.negated ? contrary(condition.met) : condition.met)
}

function comparisonOf(comparison: Comparison): Met {
  const [value, met] = [valueOf(comparison.at), predicateOf(comparison)]
  return comparison.negated ? (context) => !met(value(context), context) : (context) => met(value(context), context)
}

function every(tests: readonly Met[]): Met {
  const [first, second] = tests
  if (!first) return () => true
  if (!second) return first
  if (tests.length === 2) return (context) => first(context) && second(context)
  return (context) => {
    for (const test of tests) if (!test(context)) return false
    return true
  }
}

function some(tests: readonly Met[]): Met {
  const [first, second] = tests
  if (!first) return () => false
  if (!second) return first
  return (context) => {
    for (const test of tests) if (test(context)) return true
    return false
  }
}

/** Reads the value of a field of a run; null where the record is not there. */
export function valueOf(at: FieldPath): Read<unknown> {
  const { field } = at
  const [record, name] = [recordOf(at.related?.name ?? ''), nameOf(at)]
  const read = (row: Row, context: ConditionContext): unknown => {
    if (field.contributed) return row[name] ?? null
    return field.dated ? field.value(row, context.now, todayOf(context)) : field.value(row, context.now)
  }
  return (context) => {
    const row = record(context)
    return row === null ? null : read(row, context)
  }
}

/** Reads the record that a prefix means: the enrolled one by its own name. */
export function recordOf(root: string): Read<Row | null> {
  if (isRecordRoot(root) || isRunRoot(root))
    return (context) => (context.entity?.type === root ? context.entity.record : (context[root] ?? null))
  return ({ entity, related }) => (entity?.type === root ? entity.record : (related?.[root] ?? null))
}

/** The name of a field without its prefix. */
export const nameOf = ({ path, related }: FieldPath): string => (related ? path.slice(related.name.length + 1) : path)
