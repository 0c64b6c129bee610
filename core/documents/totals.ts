import type { Static } from '@sinclair/typebox'
import { Decimal } from 'decimal.js'
import type { TaxOfRate } from './header.ts'

// Amounts of 15 digits by quantities of 15 stay exact; halves are rounded away from zero, as invoices are.
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })
type Exact = Decimal

export interface PricedLine {
  readonly quantity: number
  readonly unit_price: number | null
  readonly discount_percent: number | null
  readonly discount_amount: number | null
  readonly tax_rate: number | null
}

export interface LineTotals {
  readonly total_excl_tax: number
  readonly tax_amount: number
  readonly total_incl_tax: number
}

export interface Discount {
  readonly discount_percent: number | null
  readonly discount_amount: number | null
}

export interface Totals {
  readonly total_excl_tax: number
  readonly tax_total: number
  readonly total_incl_tax: number
}

export interface DocumentTotals extends Totals {
  /** By rate, rising; lines of which no rate is known are in none. */
  readonly taxes: Static<typeof TaxOfRate>[]
}

/** Totals of one line, rounded to `exponent` decimals: quantity x price, less the discount in percent, less the discount as an amount. */
export function lineTotals(line: PricedLine, exponent: number): LineTotals {
  const gross = new Exact(line.quantity).times(line.unit_price ?? 0)
  const reduced = gross.times(new Exact(100).minus(line.discount_percent ?? 0)).dividedBy(100)
  return taxed(reduced.minus(line.discount_amount ?? 0).toDecimalPlaces(exponent), line.tax_rate, exponent)
}

/** The totals of a line whose net total is given. */
export function lineTotalsOf(net: number, tax_rate: number | null, exponent: number): LineTotals {
  return taxed(new Exact(net), tax_rate, exponent)
}

/**
 * Totals of a document from the net totals of its lines (EN 16931: BR-CO-10, 13, 14, 15, 17). The discount of the document
 * is spread over the tax rates in proportion, so that what is taxable adds up to the total without tax.
 */
export function documentTotals(
  lines: readonly { readonly total_excl_tax: number | null; readonly tax_rate: number | null }[],
  { discount_percent, discount_amount }: Discount,
  exponent: number,
): DocumentTotals {
  const nets = netsByRate(lines)
  const sum = total([...nets.values()])
  const discount = sum
    .times(discount_percent ?? 0)
    .dividedBy(100)
    .plus(discount_amount ?? 0)
    .toDecimalPlaces(exponent)
  const taxable = spread(discount, [...nets.values()], exponent)
  const taxes = [...nets.keys()].flatMap((tax_rate, at) => {
    const base = taxable[at] ?? new Exact(0)
    return tax_rate === null ? [] : [{ tax_rate, taxable: base, tax: taxOn(base, tax_rate, exponent) }]
  })
  const excl = sum.minus(discount)
  const tax = total(taxes.map((each) => each.tax))
  return {
    total_excl_tax: excl.toNumber(),
    tax_total: tax.toNumber(),
    total_incl_tax: excl.plus(tax).toNumber(),
    taxes: taxes.map((each) => ({ tax_rate: each.tax_rate, taxable: each.taxable.toNumber(), tax: each.tax.toNumber() })),
  }
}

/** What a source gave, completed by arithmetic and by what the lines come to; never changed. Null is what nobody knows. */
export function sourceTotals(
  given: Partial<{ readonly [K in keyof Totals]: number | null }>,
  computed: DocumentTotals | null,
): { readonly [K in keyof Totals]: number | null } & { readonly totals_difference: Totals | null } {
  let { total_excl_tax: excl = null, tax_total: tax = null, total_incl_tax: incl = null } = given
  const known = () => [excl, tax, incl].filter((each) => each !== null).length
  if (computed && known() < 2) {
    // Where no rate is known, the tax is what the total has more than the lines.
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
  return new Exact(one).plus(other).toNumber()
}

/** Net total and tax of an amount. */
function taxed(net: Exact, tax_rate: number | null, exponent: number): LineTotals {
  const tax = taxOn(net, tax_rate ?? 0, exponent)
  return { total_excl_tax: net.toNumber(), tax_amount: tax.toNumber(), total_incl_tax: net.plus(tax).toNumber() }
}

function taxOn(net: Exact, tax_rate: number, exponent: number): Exact {
  return net.times(tax_rate).dividedBy(100).toDecimalPlaces(exponent)
}

function netsByRate(lines: readonly { total_excl_tax: number | null; tax_rate: number | null }[]): Map<number | null, Exact> {
  const nets = new Map<number | null, Exact>()
  for (const { total_excl_tax, tax_rate } of lines.toSorted((a, b) => (a.tax_rate ?? -1) - (b.tax_rate ?? -1)))
    nets.set(tax_rate, (nets.get(tax_rate) ?? new Exact(0)).plus(total_excl_tax ?? 0))
  return nets
}

// The shares are differences of a rounded running sum: they add up to the discount, and none is off by more than one unit.
function spread(discount: Exact, nets: readonly Exact[], exponent: number): Exact[] {
  const sum = total(nets)
  if (sum.isZero()) return nets.map((net, at) => (at === 0 ? net.minus(discount) : net))
  let running = new Exact(0)
  let given = new Exact(0)
  return nets.map((net) => {
    running = running.plus(net)
    const reached = discount.times(running).dividedBy(sum).toDecimalPlaces(exponent)
    const share = reached.minus(given)
    given = reached
    return net.minus(share)
  })
}

function difference(given: { readonly [K in keyof Totals]: number | null }, computed: Totals): Totals | null {
  const names = ['total_excl_tax', 'tax_total', 'total_incl_tax'] as const
  const found = names.map((name) => [name, minus(given[name] ?? computed[name], computed[name])] as const)
  return found.every(([, amount]) => amount === 0) ? null : (Object.fromEntries(found) as unknown as Totals)
}

const total = (amounts: readonly Exact[]): Exact => amounts.reduce((sum, each) => sum.plus(each), new Exact(0))
const minus = (one: number, other: number): number => new Exact(one).minus(other).toNumber()
