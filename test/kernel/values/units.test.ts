import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMoney } from '../../../core/kernel/values/money.ts'
import { fromUnits, percentOfUnits, timesUnits, toUnits } from '../../../core/kernel/values/units.ts'

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
const units = fc.oneof(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.maxSafeInteger())
const exponent = fc.constantFrom(0, 2, 3, 4)
const factor = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((each) => each / 1000),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
)

describe('Amounts in units of 1/10,000', () => {
  it('are multiplied and rounded as decimals are, whatever their size', () => {
    fc.assert(
      fc.property(units, factor, exponent, (amount, times, digits) => {
        const exact = new Exact(amount).dividedBy(10_000).times(times).toDecimalPlaces(digits).times(10_000)
        expect(timesUnits(amount, times, digits)).toBe(exact.toNumber() + 0)
      }),
    )
  })

  it('have percentages rounded as decimals are', () => {
    fc.assert(
      fc.property(units, factor, exponent, (amount, percent, digits) => {
        const exact = new Exact(amount).times(percent).dividedBy(1_000_000).toDecimalPlaces(digits).times(10_000)
        expect(percentOfUnits(amount, percent, digits)).toBe(exact.toNumber() + 0)
      }),
    )
  })

  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (whole) => {
        expect(toUnits(fromUnits(whole))).toBe(whole)
        expect(toMoney(fromUnits(whole))).toBe(fromUnits(whole))
      }),
    )
  })

  it('have at most four decimals', () => {
    expect([0.123_45, 0.000_05, -0.123_45, 1e-9, 12.5, null, undefined].map((each) => toMoney(each))).toEqual([
      0.1235,
      0.0001,
      -0.1235,
      0,
      12.5,
      null,
      undefined,
    ])
  })
})
