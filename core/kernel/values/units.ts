import { Decimal } from 'decimal.js'

// Amounts of 15 digits by factors of 15 stay exact; halves are rounded away from zero, as invoices are.
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

const UNITS = 10_000

/** An amount as an integer of 1/10,000, as it is stored. */
export function toUnits(amount: number): number {
  return Math.round(amount * UNITS)
}

/** The amount that so many units of 1/10,000 are. */
export function fromUnits(units: number): number {
  return units / UNITS
}

/**
 * amount x factor, in units, rounded to `exponent` decimals. Almost all documents fit into exact integers, which is many
 * times faster; what does not is computed in decimals.
 */
export function timesUnits(units: number, factor: number, exponent: number): number {
  const whole = Math.round(factor * UNITS)
  const product = units * whole
  if (whole / UNITS === factor && Number.isSafeInteger(product))
    return divideRounded(product, UNITS * 10 ** (4 - exponent)) * 10 ** (4 - exponent)
  return decimalUnits(new Exact(units).times(factor), exponent)
}

/** So many percent of an amount, in units, rounded to `exponent` decimals. */
export function percentOfUnits(units: number, percent: number, exponent: number): number {
  const whole = Math.round(percent * UNITS)
  const product = units * whole
  if (whole / UNITS === percent && Number.isSafeInteger(product))
    return divideRounded(product, 100 * UNITS * 10 ** (4 - exponent)) * 10 ** (4 - exponent)
  return decimalUnits(new Exact(units).times(percent).dividedBy(100), exponent)
}

/** An exact amount in units, rounded to `exponent` decimals. */
export function decimalUnits(units: Decimal, exponent: number): number {
  return new Exact(units).dividedBy(UNITS).toDecimalPlaces(exponent).times(UNITS).toNumber() + 0
}

/** For sums that are not rounded yet. */
export function exactUnits(amount: number): Decimal {
  return new Exact(amount)
}

// Both are exact integers, so the quotient is off by one at most.
function divideRounded(dividend: number, divisor: number): number {
  const size = Math.abs(dividend)
  let quotient = Math.floor(size / divisor)
  if (quotient * divisor > size) quotient -= 1
  if ((size - quotient * divisor) * 2 >= divisor) quotient += 1
  return Math.sign(dividend) * quotient + 0
}
