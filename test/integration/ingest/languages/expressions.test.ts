import { describe, expect, it } from 'vitest'
import { provenOrder } from '../../../../core/integration/ingest/values/date.ts'
import { parseNumber, parsePercent, provenSign } from '../../../../core/integration/ingest/values/number.ts'
import { cleanHeader, readHeader } from '../../../../core/integration/ingest/languages/headers.ts'
import { isSecretValue, excerpt } from '../../../../core/integration/ingest/read/mask.ts'
import { expressionsIn, literalsOf, nestedIn } from '../expressions.ts'
import { cpuOf, read } from '../read-one.ts'

const expressions = (await Promise.all(['core/integration/ingest', 'core/kernel/values', 'plugins'].map(expressionsIn))).flat()
const length = 70_000
const parts = [
  'a', 'A', '1', 'é', ' ', '.', ',', '-', '_', '/', '(', '<', '&', '@', '+', "'", '"', '\u00a0', 'Ã', '#', '%', '€', '\u0301', '[', '{', 'a.', '1.', '1 ', 'a ', 'a-',
  '1-', 'A1', '1,', 'a@', '&#1', '<a', 'a/', '€1', 'N.', '00-', 'ab cd ',
] // prettier-ignore
const texts = (size: number, tails = ['', '\u0001']) =>
  parts.flatMap((part) => tails.map((tail) => part.repeat(Math.ceil(size / part.length)).slice(0, size) + tail))

// What takes time by the square of its text is used only on texts that are cut or refused before, as the tests below show.
const guarded = [
  String.raw`core/integration/ingest/read/split-title.ts \s*\/\s*`,
  String.raw`core/integration/ingest/languages/headers.ts (?<!\.)(\p{L}{3,})\.(?!\p{L})`,
  String.raw`core/integration/ingest/values/number.ts \d*$`,
  String.raw`core/integration/ingest/values/number.ts ^([-+–]?)\s*(\p{L}{0,3}\p{Sc}|\p{L}[\p`,
]

describe('regular expressions of reading and vocabularies', () => {
  it('are found wherever they stand', () => {
    expect(expressions.length).toBeGreaterThan(150)
    const source = "const a = 4 / 2 / 1 // no /x/\nconst b = `/${a}/b` + '/c/'\nif (/^[/'\\]]+$/u.test(x)) return /d\\/e/gi"
    expect(literalsOf('x', source).map(({ expression }) => String(expression))).toEqual(["/^[/'\\]]+$/u", '/d\\/e/gi'])
  })

  it('repeat nothing without an end that is repeated without an end', () => {
    for (const nested of [/(a+)+/, /(?:\w*x?)*$/, /((?:ab+)c){2,}/, /(?:[a-z]+ ?)+$/]) expect(nestedIn(nested)).toHaveLength(1)
    for (const plain of [/(?: [a-z]+)*$/, /(?:a+){0,5}/, /(?:\.[\w-]{2,})+$/, /[a+]+\)+/]) expect(nestedIn(plain)).toEqual([])
    expect(expressions.flatMap(({ where, expression }) => nestedIn(expression).map((part) => `${where} ${part}`))).toEqual([])
  })

  it('take no time by the square of a text, but for those that only see short ones', () => {
    const names = expressions.map(({ where, expression }) => `${where} ${expression.source.slice(0, 38)}`)
    expect(guarded.filter((name) => !names.includes(name))).toEqual([])
    const slow = expressions.flatMap(({ expression }, at) => {
      const name = names[at] ?? ''
      if (guarded.includes(name)) return []
      const each = new RegExp(expression.source, expression.flags.replace(/[gy]/g, ''))
      // Linear work on so little text takes no millisecond; the square of it takes fifty, its cube minutes.
      // Once more where it took long: collecting garbage counts as work of this thread, too.
      const takesLong = (text: string) => [1, 2, 3].every(() => cpuOf(() => each.test(text)) > 25)
      return [500, 1_500, 7_000].some((size) => texts(size, ['\u0001']).some(takesLong)) ? [name] : []
    })
    expect(slow).toEqual([])
  })
})

describe('a text of 70 kB', () => {
  it.each([
    ['a number', (text: string) => parseNumber(text, null)],
    ['the sign of a number', (text: string) => provenSign(`${text}.5`)],
    ['a rate', (text: string) => parsePercent(text, null)],
    ['the order of a date', (text: string) => provenOrder(text)],
    ['a title', (text: string) => readHeader(text)],
    ['the letters of a title', (text: string) => cleanHeader(text)],
    ['a secret', (text: string) => isSecretValue(text)],
    ['a value that is shown', (text: string) => excerpt(text, text)],
  ] as const)('is read as %s in less than 50 ms', (_, work) => {
    expect(
      texts(length)
        .filter((text) => cpuOf(() => work(text)) >= 50)
        .map((text) => text.slice(0, 6)),
    ).toEqual([])
  })

  it('takes less than 50 ms among amounts that are some, in header and lines, and as a key', () => {
    for (const part of ['1', '1.', '1 ', '1x', ' ', '/', 'a ']) {
      const text = part.repeat(length / 2).slice(0, 65_000)
      const invoice = (total: string) => ({ number: '1', customer_name: 'A', total_incl_tax: total, total_tax: total, lines: [{ sku: 'A', quantity: 1, unit_price: total, amount: total }] }) // prettier-ignore
      const records = ['1.50', '2.50', '3.50', `${text}x.5`, '4.50'].map(invoice)
      expect(cpuOf(() => read('invoices', records))).toBeLessThan(5 * 50)
      expect(cpuOf(() => read('companies', [{ name: 'A', [text]: 1 }, { name: 'B', [`${text}.x`]: 'x' }]))).toBeLessThan(2 * 50) // prettier-ignore
    }
  })
})
