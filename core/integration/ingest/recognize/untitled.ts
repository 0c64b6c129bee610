import type { Candidate } from './assign.ts'
import { checkedRows, multiplies } from './arithmetic.ts'
import { columnsToPay, freeColumns, ofSums } from './free-columns.ts'
import { columnOf, near, numbers, type Numbers } from './figures.ts'
import { readHeader } from '../languages/headers.ts'
import { commonRates } from './rates.ts'
import { ownColumns } from './line-plan.ts'
import { isDocument } from '../objects.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'
import type { Column, Row } from '../read/table.ts'

const found = (field: string, column: Column, rule: string): FieldMatch => ({
  field,
  columns: [{ column: column.index, field, score: 0.8, via: `arithmetic: ${rule}` }],
})

const hasAmount = (values: Numbers): boolean => values.some((value) => value !== undefined && value !== 0)

/** Infers the totals of documents that no title names, by arithmetic. */
export function inferDocumentTotals(reading: FieldsReading): void {
  const { object, matches, rows } = reading
  if (isDocument(object)) reading.matches = inferTotals(matches, ownColumns(reading), rows.slice(0, checkedRows))
}

/**
 * Infers missing totals of a document from those that are named: amounts that add up to the total with a tax of a common rate. Nothing is
 * inferred where two pairs fit.
 */
function inferTotals(matches: readonly FieldMatch[], columns: readonly Column[], rows: readonly Row[]): readonly FieldMatch[] {
  const [excl, tax, incl] = ['total_excl_tax', 'total_tax', 'total_incl_tax'].map((field) => columnOf(matches, field))
  const known = incl ?? excl
  if (!known || (excl && tax && incl)) return matches
  const wrapper = columns
    .find(({ index }) => index === known.column)
    ?.segments.slice(0, -1)
    .join()
  const beside = freeColumns(columns, matches, ['tax']).filter(({ segments }) => segments.slice(0, -1).join() === wrapper)
  const of = (one: Candidate | undefined) => (one ? columns.filter(({ index }) => index === one.column) : beside)
  if (!incl) return withGross(matches, known, of(tax), [...beside, ...columnsToPay(columns, matches, wrapper)], rows)
  const totals = numbers(rows, incl.column)
  const pairs = pairsOf(
    of(excl),
    of(tax),
    (one, other) => one !== other && makeUp(numbers(rows, one.index), numbers(rows, other.index), totals),
  )
  const [pair] = pairs
  if (!pair || pairs.length > 1) return matches
  return [
    ...matches,
    ...(excl ? [] : [found('total_excl_tax', pair[0], 'with the tax it is the total')]),
    ...(tax ? [] : [found('total_tax', pair[1], 'with the net amount it is the total')]),
  ]
}

/** Infers tax and total of a document that names its net amount only. */
function withGross(
  matches: readonly FieldMatch[],
  excl: Candidate,
  taxes: readonly Column[],
  beside: readonly Column[],
  rows: readonly Row[],
): readonly FieldMatch[] {
  const parts = numbers(rows, excl.column)
  const totals = beside.filter(({ segments }) => readHeader(segments.at(-1) ?? '').words.some((word) => ofSums.has(word)))
  const pairs = pairsOf(taxes, totals, (tax, total) => tax !== total && makeUp(parts, numbers(rows, tax.index), numbers(rows, total.index)))
  const [pair] = pairs
  if (!pair || pairs.length > 1) return matches
  const named = matches.some(({ field }) => field === 'total_tax')
  return [
    ...matches,
    ...(named ? [] : [found('total_tax', pair[0], 'with the net amount it is the total')]),
    found('total_incl_tax', pair[1], 'the net amount and the tax'),
  ]
}

/** All pairs of two columns that fit together. */
function pairsOf(ones: readonly Column[], others: readonly Column[], fit: (one: Column, other: Column) => boolean) {
  return ones.flatMap((one) => others.flatMap((other) => (fit(one, other) ? [[one, other] as const] : [])))
}

/** True where the parts add up to every total, and the second is a common rate of the first. */
function makeUp(parts: Numbers, taxes: Numbers, totals: Numbers): boolean {
  if (!hasAmount(taxes)) return false
  return totals.every((total, at) => {
    const [part, tax] = [parts[at], taxes[at]]
    if (part === undefined || tax === undefined || total === undefined) return part === undefined && tax === undefined
    return near(part + tax, total, 0.011) && (tax === 0 || commonRates.some((rate) => near((part * rate) / 100, tax, 0.011)))
  })
}

/** Infers price and total of lines by arithmetic, where the quantity and at least one of the two are named. */
export function inferLineAmounts(
  matches: readonly FieldMatch[],
  candidates: readonly Candidate[],
  columns: readonly Column[],
  rows: readonly Row[],
): readonly FieldMatch[] {
  const [quantity, price, total] = ['quantity', 'unit_price', 'total_excl_tax'].map((field) => columnOf(matches, field))
  if (!quantity) return matches
  const counts = numbers(rows, quantity.column)
  if (!counts.some((count) => count !== undefined && count !== 0 && count !== 1)) return matches
  const discount = columnOf(matches, 'discount_percent')
  const discounts = discount ? numbers(rows, discount.column) : []
  const fits = (one: number, other: number) =>
    one !== other && multiplies(counts, numbers(rows, one), discounts, numbers(rows, other)) === 1 && hasAmount(numbers(rows, other))
  if (price && total && fits(price.column, total.column)) return matches
  const rest = matches.filter(({ field }) => field !== 'unit_price' && field !== 'total_excl_tax')
  const free = freeColumns(columns, rest)
  const named = new Set(
    candidates
      .filter(({ field, score }) => (field === 'unit_price' || field === 'total_excl_tax') && score >= 0.6)
      .map(({ column }) => column),
  )
  const pairs = pairsOf(free, free, (one, other) => (named.has(one.index) || named.has(other.index)) && fits(one.index, other.index))
  const [pair] = pairs
  if (!pair || pairs.length > 1) return matches
  return [
    ...rest,
    found('unit_price', pair[0], 'times the quantity it is the total'),
    found('total_excl_tax', pair[1], 'quantity times price'),
  ]
}
