import type { IngestObject } from '../objects.ts'
import type { BatchReading } from '../normalize/reading.ts'
import type { FieldReading, UnknownReading } from '../recognize/report.ts'
import { customFields, ownFields, rootOf } from './own-fields.ts'
import { objectWriters } from './object-writers.ts'

/** Records that are examined to see what a column is. */
const LOOKED = 100

/** A reading that reports columns under our own names as the fields that they become, and not as unknown. */
export function withOwnNames(reading: BatchReading, object: IngestObject, mapped: boolean): BatchReading {
  const rules = objectWriters[object]?.own
  const records = reading.records.slice(0, LOOKED).filter(({ raw }) => raw !== null)
  if (!rules || reading.unknown.length === 0 || records.length === 0) return reading
  const source = { mapped: mapped ? [object] : [], emptyMeansClear: false }
  const said = records.map((record) => ownFields(record, rules, source))
  const fields: FieldReading[] = []
  const unknown: UnknownReading[] = []
  for (const column of reading.unknown) {
    const root = rootOf(column.source)
    const kept = records.some(({ custom }, at) => Object.hasOwn(custom, column.source) && said[at]?.nameOf(column.source) !== null)
    if (kept || customFields.includes(root)) unknown.push(column)
    else if (said.some(({ values }) => Object.hasOwn(values, root)))
      fields.push({ ...column, target: root, via: 'own name', confidence: 1 })
    // Columns that only the engine sets are dropped; all others stay unknown.
    else if (!said.every(({ nameOf }) => nameOf(column.source) === null)) unknown.push(column)
  }
  return { ...reading, fields: [...reading.fields, ...fields], unknown }
}
