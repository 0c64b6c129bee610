import type { Field } from '../../operation/schema/fields.ts'
import { guardInput } from '../../operation/guard.ts'
import { faultsOf } from '../../operation/validate.ts'
import type { Codec } from '../schema/codec.ts'
import type { Order, Term } from './list-order.ts'
import { readPlace, writePlace } from './place-cursor.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A row of a list as a cursor knows it: by the values that it is sorted by, and its id. */
export interface RowPlace {
  readonly values: readonly unknown[]
  readonly id: string
}

/** A cursor behind a row. */
export const writeCursor = (order: Order, { values, id }: RowPlace): string => writePlace(order, [...values, id])

/** Reads it back; throws `invalid_input` at `/cursor` for a text that is no cursor of this list with this sort and these filters. */
export function readCursor(cursor: string, order: Order): RowPlace {
  return readPlace(order, cursor, (place) => {
    const [values, id] = [place.slice(0, -1), place.at(-1)]
    const isPlace = typeof id === 'string' && UUID.test(id) && values.length === order.terms.length
    return isPlace && order.terms.every(({ field }, at) => isValueOf(field, values[at])) ? { values, id } : undefined
  })
}

/** The values of a place as columns hold them. */
export function storedValues({ terms }: Order, { values }: RowPlace, codec: Codec): unknown[] {
  return terms.map((term, at) => storedValue(term, values[at], codec))
}

function storedValue({ column, field, isComputed }: Term, value: unknown, codec: Codec): unknown {
  if (value === null || isComputed) return value
  return codec.toColumn(column, field?.kind === 'timestamp' ? new Date(String(value)) : value)
}

function isValueOf(field: Field | undefined, value: unknown): boolean {
  if (value === null) return field?.nullable === true && field.kind !== 'text'
  if (field?.kind === 'text') return typeof value === 'string' && isClean(value)
  // Totals may exceed what may be given, so that numbers are judged by their type alone.
  if (field?.kind === 'money' || field?.kind === 'number') return Number.isFinite(value)
  return field !== undefined && faultsOf(field.schema, value).length === 0
}

function isClean(text: string): boolean {
  guardInput(text)
  return true
}
