import { atOnce } from '../../kernel/values/turns.ts'
import { type BatchReading, Reading } from './normalize/reading.ts'
import { joinParts } from './normalize/join-parts.ts'
import { readRecords } from './normalize/record-reader.ts'
import { repairTexts } from './read/clean.ts'
import { chooseVocabulary } from './read/detect-vocabulary.ts'
import { flattenRecords } from './read/flatten.ts'
import type { ReadOptions } from './read/reading.ts'
import { detectMinorUnits } from './recognize/cents.ts'
import { partsOf } from './recognize/competing-kinds.ts'
import { detectConventions, withOrder } from './recognize/conventions.ts'
import { findMeanings } from './recognize/meanings.ts'
import { dropFalseKeys } from './recognize/false-keys.ts'
import { detectDecimalSign, planFormats } from './recognize/formats.ts'
import { findLineList } from './recognize/line-list.ts'
import { findLineRows } from './recognize/line-rows.ts'
import { takeProposals } from './recognize/proposals.ts'
import { recognizeHeader } from './recognize/recognize-header.ts'
import { describeColumns } from './recognize/report.ts'
import { settleDocumentTotals } from './recognize/settle-totals.ts'
import { collectStatedColumns } from './recognize/stated-columns.ts'
import { inferMissingCurrency } from './recognize/missing-currency.ts'
import { inferDocumentTotals } from './recognize/untitled.ts'
import type { BatchPlan } from './write/batch-plan.ts'
import * as writing from './write/carry-out.ts'
import * as deciding from './write/decide.ts'

type ReadingPass = (reading: Reading) => Iterable<void> | void

/** From what was sent to what its columns mean; `recognize/column-passes.ts` holds the way of one set of columns. */
const headerPasses: readonly ReadingPass[] = [flattenRecords, repairTexts, collectStatedColumns, detectConventions, recognizeHeader]

/** From there to what each record says, for records that are read together. */
const valuePasses: readonly ReadingPass[] = [
  detectDecimalSign,
  findLineList,
  findLineRows,
  settleDocumentTotals,
  inferDocumentTotals,
  dropFalseKeys,
  takeProposals,
  inferMissingCurrency,
  planFormats,
  detectMinorUnits,
  describeColumns,
  findMeanings,
  readRecords,
]

/** From what each record says to what becomes of it: nothing is written yet. */
const decidingPasses: readonly ((batch: BatchPlan) => Promise<void>)[] = [
  deciding.draftRecords,
  deciding.dropUnchanged,
  deciding.linkCompanies,
  deciding.matchRecords,
  deciding.fitValues,
  deciding.keepUsedCompanies,
]

/** From what was decided to stored rows, one object after the other. */
const writingPasses: readonly writing.WritingPass[] = [
  writing.absorbPlaceholders,
  writing.writeRecords,
  writing.linkKeys,
  writing.followRecords,
]

/** Understands a batch; a record that cannot be accepted carries its `reject`, and nothing is thrown. */
export function readBatch(records: readonly unknown[], options: ReadOptions): BatchReading {
  return atOnce(readBatchInSteps(records, options))
}

/** The same with pauses, at which others can have their turn. */
export function* readBatchInSteps(records: readonly unknown[], options: ReadOptions): Generator<void, BatchReading> {
  const reading = new Reading(records, options)
  yield* passed(reading, [chooseVocabulary, ...headerPasses])
  const parts = yield* partsOf(reading)
  if (parts.length > 1) return yield* readParts(reading, parts)
  yield* passed(reading, valuePasses)
  return reading.batch
}

/** Reads each part of a batch by itself, as the product and with the conventions of the whole where it shows none of its own. */
function* readParts(whole: Reading, parts: readonly (readonly number[])[]): Generator<void, BatchReading> {
  const read: BatchReading[] = []
  for (const indexes of parts) {
    const part = whole.partOf(indexes)
    yield* passed(part, headerPasses)
    part.conventions = withOrder(part.conventions, whole.conventions.order)
    yield* passed(part, valuePasses)
    read.push(part.batch)
  }
  return yield* joinParts(whole, parts, read)
}

function* passed(reading: Reading, passes: readonly ReadingPass[]): Generator<void, void> {
  for (const pass of passes) {
    const steps = pass(reading)
    if (steps) yield* steps
    yield
  }
}

/** Decides what becomes of each record of a batch. */
export async function decideBatch(batch: BatchPlan): Promise<void> {
  for (const pass of decidingPasses) await pass(batch)
}

/** Writes what was decided, in the unit of work of its context. */
export async function writeBatch(batch: BatchPlan): Promise<void> {
  await writing.writeCompanies(batch)
  for (const { plan } of batch.objects) for (const pass of writingPasses) await pass(batch, plan)
}
