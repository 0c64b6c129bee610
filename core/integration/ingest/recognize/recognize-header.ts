import { objectFields } from '../objects.ts'
import { recognizeColumns } from './column-passes.ts'
import type { FieldsReading } from './reading.ts'

/** Recognizes the columns of the records themselves, without those of lists inside them. */
export function recognizeHeader(reading: FieldsReading): void {
  const { table, object, stated } = reading
  reading.header = recognizeColumns(table.root.columns, object, objectFields[object], stated)
  reading.matches = reading.header.matches
}
