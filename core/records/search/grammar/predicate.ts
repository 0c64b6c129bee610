import { daysMeant, momentsMeant } from '../../../kernel/values/days-meant.ts'
import type { CalendarMoment, DayRange } from '../../../kernel/values/relative-days.ts'
import {
  type Comparison,
  isDayRange,
  isMoment,
  isRelative,
  isUntyped,
  type Moment,
  type Operand,
  type UntypedOperand,
} from './condition.ts'
import type { Test } from './operators.ts'
import { foldText, isEmpty, numberOf } from './text.ts'

/** Whether a value meets a test; the moment says what `today` means. */
export type Predicate = (value: unknown, at: CalendarMoment) => boolean

/** The test of a comparison as a function that is made once; whether the comparison is negated is left to the caller. */
export function predicateOf({ at: { field }, test, operands }: Comparison): Predicate {
  if (test === 'is_set') return field.type === 'boolean' ? () => true : (value) => !isEmpty(value)
  const met = filledPredicate(field.type, test, operands)
  // A blank text is empty for every test but the one that reads it as text, where it equals nothing.
  return (value, at) => !isEmpty(value) && met(value, at)
}

function filledPredicate(type: Comparison['at']['field']['type'], test: Test, operands: readonly Operand[]): Predicate {
  const [operand] = operands
  switch (type) {
    case 'number':
      return some(operands.filter((each) => typeof each === 'number').map((each) => (value) => compared(numberOf(value), test, each)))
    case 'boolean':
      return (value) => value === operand
    case 'array':
      return (value) => Array.isArray(value) && listHolds(value, test, operands)
    case 'timestamp':
      return some(operands.map((each) => timePredicate(test, each)))
    case 'date':
      return some(operands.map((each) => dayPredicate(test, each)))
    case 'custom':
      return some(operands.filter(isUntyped).map((each) => (value) => customHolds(value, test, each)))
    default:
      return textPredicate(test, operands)
  }
}

function some(tests: readonly Predicate[]): Predicate {
  const [first] = tests
  return tests.length === 1 && first ? first : (value, at) => tests.some((each) => each(value, at))
}

function timePredicate(test: Test, operand: Operand): Predicate {
  if (isMoment(operand)) return (value) => value instanceof Date && momentHolds(value.getTime(), test, operand)
  if (!isDayRange(operand) && !isRelative(operand)) return () => false
  const moments = lately((at) => momentsMeant(operand, at))
  return (value, at) => value instanceof Date && momentHolds(value.getTime(), test, moments(at))
}

function dayPredicate(test: Test, operand: Operand): Predicate {
  if (isDayRange(operand)) return (value) => dayHolds(String(value), test, operand)
  if (!isRelative(operand)) return (value) => compared(String(value), test, String(operand))
  const days = lately((at) => daysMeant(operand, at))
  return (value, at) => dayHolds(String(value), test, days(at))
}

// Many records are asked in the same moment.
function lately<T>(make: (at: CalendarMoment) => T): (at: CalendarMoment) => T {
  let known: { readonly time: number; readonly zone: unknown; readonly yearStart: unknown; readonly value: T } | undefined
  return (at) => {
    const { zone, yearStart } = at
    const time = at.now.getTime()
    if (known?.time !== time || known.zone !== zone || known.yearStart !== yearStart) known = { time, zone, yearStart, value: make(at) }
    return known.value
  }
}

function dayHolds(day: string, test: Test, { first, last }: DayRange): boolean {
  if (test === 'gt') return day > last
  if (test === 'gte') return day >= first
  if (test === 'lt') return day < first
  return test === 'lte' ? day <= last : day >= first && day <= last
}

function textPredicate(test: Test, operands: readonly Operand[]): Predicate {
  const [operand] = operands
  if (test === 'contains') return (value) => folded(value).includes(String(operand))
  if (operands.length === 1) return (value) => folded(value) === operand
  const all = new Set(operands)
  return (value) => all.has(folded(value))
}

let last = { value: '', folded: '' }

// Many conditions ask about one record in a row.
function folded(value: unknown): string {
  const text = String(value)
  if (last.value !== text) last = { value: text, folded: foldText(text) }
  return last.folded
}

function listHolds(list: readonly unknown[], test: Test, operands: readonly unknown[]): boolean {
  // No operand is blank, so that blank items meet none.
  if (test !== 'eq') return list.some((each) => operands.includes(foldText(String(each))))
  const items = new Set<unknown>(list.map((each) => foldText(String(each))).filter(Boolean))
  return items.size === operands.length && operands.every((each) => items.has(each))
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
  if (typeof value !== 'string') return false
  return test === 'contains' ? foldText(value).includes(text) : foldText(value) === text
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
