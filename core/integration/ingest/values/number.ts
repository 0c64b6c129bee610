import { parseCurrency } from './currency.ts'

/** How the numbers of a column are written; null where the column does not tell. */
export type DecimalSign = '.' | ','

/** A number that was read, or why it was not. */
export type NumberReading =
  | { readonly ok: true; readonly value: number; readonly currency?: string }
  | { readonly ok: false; readonly ambiguous: readonly [number, number] }
  | { readonly ok: false; readonly ambiguous: null }

const bad: NumberReading = { ok: false, ambiguous: null }
const plain = /^-?\d{1,15}(?:\.(?:\d{1,2}|\d{4,12}))?$/
// The two shapes that nearly all amounts have; everything else takes the long way.
const simple = /^-?\d{1,13}([.,])\d{1,2}$/
const longest = 60
const grouping = /[\s\u00A0\u202F'’`]/g
/** The sign of many dollar currencies. */
export const bareDollar = '$'
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', 'fr.': 'CHF' }
// Names of money that several currencies share.
const wordsOfMoney = new Set(['FCFA', 'F', 'kr', 'kr.', 'Kr', 'Kr.', 'Rs', 'Rs.', 'DM'])

/** Reads an amount as a person or system wrote it; `sign` settles what "1,234" means, and without it both readings come back. */
export function parseNumber(source: string, sign: DecimalSign | null): NumberReading {
  if (plain.test(source)) return { ok: true, value: Number(source) }
  if (simple.test(source)) return { ok: true, value: Number(source.replace(',', '.')) }
  if (source.length > longest) return bad
  // "1'200.-" and "1.200,-" write no cents, and with that say which sign is the decimal one.
  let text = source
    .trim()
    .replaceAll('\u2212', '-')
    .replace(/([.,])-{1,2}$/, '$100')
  let negative = false
  if (/^\(.*\)$/.test(text)) {
    negative = true
    text = text.slice(1, -1).trim()
  }
  const [number, currency] = splitCurrency(text)
  if (number === null) return bad
  let digits = number.replace(grouping, '')
  const minus = /^[-–]|[-–]$/.exec(digits)
  if (minus) {
    negative = !negative
    digits = minus.index === 0 ? digits.slice(1) : digits.slice(0, -1)
  }
  digits = digits.replace(/^\+/, '')
  const value = parseDigits(digits, sign)
  if (typeof value !== 'number') return { ok: false, ambiguous: value && negative ? [-value[0], -value[1]] : value }
  const signed = negative && value !== 0 ? -value : value
  return currency ? { ok: true, value: signed, currency } : { ok: true, value: signed }
}

/** The decimal sign that a text proves, whatever its column; null when it proves none. */
export function provenSign(source: string): DecimalSign | null {
  if (simple.test(source)) return source.includes(',') ? ',' : '.'
  // A longer text is not a number, and the search would take quadratic time.
  if (source.length > longest || !/[.,]/.test(source)) return null
  const text = source.replace(grouping, '')
  const dot = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (dot < 0 && comma < 0) return null
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const at = Math.max(dot, comma)
  const char = dot >= 0 ? '.' : ','
  const other: DecimalSign = char === '.' ? ',' : '.'
  if (text.indexOf(char) !== at) return other
  // Exactly three digits behind one sign may be a group or a fraction, unless nothing but zero stands before it.
  const after = /^\d*/.exec(text.slice(at + 1))?.[0].length ?? 0
  const before = /\d*$/.exec(text.slice(0, at))?.[0] ?? ''
  return after === 3 && before !== '' && before.length <= 3 && !before.startsWith('0') ? null : char
}

function parseDigits(digits: string, sign: DecimalSign | null): number | readonly [number, number] | null {
  if (!/^[\d.,]{1,40}$/.test(digits) || !/\d/.test(digits)) return null
  const decimal = provenSign(digits) ?? sign
  const dots = digits.includes('.')
  const commas = digits.includes(',')
  if (!dots && !commas) return Number(digits)
  if (decimal === null) {
    const [whole = '', part = ''] = digits.split(/[.,]/)
    return [Number(`${whole}.${part}`), Number(whole + part)]
  }
  const group = decimal === '.' ? ',' : '.'
  const [whole = '', part = '', rest] = digits.replaceAll(group, '\u0001').split(decimal)
  if (rest !== undefined || part.includes('\u0001') || !properGroups(whole)) return null
  const value = Number(`${whole.replaceAll('\u0001', '')}.${part === '' ? '0' : part}`)
  return Number.isFinite(value) ? value : null
}

/** Groups must be of three digits, or of two before the last one as India writes them. */
function properGroups(whole: string): boolean {
  if (!whole.includes('\u0001')) return true
  const groups = whole.split('\u0001')
  return groups.every((group, index) =>
    index === 0
      ? group.length >= 1 && group.length <= 3
      : index === groups.length - 1
        ? group.length === 3
        : group.length === 3 || group.length === 2,
  )
}

/** Takes the currency off an amount: "CHF 1'200", "-€44.75", "10 000 FCFA". */
function splitCurrency(text: string): readonly [string | null, string | undefined] {
  const match =
    /^([-+–]?)\s*(\p{L}{0,3}\p{Sc}|\p{L}[\p{L}.]{0,4})?\s*([-+–]?[\d.,\s\u00A0\u202F'’`]{1,40}[-–]?)\s*(\p{L}{0,3}\p{Sc}|\p{L}[\p{L}.]{0,4})?$/u.exec(
      text,
    )
  if (!match) return [null, undefined]
  const [, sign = '', before, number = '', after] = match
  const mark = before ?? after
  if (!mark) return [sign + number, undefined]
  const code = signs[mark.toLowerCase()] ?? (mark.length > 1 ? parseCurrency(mark) : null) ?? (mark === bareDollar ? mark : '')
  const known = code !== '' || /\p{Sc}$/u.test(mark) || wordsOfMoney.has(mark)
  return known ? [sign + number.trim(), code === '' ? undefined : code] : [null, undefined]
}

/** Reads a rate: "19%", "21.0 %", 19; null when the text is a code and no rate. */
export function parsePercent(source: string, sign: DecimalSign | null): NumberReading {
  if (plain.test(source)) return { ok: true, value: Number(source) }
  const text = source.slice(0, 80).replace(/\s{0,5}(?:%|percent|prozent|pour cent)\s{0,5}$/i, '')
  return parseNumber(text.trim(), sign)
}
