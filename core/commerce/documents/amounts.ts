import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import type { headerFields } from './header.ts'
import type { LineValues } from './lines.ts'
import { documentMargin, lineMargin } from './margins.ts'
import { type Discount, documentTotals, type LineTotals, lineTotals, lineTotalsOf, sourceTotals, type Totals } from './totals.ts'

/** The header of a document of any type. */
export type Header = RecordOf<typeof headerFields>
/** A line whose totals are not computed yet. */
export type OpenLine = Omit<LineValues, keyof LineTotals | 'margin'>
/** A line with the totals that a source gave, as far as it gave some. */
export type GivenLine = OpenLine & Partial<Pick<LineValues, keyof LineTotals>>

// The fields of a header that decide its totals.
type Basis = Discount & Pick<Header, 'currency'>
/** The fields of a header that follow from the lines. */
type Amounts = Pick<Header, keyof Totals | 'taxes' | 'margin' | 'source_totals' | 'totals_difference'>

/** The totals of a header and of each line. */
export interface Settled {
  readonly amounts: Amounts
  readonly lines: LineValues[]
}

/** Lines and header with their computed totals. */
export function computedAmounts({ currency, ...discount }: Basis, lines: readonly OpenLine[]): Settled {
  const exponent = exponentOf(currency)
  const priced = lines.map((each): LineValues => {
    const line = { ...each, discount_amount: toMoney(each.discount_amount, exponent) }
    const totals = lineTotals(line, exponent)
    return { ...line, ...totals, margin: lineMargin(line, totals.total_excl_tax, exponent) }
  })
  const totals = documentTotals(priced, discount, exponent)
  const margin = documentMargin(totals.total_excl_tax, priced, exponent)
  return { amounts: { ...totals, margin, source_totals: false, totals_difference: null }, lines: priced }
}

/** Lines and header with the totals that a source gave, completed where it gave none, and their difference to the computed ones. */
export function sourceAmounts(
  { currency, ...discount }: Basis,
  given: Partial<Pick<Header, keyof Totals>>,
  lines: readonly GivenLine[],
): Settled {
  const exponent = exponentOf(currency)
  const settled = lines.map((each): LineValues => {
    const totals = givenTotals(each, exponent)
    return { ...each, ...totals, margin: lineMargin(each, totals.total_excl_tax, exponent) }
  })
  const known = settled.length > 0 && settled.every(({ total_excl_tax }) => total_excl_tax !== null)
  const computed = known ? documentTotals(settled, discount, exponent) : null
  const totals = {
    total_excl_tax: toMoney(given.total_excl_tax ?? null),
    tax_total: toMoney(given.tax_total ?? null),
    total_incl_tax: toMoney(given.total_incl_tax ?? null),
  }
  const kept = sourceTotals(totals, computed)
  const margin = documentMargin(kept.total_excl_tax, settled, exponent)
  return { amounts: { ...kept, taxes: computed?.taxes ?? [], margin, source_totals: true }, lines: settled }
}

/** Totals of a line as a source gave them, completed from its prices where possible; null where unknown. */
export function givenTotals(line: GivenLine, exponent: number): Pick<LineValues, keyof LineTotals> {
  const { total_excl_tax: net = null, tax_rate } = line
  const priced = net === null && line.unit_price !== null
  const totals = priced ? lineTotals(line, exponent) : net === null ? null : lineTotalsOf(toMoney(net), tax_rate, exponent)
  return {
    total_excl_tax: totals?.total_excl_tax ?? null,
    tax_amount: toMoney(line.tax_amount ?? (tax_rate === null ? null : (totals?.tax_amount ?? null))),
    total_incl_tax: toMoney(line.total_incl_tax ?? (tax_rate === null ? null : (totals?.total_incl_tax ?? null))),
  }
}
