import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { fromUnits, timesUnits, toUnits } from '../../kernel/values/units.ts'

interface Costed {
  readonly quantity: number
  /** Of one unit. */
  readonly cost: number | null
}

/** What a line earns: its net total less what it costs, rounded to `exponent` decimals; null where one of them is unknown. */
export function lineMargin(line: Costed, net: number | null, exponent: number): number | null {
  return net === null || line.cost === null ? null : less(net, costOf(line, exponent))
}

/**
 * What a document earns: its net total, of which its discount has been taken, less what its lines cost. Null without lines, and where a line
 * that is not free has no cost: a cost of 0 says that it costs nothing.
 */
export function documentMargin(
  net: number | null,
  lines: readonly (Costed & { readonly total_excl_tax: number | null })[],
  exponent: number,
): number | null {
  const costs = costsOf(lines, exponent)
  return net === null || costs === null ? null : less(net, toUnits(costs))
}

/** What lines cost together; null without lines, and where a line that is not free has no cost. */
export function costsOf(lines: readonly (Costed & { readonly total_excl_tax: number | null })[], exponent: number): number | null {
  if (lines.length === 0 || lines.some(({ cost, total_excl_tax }) => cost === null && total_excl_tax !== 0)) return null
  return stored(lines.reduce((sum, line) => sum + costOf(line, exponent), 0))
}

function costOf({ cost, quantity }: Costed, exponent: number): number {
  return timesUnits(toUnits(cost ?? 0), quantity, exponent)
}

const less = (net: number, costs: number): number | null => stored(toUnits(net) - costs)

// What no column holds is not known.
function stored(units: number): number | null {
  const amount = fromUnits(units)
  return Math.abs(amount) > GREATEST_AMOUNT ? null : amount
}
