import type { LineInput } from '../documents/schema.ts'
import type { CreditNoteInput } from './schema.ts'

const totals = ['total_excl_tax', 'tax_total', 'total_incl_tax', 'applied_amount'] as const
const lineTotals = ['total_excl_tax', 'tax_amount', 'total_incl_tax'] as const

/**
 * A credit note of a source that writes what it takes back as negative amounts, with positive ones: a credit note says by its type that they are
 * taken back. A line of the other sign than the whole keeps that difference.
 */
export function withoutSign<I extends CreditNoteInput>(input: I, isOfSource: boolean): I {
  if (!isOfSource || (wholeOf(input) ?? 0) >= 0) return input
  const lines = input.lines?.map(turnedLine)
  return { ...input, ...turned(input, totals), ...(lines && { lines }) }
}

function wholeOf({ total_incl_tax, total_excl_tax, lines = [] }: CreditNoteInput): number | undefined {
  return total_incl_tax ?? total_excl_tax ?? lines.reduce((sum, line) => sum + (line.total_excl_tax ?? line.total_incl_tax ?? 0), 0)
}

function turnedLine(line: LineInput): LineInput {
  const { quantity, unit_price } = line
  // Of a negative quantity, the price is that of the goods.
  const isReturned = quantity !== undefined && quantity < 0
  const priced = isReturned ? { quantity: -quantity } : typeof unit_price === 'number' ? { unit_price: 0 - unit_price } : {}
  return { ...line, ...turned(line, lineTotals), ...priced }
}

function turned<N extends string>(
  from: Readonly<Partial<Record<N, number | null | undefined>>>,
  names: readonly N[],
): Partial<Record<N, number>> {
  const made: Partial<Record<N, number>> = {}
  for (const name of names) {
    const amount = from[name]
    if (typeof amount === 'number') made[name] = 0 - amount
  }
  return made
}
