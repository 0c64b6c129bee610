import type { TableReading } from '../read/reading.ts'
import type { DecimalSign } from '../values/number.ts'
import type { Conventions } from './conventions.ts'
import type { FieldPlan } from './formats.ts'
import type { LinePlan } from './line-plan.ts'
import type { Meanings } from './meanings.ts'
import type { FieldMatch, Recognition } from './recognition.ts'
import type { FieldReading, UnknownReading } from './report.ts'
import type { StatedColumns } from './stated-columns.ts'

/** A batch while the meaning of its columns is found; the passes of this folder fill it in. */
export interface FieldsReading extends TableReading {
  /** What settings and vocabulary state about the columns of records. */
  stated: StatedColumns
  /** The same for the columns of lines. */
  lineStated: StatedColumns
  /** How the source writes numbers and dates. */
  conventions: Conventions
  /** What the columns of the records mean by their titles and values. */
  header: Recognition
  /** The decimal sign that settings state or the header proves. */
  decimal: DecimalSign | null
  /** How the lines of documents are found; null where there are none. */
  lines: LinePlan | null
  /** The fields of the records after the arithmetic and the values of the whole batch are considered. */
  matches: readonly FieldMatch[]
  /** The same with the formats of their columns, as they are applied to each record. */
  fields: readonly FieldPlan[]
  /** True where amounts count the smallest unit of their currency. */
  minorUnits: boolean
  /** True where nothing tells whether amounts count units or their smallest parts. */
  unclear: boolean
  /** How each column was understood, for the caller. */
  report: { readonly fields: readonly FieldReading[]; readonly unknown: readonly UnknownReading[] }
  /** What each column may be, where that is asked for. */
  meanings: Meanings
}
