import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computedAmounts, sourceAmounts } from '../../../core/commerce/documents/amounts.ts'
import { documentTotals, lineTotals } from '../../../core/commerce/documents/totals.ts'

const amount = fc.integer({ min: 0, max: 99_999_999 }).map((units) => units / 10_000)
const rate = fc.constantFrom(0, 5.5, 7, 8.1, 10, 19, 20, 25.5)
const percent = fc.option(fc.constantFrom(0, 2.5, 10, 33.33, 100))
const pricedLine = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 0, max: 5000 }),
    fc.integer({ min: 0, max: 99_999 }).map((each) => each / 1000),
  ),
  unit_price: amount,
  discount_percent: percent,
  discount_amount: fc.option(fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100)),
  tax_rate: rate,
})
const document = fc.record({
  lines: fc.array(pricedLine, { minLength: 1, maxLength: 30 }),
  discount_percent: percent,
  discount_amount: fc.option(fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
})
const exponents = { EUR: 2, JPY: 0, KWD: 3, CLF: 4 } as const

const settled = ({ lines, ...header }: typeof document extends fc.Arbitrary<infer D> ? D : never) =>
  computedAmounts(
    header,
    lines.map((each) => ({ ...blank, ...each })),
  )
const blank = {
  product_id: null,
  sku: null,
  name: null,
  description: null,
  unit: null,
  price_rule_id: null,
  cost: null,
  from_catalog: null,
  custom: {},
}
const plain = { ...blank, quantity: 1, unit_price: 100, discount_percent: null, discount_amount: null, tax_rate: 20 }
const sum = (amounts: readonly (number | null)[]) => amounts.reduce((total, each) => total.plus(each ?? 0), new Decimal(0))
const rounded = (value: Decimal, exponent: number) => value.toDecimalPlaces(exponent, Decimal.ROUND_HALF_UP)

describe('Totals of documents', () => {
  it('of lines and the discount add up to the total without tax (BR-CO-10, BR-CO-13)', () => {
    fc.assert(
      fc.property(document, (given) => {
        const { amounts, lines } = settled(given)
        const net = sum(lines.map(({ total_excl_tax }) => total_excl_tax))
        const discount = rounded(
          net
            .times(given.discount_percent ?? 0)
            .dividedBy(100)
            .plus(given.discount_amount ?? 0),
          exponents[given.currency],
        )
        expect(amounts.total_excl_tax).toBe(net.minus(discount).toNumber())
      }),
    )
  })

  it('have one tax per rate: the taxable amount times the rate, rounded to the currency (BR-CO-14, BR-CO-17)', () => {
    fc.assert(
      fc.property(document, (given) => {
        const { amounts, lines } = settled(given)
        expect(amounts.taxes.map(({ tax_rate }) => tax_rate)).toEqual(
          [...new Set(lines.map(({ tax_rate }) => tax_rate))].toSorted((a, b) => Number(a) - Number(b)),
        )
        for (const { tax_rate, taxable, tax } of amounts.taxes)
          expect(tax).toBe(rounded(new Decimal(taxable).times(tax_rate).dividedBy(100), exponents[given.currency]).toNumber() + 0)
        expect(sum(amounts.taxes.map(({ taxable }) => taxable)).toNumber()).toBe(amounts.total_excl_tax)
        expect(sum(amounts.taxes.map(({ tax }) => tax)).toNumber()).toBe(amounts.tax_total)
      }),
    )
  })

  it('with tax are those without plus the tax (BR-CO-15)', () => {
    fc.assert(
      fc.property(document, (given) => {
        const { total_excl_tax, tax_total, total_incl_tax } = settled(given).amounts
        expect(sum([total_excl_tax, tax_total]).toNumber()).toBe(total_incl_tax)
      }),
    )
  })

  it('never have more decimals than the currency', () => {
    fc.assert(
      fc.property(document, (given) => {
        const { amounts, lines } = settled(given)
        const all = [
          amounts.total_excl_tax,
          amounts.tax_total,
          amounts.total_incl_tax,
          ...amounts.taxes.flatMap(({ taxable, tax }) => [taxable, tax]),
          ...lines.flatMap(({ total_excl_tax, tax_amount, total_incl_tax }) => [total_excl_tax, tax_amount, total_incl_tax]),
        ]
        for (const each of all) expect(new Decimal(each ?? 0).decimalPlaces()).toBeLessThanOrEqual(exponents[given.currency])
      }),
    )
  })

  it('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(document, (given) => {
        expect(settled({ ...given, lines: given.lines.toReversed() }).amounts).toEqual(settled(given).amounts)
      }),
    )
  })

  it('spread the discount over the rates in proportion, to one unit of the currency', () => {
    fc.assert(
      fc.property(document, (given) => {
        const { amounts, lines } = settled(given)
        const net = sum(lines.map(({ total_excl_tax }) => total_excl_tax))
        fc.pre(lines.every(({ total_excl_tax }) => Number(total_excl_tax) >= 0) && !net.isZero())
        const factor = new Decimal(amounts.total_excl_tax ?? 0).dividedBy(net)
        for (const { tax_rate, taxable } of amounts.taxes) {
          const own = sum(lines.filter((each) => each.tax_rate === tax_rate).map(({ total_excl_tax }) => total_excl_tax))
          expect(own.times(factor).minus(taxable).abs().toNumber()).toBeLessThanOrEqual(10 ** -exponents[given.currency] + 1e-9)
        }
      }),
    )
  })

  it('are as an accountant would write them', () => {
    const { amounts, lines } = computedAmounts({ currency: 'EUR', discount_percent: 10, discount_amount: 5 }, [
      { ...plain, quantity: 3, unit_price: 33.335 },
      { ...plain, unit_price: 50, tax_rate: 5.5 },
      { ...plain, quantity: 2, unit_price: 12.5, discount_percent: 50 },
    ])
    expect(lines.map(({ total_excl_tax }) => total_excl_tax)).toEqual([100.01, 50, 12.5])
    expect(amounts).toEqual({
      total_excl_tax: 141.26,
      margin: null,
      tax_total: 21.95,
      total_incl_tax: 163.21,
      taxes: [
        { tax_rate: 5.5, taxable: 43.46, tax: 2.39 },
        { tax_rate: 20, taxable: 97.8, tax: 19.56 },
      ],
      source_totals: false,
      totals_difference: null,
    })
  })

  it('round halves away from zero, of negative amounts as well', () => {
    const totals = [1.005, 1.015, -1.005, 2.675].map((unit_price) => lineTotals({ ...plain, unit_price }, 2).total_excl_tax)
    expect(totals).toEqual([1.01, 1.02, -1.01, 2.68])
  })

  it('stay exact where binary fractions would not', () => {
    const cents = Array.from({ length: 1000 }, () => ({ total_excl_tax: 0.1, tax_rate: 20 }))
    expect(documentTotals(cents, { discount_percent: null, discount_amount: null }, 2)).toMatchObject({
      total_excl_tax: 100,
      total_incl_tax: 120,
    })
  })
})

describe('Totals that a source gave', () => {
  const header = { currency: 'EUR', discount_percent: null, discount_amount: null }

  it('are kept as they are, with their difference to the computed ones', () => {
    const { amounts } = sourceAmounts(header, { total_excl_tax: 100.02, tax_total: 20, total_incl_tax: 120.03 }, [plain])
    expect(amounts).toMatchObject({
      total_excl_tax: 100.02,
      tax_total: 20,
      total_incl_tax: 120.03,
      totals_difference: { total_excl_tax: 0.02, tax_total: 0, total_incl_tax: 0.03 },
      source_totals: true,
    })
  })

  it('have no difference where they equal the computed totals', () => {
    const { amounts } = sourceAmounts(header, { total_excl_tax: 100, tax_total: 20, total_incl_tax: 120 }, [plain])
    expect(amounts.totals_difference).toBeNull()
  })

  it('are completed by arithmetic, then by the lines', () => {
    const totals = (given: Parameters<typeof sourceAmounts>[1], lines: Parameters<typeof sourceAmounts>[2] = [plain]) => {
      const { total_excl_tax, tax_total, total_incl_tax } = sourceAmounts(header, given, lines).amounts
      return [total_excl_tax, tax_total, total_incl_tax]
    }
    expect(totals({ total_excl_tax: 90, total_incl_tax: 108 })).toEqual([90, 18, 108])
    expect(totals({ tax_total: 18, total_incl_tax: 108 })).toEqual([90, 18, 108])
    expect(totals({ total_incl_tax: 125 })).toEqual([105, 20, 125])
    expect(totals({ total_excl_tax: 105 })).toEqual([105, 20, 125])
    expect(totals({})).toEqual([100, 20, 120])
    expect(totals({ total_incl_tax: 118 }, [{ ...plain, tax_rate: null }])).toEqual([100, 18, 118])
    expect(totals({ total_incl_tax: 118 }, [])).toEqual([null, null, 118])
    expect(totals({}, [])).toEqual([null, null, null])
  })

  it('of lines are kept too, and computed where a line has a price only', () => {
    const { lines } = sourceAmounts(header, {}, [
      { ...plain, total_excl_tax: 99.99 },
      { ...plain, tax_rate: null, total_excl_tax: 10 },
      { ...plain, unit_price: null, tax_rate: null },
    ])
    expect(lines.map(({ total_excl_tax, tax_amount, total_incl_tax }) => [total_excl_tax, tax_amount, total_incl_tax])).toEqual([
      [99.99, 20, 119.99],
      [10, null, null],
      [null, null, null],
    ])
  })

  it('keep the sums of any document exact', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (nets) => {
        const lines = nets.map((total_excl_tax) => ({ ...plain, total_excl_tax }))
        const { amounts } = sourceAmounts(header, {}, lines)
        expect(amounts.total_excl_tax).toBe(sum(nets).toNumber())
        expect(sum([amounts.total_excl_tax, amounts.tax_total]).toNumber()).toBe(amounts.total_incl_tax)
      }),
    )
  })
})
