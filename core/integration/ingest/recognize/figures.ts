import { Decimal } from 'decimal.js'
import type { FieldMatch } from './recognition.ts'
import type { Row } from '../read/table.ts'
import { parsePercent, provenSign } from '../values/number.ts'

/** What a column holds as numbers, row by row. */
export type Numbers = readonly (number | undefined)[]

/** The values of a column as numbers, row by row. */
export function numbers(rows: readonly Row[], column: number): Numbers {
  const raw = rows.map((row) => {
    const at = row.at.indexOf(column)
    return at < 0 ? undefined : row.values[at]
  })
  const comma = raw.some((value) => typeof value === 'string' && provenSign(value) === ',')
  return raw.map((value) => {
    if (typeof value === 'number') return value
    if (typeof value !== 'string' || value === '') return undefined
    const read = parsePercent(value, comma ? ',' : '.')
    return read.ok ? read.value : undefined
  })
}

/** The primary column of a field. */
export const columnOf = (matches: readonly FieldMatch[], field: string) => matches.find((match) => match.field === field)?.columns[0]

/** Totals may differ by two cents, or a cent for each line that was rounded by itself. */
export const tolerance = (lines: number): number => Math.max(0.021, lines * 0.01 + 0.001)

/** True for two amounts that differ by no more than `within`. */
export const near = (one: number, other: number, within: number): boolean => Math.abs(one - other) <= within + 1e-9

/** Exact sum of amounts: binary floats would drift over a thousand lines. */
export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toNumber()
