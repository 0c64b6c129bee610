import type { Row } from '../read/table.ts'
import { checkedRows, multiplies } from './arithmetic.ts'
import { type Candidate, possible } from './assign.ts'
import { numbers } from './figures.ts'

/** Columns of a price with tax and its total, one of which is the other times the quantity; none where no two are so. */
export function grossFactors(
  rows: readonly Row[],
  quantity: Candidate,
  incl: Candidate,
  candidates: readonly Candidate[],
): readonly number[] {
  const sample = rows.slice(0, checkedRows)
  const counts = numbers(sample, quantity.column)
  if (!counts.some((count) => count !== undefined && count > 1)) return []
  const one = numbers(sample, incl.column)
  const found = candidates.find(({ column, field, score }) => {
    if (field !== 'total_incl' || score < possible || column === incl.column) return false
    const other = numbers(sample, column)
    return multiplies(counts, one, [], other) === 1 || multiplies(counts, other, [], one) === 1
  })
  return found ? [incl.column, found.column] : []
}
