import { valuesOf } from '../../values/objects.ts'
import type { Row } from '../schema/codec.ts'
import { customOf } from './column.ts'

/**
 * The values with those of custom properties among the ones that the record has: each stays until it is named, and null takes it
 * away. In a record that is not written yet null stays, so that it gets no default instead.
 */
export function withCustom<V extends object>(column: string, values: V, known: object, isWritten = true): V {
  const given = valuesOf(values)
  if (given[column] === undefined || !(column in known)) return values
  const custom = { ...customOf(valuesOf(known), column), ...customOf(given, column) }
  return { ...values, [column]: isWritten ? withoutNulls(custom) : custom }
}

/** What is left of custom values when those are gone that were taken away. */
export function withoutNulls(custom: Row): Row {
  return Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== null))
}
