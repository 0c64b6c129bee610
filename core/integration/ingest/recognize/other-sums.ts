import { checkedRows } from './arithmetic.ts'
import type { Candidate } from './assign.ts'
import { columnOf, numbers } from './figures.ts'
import { differByTax } from './rates.ts'
import type { FieldMatch } from './recognition.ts'
import type { Row } from '../read/table.ts'
import { withTotals, doubted } from './total-matches.ts'

/** Beside an amount with tax, a bare amount that is never greater, nor less by a third, is the one without tax. */
export function netOf(matches: readonly FieldMatch[], candidates: readonly Candidate[], rows: readonly Row[]): readonly FieldMatch[] {
  const incl = columnOf(matches, 'total_incl_tax')
  if (!incl?.via.includes('incl') || columnOf(matches, 'total_excl_tax')) return matches
  const taken = new Set(matches.flatMap(({ columns }) => columns.slice(0, 1).map(({ column }) => column)))
  const bare = candidates.find(
    ({ field, via, column }) => field === 'total_incl_tax' && !taken.has(column) && (via === 'words:amount' || via === 'words:total'),
  )
  if (!bare) return matches
  const sample = rows.slice(0, checkedRows)
  const whole = numbers(sample, incl.column)
  const shares = numbers(sample, bare.column).flatMap((net, at) => (net === undefined || !whole[at] ? [] : [net / whole[at]]))
  const taxed = shares.length > 0 && shares.every((share) => share > 0.7 && share <= 1) && shares.some((share) => share < 1)
  return taxed ? [...matches.map((match) => without(match, bare.column)), { field: 'total_excl_tax', columns: [bare] }] : matches
}

/**
 * Without a tax column, a subtotal must differ from the total by a common rate; otherwise it excludes something else, such as delivery
 * costs.
 */
export function withoutOtherSums(matches: readonly FieldMatch[], rows: readonly Row[]): readonly FieldMatch[] {
  const [excl, incl] = [columnOf(matches, 'total_excl_tax'), columnOf(matches, 'total_incl_tax')]
  if (!excl?.via.includes('subtotal') || !incl) return matches
  const sample = rows.slice(0, checkedRows)
  const wholes = numbers(sample, incl.column)
  const rated = numbers(sample, excl.column).every((part, at) => part === undefined || differByTax(part, wholes[at] ?? 0))
  return rated ? matches : doubted(matches)
}

/** Of two totals that differ by a tax the greater includes it: some systems call the unpaid amount "net". */
export function inOrder(matches: readonly FieldMatch[], rows: readonly Row[]): readonly FieldMatch[] {
  const [excl, incl] = [columnOf(matches, 'total_excl_tax'), columnOf(matches, 'total_incl_tax')]
  if (!excl || !incl) return matches
  const sample = rows.slice(0, checkedRows)
  const gross = numbers(sample, incl.column)
  const pairs = numbers(sample, excl.column).flatMap((net, at) => (net && gross[at] ? [[net, gross[at]] as const] : []))
  const turned = pairs.length > 0 && pairs.every(([net, whole]) => net > whole && differByTax(whole, net))
  return turned ? withTotals(matches, incl, excl) : matches
}

/** A "gross" below another total is an amount before discounts and without tax. */
export function withoutGrossBelow(matches: readonly FieldMatch[], rows: readonly Row[]): readonly FieldMatch[] {
  const [excl, incl] = [columnOf(matches, 'total_excl_tax'), columnOf(matches, 'total_incl_tax')]
  if (!excl || !incl?.via.includes('incl') || excl.via.includes('excl')) return matches
  const sample = rows.slice(0, checkedRows)
  const [less, more] = [numbers(sample, incl.column), numbers(sample, excl.column)]
  const below = less.some((one, at) => one !== undefined && Math.abs(one) < Math.abs(more[at] ?? 0) - 0.021)
  return below ? matches.filter(({ field }) => field !== 'total_excl_tax' && field !== 'total_incl_tax') : matches
}

const without = ({ field, columns }: FieldMatch, column: number): FieldMatch => ({
  field,
  columns: columns.filter((candidate) => candidate.column !== column),
})

/** A bare "total" includes tax, unless another column says so: then the names distinguish the two. */
export function plainTotal(matches: readonly FieldMatch[], candidates: readonly Candidate[]): readonly FieldMatch[] {
  const [excl, incl] = [columnOf(matches, 'total_excl_tax'), columnOf(matches, 'total_incl_tax')]
  if (excl?.via !== 'words:total' || incl?.via.includes('incl') || incl?.via.startsWith('vocabulary') || incl?.via === 'override')
    return matches
  const total = candidates.find(({ field, column }) => field === 'total_incl_tax' && column === excl.column)
  if (!total || (incl && incl.score > total.score)) return matches
  return [
    ...matches.filter(({ field }) => field !== 'total_excl_tax' && field !== 'total_incl_tax'),
    { field: 'total_incl_tax', columns: [total] },
  ]
}
