import { BatchReader } from './batch.ts'
import { repairBatch } from './clean.ts'
import { conventionsOf, orderSeen, planFields, signBesideGroups, signOf } from './columns.ts'
import { speaksDayFirst } from './day-first.ts'
import { withoutFalseKeys, withoutParentKeys } from './false-keys.ts'
import { flatten } from './flatten.ts'
import { fold } from './headers.ts'
import { findLineList, findLineRows } from './lines.ts'
import { centFields, mayAllCountCents, roundedToCents, writtenWithoutDecimals } from './minor-units.ts'
import { isDocument, objectFields, type IngestObject } from './objects.ts'
import { recognise, type Alias, type Given } from './recognise.ts'
import { describeFields, type FieldReading, type UnknownReading } from './report.ts'
import { settleTotals } from './settle-totals.ts'
import { spokenBy } from './speak.ts'
import type { Column, Problem, Scalar } from './table.ts'
import type { DateOrder } from './values/date.ts'
import type { DecimalSign } from './values/number.ts'
import { unnamedCurrency, unnamedTotals } from './unnamed.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface ReadOptions {
  readonly object: IngestObject
  readonly vocabularies: readonly Vocabulary[]
  /** What the source calls itself (`odoo` of `custom:odoo`): makes a vocabulary of that name easier to recognise, never certain. */
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
  const document = isDocument(object)
  const vocabulary = spokenBy(records, options.vocabularies, options.hint)
  const table = flatten(records, document, vocabulary)
  repairBatch(table)
  const stated = conventionsOf(options.locale, options.decimal, options.dateOrder, options.timeZone)
  const dayFirst = !options.locale && speaksDayFirst(table.root.columns.map(({ path }) => path)) ? ('dmy' as const) : null
  const conventions = { ...stated, order: stated.order ?? orderSeen(table.root.columns) ?? dayFirst }
  const given = givenFor(object, vocabulary, options.overrides, false)
  const lineGiven = givenFor(object, vocabulary, options.overrides, true)
  let header = recognise(table.root.columns, object, objectFields[object], given)
  const rows = table.rows.filter((row) => row !== null)
  // A document writes its amounts as its lines do: what the one proves settles the other.
  const signed = {
    ...conventions,
    decimal:
      conventions.decimal ??
      signOf(planFields(header.matches, objectFields[object], table.root, rows, conventions)) ??
      signBesideGroups(header.matches, table.root.columns),
  }
  let lines = document ? findLineList(table, lineGiven, signed) : null
  const byRow = document && !lines ? findLineRows(table, object, header, given, lineGiven, signed) : null
  if (byRow) {
    lines = byRow.plan
    header = byRow.header
  }
  const ofLines = new Set(lines?.scope ? [] : lines?.columns.map(({ index }) => index))
  const headerColumns = table.root.columns.filter(({ index }) => !ofLines.has(index))
  const sample = rows.slice(0, 300)
  const told = document
    ? withoutFalseKeys(unnamedTotals(settleTotals(header, rows), headerColumns, sample), rows)
    : object === 'contacts'
      ? withoutParentKeys(header.matches, headerColumns, rows)
      : header.matches
  const matches = 'currency' in objectFields[object] ? unnamedCurrency(told, headerColumns) : told
  const settled = { ...signed, decimal: signed.decimal ?? signOf(lines?.fields ?? []) }
  const fields = planFields(matches, objectFields[object], table.root, rows, settled)
  const apart = lines?.scope ? rows.flatMap(({ lists }) => (lines?.scope && lists?.get(lines.scope)) ?? []) : rows
  const guessable = !vocabulary && document && centFields(fields).size === 0 && !titledByPeople(table.root.columns)
  const amounts = [matches, rows, lines?.matches ?? [], apart] as const
  const minorUnits =
    vocabulary?.minorUnits === true || (guessable && (writtenWithoutDecimals(lines?.columns ?? []) || roundedToCents(...amounts)))
  const unclear = guessable && !minorUnits && mayAllCountCents(...amounts)
  const plan = { records, table, object, vocabulary, fields, matches, lines, conventions, options, given, lineGiven, minorUnits, unclear }
  const reader = new BatchReader(plan)
  return { vocabulary: vocabulary?.name ?? null, ...describeFields(table, matches, lines, given), records: reader.readAll() }
}

/** Who titles columns in words rounds to whole units rather than counting cents. */
const titledByPeople = (columns: readonly Column[]): boolean => columns.some(({ path }) => path.includes(' '))

/** What is settled before any similarity counts, keyed by folded source path. */
function givenFor(object: IngestObject, vocabulary: Vocabulary | null, overrides: ReadOptions['overrides'], line: boolean): Given {
  const own = new Map<string, string | null>()
  for (const [path, field] of Object.entries(overrides ?? {})) {
    const ofLine = field?.startsWith('lines.') ?? false
    if (line && ofLine && field) own.set(fold(path), field.slice(6))
    else if (!line || field === null) own.set(fold(path), ofLine ? null : field)
  }
  const aliases = new Map<string, Alias | null>()
  const tables = line
    ? [vocabulary?.lines?.aliases]
    : [vocabulary?.aliases.all, isDocument(object) ? vocabulary?.aliases.documents : undefined, vocabulary?.aliases[object]]
  for (const [rank, [path, field]] of tables.flatMap((entries) => Object.entries(entries ?? {})).entries())
    aliases.set(fold(path), field === null ? null : { fields: field.split('|'), rank })
  return { overrides: own, aliases, vocabulary: vocabulary?.name ?? null }
}
