import { CrmError, type FieldError } from '../../operation/errors.ts'
import type { Row } from '../schema/codec.ts'
import { checked } from './check.ts'
import type { Property } from './property.ts'

/** Custom values as they are given to a record. */
export interface Given {
  readonly values: Row
  /** Those that the record has had; null of a new record. */
  readonly before: Row | null
  /** Whether what is not named stays as it was. */
  readonly isPartial?: boolean
  /** Whether somebody enters them, who is asked for the required ones. */
  readonly isEntered: boolean
}

/**
 * The values as they are stored, null for those that are taken away, and of a new record with the defaults; throws `invalid_input` with all
 * that do not fit their definitions, or are missing. Only what changes is judged, so that a value from before its definition may stay, and
 * a record from before it may lack a required one.
 */
export function fitting(column: string, properties: readonly Property[], { values, before, isPartial = false, isEntered }: Given): Row {
  const result = before ? { ...values } : withDefaults(properties, values)
  const faults: FieldError[] = []
  const known = before ?? {}
  const byName = new Map(properties.map((property) => [property.name, property]))
  for (const [name, value] of Object.entries(result)) {
    const property = byName.get(name)
    if (property && property.formula !== null) {
      if (isEntered && !isEqual(value, known[name])) faults.push(readOnly(column, name))
      else result[name] = known[name] ?? null
      continue
    }
    if (!property || JSON.stringify(value) === JSON.stringify(known[name])) continue
    const found = checked(property, value)
    if ('violation' in found) faults.push({ path: customPath(column, name), ...found.violation })
    else result[name] = found.value
  }
  if (isEntered && !isPartial)
    for (const { name, formula } of properties)
      if (formula !== null && isGiven(known[name]) && !(name in result)) faults.push(readOnly(column, name))
  if (isEntered)
    faults.push(...missing(properties, isPartial ? { ...known, ...result } : result, before).map((name) => lacking(column, name)))
  const [first] = faults
  if (first) throw new CrmError('invalid_input', first.message, { errors: faults })
  return result
}

// The value that the record has may be sent back with the rest of it.
function readOnly(column: string, name: string): FieldError {
  return { path: customPath(column, name), code: 'read_only', message: `${name} is computed by its formula` }
}

/** Required properties without a value in a new record, or in one that has had it. */
export function missing(properties: readonly Property[], values: Row, before: Row | null): string[] {
  return properties.flatMap(({ name, required }) =>
    required && !isGiven(values[name]) && (!before || isGiven(before[name])) ? [name] : [],
  )
}

/** Why a record without a value of this required property is refused. */
export function lacking(column: string, name: string): FieldError {
  return { path: customPath(column, name), code: 'required', message: `${name} is required` }
}

type Default = NonNullable<Property['default']>

/** The values of a new record with the defaults of those that are not named; null is named. */
export function withDefaults<T>(properties: readonly Property[], values: Readonly<Record<string, T>>): Record<string, T | Default> {
  const result: Record<string, T | Default> = { ...values }
  for (const { name, default: value } of properties) if (value !== null && result[name] === undefined) result[name] = value
  return result
}

const isEqual = (value: unknown, known: unknown) => JSON.stringify(value ?? null) === JSON.stringify(known ?? null)
const isGiven = (value: unknown) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

/** JSON pointer of a custom value. */
const customPath = (column: string, name: string) => `/${column}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Another live record has the value of a unique property; which one is not told to who may not see it. */
export function taken(column: string, name: string, existing_id: string | undefined): CrmError {
  const message = `Another record has this ${name}`
  const errors = [{ path: customPath(column, name), code: 'taken', message }]
  return new CrmError('already_exists', message, { ...(existing_id !== undefined && { existing_id }), errors })
}
