import type { Answered, RecordType } from './record-types.ts'
import type { Manner } from './result.ts'

type Json = Readonly<Record<string, unknown>>

/** Address of a record: `path` is the first segment of the operations of its type, such as `credit-notes`. */
export type RecordUrl = (path: string, id: string) => string | undefined

/** The records of an answer by the fields that tell which they are and how they stand (`detail: concise`), and what was asked for beside them. */
export function concisely(value: unknown, { type: { concise = [] }, list }: Answered): unknown {
  const names = ['id', ...concise, 'included', 'merged_from']
  const short = (record: unknown) =>
    Object.fromEntries(names.flatMap((name) => ((record as Json)[name] == null ? [] : [[name, (record as Json)[name]]])))
  if (list === undefined) return short(value)
  return { ...(value as Json), [list]: ((value as Json)[list] as readonly unknown[]).map(short) }
}

/** What texts say beyond the data: the address of every record, so that a model can hand it on. By what is answered. */
export function telling(types: Iterable<RecordType>, urlOf: RecordUrl): (answered: Answered | undefined) => NonNullable<Manner['told']> {
  const known = [...types]
  const one = new Map(known.map(({ singular, path }) => [singular, path]))
  const many = new Map(known.map(({ plural, path }) => [plural, path]))
  const told = (record: unknown, path: string | undefined): unknown => {
    if (typeof record !== 'object' || record === null || path === undefined) return record
    const { id, ...rest } = record as Json
    const url = typeof id === 'string' ? urlOf(path, id) : undefined
    return url === undefined ? record : { id, record_url: url, ...rest }
  }
  return (answered) => (name, value) => {
    if (!Array.isArray(value)) return told(value, name === '' && answered?.list === undefined ? answered?.type.path : one.get(name))
    // What a search over all types finds says of what type it is.
    const typed = name === 'results' || name === 'matches'
    return value.map((each) => told(each, typed ? one.get(String((each as Json)['type'])) : many.get(name)))
  }
}
