import { columnOf, near, numbers, type Numbers } from './figures.ts'
import type { Candidate } from './assign.ts'
import type { FieldMatch } from './recognition.ts'
import type { Row } from '../read/table.ts'

/** Drops tax rates and discounts of lines that arithmetic shows to be amounts. */
export function withoutAmounts(
  matches: readonly FieldMatch[],
  candidates: readonly Candidate[],
  rows: readonly Row[],
): readonly FieldMatch[] {
  const rate = columnOf(matches, 'tax_rate')
  const discount = columnOf(matches, 'discount_percent')
  const [total, price] = [columnOf(matches, 'total_excl_tax'), columnOf(matches, 'unit_price')]
  const totals = total ? numbers(rows, total.column) : []
  const wrong = new Set<string>()
  // A tax "value" is an amount, unless it stays the same while the taxed amount varies.
  if (rate && isBare(rate, 'tax value') && !isRate(numbers(rows, rate.column), totals)) wrong.add('tax_rate')
  if (rate && isBare(rate, 'tax')) {
    const taxes = numbers(rows, rate.column)
    const gross = candidates.filter(({ column }) => column !== rate.column && column !== total?.column)
    if (
      taxes.some((tax) => tax !== undefined && tax > highestRate) ||
      isShare(taxes, totals) ||
      (price !== undefined && isShare(taxes, numbers(rows, price.column))) ||
      gross.some(({ column }) => isSum(totals, taxes, numbers(rows, column)))
    )
      wrong.add('tax_rate')
  }
  if (discount && isBare(discount, 'discount')) {
    const quantity = columnOf(matches, 'quantity')
    const quantities = quantity ? numbers(rows, quantity.column) : []
    const prices = price ? numbers(rows, price.column) : []
    const discounts = numbers(rows, discount.column)
    // Of a list with one line in each row, the total may count as the one of the document.
    const others = (rows[0]?.at ?? []).map((column) => numbers(rows, column))
    if ([totals, ...others].some((each) => isTakenOff(quantities, prices, discounts, each))) wrong.add('discount_percent')
  }
  return wrong.size === 0 ? matches : matches.filter(({ field }) => !wrong.has(field))
}

/** Percent of taxes on sales in Europe and beyond. */
export const commonRates = [
  2.1, 2.5, 2.6, 3.8, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 10, 12, 13, 13.5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
]

/** True where one total is the other, or is that with a common tax on it. */
export const differByTax = (excl: number, incl: number): boolean =>
  near(excl, incl, 0.021) || commonRates.some((rate) => near((excl * rate) / 100, incl - excl, 0.021))

/** No country taxes sales with more than 27 percent. */
const highestRate = 30

/** True for taxes that are a common rate of the total without them: amounts of documents. */
export function arePartsOf(taxes: Numbers, totals: Numbers): boolean {
  const known = taxes.flatMap((tax, at) => (tax && totals[at] ? [[tax, totals[at]] as const] : []))
  if (new Set(known.map(([tax]) => tax)).size < 2) return false
  return known.every(([tax, total]) => commonRates.some((rate) => near((rate * (total - tax)) / 100, tax, 0.011)))
}

/** True for a "tax" that is the percentage between the two totals of every document, and no amount between them. */
export function areRatesOf(rates: Numbers, excl: Numbers, incl: Numbers): boolean {
  const known = rates.flatMap((rate, at) => {
    const [less, more] = [excl[at], incl[at]]
    return rate && less && more ? [near(less * (1 + rate / 100), more, 0.021) && !near(less + rate, more, 0.021)] : []
  })
  return known.length > 0 && known.every(Boolean)
}

/** True for an amount that is the tax in a total at one of the common rates. */
const isTaxIn = (tax: number, whole: number) => commonRates.some((each) => near((whole * each) / (100 + each), tax, 0.021))

/** True for a "tax" that holds common rates only and is no such share of any total. */
export function areBareRates(rates: Numbers, incl: Numbers): boolean {
  const known = rates.flatMap((rate, at) => (rate && incl[at] ? [[rate, incl[at]] as const] : []))
  return known.length > 0 && known.every(([rate, whole]) => commonRates.includes(rate) && !isTaxIn(rate, whole))
}

/** True for a "tax" that stays the same while the taxed amount varies: it is a rate. */
export function isRate(rates: Numbers, totals: Numbers): boolean {
  const known = rates.flatMap((rate, at) => (rate === undefined || totals[at] === undefined ? [] : [[rate, totals[at]] as const]))
  const [different, taxed] = [new Set(known.map(([rate]) => rate)).size, new Set(known.map(([, total]) => total)).size]
  return known.length > 1 && different < taxed && known.every(([rate]) => rate >= 0 && rate <= highestRate)
}

/** True for a column whose title does not tell whether it holds rates. */
const isBare = ({ via }: Candidate, word: string) => via === `words:${word}`

/** True for the same share of different totals: 21 of 100 and 10.50 of 50 are amounts. */
function isShare(parts: Numbers, wholes: Numbers): boolean {
  const known = parts.flatMap((part, at): [number, number][] => (part && wholes[at] ? [[part, wholes[at]]] : []))
  const [first] = known
  if (!first || known.every(([, whole]) => whole === first[1]) || known.every(([part]) => part === first[0])) return false
  return known.every(([part, whole]) => near(part, (first[0] / first[1]) * whole, 0.011))
}

/** True where totals and taxes make up what includes both. */
export function isSum(totals: Numbers, taxes: Numbers, gross: Numbers): boolean {
  const known = taxes.flatMap((tax, at) =>
    tax && totals[at] !== undefined && gross[at] !== undefined ? [near(totals[at] + tax, gross[at], 0.011)] : [],
  )
  return known.length > 0 && known.every(Boolean)
}

/** True where quantity x price less the discount as an amount is the total, and as a percentage it is not. */
function isTakenOff(quantities: Numbers, prices: Numbers, discounts: Numbers, totals: Numbers): boolean {
  let seen = false
  for (const [at, discount] of discounts.entries()) {
    const [quantity, price, total] = [quantities[at], prices[at], totals[at]]
    if (!discount || quantity === undefined || price === undefined || total === undefined) continue
    const whole = quantity * price
    if (!near(whole - discount, total, 0.011) || near(whole * (1 - discount / 100), total, 0.011)) return false
    seen = true
  }
  return seen
}
