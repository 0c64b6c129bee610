import type { Static } from '@sinclair/typebox'
import { decimalUnits, exactUnits, fromUnits, percentOfUnits, timesUnits, toUnits } from '../../kernel/values/units.ts'
import type { TaxOfRate } from './header.ts'
import { objectOf } from '../../kernel/values/objects.ts'

/** The values of a line that decide its totals: percents from 0 to 100, amounts in the currency of the document. */
export interface PricedLine {
  readonly quantity: number
  readonly unit_price: number | null
  readonly discount_percent: number | null
  readonly discount_amount: number | null
  readonly tax_rate: number | null
}

/** Amounts of a line, rounded to the decimals of the currency. */
export interface LineTotals {
  readonly total_excl_tax: number
  readonly tax_amount: number
  readonly total_incl_tax: number
}

/** A discount in percent, as an amount, or both: the percent comes off first. */
export interface Discount {
  readonly discount_percent: number | null
  readonly discount_amount: number | null
}

/** Amounts of a document: net, tax, gross. */
export interface Totals {
  readonly total_excl_tax: number
  readonly tax_total: number
  readonly total_incl_tax: number
}

/** Totals of a document, and the tax of each rate. */
export interface DocumentTotals extends Totals {
  /** By ascending rate; lines without a known rate are left out. */
  readonly taxes: Static<typeof TaxOfRate>[]
}

/** Totals of one line, rounded to `exponent` decimals: quantity x price, less the discount in percent, less the discount as an amount. */
export function lineTotals(line: PricedLine, exponent: number): LineTotals {
  const { quantity, unit_price, discount_percent, discount_amount, tax_rate } = line
  if (!discount_percent && !discount_amount) return taxed(timesUnits(toUnits(unit_price ?? 0), quantity, exponent), tax_rate, exponent)
  const gross = exactUnits(toUnits(unit_price ?? 0)).times(quantity)
  const reduced = gross.times(exactUnits(100).minus(discount_percent ?? 0)).dividedBy(100)
  return taxed(decimalUnits(reduced.minus(toUnits(discount_amount ?? 0)), exponent), tax_rate, exponent)
}

/** The totals of a line whose net total is given. */
export function lineTotalsOf(net: number, tax_rate: number | null, exponent: number): LineTotals {
  return taxed(toUnits(net), tax_rate, exponent)
}

/**
 * Totals of a document from the net totals of its lines (EN 16931: BR-CO-10, 13, 14, 15, 17). The discount of the document
 * is spread over the tax rates in proportion, so that what is taxable adds up to the total without tax.
 */
export function documentTotals(
  lines: readonly { readonly total_excl_tax: number | null; readonly tax_rate: number | null }[],
  discount: Discount,
  exponent: number,
): DocumentTotals {
  const nets = netsByRate(lines)
  const sum = total([...nets.values()])
  const reduction = discountOf(sum, discount, exponent)
  const taxable = spread(reduction, [...nets.values()], exponent)
  const taxes = [...nets.keys()].flatMap((tax_rate, at) => {
    const base = taxable[at] ?? 0
    return tax_rate === null ? [] : [{ tax_rate, taxable: base, tax: percentOfUnits(base, tax_rate, exponent) }]
  })
  const excl = sum - reduction
  const tax = total(taxes.map((each) => each.tax))
  return {
    total_excl_tax: fromUnits(excl),
    tax_total: fromUnits(tax),
    total_incl_tax: fromUnits(excl + tax),
    taxes: taxes.map((each) => ({ tax_rate: each.tax_rate, taxable: fromUnits(each.taxable), tax: fromUnits(each.tax) })),
  }
}

/** The totals that a source gave, completed by arithmetic and from the lines, never changed; null where unknown. */
export function sourceTotals(
  given: Partial<{ readonly [K in keyof Totals]: number | null }>,
  computed: DocumentTotals | null,
): { readonly [K in keyof Totals]: number | null } & { readonly totals_difference: Totals | null } {
  let { total_excl_tax: excl = null, tax_total: tax = null, total_incl_tax: incl = null } = given
  const known = () => [excl, tax, incl].filter((each) => each !== null).length
  if (computed && known() < 2) {
    // Where no rate is known, the tax is the total less the lines.
    if (excl === null && (incl === null || computed.taxes.length === 0)) excl = computed.total_excl_tax
    if (tax === null && known() < 2) tax = computed.tax_total
  }
  excl ??= incl === null || tax === null ? null : minus(incl, tax)
  tax ??= incl === null || excl === null ? null : minus(incl, excl)
  incl ??= excl === null || tax === null ? null : minus(excl, -tax)
  const totals = { total_excl_tax: excl, tax_total: tax, total_incl_tax: incl }
  return { ...totals, totals_difference: computed && difference(totals, computed) }
}

/** The exact sum of two amounts. */
export function sum(one: number, other: number): number {
  return fromUnits(toUnits(one) + toUnits(other))
}

/** Net, tax and gross of one line; without a known rate the tax is 0. */
function taxed(net: number, tax_rate: number | null, exponent: number): LineTotals {
  const tax = percentOfUnits(net, tax_rate ?? 0, exponent)
  return { total_excl_tax: fromUnits(net), tax_amount: fromUnits(tax), total_incl_tax: fromUnits(net + tax) }
}

// By ascending rate; lines without a known rate come first.
function netsByRate(lines: readonly { total_excl_tax: number | null; tax_rate: number | null }[]): Map<number | null, number> {
  const nets = new Map<number | null, number>()
  for (const { total_excl_tax, tax_rate } of lines) nets.set(tax_rate, (nets.get(tax_rate) ?? 0) + toUnits(total_excl_tax ?? 0))
  return nets.size < 2 ? nets : new Map([...nets].toSorted(([a], [b]) => (a ?? -1) - (b ?? -1)))
}

function discountOf(sum: number, { discount_percent, discount_amount }: Discount, exponent: number): number {
  if (!discount_percent && !discount_amount) return 0
  return decimalUnits(
    exactUnits(sum)
      .times(discount_percent ?? 0)
      .dividedBy(100)
      .plus(toUnits(discount_amount ?? 0)),
    exponent,
  )
}

// The shares are differences of a rounded running sum: they add up to the discount, and none is off by more than a unit.
function spread(discount: number, nets: readonly number[], exponent: number): readonly number[] {
  if (discount === 0) return nets
  const sum = total(nets)
  if (sum === 0) return nets.map((net, at) => (at === 0 ? net - discount : net))
  let running = 0
  let given = 0
  return nets.map((net) => {
    running += net
    const reached = decimalUnits(exactUnits(discount).times(running).dividedBy(sum), exponent)
    const share = reached - given
    given = reached
    return net - share
  })
}

/** Given minus computed, amount by amount; null where they agree. */
function difference(given: { readonly [K in keyof Totals]: number | null }, computed: Totals): Totals | null {
  const names = ['total_excl_tax', 'tax_total', 'total_incl_tax'] as const
  const found = objectOf(names, (name) => minus(given[name] ?? computed[name], computed[name]))
  return names.every((name) => found[name] === 0) ? null : found
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)
const minus = (one: number, other: number): number => fromUnits(toUnits(one) - toUnits(other))
