import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { Day, Id, Timestamp } from '../../../kernel/operation/schema/schema.ts'
import type { DayRange } from '../../../kernel/values/relative-days.ts'
import type { FieldPath, Moment, Operand, UntypedOperand } from './condition.ts'
import { dayForms, daysSaid } from './days.ts'
import type { Test } from './operators.ts'
import { booleanOf, foldText, isEmpty, itemsOf, numberOf } from './text.ts'

// Of one comparison: what is longer is a list of records, and belongs into one.
const MAX_ITEMS = 1000
const MAX_TEXT = 1000
const [AnyDay, AnyTime, AnyId] = [Day(), Timestamp(), Id()]

/** What is refused of a condition: nothing, ids and names that the organization does not know, or owners and words as well. */
export type Strictness = boolean | 'ids'

/**
 * The values of a comparison in the type of its field; throws `invalid_input` with the place of the one that is not. `strict` refuses what
 * the organization does not know: what was kept may name what is gone by now, and finds nothing.
 */
export function operandsOf({ field, path }: FieldPath, test: Test, value: unknown, pointer: string, strict: Strictness = false): Operand[] {
  if (test === 'is_set') return []
  if (isEmpty(value)) throw invalid(pointer, 'required', `${test} needs a value: what is empty is asked for by is_not_set`)
  const several = test === 'in' || (field.type === 'array' && test === 'eq')
  const items = several ? itemsOf(value) : [value]
  if (items.length === 0) throw invalid(pointer, 'required', 'The list has no items')
  if (items.length > MAX_ITEMS) throw invalid(pointer, 'too_many', `At most ${MAX_ITEMS} items`)
  const operands = items.flatMap((each): readonly Operand[] => {
    if (typeof each === 'string' && each.length > MAX_TEXT) throw invalid(pointer, 'too_long', `At most ${MAX_TEXT} characters`)
    if (typeof each === 'object' && !(field.type === 'custom' && Array.isArray(each)))
      throw invalid(pointer, 'invalid_type', `${path} is compared with a single value`)
    const ids = field.labels?.ids.get(foldText(String(each)))
    if (isUnknown(field, test, strict) && !ids)
      throw invalid(pointer, 'not_allowed', `${String(each)} is not known`, [...new Set([...(field.labels?.ids.values() ?? [])].flat())])
    const isWord = test === 'contains' || !field.words || field.words.some((word) => foldText(word) === foldText(String(each)))
    if (strict === true && !isWord) throw invalid(pointer, 'not_allowed', `${String(each)} is no value of ${path}`, field.words)
    // A part of a value is looked for as it was written.
    const stored = test === 'contains' ? each : (field.stored?.(String(each)) ?? each)
    return ids ?? [operandOf(field, test, stored, pointer)]
  })
  return field.type === 'array' ? [...new Set(operands)] : operands
}

// Whether a value is refused that is none of those that the organization has.
function isUnknown({ type, labels }: FieldPath['field'], test: Test, strict: Strictness): boolean {
  if (!labels?.closed || strict === false) return false
  if (labels.words) return strict === true && test !== 'contains'
  return strict === true || type !== 'owner'
}

function operandOf({ type, names }: FieldPath['field'], test: Test, value: unknown, at: string): Operand {
  switch (type) {
    case 'number':
      return numberOf(value) ?? fail(at, 'invalid_type', 'Not a number')
    case 'boolean':
      return booleanOf(value) ?? fail(at, 'invalid_type', 'Neither true nor false', [true, false])
    case 'timestamp':
      return (
        timeOf(value) ?? daysSaid(value, type, test, at) ?? fail(at, 'invalid_format', `Neither a time (ISO 8601) nor days (${dayForms})`)
      )
    case 'date':
      if (faultsOf(AnyDay, value).length === 0) return String(value)
      return daysSaid(value, type, test, at) ?? fail(at, 'invalid_format', `Not a day (${dayForms})`)
    case 'id':
      return faultsOf(AnyId, value).length === 0 ? String(value).toLowerCase() : fail(at, 'invalid_format', 'Not a UUID')
    case 'custom':
      return untypedOperandOf(value)
    default: {
      const text = foldText(String(value))
      if (!names) return text
      return names.get(text) ?? fail(at, 'not_allowed', `${String(value)} is not known`, [...new Set(names.values())])
    }
  }
}

/** A moment, or a day, which stands for all of its moments where the caller counts days. */
function timeOf(value: unknown): Moment | DayRange | undefined {
  if (faultsOf(AnyTime, value).length === 0) return { from: new Date(String(value)), to: null }
  return faultsOf(AnyDay, value).length > 0 ? undefined : { first: String(value), last: String(value) }
}

function untypedOperandOf(value: unknown): UntypedOperand {
  const text = foldText(String(value))
  const time = faultsOf(AnyDay, value).length === 0 || faultsOf(AnyTime, value).length === 0
  const items = [
    ...new Set(
      itemsOf(value)
        .map((each) => foldText(String(each)))
        .filter(Boolean),
    ),
  ]
  return { text, items, number: numberOf(value), boolean: booleanOf(value), time }
}

// Typed, so that it can end an expression.
function fail(path: string, code: string, message: string, allowed?: readonly unknown[]): never {
  const error: CrmError = invalid(path, code, message, allowed)
  throw error
}
