import { CrmError, type FieldError } from '../../operation/errors.ts'
import type { Row } from '../schema/codec.ts'
import { checked } from './check.ts'
import type { Property } from './property.ts'

/**
 * The values as they are stored, null for those that are taken away; throws `invalid_input` with all that do not fit their definitions. Only
 * what changes is judged, so that a value from before its definition may stay.
 */
export function fitting(column: string, properties: readonly Property[], values: Row, before: Row): Row {
  const result = { ...values }
  const faults: FieldError[] = []
  const byName = new Map(properties.map((property) => [property.name, property]))
  for (const [name, value] of Object.entries(values)) {
    const property = byName.get(name)
    if (!property || JSON.stringify(value) === JSON.stringify(before[name])) continue
    const found = checked(property, value)
    if ('violation' in found) faults.push({ path: customPath(column, name), ...found.violation })
    else result[name] = found.value
  }
  const [first] = faults
  if (first) throw new CrmError('invalid_input', first.message, { errors: faults })
  return result
}

/** JSON pointer of a custom value. */
const customPath = (column: string, name: string) => `/${column}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Another live record has the value of a unique property; which one is not told to who may not see it. */
export function taken(column: string, name: string, existing_id: string | undefined): CrmError {
  const message = `Another record has this ${name}`
  const errors = [{ path: customPath(column, name), code: 'taken', message }]
  return new CrmError('already_exists', message, { ...(existing_id !== undefined && { existing_id }), errors })
}
