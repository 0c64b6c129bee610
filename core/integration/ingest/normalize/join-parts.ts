import type { Meaning, Meanings } from '../recognize/meanings.ts'
import type { FieldReading, UnknownReading } from '../recognize/report.ts'
import { type BatchReading, nothingRead, type Reading, type RecordReading } from './reading.ts'

/** One batch again of parts that were read by themselves; what no part could take, `null` or a number, is refused at its place. */
export function* joinParts(
  whole: Reading,
  parts: readonly (readonly number[])[],
  read: readonly BatchReading[],
): Generator<void, BatchReading> {
  const records: RecordReading[] = []
  for (const [at, part] of read.entries())
    for (const record of part.records) {
      records.push(placed(record, parts[at] ?? []))
      yield
    }
  for (const [index, problem] of whole.table.problems)
    if (!whole.table.rows[index]) records.push({ ...nothingRead, index, object: whole.object, reject: problem })
  const fields = joinFields(read.flatMap((part) => part.fields))
  const known = new Set(fields.map(({ source }) => source))
  const unknown = joinUnknown(read.flatMap((part) => part.unknown)).filter(({ source }) => !known.has(source))
  const meanings = joinMeanings(read.map((part) => part.meanings))
  return {
    meanings,
    vocabulary: whole.vocabulary?.name ?? null,
    fields,
    unknown,
    records: records.toSorted((one, other) => one.index - other.index),
  }
}

/** A record at its place in the whole batch. */
function placed(record: RecordReading, places: readonly number[]): RecordReading {
  const placeOf = (index: number) => places[index] ?? index
  const { index, indexes, reject } = record
  return {
    ...record,
    index: placeOf(index),
    ...(indexes ? { indexes: indexes.map(placeOf) } : {}),
    reject: reject?.row === undefined ? reject : { ...reject, row: placeOf(reject.row) },
  }
}

/** Each meaning of a column once, with the confidence of the part that is surest. */
function joinFields(fields: readonly FieldReading[]): FieldReading[] {
  const groups = Map.groupBy(fields, ({ source, target }) => JSON.stringify([source, target]))
  return [...groups.values()].flatMap((same) => {
    const [best] = same.toSorted((one, other) => other.confidence - one.confidence)
    return best ? { ...best, samples: samplesOf(same) } : []
  })
}

/** What a column may be in any part, the best first. */
function joinMeanings(parts: readonly Meanings[]): Meanings {
  const groups = Map.groupBy(
    parts.flatMap((part) => [...part]),
    ([path]) => path,
  )
  return new Map([...groups].map(([path, same]) => [path, bestOfEach(same.flatMap(([, meanings]) => meanings))]))
}

function bestOfEach(meanings: readonly Meaning[]): Meaning[] {
  const best = new Map<string, Meaning>()
  for (const each of meanings.toSorted((one, other) => other.confidence - one.confidence))
    if (!best.has(each.target)) best.set(each.target, each)
  return [...best.values()]
}

function joinUnknown(unknown: readonly UnknownReading[]): UnknownReading[] {
  const groups = Map.groupBy(unknown, ({ source }) => source)
  return [...groups.values()].flatMap((same) => (same[0] ? { ...same[0], samples: samplesOf(same) } : []))
}

const samplesOf = (same: readonly { readonly samples: string[] }[]): string[] =>
  [...new Set(same.flatMap(({ samples }) => samples))].slice(0, 3)
