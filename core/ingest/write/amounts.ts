import { Decimal } from 'decimal.js'
import type { Row } from '../../storage/codec.ts'
import { exponentOf } from '../../values/currency.ts'
import { toMoney } from '../../values/money.ts'
import { sum } from '../arithmetic.ts'

type Amount = number | null | undefined

/** A total that follows from the two others, where exactly one is missing among those that were given together. */
export function fillTotals(record: Row, given: ReadonlySet<string>): void {
  const known = (field: string) => (given.has(field) ? (record[field] as Amount) : undefined)
  const [excl, tax, incl] = [known('total_excl_tax'), known('tax_total'), known('total_incl_tax')]
  if (isAmount(excl) && isAmount(tax) && !isAmount(incl)) record['total_incl_tax'] = sum([excl, tax])
  if (isAmount(excl) && isAmount(incl) && !isAmount(tax)) record['tax_total'] = sum([incl, -excl])
  if (isAmount(tax) && isAmount(incl) && !isAmount(excl)) record['total_excl_tax'] = sum([incl, -tax])
}

/** Where the source gave no totals, the lines tell them. */
export function totalsOfLines(record: Row, lines: readonly Row[]): void {
  const excl = totalOf(lines, 'total_excl_tax')
  const tax = totalOf(lines, 'tax_amount')
  record['total_excl_tax'] ??= excl
  record['tax_total'] ??= tax
  if (isAmount(excl) && isAmount(tax)) record['total_incl_tax'] ??= sum([excl, tax])
}

/** How far the totals that a source gave are from its own lines; `null` when they agree or cannot be compared. */
export function differenceOf(record: Row, lines: readonly Row[]): Row | null {
  const excl = totalOf(lines, 'total_excl_tax')
  const tax = totalOf(lines, 'tax_amount')
  const discount = record['discount_amount']
  const net = isAmount(excl) && isAmount(discount as Amount) ? sum([excl, -(discount as number)]) : excl
  const gap = (given: unknown, computed: Amount) =>
    isAmount(given as Amount) && isAmount(computed) ? sum([given as number, -computed]) : 0
  const difference = {
    total_excl_tax: gap(record['total_excl_tax'], net),
    tax_total: gap(record['tax_total'], tax),
    total_incl_tax: gap(record['total_incl_tax'], isAmount(net) && isAmount(tax) ? sum([net, tax]) : null),
  }
  return Object.values(difference).every((each) => each === 0) ? null : difference
}

/** Taxable amount and tax by rate (EN 16931, BG-23); empty unless every line says its rate. */
export function taxesOf(lines: readonly Row[]): Row[] {
  const rates = new Map<number, Row[]>()
  for (const line of lines) {
    const { tax_rate: rate, total_excl_tax: total } = line
    if (typeof rate !== 'number' || typeof total !== 'number') return []
    rates.set(rate, [...(rates.get(rate) ?? []), line])
  }
  return [...rates]
    .toSorted(([a], [b]) => a - b)
    .map(([tax_rate, group]) => ({
      tax_rate,
      taxable: sum(group.map((line) => line['total_excl_tax'] as number)),
      tax: sum(group.map((line) => (line['tax_amount'] ?? 0) as number)),
    }))
}

/** What a line comes to: its total where the source gave none, and its tax. */
export function completeLine(line: Row, currency: unknown): void {
  const digits = exponentOf(currency as string | null)
  const { quantity, unit_price: price, discount_percent: discount, tax_rate: rate } = line as Record<string, Amount>
  if (!isAmount(line['total_excl_tax'] as Amount) && isAmount(quantity) && isAmount(price))
    line['total_excl_tax'] = rounded(
      new Decimal(quantity)
        .times(price)
        .times(100 - (discount ?? 0))
        .div(100),
      digits,
    )
  const total = line['total_excl_tax'] as Amount
  if (!isAmount(total) || !isAmount(rate)) return
  line['tax_amount'] = rounded(new Decimal(total).times(rate).div(100), digits)
  line['total_incl_tax'] = toMoney(sum([total, line['tax_amount'] as number]))
}

function totalOf(lines: readonly Row[], field: string): number | null {
  const amounts = lines.map((line) => line[field])
  return amounts.length > 0 && amounts.every((amount) => typeof amount === 'number') ? sum(amounts as number[]) : null
}

function isAmount(amount: Amount): amount is number {
  return typeof amount === 'number'
}

function rounded(amount: Decimal, digits: number): number {
  return amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP).toNumber()
}
