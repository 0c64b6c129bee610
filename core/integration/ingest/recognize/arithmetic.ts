import type { Candidate } from './assign.ts'
import { near, type Numbers } from './figures.ts'
import type { FieldMatch } from './recognition.ts'

/** Rows that are examined: a few hundred decide what a column means, and a batch may have 5,000 documents of 1,000 lines. */
export const checkedRows = 300

/** The matches with these columns for these fields, and for no other. */
export function replaceColumns(matches: readonly FieldMatch[], chosen: ReadonlyMap<string, Candidate>): FieldMatch[] {
  const taken = new Set([...chosen.values()].map((candidate) => candidate.column))
  const kept = matches.flatMap((match): FieldMatch[] => {
    if (chosen.has(match.field)) return []
    const columns = match.columns.filter((candidate) => !taken.has(candidate.column))
    return columns.length > 0 ? [{ field: match.field, columns }] : []
  })
  return [
    ...kept,
    ...[...chosen].map(([field, candidate]) => ({ field, columns: [{ ...candidate, via: `${candidate.via}, arithmetic` }] })),
  ]
}

/** Share of the lines where quantity x price less discount is the total. */
export function multiplies(quantities: Numbers, prices: Numbers, discounts: Numbers, totals: Numbers): number {
  let seen = 0
  let good = 0
  totals.forEach((total, index) => {
    const [quantity, price] = [quantities[index], prices[index]]
    if (quantity === undefined || price === undefined || total === undefined || (price === 0 && total === 0)) return
    seen++
    if (near(quantity * price * (1 - (discounts[index] ?? 0) / 100), total, 0.021)) good++
  })
  return seen === 0 ? 0 : good / seen
}
