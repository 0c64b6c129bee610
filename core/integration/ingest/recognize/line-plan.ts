import { readHeader } from '../languages/headers.ts'
import { lineFields } from '../fields.ts'
import type { Column, Row, Scope } from '../read/table.ts'
import type { Conventions } from './conventions.ts'
import { type FieldPlan, planFields } from './formats.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'

/** How the lines of a batch are found in its records and read. */
export interface LinePlan {
  /** The list that holds the lines; null when every record is one line of a document. */
  readonly scope: Scope | null
  readonly columns: readonly Column[]
  readonly fields: readonly FieldPlan[]
  readonly matches: readonly FieldMatch[]
  readonly kinds: readonly Column[]
  readonly flags: readonly Column[]
  /** Columns that say of which line something is a part. */
  readonly parents: readonly Column[]
}

/** How lines of these columns are read, once their fields are found. */
export function planOf(
  scope: Scope | null,
  columns: readonly Column[],
  matches: readonly FieldMatch[],
  rows: Iterable<Row>,
  conventions: Conventions,
): LinePlan {
  const taken = new Set(matches.flatMap((match) => match.columns.map((candidate) => candidate.column)))
  const free = columns.filter((column) => !taken.has(column.index))
  return {
    scope,
    columns,
    matches,
    fields: planFields(matches, lineFields, { path: '', segments: [], columns: [...indexed(columns)] }, rows, conventions),
    kinds: free.filter((column) => (!scope || column.segments.length === 1) && (isKind(wordsOf(column)) || holdsKinds(column))),
    parents: columns.filter(({ segments }) => segments.length === 1 && /^parent.*id$/i.test(segments[0] ?? '')),
    flags: free.filter((column) => wordsOf(column).some((word) => word === 'optional' || word === 'alternative')),
  }
}

/** True for the words of a type of line; the type of a tax or discount does not count. */
const isKind = (words: readonly string[]): boolean => words.includes('type') && !words.includes('tax') && !words.includes('discount')

/** True for a column whose values distinguish headings and sums from items. */
const holdsKinds = ({ sample }: Column): boolean => sample.some((value) => typeof value === 'string' && ofKinds.test(value))
const ofKinds = /^(?:titel|zwischensumme|textposition|section|subtotal|sous-total|sección)$/i

/** Columns at their own index: a subset keeps the numbering of its scope. */
function indexed(columns: readonly Column[]): Column[] {
  const sparse: Column[] = []
  for (const column of columns) sparse[column.index] = column
  return sparse
}

/** The columns of the records that belong to no line. */
export function ownColumns({ table, lines }: Pick<FieldsReading, 'table' | 'lines'>): readonly Column[] {
  const ofLines = new Set(lines?.scope ? [] : lines?.columns.map(({ index }) => index))
  return table.root.columns.filter(({ index }) => !ofLines.has(index))
}

/** The words of the title of a column. */
export const wordsOf = (column: Column | undefined): readonly string[] => readHeader(column?.segments.at(-1) ?? '').words
