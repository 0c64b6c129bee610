import { invalid } from '../../kernel/operation/errors.ts'
import { checked } from '../../kernel/storage/custom/check.ts'
import { isIndexable } from '../../kernel/storage/custom/column.ts'
import type { Property } from '../../kernel/storage/custom/property.ts'
import { checkOptions } from './options.ts'

/** The definition with this default in the form of stored values; throws `invalid_input` for one that makes no sense. */
export function sound(property: Property, value: unknown = property.default): Property {
  const { type, unique, indexed, validation } = property
  checkOptions(property)
  for (const [field, asked] of Object.entries({ unique, indexed }))
    if (asked && !isIndexable(type)) throw invalid(`/${field}`, 'not_allowed', `Values of the type ${type} cannot be ${field}`)
  const { min, max, min_length, max_length } = validation
  if (min !== undefined && max !== undefined && min > max) throw invalid('/validation/max', 'too_small', 'max is at least min')
  if (min_length !== undefined && max_length !== undefined && min_length > max_length)
    throw invalid('/validation/max_length', 'too_small', 'max_length is at least min_length')
  return { ...property, default: soundDefault(property, value) }
}

function soundDefault(property: Property, given: unknown): Property['default'] {
  if (given === null) return null
  if (property.unique) throw invalid('/default', 'not_allowed', 'Values of a unique property differ, so that it has no default')
  const found = checked(property, given)
  if ('violation' in found) throw invalid('/default', found.violation.code, found.violation.message, found.violation.allowed)
  return isValue(found.value) ? found.value : null
}

function isValue(value: unknown): value is NonNullable<Property['default']> {
  return Array.isArray(value) ? value.every(isPlain) : isPlain(value)
}

const isPlain = (each: unknown) => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean'
