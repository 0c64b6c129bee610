import { describe, expect, it } from 'vitest'
import { FormulaFault } from '../../../core/kernel/formulas/fault.ts'
import { type FormulaScope, parseFormula } from '../../../core/kernel/formulas/parse.ts'
import { evaluate, Exact, type Operand, type Value, type ValueType } from '../../../core/kernel/formulas/term.ts'

const fields: Readonly<Record<string, ValueType>> = {
  amount: 'number',
  rate: 'number',
  name: 'text',
  won: 'boolean',
  due: 'date',
  none: 'number',
}
const properties: Readonly<Record<string, ValueType>> = { size: 'number', 'shoe size': 'number', größe: 'text' }
const operand = (all: typeof fields, name: string, key: string | null): Operand | undefined =>
  Object.hasOwn(all, name) ? { type: all[name]!, field: name, key } : undefined
const scope: FormulaScope = {
  field: (name) => (name === 'tags' ? 'is no text' : operand(fields, name, null)),
  property: (name) => operand(properties, name, name),
  names: () => [...Object.keys(fields), ...Object.keys(properties).map((each) => `custom.${each}`)],
}
const record: Readonly<Record<string, Value>> = {
  amount: new Exact(100),
  rate: new Exact('0.1'),
  name: 'Ada',
  won: true,
  due: '2027-01-31',
  size: new Exact(42),
  'shoe size': new Exact(7),
}

const computed = (source: string) => {
  const value = evaluate(parseFormula(source, scope).term, ({ field, key }) => record[key ?? field] ?? null)
  return Exact.isDecimal(value) ? value.toNumber() : value
}
const fault = (source: string) => {
  try {
    return `no fault: ${String(computed(source))}`
  } catch (error) {
    return error instanceof FormulaFault ? error.code : error
  }
}

describe('Formulas', () => {
  const values: readonly (readonly [source: string, value: unknown])[] = [
    ['rate + 0.2', 0.3],
    ['amount * (1 - custom.size / 100)', 58],
    ['custom_properties["shoe size"] % 4', 3],
    ['round(amount / 3, 2)', 33.33],
    ['ROUND(-2.5)', -3],
    ['round(amount, -1)', null],
    ['min(3, custom.size, 5) + max(1, 2) + floor(1.9) + ceil(1.1) + abs(-1)', 9],
    ['amount / 0', null],
    ['0 / 0', null],
    ['amount % 0', null],
    ['none + 1', null],
    ['if_null(none, 5)', 5],
    ['is_set(none) || is_set(name)', true],
    ['none > 1 && false', false],
    ['none > 1 || amount > 99', true],
    ['!(none > 1)', null],
    ['amount >= 100 && won ? "big" : "small"', 'big'],
    ['if(amount > 1000, amount, null)', null],
    ['name == " aDA "', true],
    ['name != "Bob"', true],
    ['won == false', false],
    ['"A" + name', 'AAda'],
    ['concat(name, " ", none, amount / 8, due)', 'Ada 12.52027-01-31'],
    ['upper(name) + lower("X")', 'ADAx'],
    ['days_between(date("2027-01-01"), due)', 30],
    ['due > date("2026-12-31")', true],
    ['add_days(due, 1)', '2027-02-01'],
    ['add_months(due, 1)', '2027-02-28'],
    ['add_months(due, -11)', '2026-02-28'],
    ['add_days(due, 1e9)', null],
    ['add_months(due, 200000)', null],
    ['add_days(due, 0.5)', null],
    ['date("2027-02-30")', null],
    ['year(due) * 100 + month(due)', 202701],
    ['1e15 * 1e15 * 10', null],
    ['1e-15 * 1e-15 * 1e15 * 1e15', 1],
    ['is_set(custom.größe)', false],
  ]
  it.each(values)('%s', (source, value) => {
    expect(computed(source)).toEqual(value)
  })

  const faults: readonly (readonly [source: string, code: string])[] = [
    ['', 'invalid_format'],
    ['amount +', 'invalid_format'],
    ['amount; rate', 'invalid_format'],
    ['amount, rate', 'invalid_format'],
    ['amount = 1', 'invalid_format'],
    ['[amount]', 'invalid_format'],
    ['this', 'invalid_format'],
    ['null', 'invalid_type'],
    ['amount + name', 'invalid_type'],
    ['name > "a"', 'invalid_type'],
    ['amount == "100"', 'invalid_type'],
    ['amount == null', 'invalid_type'],
    ['won ? 1 : "one"', 'invalid_type'],
    ['amount ? 1 : 2', 'invalid_type'],
    ['1 < amount < 3', 'invalid_type'],
    ['round()', 'invalid_type'],
    ['round(1, 2, 3)', 'invalid_type'],
    ['amonut', 'unknown_field'],
    ['custom.nothing', 'unknown_field'],
    ['tags', 'not_allowed'],
    ['now()', 'unknown_function'],
    ['eval("1")', 'unknown_function'],
    ['name.length', 'not_allowed'],
    ['name.toUpperCase()', 'unknown_function'],
    ['custom.size.x', 'not_allowed'],
    ['custom[name]', 'not_allowed'],
    ['custom?.size', 'not_allowed'],
    ['custom', 'unknown_field'],
    ['+amount', 'not_allowed'],
    ['~amount', 'not_allowed'],
    ['amount ** 9 ** 9', 'not_allowed'],
    ['amount ?? 1', 'not_allowed'],
    ['amount === 1', 'not_allowed'],
    ['1e999', 'too_big'],
    ['1e400 - 1e400', 'too_big'],
    ['amount'.padEnd(1001), 'too_long'],
    [`${'('.repeat(480)}1${')'.repeat(480)}`, 'too_deep'],
    [`${'abs('.repeat(190)}1${')'.repeat(190)}`, 'too_deep'],
    ['('.repeat(1000), 'too_deep'],
    [`${'!'.repeat(990)}won`, 'too_many'],
    [`${'-'.repeat(990)}1`, 'too_many'],
    [`1${'+1'.repeat(400)}`, 'too_many'],
    [`${'won?'.repeat(160)}1`, 'invalid_format'],
    [`${'won?1:'.repeat(150)}1`, 'too_many'],
  ]
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])
    it(`names no ${name}`, () => {
      expect([fault(name), fault(`custom.${name}`), fault(`custom["${name}"]`), fault(`${name}(1)`)]).toEqual([
        'unknown_field',
        'unknown_field',
        'unknown_field',
        'unknown_function',
      ])
    })
  it.each(faults.map(([source, code]) => [source.trim().slice(0, 40), code, source] as const))('%s is none: %s', (_, code, source) => {
    expect(fault(source)).toBe(code)
  })

  it('say what is wrong, where, and what may be meant', () => {
    const said = (source: string) => () => parseFormula(source, scope)
    expect(said('1 + amonut')).toThrow('amonut at character 5 is no field or property. Did you mean "amount"?')
    expect(said('custom.sizes')).toThrow('custom.sizes at character 8 is no field or property. Did you mean "custom.size"?')
    expect(said('1 + rond(amount)')).toThrow('rond at character 5 is no function. Did you mean "round"?')
    expect(said('amount + name')).toThrow('+ at character 8 takes number + number, or text + text, and is given number, text')
    expect(said('tags')).toThrow('tags at character 1 is no text')
  })

  it('make no text of more than 2,000 characters, and read none that is longer', () => {
    const long = 'x'.repeat(1500)
    const read = (text: string, source: string) => evaluate(parseFormula(source, scope).term, () => text)
    expect(read(long, 'lower(name)')).toBe(long)
    expect(read(long, 'name + name')).toBeNull()
    expect(read(long.repeat(2), 'upper(name)')).toBeNull()
    expect(read(long.repeat(2), 'name == "x"')).toBeNull()
    expect(read(long.repeat(2), 'is_set(name)')).toBe(true)
  })
})
