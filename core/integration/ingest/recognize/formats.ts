import type { FieldMatch } from './recognition.ts'
import type { Conventions } from './conventions.ts'
import type { FieldsReading } from './reading.ts'
import { type Header, readHeader } from '../languages/headers.ts'
import { countsCents } from './cents.ts'
import type { FieldKind, FieldKinds } from '../fields.ts'
import { objectFields } from '../objects.ts'
import type { Column, Row, Scope } from '../read/table.ts'
import { exponentOf } from '../../../kernel/values/currency.ts'
import { currencyInTitle, parseCurrency } from '../values/currency.ts'
import type { DateOrder } from '../values/date.ts'
import type { DecimalSign } from '../values/number.ts'
import { numericKinds, provenBy, signProvenBy, type Meant, type Tally, newTally, tally, signIn, orderIn } from './format-tally.ts'

/** How the values of one column are written, settled once for the whole batch. */
export interface ColumnFormat {
  readonly column: number
  readonly path: string
  /** The path inside the scope. */
  readonly key: string
  readonly decimal: DecimalSign | null
  readonly order: DateOrder | null
  /** Rates written as fractions: 0.16 for 16 %. */
  readonly fraction: boolean
  /** Amounts that count the hundredth part of their currency. */
  readonly cents: boolean
  /** The currency that the title of amounts names: `Price (EUR)`. */
  readonly currency: string | null
}

/** The format of a value without a column, which a vocabulary has read from the record as a whole. */
export const formatOfNoColumn = (field: string): ColumnFormat => ({
  column: -1,
  path: field,
  key: field,
  decimal: '.',
  order: null,
  fraction: false,
  cents: false,
  currency: null,
})

/** A field with the formats of its columns: the compiled plan that is applied to every record. */
export interface FieldPlan {
  readonly field: string
  readonly kind: FieldKind
  readonly columns: readonly ColumnFormat[]
}

/** Settles the decimal sign that the header proves: a document writes its amounts as its lines do. */
export function detectDecimalSign(reading: FieldsReading): void {
  const { header, object, table, rows, conventions } = reading
  reading.decimal =
    conventions.decimal ??
    decimalSignOf(planFields(header.matches, objectFields[object], table.root, rows, conventions)) ??
    decimalSignBesideGroups(header.matches, table.root.columns)
}

/** Settles how each column of a field writes its numbers and dates. */
export function planFormats(reading: FieldsReading): void {
  const { matches, object, table, rows, conventions, decimal, lines } = reading
  const written = { ...conventions, decimal: decimal ?? decimalSignOf(lines?.fields ?? []) }
  reading.fields = planFields(matches, objectFields[object], table.root, rows, written)
}

/** Determines number and date formats per column over the batch: one value that proves a format decides for all. */
export function planFields(
  matches: readonly FieldMatch[],
  kinds: FieldKinds,
  scope: Scope,
  rows: Iterable<Row>,
  conventions: Conventions,
): FieldPlan[] {
  const formats: (Tally | undefined)[] = []
  for (const { field, columns } of matches) {
    const kind = kinds[field]
    if (kind && (numericKinds.has(kind) || kind === 'date' || kind === 'moment'))
      for (const { column } of columns) formats[column] = newTally(kind)
  }
  if (formats.length > 0) tally(formats, rows)
  const settled = { ...conventions, order: provenBy(formats) ?? conventions.order, decimal: conventions.decimal ?? signProvenBy(formats) }
  return matches.flatMap(({ field, columns }) => {
    const kind = kinds[field]
    if (!kind) return []
    const found = columns.map(({ column }) => formatOf(column, { field, kind, scope }, formats[column], settled))
    // Cents and whole units never stand in for each other.
    return { field, kind, columns: found.filter(({ cents }) => cents === found[0]?.cents) }
  })
}

/** The decimal sign that the columns of a plan agree on; null where they prove none, or two. */
export function decimalSignOf(plans: readonly FieldPlan[]): DecimalSign | null {
  const signs = new Set(plans.flatMap(({ columns }) => columns.flatMap(({ decimal }) => decimal ?? [])))
  const [only] = signs
  return signs.size === 1 ? (only ?? null) : null
}

/** The decimal sign opposite to the group sign, where amounts are in a currency without decimals: "86.970" Chilean pesos are 86,970. */
export function decimalSignBesideGroups(matches: readonly FieldMatch[], columns: readonly Column[]): DecimalSign | null {
  const samplesOf = (named: (field: string) => boolean) =>
    matches.flatMap(({ field, columns: [first] }) => (first && named(field) ? (columns[first.column]?.sample ?? []) : [])).map(String)
  const currencies = samplesOf((field) => field === 'currency').map(parseCurrency)
  if (currencies.length === 0 || currencies.some((code) => code === null || exponentOf(code) > 0)) return null
  const groups = samplesOf((field) => field.startsWith('total_')).map((text) => /^-?\d{1,3}([.,])\d{3}$/.exec(text.trim())?.[1])
  const [dots, commas] = [groups.includes('.'), groups.includes(',')]
  return dots === commas ? null : dots ? ',' : '.'
}

/** How one column of a field is written. */
function formatOf(column: number, { field, kind, scope }: Meant, seen: Tally | undefined, conventions: Conventions): ColumnFormat {
  const source = scope.columns[column]
  const title = source?.segments.at(-1) ?? ''
  const header = readHeader(title)
  return {
    column,
    path: source?.path ?? '',
    key: source?.key ?? '',
    decimal: (seen && signIn(seen)) ?? conventions.decimal,
    order: (seen && orderIn(seen)) ?? header.date ?? conventions.order,
    fraction: kind === 'percent' && seen !== undefined && isFraction(field, header, seen),
    cents: kind === 'money' && source !== undefined && countsCents(source, scope.columns),
    currency: kind === 'money' ? currencyInTitle(title) : null,
  }
}

/** Under a header with "percent" 0.5 is half a percent; under one with "rate" it is a share, and no tax is below one percent. */
function isFraction(field: string, { words, hints }: Header, { fractions, max }: Tally): boolean {
  const percent = words.includes('percent') || hints.includes('percent')
  return (!percent || field === 'tax_rate') && fractions > 0 && max <= 1
}
