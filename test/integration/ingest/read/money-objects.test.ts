import { describe, expect, it } from 'vitest'
import { moneyIn } from '../../../../core/integration/ingest/read/money-objects.ts'
import { readOne } from '../read-one.ts'

describe('an amount beside the unit it is counted in', () => {
  it.each([
    [{ amount: 1450, divisor: 100, currency_code: 'USD' }, { amount: 14.5, currency_code: 'USD' }],
    [{ type: 'centPrecision', currencyCode: 'EUR', centAmount: 11_900, fractionDigits: 2 }, { amount: 119, type: 'centPrecision', currencyCode: 'EUR' }],
    [{ value: 500, precision: 0, currency: 'JPY' }, { amount: 500, currency: 'JPY' }],
    [{ currencyCode: 'USD', units: '12', nanos: 340_000_000 }, { amount: 12.34, currencyCode: 'USD' }],
    [{ currencyCode: 'USD', units: '-1', nanos: -500_000_000 }, { amount: -1.5, currencyCode: 'USD' }],
  ])('%o', (money, amount) => expect(moneyIn(money)).toEqual(amount)) // prettier-ignore

  it.each([
    { amount: 1450, currency: 'USD' }, { amount: 14.5, divisor: 100 }, { amount: '1450', divisor: 100 }, { amount: 1, divisor: 0 }, { value: 5, precision: 2 },
    { value: 5, scale: 9, currency: 'EUR' }, { divisor: 100 }, { units: 'Nos', nanos: 1 }, { units: '12' }, {},
  ])('%o is none', (other) => expect(moneyIn(other)).toBeNull()) // prettier-ignore

  it('is read wherever it stands', () => {
    const money = (amount: number) => ({ amount, divisor: 100, currency_code: 'USD' })
    const record = { number: 'N-1', customer_name: 'Kay', grandtotal: money(3250), lines: [{ sku: 'A', quantity: 2, price: money(1400) }] }
    expect(readOne('orders', record).values).toEqual({ number: 'N-1', customer_name: 'Kay', currency: 'USD', total_incl_tax: 32.5, lines: [{ sku: 'A', quantity: 2, unit_price: 14 }] }) // prettier-ignore
  })
})
