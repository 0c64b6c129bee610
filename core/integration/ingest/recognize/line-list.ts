import { readHeader } from '../languages/headers.ts'
import { lineFields } from '../fields.ts'
import { isDocument } from '../objects.ts'
import type { Row, Scope, Table } from '../read/table.ts'
import { recognizeColumns } from './column-passes.ts'
import type { Conventions } from './conventions.ts'
import { type LinePlan, planOf } from './line-plan.ts'
import { withoutIdNames } from './own-ids.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'
import { settleLine } from './settle-line.ts'
import type { StatedColumns } from './stated-columns.ts'
import { inferLineAmounts } from './untitled.ts'

/** Finds the list that holds the lines of documents. */
export function findLineList(reading: FieldsReading): void {
  const { object, table, lineStated, conventions, decimal } = reading
  if (isDocument(object)) reading.lines = lineListOf(table, lineStated, { ...conventions, decimal })
}

/** The list of a document that looks most like lines, by its name and by how many of its columns are known. */
function lineListOf(table: Table, stated: StatedColumns, conventions: Conventions): LinePlan | null {
  let best: { scope: Scope; matches: readonly FieldMatch[]; rank: number } | null = null
  for (const scope of table.lists) {
    const rows = firstLines(table.rows, scope)
    const read = recognizeColumns(scope.columns, 'line', lineFields, stated)
    const matches = withoutIdNames(inferLineAmounts(settleLine(read, rows), read.candidates, scope.columns, rows), scope.columns)
    const fields = new Set(matches.map((match) => match.field))
    const worth = ['quantity', 'unit_price', 'total_excl_tax', 'sku', 'description', 'item_name', 'product_id'].filter((field) =>
      fields.has(field),
    ).length
    if (worth === 0 || (scope.unnamed && !(worth >= 3 && fields.has('quantity')))) continue
    const { words } = readHeader(scope.segments.at(-1) ?? '')
    const rank = worth + fields.size / 10 + (words.includes('line') ? 2 : 0) - scope.segments.length / 4
    if (rank > (best?.rank ?? 0)) best = { scope, matches, rank }
  }
  if (!best) return null
  const { scope, matches } = best
  return planOf(scope, scope.columns, matches, linesOf(table.rows, scope), conventions)
}

function* linesOf(rows: readonly (Row | null)[], scope: Scope): Generator<Row> {
  for (const row of rows) yield* row?.lists?.get(scope) ?? []
}

function firstLines(rows: readonly (Row | null)[], scope: Scope): Row[] {
  const first: Row[] = []
  for (const row of linesOf(rows, scope)) {
    if (first.length >= 300) break
    first.push(row)
  }
  return first
}
