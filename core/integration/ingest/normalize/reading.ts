import type { IngestObject } from '../objects.ts'
import type { ReadOptions } from '../read/reading.ts'
import { emptyTable, type Problem, type Row, type Scalar } from '../read/table.ts'
import { noConventions } from '../recognize/conventions.ts'
import type { FieldsReading } from '../recognize/reading.ts'
import { type Meanings, noMeanings } from '../recognize/meanings.ts'
import { nothingRecognized } from '../recognize/recognition.ts'
import type { FieldReading, UnknownReading } from '../recognize/report.ts'
import { nothingStated } from '../recognize/stated-columns.ts'
import type { Values } from './values.ts'

/** One record as it was understood. */
export interface RecordReading {
  readonly index: number
  /** Indexes of all rows that were merged into this document; only where there is more than one. */
  readonly indexes?: readonly number[]
  /** The object this record is stored as: a refund among invoices is a credit note. */
  readonly object: IngestObject
  readonly values: Readonly<Values>
  /** Fields beside the canonical ones: what follows from the values (the amount due of a paid invoice), the default currency, a brand. */
  readonly derived: Readonly<Values>
  /** Canonical fields that were sent as an empty text or an empty list. */
  readonly empty: readonly string[]
  readonly custom: Readonly<Record<string, Scalar>>
  /** Unknown columns of each line, in the order of `values.lines`. */
  readonly lineCustom: readonly Readonly<Record<string, Scalar>>[]
  readonly raw: unknown
  readonly warnings: readonly string[]
  readonly reject: Problem | null
}

/** What is said of a record that could not be read. */
export const nothingRead: Omit<RecordReading, 'index' | 'object' | 'reject'> = {
  values: {},
  derived: {},
  empty: [],
  custom: {},
  lineCustom: [],
  raw: null,
  warnings: [],
}

/** A batch as it was understood: nothing is matched or written yet. */
export interface BatchReading {
  readonly vocabulary: string | null
  readonly fields: readonly FieldReading[]
  readonly unknown: readonly UnknownReading[]
  /** What each column may be, where that was asked for. */
  readonly meanings: Meanings
  readonly records: readonly RecordReading[]
}

/** A batch on its way from the records sent to their values: each pass fills in what later passes need. */
export class Reading implements FieldsReading {
  readonly records: readonly unknown[]
  readonly options: ReadOptions
  vocabulary: FieldsReading['vocabulary'] = null
  table = emptyTable
  rows: readonly Row[] = []
  stated = nothingStated
  lineStated = nothingStated
  conventions = noConventions
  header = nothingRecognized
  decimal: FieldsReading['decimal'] = null
  lines: FieldsReading['lines'] = null
  matches: FieldsReading['matches'] = []
  fields: FieldsReading['fields'] = []
  minorUnits = false
  unclear = false
  report: FieldsReading['report'] = { fields: [], unknown: [] }
  meanings = noMeanings
  results: readonly RecordReading[] = []

  constructor(records: readonly unknown[], options: ReadOptions) {
    this.records = records
    this.options = options
  }

  get object(): IngestObject {
    return this.options.object
  }

  /** Some of its records, to be read by themselves as the same product. */
  partOf(indexes: readonly number[]): Reading {
    const part = new Reading(
      indexes.map((index) => this.records[index]),
      this.options,
    )
    part.vocabulary = this.vocabulary
    return part
  }

  /** The result. */
  get batch(): BatchReading {
    return { vocabulary: this.vocabulary?.name ?? null, ...this.report, meanings: this.meanings, records: this.results }
  }
}
