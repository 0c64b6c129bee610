import type { AnsweredRecords, RecordType } from './record-types.ts'
import type { ResultFormat } from './result.ts'

type Json = Readonly<Record<string, unknown>>

/** Address of a record: `path` is the first segment of the operations of its type, such as `credit-notes`. */
export type RecordUrl = (path: string, id: string) => string | undefined

/** Reduces the records of an answer to their most telling fields (`detail: concise`); included records of these types, too. */
export function conciseRecords(types: Iterable<RecordType>): (value: unknown, answered: AnsweredRecords) => unknown {
  const all = [...types]
  const known = new Map(all.flatMap((type) => [[type.singular, type] as const, [type.plural, type] as const]))
  // A field may be named after its role: the supplier of a product is a company. Then its fields identify the type.
  const likely = (value: unknown) =>
    all.find(({ concise, fields }) => concise && Object.keys(value as Json).every((name) => fields.has(name)))
  const beside = ([name, value]: [string, unknown]): [string, unknown] => {
    const type = known.get(name) ?? (isRecord(value) ? likely(value) : undefined)
    const concise = type?.concise
    if (!concise || value === null) return [name, value]
    return [name, Array.isArray(value) ? value.map((each) => short(each, concise)) : short(value, concise)]
  }
  const short = (record: unknown, concise: readonly string[] = []): Json => {
    const { included, ...rest } = record as Json
    const shown = ['id', ...concise, ...next].flatMap((name) => (rest[name] == null ? [] : [[name, rest[name]] as const]))
    const followed = isRecord(rest['follow_up']) && { follow_up: short(rest['follow_up'], concise) }
    return {
      ...Object.fromEntries(shown),
      ...followed,
      ...(included != null && { included: Object.fromEntries(Object.entries(included).map(beside)) }),
    }
  }
  return (value, { type: { concise }, list }) =>
    list === undefined
      ? short(value, concise)
      : { ...(value as Json), [list]: ((value as Json)[list] as readonly unknown[]).map((each) => short(each, concise)) }
}

// What the next call needs: the id that was asked for, the page to send to the customer, the id by which a merge is undone, long work.
const next = ['merged_from', 'public_url', 'merge_id', 'job_id']

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && 'user_from' in value

/** Adds `record_url` to every record in the text of a result, so that a model can pass it on. */
export function withRecordUrls(
  types: Iterable<RecordType>,
  urlOf: RecordUrl,
): (answered: AnsweredRecords | undefined) => NonNullable<ResultFormat['annotate']> {
  const known = [...types]
  const one = new Map(known.map(({ singular, path }) => [singular, path]))
  const many = new Map(known.map(({ plural, path }) => [plural, path]))
  const annotate = (record: unknown, path: string | undefined): unknown => {
    if (typeof record !== 'object' || record === null || path === undefined) return record
    const { id, ...rest } = record as Json
    const url = typeof id === 'string' ? urlOf(path, id) : undefined
    return url === undefined ? record : { id, record_url: url, ...rest }
  }
  return (answered) => (name, value) => {
    if (!Array.isArray(value)) return annotate(value, name === '' && answered?.list === undefined ? answered?.type.path : one.get(name))
    // Results of a search over all types name their type.
    const typed = name === 'results' || name === 'matches'
    return value.map((each) => annotate(each, typed ? one.get(String((each as Json)['type'])) : many.get(name)))
  }
}
