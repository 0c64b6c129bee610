import { createHash } from 'node:crypto'
import { type Expression, sql, type SqlBool } from 'kysely'
import { invalid } from '../../operation/errors.ts'
import type { Field } from '../../operation/schema/fields.ts'
import { guardInput } from '../../operation/guard.ts'
import { faultsOf } from '../../operation/validate.ts'
import type { Codec } from '../schema/codec.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By what a list is sorted. */
export interface Order {
  /** The list and its sort: a cursor goes on with these alone. */
  readonly name: string
  /** What the list is narrowed to, as a short text: likewise. */
  readonly narrowed: string
  readonly column: string
  readonly field: Field | undefined
  readonly by: Expression<unknown>
  readonly descending: boolean
  /** True of what is no column of its own. */
  readonly isComputed: boolean
  /** True where rows may have no value. */
  readonly gaps: boolean
}

/** A cursor behind a row, by its value and id; the list, its sort and its filters are in it, because among other records they would mean any place. */
export function writeCursor({ name, narrowed }: Pick<Order, 'name' | 'narrowed'>, value: unknown, id: string): string {
  return Buffer.from(JSON.stringify([name, value, id, narrowed])).toString('base64url')
}

/** The conditions of a list as a short text, whatever their order; two of other conditions differ. */
export function narrowing(conditions: object): string {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  const text = JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** Reads it back; throws `invalid_input` at `/cursor` for a text that is no cursor of this list with this sort and these filters. */
export function readCursor(cursor: string, { name, narrowed, field }: Order): [value: unknown, id: string] {
  try {
    const [written, value, id, within]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (written === name && within === narrowed && typeof id === 'string' && UUID.test(id) && isValueOf(field, value)) return [value, id]
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this list with this sort and these filters: begin without it')
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
