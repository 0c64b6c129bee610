import { invalid } from '../../operation/errors.ts'
import type { Fields } from '../../operation/schema/fields.ts'
import { valuesOf } from '../../values/objects.ts'

/**
 * Throws `invalid_input` (`too_many`) for a list that has become longer than its field takes, by what was added to a record or by a merge: what
 * is read can be written. A list that was longer before may stay.
 */
export function refuseTooMany(fields: Fields, values: object, before: object = {}): void {
  const [now, known] = [valuesOf(values), valuesOf(before)]
  for (const [name, value] of Object.entries(now)) {
    const most = fields[name] && mostItems(fields[name].schema)
    if (most === undefined || !Array.isArray(value) || value.length <= most) continue
    const had = known[name]
    if (Array.isArray(had) && had.length >= value.length) continue
    throw invalid(`/${name}`, 'too_many', `${name} would have ${value.length} items; it has at most ${most}`)
  }
}

function mostItems(schema: object): number | undefined {
  const { maxItems, anyOf } = valuesOf(schema)
  if (typeof maxItems === 'number') return maxItems
  return Array.isArray(anyOf) ? anyOf.map((each: object) => mostItems(each)).find((each) => each !== undefined) : undefined
}
