import { RecordReader } from './normalize/record-reader.ts'
import { repairBatch } from './read/clean.ts'
import {
  type Conventions,
  conventionsOf,
  type FieldPlan,
  dateOrderSeen,
  planFields,
  decimalSignBesideGroups,
  decimalSignOf,
} from './recognize/formats.ts'
import { writesDayFirst } from './languages/day-first.ts'
import { withoutFalseKeys, withoutParentKeys } from './recognize/false-keys.ts'
import { flatten, type Table } from './read/flatten.ts'
import { fold } from './languages/headers.ts'
import { findLineList, findLineRows, type LinePlan } from './recognize/lines.ts'
import { centFields, mayAllCountCents, roundedToCents, writtenWithoutDecimals } from './normalize/minor-units.ts'
import { isDocument, objectFields, type IngestObject } from './objects.ts'
import { recognizeColumns, type Alias, type StatedColumns, type FieldMatch, type Recognition } from './recognize/recognize.ts'
import { describeFields, type FieldReading, type UnknownReading } from './recognize/report.ts'
import { settleTotals } from './recognize/settle-totals.ts'
import { detectVocabulary } from './read/detect-vocabulary.ts'
import type { Column, Problem, Row, Scalar } from './read/table.ts'
import type { DateOrder } from './values/date.ts'
import type { DecimalSign } from './values/number.ts'
import { inferCurrency, inferTotals } from './recognize/untitled.ts'
import type { Aliases, Vocabulary } from './vocabulary.ts'

export interface ReadOptions {
  readonly object: IngestObject
  readonly vocabularies: readonly Vocabulary[]
  /** What the source calls itself (`odoo` of `custom:odoo`): makes a vocabulary of that name easier to recognizeColumns, never certain. */
  readonly hint?: string
  readonly locale?: string
  readonly decimal?: DecimalSign
  readonly dateOrder?: DateOrder
  readonly timeZone?: string
  /** Currency of amounts that name none; a setting of the source, never a guess. */
  readonly currency?: string
  /** Currency of the organisation: that of a bare `$` where it is written so. */
  readonly home?: string
  /** Source path -> canonical field (`lines.sku` for a line's), null for "ignore". */
  readonly overrides?: Readonly<Record<string, string | null>>
}

/** One record as it was understood. */
export interface RecordReading {
  readonly index: number
  /** Indexes of all rows that were merged into this document; only where there is more than one. */
  readonly indexes?: readonly number[]
  /** The object this record is stored as: a refund among invoices is a credit note. */
  readonly object: IngestObject
  readonly values: Readonly<Record<string, unknown>>
  /** Known beside the flat names: what follows from the values (the amount due of a paid invoice), the default currency, a brand. */
  readonly derived: Readonly<Record<string, unknown>>
  /** Canonical fields that were sent as an empty text or an empty list. */
  readonly empty: readonly string[]
  readonly custom: Readonly<Record<string, Scalar>>
  /** Unknown columns of each line, in the order of `values.lines`. */
  readonly lineCustom: readonly Readonly<Record<string, Scalar>>[]
  readonly raw: unknown
  readonly warnings: readonly string[]
  readonly reject: Problem | null
}

/** A batch as it was understood: nothing is matched or written yet. */
export interface BatchReading {
  readonly vocabulary: string | null
  readonly fields: readonly FieldReading[]
  readonly unknown: readonly UnknownReading[]
  readonly records: readonly RecordReading[]
}

/** Recognises the fields of a batch and normalises its values; what cannot be accepted is a `reject` of its record, never an error. */
export function readBatch(records: readonly unknown[], options: ReadOptions): BatchReading {
  const { object } = options
  const vocabulary = detectVocabulary(records, options.vocabularies, options.hint)
  const table = flatten(records, isDocument(object), vocabulary)
  repairBatch(table)
  const rows = table.rows.filter((row) => row !== null)
  const given = givenFor(object, vocabulary, options.overrides, false)
  const lineGiven = givenFor(object, vocabulary, options.overrides, true)
  const conventions = conventionsIn(table, options)
  const batch = { object, vocabulary, table, rows, given, lineGiven, conventions }
  const { header, lines, decimal } = recogniseBatch(batch)
  const matches = settled(batch, header, lines)
  const written = { ...conventions, decimal: decimal ?? decimalSignOf(lines?.fields ?? []) }
  const fields = planFields(matches, objectFields[object], table.root, rows, written)
  const cents = unitOf(batch, fields, matches, lines)
  const plan = { records, table, object, vocabulary, fields, matches, lines, conventions, options, given, lineGiven, ...cents }
  return {
    vocabulary: vocabulary?.name ?? null,
    ...describeFields(table, matches, lines, given),
    records: new RecordReader(plan).readAll(),
  }
}

/** A batch in columns, and what is known of it before any of them means anything. */
interface Batch {
  readonly object: IngestObject
  readonly vocabulary: Vocabulary | null
  readonly table: Table
  readonly rows: readonly Row[]
  readonly given: StatedColumns
  readonly lineGiven: StatedColumns
  readonly conventions: Conventions
}

/** How the source writes, by its settings, else by what its columns show. */
function conventionsIn({ root: { columns } }: Table, { locale, decimal, dateOrder, timeZone }: ReadOptions): Conventions {
  const stated = conventionsOf(locale, decimal, dateOrder, timeZone)
  const dayFirst = !locale && writesDayFirst(columns.map(({ path }) => path)) ? ('dmy' as const) : null
  return { ...stated, order: stated.order ?? dateOrderSeen(columns) ?? dayFirst }
}

/** What header and lines of the batch are; `decimal` is the sign that the header proves. */
function recogniseBatch({ object, table, rows, given, lineGiven, conventions }: Batch) {
  const kinds = objectFields[object]
  const header = recognizeColumns(table.root.columns, object, kinds, given)
  // A document writes its amounts as its lines do: what the one proves settles the other.
  const decimal =
    conventions.decimal ??
    decimalSignOf(planFields(header.matches, kinds, table.root, rows, conventions)) ??
    decimalSignBesideGroups(header.matches, table.root.columns)
  if (!isDocument(object)) return { header, lines: null, decimal }
  const written = { ...conventions, decimal }
  const lines = findLineList(table, lineGiven, written)
  const byRow = lines ? null : findLineRows(table, object, header, given, lineGiven, written)
  return { header: byRow?.header ?? header, lines: byRow?.plan ?? lines, decimal }
}

/** The fields of the records, once the arithmetic and the values of the whole batch have been asked. */
function settled({ object, table, rows }: Batch, header: Recognition, lines: LinePlan | null): readonly FieldMatch[] {
  const ofLines = new Set(lines?.scope ? [] : lines?.columns.map(({ index }) => index))
  const columns = table.root.columns.filter(({ index }) => !ofLines.has(index))
  const matches = isDocument(object)
    ? withoutFalseKeys(inferTotals(settleTotals(header, rows), columns, rows.slice(0, 300)), rows)
    : object === 'contacts'
      ? withoutParentKeys(header.matches, columns, rows)
      : header.matches
  return 'currency' in objectFields[object] ? inferCurrency(matches, columns) : matches
}

/** Whether amounts count the smallest unit of their currency, or nothing tells. */
function unitOf(
  { object, vocabulary, table, rows }: Batch,
  fields: readonly FieldPlan[],
  matches: readonly FieldMatch[],
  lines: LinePlan | null,
) {
  const guessable = !vocabulary && isDocument(object) && centFields(fields).size === 0 && !hasTitlesInWords(table.root.columns)
  const items = lines?.scope ? rows.flatMap(({ lists }) => (lines.scope && lists?.get(lines.scope)) ?? []) : rows
  const amounts = [matches, rows, lines?.matches ?? [], items] as const
  const minorUnits =
    vocabulary?.minorUnits === true || (guessable && (writtenWithoutDecimals(lines?.columns ?? []) || roundedToCents(...amounts)))
  return { minorUnits, unclear: guessable && !minorUnits && mayAllCountCents(...amounts) }
}

/** Who titles columns in words rounds to whole units rather than counting cents. */
const hasTitlesInWords = (columns: readonly Column[]): boolean => columns.some(({ path }) => path.includes(' '))

/** What is settled before any similarity counts, for the record itself or for its lines. */
function givenFor(object: IngestObject, vocabulary: Vocabulary | null, overrides: ReadOptions['overrides'], line: boolean): StatedColumns {
  const aliases = line
    ? [vocabulary?.lines?.aliases]
    : [vocabulary?.aliases.all, isDocument(object) ? vocabulary?.aliases.documents : undefined, vocabulary?.aliases[object]]
  return { overrides: overridesFor(overrides, line), aliases: ranked(aliases), vocabulary: vocabulary?.name ?? null }
}

/** Overrides by folded source path: what is a line's is ignored in the record, and what is ignored is so in both. */
function overridesFor(overrides: ReadOptions['overrides'] = {}, line: boolean): ReadonlyMap<string, string | null> {
  const own = new Map<string, string | null>()
  for (const [path, field] of Object.entries(overrides)) {
    const ofLine = field?.startsWith('lines.') ?? false
    if (line && ofLine && field) own.set(fold(path), field.slice('lines.'.length))
    else if (!line || field === null) own.set(fold(path), ofLine ? null : field)
  }
  return own
}

/** Aliases by folded source path, in the order of their declaration. */
function ranked(tables: readonly (Aliases | undefined)[]): ReadonlyMap<string, Alias | null> {
  const all = tables.flatMap((each) => Object.entries(each ?? {}))
  return new Map(all.map(([path, field], rank) => [fold(path), field === null ? null : { fields: field.split('|'), rank }]))
}
