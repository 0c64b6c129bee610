import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumber, parsePercent, provenSign } from '../../../../core/integration/ingest/values/number.ts'

const value = (text: string, sign: '.' | ',' | null = null) => {
  const read = parseNumber(text, sign)
  return read.ok ? read.value : read.ambiguous
}

describe('amounts as people and systems write them', () => {
  it.each([
    ['1234.56', 1234.56],
    ['1000.0', 1000],
    ['833.333333', 833.333333],
    ['46.00000000', 46],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1 234,56', 1234.56],
    ['1\u00A0234,56', 1234.56],
    ['1\u202F234,56', 1234.56],
    ["1'234.56", 1234.56],
    ['1’234.56', 1234.56],
    ['1234,5', 1234.5],
    ['1.234.567', 1234567],
    ['12,34,567.50', 1234567.5],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['(1,234.56)', -1234.56],
    ['1234.56-', -1234.56],
    ['\u22125', -5],
    ['+5', 5],
    ['10 000 FCFA', 10000],
    ['€119.00', 119],
    ['-€44.75', -44.75],
    ["CHF 1'200.-", 1200],
    ['1.200,-', 1200],
    ['1 234,50 €', 1234.5],
    ['$12.00', 12],
    ['-0', -0],
  ])('%j is %d', (text, expected) => expect(value(text)).toBe(expected))

  it.each(['', '-', 'abc', '12a', 'A100', '1e5', '1,2,3', '1.2,3.4', '12..5', 'NaN', 'Infinity', '=1+1', '1,23,45'])(
    '%j is no number',
    (text) => expect(value(text)).toBeNull(),
  )

  it('keeps the currency that stands beside an amount, and says of a bare $ that it is one', () => {
    expect(parseNumber('€119.00', null)).toEqual({ ok: true, value: 119, currency: 'EUR' })
    expect(parseNumber("CHF 1'200.-", null)).toEqual({ ok: true, value: 1200, currency: 'CHF' })
    expect(parseNumber('$12.00', null)).toEqual({ ok: true, value: 12, currency: '$' })
    expect(parseNumber('US$12.00', null)).toEqual({ ok: true, value: 12, currency: 'USD' })
    expect(parseNumber('R$ 1.234,50', null)).toEqual({ ok: true, value: 1234.5, currency: 'BRL' })
  })

  it('gives both readings of 100 amounts with one sign and three digits, and one reading once the sign is settled', () => {
    for (let index = 0; index < 50; index++)
      for (const sign of ['.', ','] as const) {
        const text = `${index + 1}${sign}${String(100 + index * 7).padStart(3, '0')}`
        const digits = text.replace(sign, '')
        expect(value(text)).toEqual([Number(text.replace(',', '.')), Number(digits)])
        expect(value(text, sign)).toBe(Number(text.replace(',', '.')))
        expect(value(text, sign === '.' ? ',' : '.')).toBe(Number(digits))
      }
  })

  it('passes 100 look-alikes that can be read one way only', () => {
    for (let index = 0; index < 25; index++) {
      const part = String(10 + index)
      expect(value(`${index + 1},${part}`)).toBe(Number(`${index + 1}.${part}`))
      expect(value(`${index + 1}.${part}00`)).toBe(Number(`${index + 1}.${part}`))
      expect(value(`0,${part}5`)).toBe(Number(`0.${part}5`))
      expect(value(`1${part}4.${part}5`)).toBe(Number(`1${part}4.${part}5`))
    }
  })

  it('reads back every amount it is given in any of the four spellings', () => {
    const cents = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(cents, fc.constantFrom(['.', ','], [',', '.'], [' ', ','], ["'", '.']), (amount, [group, decimal]) => {
        const [whole = '', part = ''] = (Math.abs(amount) / 100).toFixed(2).split('.')
        const text = `${amount < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, group as string)}${decimal}${part}`
        expect(Number(value(text)) + 0).toBe(amount / 100 + 0)
      }),
    )
  })
})

describe('the decimal sign that a value proves', () => {
  it.each([
    ['1.234,5', ','],
    ['1,234.5', '.'],
    ['12,5', ','],
    ['1.234.567', ','],
    ['1,234', null],
    ['1.234', null],
    ['0.123', '.'],
    ['1234', null],
    ['1234.567', '.'],
  ])('%j proves %j', (text, sign) => expect(provenSign(text)).toBe(sign))
})

describe('rates', () => {
  it.each([
    ['19%', 19],
    ['21.0 %', 21],
    ['5,5 %', 5.5],
    ['19', 19],
  ])('%j is %d percent', (text, expected) => expect(parsePercent(text, null)).toEqual({ ok: true, value: expected }))

  it.each(['FR_200', 'exempt', 'TVA20'])('%j is a code and no rate', (text) =>
    expect(parsePercent(text, null)).toEqual({ ok: false, ambiguous: null }),
  )
})
