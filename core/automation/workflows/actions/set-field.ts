import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import { checkedText } from '../../../kernel/storage/custom/check.ts'
import type { Property } from '../../../kernel/storage/custom/property.ts'
import { propertiesOf } from '../../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { picked } from '../../../records/picklists/values.ts'
import { picklistNames } from '../../../records/picklists/lists.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'

const CUSTOM = /^(custom|custom_properties)\.(.{1,100})$/s

/** A field that a step sets, of the records with this plural, and to what. */
export interface SetField {
  readonly object: string
  readonly field: string
  readonly value: unknown
}

/** The column and the name of a custom property; undefined of other fields. */
export function customPart(field: string): { readonly column: string; readonly name: string } | undefined {
  const [, column, name] = CUSTOM.exec(field) ?? []
  return column === undefined || name === undefined ? undefined : { column, name }
}

/**
 * What the properties and picklists of the organization refuse of a step before it runs, at `/field` and `/value`. Whether a text with merge
 * tags fits is known once they are filled in.
 */
export async function setFaults(records: Records, types: RecordTypes, { object, field, value }: SetField): Promise<readonly FieldError[]> {
  const isKnown = !(typeof value === 'string' && (value.includes('{{') || value.trim() === ''))
  const custom = customPart(field)
  if (custom) {
    const property = await propertyOf(records, object, custom.name)
    if (property && property.formula !== null)
      return [{ path: '/field', code: 'read_only', message: `${custom.name} is computed by its formula: no step can set it` }]
    const found = property && isKnown ? checkedText(property, value) : undefined
    return found && 'violation' in found ? [{ path: '/value', ...found.violation }] : []
  }
  const list = types.all.find(({ plural }) => plural === object)?.picklists?.[field]
  const name = picklistNames.find((each) => each === list)
  if (!name || !isKnown || typeof value !== 'string') return []
  try {
    await picked(records, name, value, '/value')
    return []
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return error.details.errors ?? []
  }
}

/** The input of an update with its custom values as their definitions read texts; what does not fit stays, and is refused with the update. */
export async function readInput<I extends Readonly<Record<string, unknown>>>(
  records: Records,
  object: string,
  field: string,
  input: I,
): Promise<I> {
  const custom = customPart(field)
  const property = custom && (await propertyOf(records, object, custom.name))
  if (!custom || !property || property.formula !== null) return input
  const given: unknown = Object.values(Object(input[custom.column]) as object)[0]
  const found = checkedText(property, given)
  return 'violation' in found ? input : { ...input, [custom.column]: { [custom.name]: found.value } }
}

async function propertyOf(records: Records, object: string, name: string): Promise<Property | undefined> {
  return (await propertiesOf(records, object)).find((each) => each.name === name)
}
