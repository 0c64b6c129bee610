import { type Expression, sql, type SqlBool } from 'kysely'
import type { Field } from '../../operation/schema/fields.ts'
import { guardInput } from '../../operation/guard.ts'
import { faultsOf } from '../../operation/validate.ts'
import type { Codec } from '../schema/codec.ts'
import { type CursorList, readPlace, writePlace } from './place-cursor.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By what a list is sorted. */
export interface Order extends CursorList {
  readonly column: string
  readonly field: Field | undefined
  readonly by: Expression<unknown>
  readonly descending: boolean
  /** True of what is no column of its own. */
  readonly isComputed: boolean
  /** True where rows may have no value. */
  readonly gaps: boolean
}

/** A cursor behind a row, by its value and id. */
export const writeCursor = (order: Order, value: unknown, id: string): string => writePlace(order, [value, id])

/** Reads it back; throws `invalid_input` at `/cursor` for a text that is no cursor of this list with this sort and these filters. */
export function readCursor(cursor: string, order: Order): [value: unknown, id: string] {
  return readPlace(order, cursor, ([value, id]) =>
    typeof id === 'string' && UUID.test(id) && isValueOf(order.field, value) ? [value, id] : undefined,
  )
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

/** The condition of the rows that come behind the last one of the page before, by its value and id. */
export function behind({ by, column, field, descending, gaps, isComputed }: Order, [last, id]: [value: unknown, id: string], codec: Codec) {
  const moment = field?.kind === 'timestamp' && !isComputed ? new Date(String(last)) : last
  const value = last === null || isComputed ? last : codec.toColumn(column, moment)
  const operator = sql.raw(descending ? '<' : '>')
  const pair = sql<SqlBool>`(${by}, id) ${operator} (${value}, ${id})`
  if (!gaps) return pair
  if (value === null) return descending ? sql<SqlBool>`(${by} is not null or id < ${id})` : sql<SqlBool>`(${by} is null and id > ${id})`
  return descending ? pair : sql<SqlBool>`(${pair} or ${by} is null)`
}
