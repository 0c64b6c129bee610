import { objectFields } from '../objects.ts'
import { recognizeInSteps } from './column-passes.ts'
import type { FieldsReading } from './reading.ts'

/** Recognizes the columns of the records themselves, without those of lists inside them. */
export function* recognizeHeader(reading: FieldsReading): Generator<void, void> {
  const { table, object, stated } = reading
  reading.header = yield* recognizeInSteps(table.root.columns, object, objectFields[object], stated)
  reading.matches = reading.header.matches
}
