import type { IngestObject } from '../../../core/integration/ingest/objects.ts'
import { readBatch } from '../../../core/integration/ingest/passes.ts'
import type { BatchReading, RecordReading } from '../../../core/integration/ingest/normalize/reading.ts'
import type { ReadOptions } from '../../../core/integration/ingest/read/reading.ts'

type Settings = Omit<ReadOptions, 'object' | 'vocabularies'> & Partial<Pick<ReadOptions, 'vocabularies'>>

/** Reads a batch without any vocabulary unless one is given. */
export const read = (object: IngestObject, records: readonly unknown[], settings: Settings = {}): BatchReading =>
  readBatch(records, { object, vocabularies: [], ...settings })

/** The only record of a batch of one. */
export function readOne(object: IngestObject, record: unknown, settings: Settings = {}): RecordReading {
  const [only] = read(object, [record], settings).records
  if (!only) throw new Error('no record came back')
  return only
}

export const lineOf = (reading: RecordReading, at = 0): Record<string, unknown> | undefined =>
  (reading.values.lines as Record<string, unknown>[] | undefined)?.[at]

/** Milliseconds of processor time that work takes in this thread: who else is at work on the machine adds nothing to them. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
