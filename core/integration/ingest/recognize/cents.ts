import type { FieldPlan } from './formats.ts'
import { columnOf, numbers, type Numbers } from './figures.ts'
import { readHeader } from '../languages/headers.ts'
import { type FieldKinds, lineFields } from '../fields.ts'
import { isDocument, objectFields } from '../objects.ts'
import { commonRates } from './rates.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'
import type { Column, Row } from '../read/table.ts'
import { parseNumber } from '../values/number.ts'

/** Detects whether amounts count the smallest unit of their currency, or whether that is unclear. */
export function detectMinorUnits(reading: FieldsReading): void {
  const { object, vocabulary, table, rows, fields, matches, lines } = reading
  const guessable = !vocabulary && isDocument(object) && centFields(fields).size === 0 && !hasTitlesInWords(table.root.columns)
  const items = lines?.scope ? rows.flatMap(({ lists }) => (lines.scope && lists?.get(lines.scope)) ?? []) : rows
  const amounts = [matches, rows, lines?.matches ?? [], items] as const
  reading.minorUnits =
    vocabulary?.minorUnits === true || (guessable && (writtenWithoutDecimals(lines?.columns ?? []) || roundedToCents(...amounts)))
  reading.unclear = guessable && !reading.minorUnits && mayAllCountCents(...amounts)
}

/** True for titles written by people, whose whole amounts are rounded rather than in cents. */
const hasTitlesInWords = (columns: readonly Column[]): boolean => columns.some(({ path }) => path.includes(' '))

/** Money fields of a plan that are read off such columns alone. */
export const centFields = (fields: readonly FieldPlan[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ field, columns }) => (columns.length > 0 && columns.every(({ cents }) => cents) ? [field] : [])))

/** True for a column that counts cents: its title says so, or a text beside it shows it, "$500.00" beside 50000. */
export function countsCents(column: Column, columns: readonly Column[]): boolean {
  const { words } = readHeader(column.segments.at(-1) ?? '')
  if (words.includes('cents')) return true
  const twin = columns.find((each) => each !== undefined && isWritten(each, column, words))
  return (
    twin !== undefined &&
    twin.sample.length === column.sample.length &&
    twin.sample.every((text, at) => isHundredth(text, column.sample[at]))
  )
}

/** `value_formatted` is how `value` is shown to people. */
function isWritten(twin: Column, { segments }: Column, words: readonly string[]): boolean {
  if (twin.segments.length !== segments.length || twin.segments.at(-2) !== segments.at(-2)) return false
  const own = readHeader(twin.segments.at(-1) ?? '').words
  return own.includes('formatted') && own.length === words.length + 1 && words.every((word) => own.includes(word))
}

function isHundredth(text: unknown, amount: unknown): boolean {
  const read = typeof text === 'string' ? parseNumber(text, null) : null
  return read?.ok === true && typeof amount === 'number' && Number.isInteger(amount) && Math.abs(read.value * 100 - amount) < 1e-6
}

/** True where an amount is repeated as a decimal, `unit_amount_decimal`, that has no decimals either: it counts the smallest unit. */
function writtenWithoutDecimals(columns: readonly Column[]): boolean {
  return columns.some((decimal) => {
    const wrapper = decimal.segments.slice(0, -1).join('.')
    const [, title] = /^(.+)_decimal$/.exec(decimal.segments.at(-1) ?? '') ?? []
    const plain = title && columns.find(({ segments }) => segments.at(-1) === title && segments.slice(0, -1).join('.') === wrapper)
    if (!plain || decimal.sample.length === 0) return false
    return decimal.sample.every((text, at) => typeof text === 'string' && /^-?\d+$/.test(text) && Number(text) === plain.sample[at])
  })
}

// In these currencies taxes are never rounded to whole units: a rounded tax shows cents.
const withCents = new Set(['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD', 'PLN', 'RON', 'BRL'])

/** True for whole amounts of which one was rounded although its currency has cents: 570 is 19 % of 2999 if both are in cents. */
function roundedToCents(
  matches: readonly FieldMatch[],
  rows: readonly Row[],
  lines: readonly FieldMatch[],
  items: readonly Row[],
): boolean {
  const sample = [rows.slice(0, 300), items.slice(0, 300)] as const
  const currency = columnOf(matches, 'currency')?.column
  if (currency === undefined || !rows.every((row) => withCents.has(String(cellOf(row, currency) ?? 'EUR').toUpperCase()))) return false
  const amounts = [
    ...matches.filter(({ field }) => objectFields.invoices[field] === 'money').map(({ field }) => amountsOf(matches, sample[0], field)),
    ...lines.filter(({ field }) => lineFields[field] === 'money').map(({ field }) => amountsOf(lines, sample[1], field)),
  ].flat()
  if (!amounts.every((amount) => amount === undefined || Number.isInteger(amount))) return false
  const [excl, tax, incl] = ['total_excl_tax', 'total_tax', 'total_incl_tax'].map((field) => amountsOf(matches, sample[0], field))
  const stated = [...new Set(amountsOf(lines, sample[1], 'tax_rate'))].flatMap((rate) =>
    rate ? (rate < 1 ? [rate, rate * 100] : [rate]) : [],
  )
  const taxed = tax?.some((part, at) => part !== undefined && isRoundedTax(excl?.[at] ?? (incl?.[at] ?? 0) - part, part, stated))
  const [counts, prices, totals] = ['quantity', 'unit_price', 'total_excl_tax'].map((field) => amountsOf(lines, sample[1], field))
  return taxed === true || counts?.some((count, at) => isRounded((count ?? 0) * (prices?.[at] ?? 0), totals?.[at] ?? 0)) === true
}

/**
 * True for documents whose amounts may count cents: whole numbers of at least 100, many of which are unusual as prices, or from a system
 * that writes dates in seconds.
 */
function mayAllCountCents(
  matches: readonly FieldMatch[],
  rows: readonly Row[],
  lines: readonly FieldMatch[],
  items: readonly Row[],
): boolean {
  const currency = columnOf(matches, 'currency')?.column
  if (currency === undefined || !rows.every((row) => withCents.has(String(cellOf(row, currency) ?? '').toUpperCase()))) return false
  const amounts = [
    ...moneyOf(matches, objectFields.invoices).flatMap((column) => rows.slice(0, 300).map((row) => cellOf(row, column))),
    ...moneyOf(lines, lineFields).flatMap((column) => items.slice(0, 300).map((row) => cellOf(row, column))),
  ].filter((amount) => amount !== undefined && amount !== '' && Number(amount) !== 0)
  if (amounts.length === 0 || !amounts.every((amount) => Number.isInteger(amount) && Math.abs(Number(amount)) >= 100)) return false
  const odd = new Set(amounts.filter((amount) => Number(amount) % 5 !== 0))
  return (odd.size >= 3 && odd.size * 2 >= new Set(amounts).size) || inSeconds(matches, rows)
}

/** True for documents dated in seconds since 1970, as systems write them that count every amount in its smallest unit. */
function inSeconds(matches: readonly FieldMatch[], rows: readonly Row[]): boolean {
  const date = columnOf(matches, 'date')
  const seconds = date ? rows.map((row) => cellOf(row, date.column)) : []
  return seconds.length > 0 && seconds.every((value) => Number.isInteger(value) && Number(value) > 1e9 && Number(value) < 1e10)
}

const moneyOf = (found: readonly FieldMatch[], kinds: FieldKinds): number[] =>
  found.flatMap(({ field, columns: [first] }) => (first && kinds[field] === 'money' ? first.column : []))

function amountsOf(found: readonly FieldMatch[], rows: readonly Row[], field: string): Numbers {
  const candidate = columnOf(found, field)
  return candidate ? numbers(rows, candidate.column) : []
}

const cellOf = ({ at, values }: Row, column: number) => values[at.indexOf(column)]

/** True for the whole number next to a fractional amount; sums of rounded taxes may differ more. */
const isRounded = (exact: number, whole: number, within = 0.501) =>
  Math.abs(exact - Math.round(exact)) > 0.01 && whole !== 0 && Math.abs(exact - whole) <= within

/** For a large amount only one rate comes so close; a rate that fits without rounding proves nothing. */
function isRoundedTax(net: number, tax: number, stated: readonly number[]): boolean {
  const known = stated.length > 0 ? stated : commonRates
  return (
    net >= 500 &&
    !known.some((rate) => Math.abs((net * rate) / 100 - tax) < 0.01) &&
    known.some((rate) => isRounded((net * rate) / 100, tax, stated.length > 0 ? 2 : 0.501))
  )
}

/**
 * True for a whole number in an amount with its own currency, `{ amount: 1599, currency: "USD" }`, that may count cents: no such amount
 * of the batch has decimals. Round amounts are no exception: most prices are whole, and thus round in cents.
 */
export function mayCountCents(column: Column, columns: readonly Column[]): boolean {
  if (!isOfMoneyObject(column, columns)) return false
  const amounts = columns.flatMap((each) => (isOfMoneyObject(each, columns) ? each.sample : []))
  // Prices below one unit only are implausible.
  return amounts.every((value) => /^-?\d+$/.test(String(value))) && amounts.some((value) => Math.abs(Number(value)) >= 100)
}

function isOfMoneyObject({ segments, exact }: Column, columns: readonly Column[]): boolean {
  const [key = '', wrapper] = [segments.at(-1), segments.slice(0, -1).join('.')]
  if (exact === true || wrapper === '' || !/^(?:amount|value)$/i.test(key)) return false
  return columns.some((each) => /^currency/i.test(each.segments.at(-1) ?? '') && each.segments.slice(0, -1).join('.') === wrapper)
}
