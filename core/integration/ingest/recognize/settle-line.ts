import { checkedRows, multiplies, replaceColumns } from './arithmetic.ts'
import { type Candidate, possible } from './assign.ts'
import { columnOf, numbers, type Numbers } from './figures.ts'
import { isSum, withoutAmounts } from './rates.ts'
import type { FieldMatch, Recognition } from './recognition.ts'
import type { Row } from '../read/table.ts'

/** Of all columns that may be price and total of a line, the pair wins that multiplies: quantity x price less discount = total. */
export function settleLine(recognition: Recognition, rows: readonly Row[]): readonly FieldMatch[] {
  const { candidates } = recognition
  const sample = rows.slice(0, checkedRows)
  const matches = netTotal(shippedOrOrdered(countedBy(recognition, sample), candidates, sample), sample)
  const quantity = columnOf(matches, 'quantity')
  const price = columnOf(matches, 'unit_price')
  const total = columnOf(matches, 'total_excl_tax')
  if (!quantity || !(price ?? total)) return withoutAmounts(matches, candidates, sample)
  const quantities = numbers(sample, quantity.column)
  const discount = columnOf(matches, 'discount_percent')
  const discounts = discount ? numbers(sample, discount.column) : []
  // The text decides between pairs that multiply equally well: without discounts, sum and total are the same numbers.
  let best: Amounts | null = null
  const options = optionsOf(matches, candidates)
  /** A pair that multiplies as well and adds up with a listed tax: the two amounts without tax. */
  const netBelow = (gross: Amounts): Amounts | undefined => {
    const wholes = numbers(sample, gross.total.column)
    const taxed = ({ column }: Candidate) =>
      candidates.some((tax) => tax.field === 'tax_rate' && isSum(numbers(sample, column), numbers(sample, tax.column), wholes))
    const totals = options('total_excl_tax').filter((other) => other.column !== gross.total.column && taxed(other))
    return totals
      .flatMap((total) => options('unit_price').map((price) => ({ price, total, rank: price.score + total.score })))
      .filter(
        ({ price, total }) =>
          price.column !== total.column &&
          multiplies(quantities, numbers(sample, price.column), discounts, numbers(sample, total.column)) === 1,
      )
      .toSorted((one, other) => other.rank - one.rank)[0]
  }
  for (const one of options('unit_price'))
    for (const other of options('total_excl_tax')) {
      if (one.column === other.column) continue
      const fit = multiplies(quantities, numbers(sample, one.column), discounts, numbers(sample, other.column))
      const rank = fit + (one.score + other.score) / 4
      if (fit >= 0.8 && rank > (best?.rank ?? 0)) best = { price: one, total: other, rank }
    }
  best &&= netBelow(best) ?? best
  const settled =
    !best || (best.price.column === price?.column && best.total.column === total?.column)
      ? matches
      : replaceColumns(matches, new Map(Object.entries({ unit_price: best.price, total_excl_tax: best.total })))
  return withoutAmounts(withoutPrices(settled, quantities, sample), candidates, sample)
}

/** A "price" that is the unit price in every line, even of several pieces, is not a total. */
function withoutPrices(matches: readonly FieldMatch[], quantities: Numbers, rows: readonly Row[]): readonly FieldMatch[] {
  const [price, total] = [columnOf(matches, 'unit_price'), columnOf(matches, 'total_excl_tax')]
  if (!price || !total?.via.includes('price')) return matches
  const totals = numbers(rows, total.column)
  const known = numbers(rows, price.column).flatMap((each, at) =>
    each === undefined || totals[at] === undefined ? [] : [{ same: each === totals[at], several: (quantities[at] ?? 1) !== 1 }],
  )
  const priced = known.every(({ same }) => same) && known.some(({ several }) => several)
  return priced ? matches.filter(({ field }) => field !== 'total_excl_tax') : matches
}

interface Amounts {
  readonly price: Candidate
  readonly total: Candidate
  readonly rank: number
}

/** Columns that may be the price or the total of a line, and are nothing else. */
function optionsOf(matches: readonly FieldMatch[], candidates: readonly Candidate[]): (field: string) => Candidate[] {
  const taken = new Set(
    matches.filter(({ field }) => field !== 'unit_price' && field !== 'total_excl_tax').map(({ columns: [first] }) => first?.column),
  )
  return (field) =>
    candidates.filter((candidate) => candidate.field === field && candidate.score >= possible && !taken.has(candidate.column))
}

/** Of the quantities ordered, delivered and billed, the one that multiplies to the total. */
function shippedOrOrdered(matches: readonly FieldMatch[], candidates: readonly Candidate[], rows: readonly Row[]): readonly FieldMatch[] {
  const found = ['quantity', 'unit_price', 'total_excl_tax'].map((field) => columnOf(matches, field))
  const [quantity, price, total] = found
  if (!quantity || !price || !total) return matches
  const taken = new Set(matches.flatMap(({ field, columns: [first] }) => (field === 'quantity' || !first ? [] : first.column)))
  const discount = columnOf(matches, 'discount_percent')
  const discounts = discount ? numbers(rows, discount.column) : []
  const [prices, totals] = [numbers(rows, price.column), numbers(rows, total.column)]
  const fit = ({ column }: Candidate) => multiplies(numbers(rows, column), prices, discounts, totals)
  if (fit(quantity) >= 0.8) return matches
  const others = candidates.filter(({ field, score, column }) => field === 'quantity' && score >= possible && !taken.has(column))
  const better = others.find((other) => fit(other) === 1)
  return better ? replaceColumns(matches, new Map([['quantity', better]])) : matches
}

/** A "gross" that is the sum of prices without tax is a total without tax. */
function netTotal(matches: readonly FieldMatch[], rows: readonly Row[]): readonly FieldMatch[] {
  const [quantity, price, gross] = ['quantity', 'unit_price', 'total_incl'].map((field) => columnOf(matches, field))
  if (!quantity || !price?.via.includes('excl') || !gross || columnOf(matches, 'total_excl_tax')) return matches
  const discount = columnOf(matches, 'discount_percent')
  const [counts, prices, totals] = [numbers(rows, quantity.column), numbers(rows, price.column), numbers(rows, gross.column)]
  if (multiplies(counts, prices, discount ? numbers(rows, discount.column) : [], totals) < 0.9) return matches
  return matches.map((match) => (match.field === 'total_incl' ? { ...match, field: 'total_excl_tax' } : match))
}

/** Where no column is a quantity, an "amount" is one if it multiplies to the total in every line. */
function countedBy({ matches, candidates }: Recognition, rows: readonly Row[]): readonly FieldMatch[] {
  if (columnOf(matches, 'quantity')) return matches
  const options = optionsOf(matches, candidates)
  const discount = columnOf(matches, 'discount_percent')
  const discounts = discount ? numbers(rows, discount.column) : []
  for (const bare of options('total_excl_tax').filter(({ via }) => via === 'words:amount'))
    for (const price of options('unit_price'))
      for (const total of options('total_excl_tax')) {
        if (new Set([bare.column, price.column, total.column]).size < 3) continue
        const counts = numbers(rows, bare.column)
        const totals = numbers(rows, total.column)
        // At a price of one, the "amount" may be the total.
        const telling = counts.some((count, at) => count && totals[at] !== undefined && count !== totals[at])
        if (!telling || multiplies(counts, numbers(rows, price.column), discounts, totals) < 1) continue
        const quantity = { ...bare, field: 'quantity' }
        return replaceColumns(matches, new Map(Object.entries({ quantity, unit_price: price, total_excl_tax: total })))
      }
  return matches
}
