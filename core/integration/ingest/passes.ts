import { type BatchReading, Reading } from './normalize/reading.ts'
import { readRecords } from './normalize/record-reader.ts'
import { repairTexts } from './read/clean.ts'
import { chooseVocabulary } from './read/detect-vocabulary.ts'
import { flattenRecords } from './read/flatten.ts'
import type { ReadOptions } from './read/reading.ts'
import { detectMinorUnits } from './recognize/cents.ts'
import { detectConventions } from './recognize/conventions.ts'
import { dropFalseKeys } from './recognize/false-keys.ts'
import { detectDecimalSign, planFormats } from './recognize/formats.ts'
import { findLineList } from './recognize/line-list.ts'
import { findLineRows } from './recognize/line-rows.ts'
import { recognizeHeader } from './recognize/recognize-header.ts'
import { describeColumns } from './recognize/report.ts'
import { settleDocumentTotals } from './recognize/settle-totals.ts'
import { collectStatedColumns } from './recognize/stated-columns.ts'
import { inferDocumentTotals, inferMissingCurrency } from './recognize/untitled.ts'

/** From what was sent to what each record says; `recognize/column-passes.ts` holds the way of one set of columns. */
const readingPasses: readonly ((reading: Reading) => void)[] = [
  chooseVocabulary,
  flattenRecords,
  repairTexts,
  collectStatedColumns,
  detectConventions,
  recognizeHeader,
  detectDecimalSign,
  findLineList,
  findLineRows,
  settleDocumentTotals,
  inferDocumentTotals,
  dropFalseKeys,
  inferMissingCurrency,
  planFormats,
  detectMinorUnits,
  describeColumns,
  readRecords,
]

/** Understands a batch; a record that cannot be accepted carries its `reject`, and nothing is thrown. */
export function readBatch(records: readonly unknown[], options: ReadOptions): BatchReading {
  const reading = new Reading(records, options)
  for (const pass of readingPasses) pass(reading)
  return reading.batch
}
