import { onlyOrder } from './conventions.ts'
import type { FieldKind } from '../fields.ts'
import type { Row, Scope } from '../read/table.ts'
import { provenOrder, type DateOrder } from '../values/date.ts'
import { parsePercent, provenSign, type DecimalSign } from '../values/number.ts'

/** Formats matter to these kinds only, and to dates; other columns are not examined. */
export const numericKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['number', 'money', 'percent'])

/** The order of day and month in all columns of a system, which writes its dates alike; null where none proves it. */
export const provenBy = (formats: readonly (Tally | undefined)[]): DateOrder | null =>
  onlyOrder(formats.flatMap((each) => (each ? [...each.orders] : [])))

/** The decimal sign in all columns of a system, which writes its amounts alike; null where they prove none. */
export function signProvenBy(formats: readonly (Tally | undefined)[]): DecimalSign | null {
  const [dots, commas] = [formats.some((each) => each && each.dot > 0), formats.some((each) => each && each.comma > 0)]
  return dots === commas ? null : dots ? '.' : ','
}

/** A field, and where its columns stand. */
export interface Meant {
  readonly field: string
  readonly kind: FieldKind
  readonly scope: Scope
}

/** What the values of one column prove about their format. */
export interface Tally {
  readonly kind: FieldKind
  dot: number
  comma: number
  readonly orders: Set<DateOrder>
  max: number
  fractions: number
}

/** The tally before the first value. */
export const newTally = (kind: FieldKind): Tally => ({ kind, dot: 0, comma: 0, orders: new Set(), max: 0, fractions: 0 })

/** Adds the values of these rows to the tallies of their columns. */
export function tally(formats: readonly (Tally | undefined)[], rows: Iterable<Row>): void {
  for (const row of rows)
    for (let cell = 0; cell < row.at.length; cell++) {
      const format = formats[row.at[cell] ?? -1]
      const value = row.values[cell]
      if (!format || typeof value === 'boolean' || value === undefined || value === '') continue
      if (format.kind === 'date' || format.kind === 'moment') {
        const order = typeof value === 'string' ? provenOrder(value) : null
        if (order) format.orders.add(order)
        continue
      }
      if (typeof value === 'string') {
        const sign = provenSign(value)
        if (sign === '.') format.dot++
        else if (sign === ',') format.comma++
      }
      if (format.kind === 'percent') countRate(format, value)
    }
}

function countRate(format: Tally, value: string | number): void {
  if (typeof value === 'string' && value.includes('%')) {
    format.max = Infinity
    return
  }
  const read = typeof value === 'number' ? { ok: true as const, value } : parsePercent(value, '.')
  if (!read.ok) return
  format.max = Math.max(format.max, Math.abs(read.value))
  if (!Number.isInteger(read.value)) format.fractions++
}

/** The decimal sign of one column; null where its values prove none, or both. */
export function signIn({ dot, comma }: Tally): DecimalSign | null {
  if (dot > 0 === comma > 0) return null
  return dot > 0 ? '.' : ','
}

/** The order of day and month in one column; a leading year says nothing about dates with a trailing year. */
export function orderIn({ orders }: Tally): DateOrder | null {
  const [only] = orders
  return orders.size === 1 && only !== undefined && only !== 'ymd' ? only : null
}
