import type { Row } from '../../../kernel/storage/schema/codec.ts'
import {
  type Comparison,
  type Condition,
  type FieldPath,
  isMoment,
  isUntyped,
  type Moment,
  type Operand,
  type UntypedOperand,
} from './condition.ts'
import type { Test } from './operators.ts'
import { foldText, isEmpty, numberOf } from './text.ts'

/** A record with what conditions may ask of it besides its fields; what is not there is null. */
export interface Subject {
  readonly record: Row
  /** Related records, by the word in front of the dot. */
  readonly related?: Readonly<Record<string, Row | null>>
  /** Values that follow from other records, by path: `open_tasks`. */
  readonly counted?: Readonly<Record<string, unknown>>
  readonly now: Date
}

/** Whether a record in memory meets a condition; the same records as the statement of `compile` finds. */
export function matches(condition: Condition, subject: Subject): boolean {
  if ('all' in condition) return condition.all.every((each) => matches(each, subject))
  if ('any' in condition) return condition.any.some((each) => matches(each, subject))
  return holds(condition, valueAt(condition.at, subject)) !== condition.negated
}

/** The value that a path has for a record: what was counted beforehand, else that of the record or of the related one; null without one. */
export function valueAt({ path, field, related }: FieldPath, { record, related: others = {}, counted = {}, now }: Subject): unknown {
  if (Object.hasOwn(counted, path)) return counted[path]
  const of = related ? (others[related.name] ?? null) : record
  return of && field.value(of, now)
}

function holds({ at: { field }, test, operands }: Comparison, value: unknown): boolean {
  if (field.type === 'boolean' && test === 'is_set') return true
  // A blank text is empty for every test but the one that reads it as text, where it equals nothing.
  if (isEmpty(value)) return false
  if (test === 'is_set') return true
  const [operand] = operands
  switch (field.type) {
    case 'number':
      return operands.some((each) => typeof each === 'number' && compared(numberOf(value), test, each))
    case 'boolean':
      return value === operand
    case 'array':
      return Array.isArray(value) && listHolds(value, test, operands)
    case 'timestamp':
      return value instanceof Date && operands.some((each) => isMoment(each) && momentHolds(value.getTime(), test, each))
    case 'date':
      return operands.some((each) => compared(String(value), test, String(each)))
    case 'custom':
      return operands.some((each) => isUntyped(each) && customHolds(value, test, each))
    default:
      return textHolds(foldText(String(value)), test, operands)
  }
}

function textHolds(text: string, test: Test, operands: readonly Operand[]): boolean {
  return test === 'contains' ? text.includes(String(operands[0])) : operands.includes(text)
}

function listHolds(list: readonly unknown[], test: Test, operands: readonly unknown[]): boolean {
  const items = new Set<unknown>(list.map((each) => foldText(String(each))).filter(Boolean))
  if (test === 'eq') return items.size === operands.length && operands.every((each) => items.has(each))
  return operands.some((each) => items.has(each))
}

function momentHolds(time: number, test: Test, { from, to }: Moment): boolean {
  const [first, end] = [from.getTime(), to?.getTime() ?? from.getTime() + 1]
  if (test === 'gt') return time >= end
  if (test === 'gte') return time >= first
  if (test === 'lt') return time < first
  return test === 'lte' ? time < end : time >= first && time < end
}

function customHolds(value: unknown, test: Test, operand: UntypedOperand): boolean {
  const { text, items, number, boolean, time } = operand
  if (Array.isArray(value)) return !isOrder(test) && (test === 'eq' ? listHolds(value, 'eq', items) : listHolds(value, 'contains', [text]))
  if (isOrder(test)) {
    if (time && typeof value === 'string') return looksLikeTime(value) && compared(value, test, text.toUpperCase())
    return number !== null && compared(numberOf(value), test, number)
  }
  if (typeof value === 'number') return number !== null && value === number && test !== 'contains'
  if (typeof value === 'boolean') return boolean !== null && value === boolean && test !== 'contains'
  return typeof value === 'string' && textHolds(foldText(value), test, [text])
}

/** Whether the test asks which comes first. */
export function isOrder(test: Test): boolean {
  return test === 'gt' || test === 'gte' || test === 'lt' || test === 'lte'
}

function looksLikeTime(text: string): boolean {
  return /^\d\d\d\d-\d\d-\d\d/.test(text)
}

// Texts by code unit, which for days and times is their order.
function compared<T extends string | number>(value: T | null, test: Test, operand: T): boolean {
  if (value === null) return false
  if (test === 'gt') return value > operand
  if (test === 'gte') return value >= operand
  if (test === 'lt') return value < operand
  return test === 'lte' ? value <= operand : value === operand
}
