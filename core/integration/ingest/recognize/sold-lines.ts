import { cellOf, type Column, type Row } from '../read/table.ts'
import { multiplies } from './arithmetic.ts'
import type { Candidate } from './assign.ts'
import { columnOf, numbers } from './figures.ts'
import { grossFactors } from './gross-factors.ts'
import { wordsOf } from './line-plan.ts'
import type { Recognition } from './recognition.ts'

/** What each row sells, if anything: an item with an amount, beside a quantity or listed with others. */
export function soldIn(
  { matches, candidates }: Recognition,
  columns: readonly Column[],
  rows: readonly Row[],
  varying: ReadonlySet<number> | null,
) {
  const [quantity, price, total] = ['quantity', 'unit_price', 'total_excl_tax'].map((field) => columnOf(matches, field))
  const thing = things.map((field) => columnOf(matches, field)).find((found) => found !== undefined)
  // Prices with tax only count beside a tax rate, if their title says that they belong to lines, or where two of them multiply.
  const incl = columnOf(matches, 'total_incl')
  const ofLine = columns.some((column) => column.index === incl?.column && wordsOf(column).includes('line'))
  const multiplied = quantity && incl ? grossFactors(rows, quantity, incl, candidates) : []
  const gross = quantity && (ofLine || columnOf(matches, 'tax_rate') || multiplied.length > 0) ? incl : undefined
  if (!thing || !(price ?? total ?? gross)) return null
  const product = quantity && price && total ? products(rows, quantity, price, total, columnOf(matches, 'discount_percent')) : 0
  const counted = quantity !== undefined && (quantity.score >= 0.8 || product >= 0.9)
  if (!counted && !(varying && isListed(columns, varying, thing, [price, total, gross]))) return null
  return { matches, quantity, total, product, counted, multiplied }
}

const things = ['sku', 'description', 'item_name', 'product_id']

/** True where the rows of one document list different items with different amounts, rather than versions of one total. */
function isListed(
  columns: readonly Column[],
  varying: ReadonlySet<number>,
  thing: Candidate,
  amounts: readonly (Candidate | undefined)[],
): boolean {
  if (!varying.has(thing.column)) return false
  return amounts.some((amount) => {
    if (!amount || !varying.has(amount.column)) return false
    const words = wordsOf(columns.find(({ index }) => index === amount.column))
    return !words.includes('total') || words.includes('line') || words.includes('product')
  })
}

function products(rows: readonly Row[], quantity: Candidate, price: Candidate, total: Candidate, discount: Candidate | undefined): number {
  const sample = rows.slice(0, 300)
  const of = (candidate: Candidate) => numbers(sample, candidate.column)
  return multiplies(of(quantity), of(price), discount ? of(discount) : [], of(total))
}

/** True where a row has a value in this column. */
export const isFilled = (row: Row, { index }: Column): boolean => (cellOf(row, index) ?? '') !== ''
