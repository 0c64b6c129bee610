import { readHeader } from '../languages/headers.ts'
import { lineFields } from '../fields.ts'
import { isDocument, objectFields } from '../objects.ts'
import type { Column, Row } from '../read/table.ts'
import { recognizeInSteps } from './column-passes.ts'
import { columnOf, numbers } from './figures.ts'
import { varyingColumns } from './groups.ts'
import { planOf, wordsOf } from './line-plan.ts'
import { withoutIdNames } from './own-ids.ts'
import { arePartsOf, isRate } from './rates.ts'
import type { FieldsReading } from './reading.ts'
import type { Recognition } from './recognition.ts'
import { settleLine } from './settle-line.ts'
import type { StatedColumns } from './stated-columns.ts'
import { inferLineAmounts } from './untitled.ts'
import { soldIn, isFilled } from './sold-lines.ts'

/** Finds the columns of lines where each row of a table is one line of a document, and what the header is without them. */
export function* findLineRows(reading: FieldsReading): Generator<void, void> {
  const { object, lines } = reading
  if (!isDocument(object) || lines) return
  const found = yield* lineRowsOf(reading)
  if (!found) return
  reading.lines = found.plan
  reading.header = found.header
}

function* lineRowsOf({ table, rows, object, header, stated, lineStated, conventions, decimal }: FieldsReading) {
  const { columns } = table.root
  const titled = titledColumns(columns)
  const inner =
    titled.length > 0
      ? titled.map((column) => ({ ...column, segments: column.segments.slice(1) }))
      : yield* lineColumns(columns, rows, header, lineStated)
  if (inner.length === 0) return null
  const read = yield* recognizeInSteps(inner, 'line', lineFields, lineStated)
  const matches = withoutIdNames(inferLineAmounts(settleLine(read, rows), read.candidates, inner, rows.slice(0, 300)), inner)
  if (matches.length === 0) return null
  const own = new Set(inner.map((column) => column.index))
  const other = titled.length > 0 ? otherTables(columns, inner, rows) : new Set<number>()
  const rest = columns.filter(({ index }) => !own.has(index) && !other.has(index))
  return {
    plan: planOf(null, inner, matches, rows, { ...conventions, decimal }),
    header: yield* recognizeInSteps(rest, object, objectFields[object], stated),
  }
}

/** Columns of another table beside the lines, mostly taxes: no row has both. */
function otherTables(columns: readonly Column[], lines: readonly Column[], rows: readonly Row[]): ReadonlySet<number> {
  const own = new Set(lines.map(({ index }) => index))
  const others = Map.groupBy(
    columns.filter(({ index, segments }) => segments.length > 1 && !own.has(index)),
    ({ segments }) => segments[0] ?? '',
  )
  return new Set(
    [...others.values()].flatMap((group) => {
      const filled = rows.filter((row) => group.some((column) => isFilled(row, column)))
      const apart = filled.length > 0 && !filled.some((row) => lines.some((column) => isFilled(row, column)))
      return apart ? group.map(({ index }) => index) : []
    }),
  )
}

/** Words in the name of a table of document items: `SalesInvoiceItem`. */
const ofItems = new Set(['product', 'sale', 'invoice', 'order', 'quote', 'document'])

/** Columns whose title starts with the line: `Order Lines / Quantity`, or `item.quantity` where several share that start. */
function titledColumns(columns: readonly Column[]): Column[] {
  const groups = Map.groupBy(
    columns.filter((column) => column.segments.length > 1 && !column.path.includes('[]')),
    (column) => column.segments[0] ?? '',
  )
  return [...groups].flatMap(([title, group]) => {
    const { words } = readHeader(title)
    const items =
      words.at(-1) === 'product' &&
      words.every((word) => ofItems.has(word)) &&
      group.some((column) => wordsOf(column).includes('quantity')) &&
      group.length >= 3
    // One such column is an abbreviation ("Pos.-Betrag"), not the beginning that all columns of the line share.
    return (words.includes('line') && group.length > 1) || items ? group : []
  })
}

/**
 * Without titles that say so, a row is a line when it has something that is sold and an amount, beside a quantity or where they differ
 * among the rows of one document.
 */
function* lineColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  header: Recognition,
  given: StatedColumns,
): Generator<void, Column[]> {
  const columnsOf = (fields: readonly string[]) => fields.flatMap((field) => columnOf(header.matches, field)?.column ?? [])
  const keys = columnsOf(['number', 'external_id'])
  const varying = varyingColumns(rows, keys, columnsOf(['customer_external_id', 'customer_name']))
  const readAs = function* (some: readonly Column[]) {
    return soldIn(yield* recognizeInSteps(some, 'line', lineFields, given), columns, rows, varying)
  }
  // Where a total of the document looks like one of a line, the columns that differ among the rows of a document decide.
  const sold =
    (yield* readAs(toldOfLines(columns, varying).filter(({ index }) => index !== keys[0]))) ??
    (varying && (yield* readAs(columns.filter(({ index }) => varying.has(index)))))
  if (!sold) return []
  const { matches, quantity, total, product, counted, multiplied } = sold
  const whole = columnOf(header.matches, 'total_incl_tax')
  const headerOf = new Map(
    header.matches.flatMap((match) => match.columns.slice(0, 1).map((candidate) => [candidate.column, candidate] as const)),
  )
  const chosen = new Set(
    matches.flatMap((match) => {
      const [first] = match.columns
      if (!first) return []
      const rival = headerOf.get(first.column)
      // A column that the vocabulary assigns to the document is not one of a line.
      if (rival && rival.score > 1 && first.score <= 1) return []
      const taxes = match.field === 'tax_rate' && total !== undefined ? numbers(rows, first.column) : null
      const rated =
        taxes !== null &&
        total !== undefined &&
        isRate(taxes, numbers(rows, total.column)) &&
        !(whole && arePartsOf(taxes, numbers(rows, whole.column)))
      const proven = rated || (match.field === 'total_excl_tax' && product >= 0.7)
      const told = varying ? varying.has(first.column) : rival !== undefined && first.score > rival.score
      return !rival || proven || told ? [first.column] : []
    }),
  )
  if (counted && quantity && !chosen.has(quantity.column)) return []
  // Columns that differ among the rows of a document do not belong to the document, not even the id of each row.
  return columns.filter(({ index }) => chosen.has(index) || varying?.has(index) || multiplied.includes(index))
}

/**
 * Where titles say "of the line", even that of the quantity, columns that neither say so nor vary among the rows belong to the document.
 */
function toldOfLines(columns: readonly Column[], varying: ReadonlySet<number> | null): readonly Column[] {
  if (!columns.some((column) => wordsOf(column).includes('line') && wordsOf(column).includes('quantity'))) return columns
  return columns.filter((column) => varying?.has(column.index) || wordsOf(column).some((word) => word === 'line' || word === 'product'))
}
