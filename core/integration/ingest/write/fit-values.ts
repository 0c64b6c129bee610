import { type TSchema, Type } from '@sinclair/typebox'
import type { Fields, RecordOf } from '../../../kernel/operation/schema/fields.ts'
import { mapValues } from '../../../kernel/values/objects.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { toMoney } from '../../../kernel/values/money.ts'
import { excerpt } from '../read/mask.ts'
import type { Problem } from '../read/table.ts'

interface Place {
  readonly schema: TSchema | undefined
  readonly money: boolean
}

const places = new WeakMap<Fields, Map<string, Place>>()

/**
 * Fits a value into its field: long texts are cut and values that its schema refuses are left out, both with a warning; amounts are
 * rounded.
 */
export function fit(fields: Fields, path: string, value: unknown, warnings: string[]): unknown {
  const { schema, money } = placeOf(fields, path)
  if (schema === undefined || value === null) return value
  if (typeof value === 'string') return fitText(schema, path, value, warnings)
  if (typeof value !== 'number') return value
  const low: number | undefined = schema['minimum']
  const high: number | undefined = schema['maximum']
  if ((low !== undefined && value < low) || (high !== undefined && value > high)) {
    warnings.push(`${path}: ${value} is out of range and was left out`)
    return undefined
  }
  return money ? toMoney(value) : value
}

/** Values fitted into their fields, without warnings and without those that do not fit. */
export function fitted<F extends Fields>(fields: F, values: Readonly<Record<string, unknown>>): Partial<RecordOf<F>> {
  const result = mapValues(values, (value, field) => fit(fields, field, value, []))
  // What is left has passed the schemas of its fields; what does not fit must not stand for the value that a field begins with.
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined)) as Partial<RecordOf<F>>
}

/** A key that is too long for its field cannot be cut: two would become one. */
export function tooLong(fields: Fields, field: string, value: unknown): Problem | null {
  const most: number | undefined = placeOf(fields, field).schema?.['maxLength']
  if (typeof value !== 'string' || most === undefined || value.length <= most) return null
  return { code: 'too_long', field, reason: `${field} ${excerpt(value, field)} has ${value.length} characters, at most ${most} are taken` }
}

function fitText(schema: TSchema, path: string, value: string, warnings: string[]): unknown {
  const most: number | undefined = schema['maxLength']
  if (most !== undefined && value.length > most) {
    warnings.push(`${path}: a text of ${value.length} characters was cut to ${most}`)
    return value.slice(0, most).toWellFormed()
  }
  if (('format' in schema || 'pattern' in schema) && faultsOf(schema, value).length > 0) {
    warnings.push(`${path}: ${excerpt(value, path)} was left out`)
    return undefined
  }
  return value
}

function placeOf(fields: Fields, path: string): Place {
  const known = places.get(fields) ?? new Map<string, Place>()
  places.set(fields, known)
  const found = known.get(path)
  if (found) return found
  const dot = path.indexOf('.')
  const field = fields[dot < 0 ? path : path.slice(0, dot)]
  const own = bare(field?.schema)
  const parts: Readonly<Record<string, TSchema>> | undefined = own?.['properties']
  const schema = dot < 0 ? own : bare(parts?.[path.slice(dot + 1)])
  const place = { schema: schema ?? (dot < 0 ? undefined : LONG), money: field?.kind === 'money' }
  if (known.size < 5000) known.set(path, place)
  return place
}

// Custom values are texts of at most 10,000 characters, numbers and booleans (`Custom` of kernel/values.ts).
const LONG = Type.Unknown({ maxLength: 10_000 })

/** The schema behind "or null". */
function bare(schema: TSchema | undefined): TSchema | undefined {
  const members: readonly TSchema[] | undefined = schema?.['anyOf']
  return members?.length === 2 && members[1]?.['type'] === 'null' ? members[0] : schema
}
