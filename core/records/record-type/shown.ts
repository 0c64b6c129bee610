import type { TObject } from '@sinclair/typebox'
import type { Records } from '../../kernel/storage/records/records.ts'
import { valuesOf } from '../../kernel/values/objects.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { type Counts, load, type Relations } from './relation.ts'

type Read = { readonly records?: Records }
/** What a query says of how records are shown: which of their fields, and which related records. */
export interface ShownAs {
  readonly fields?: string | readonly string[] | undefined
  readonly include?: readonly string[] | undefined
}

/** The numbers of related records that a whole record has; `names`: of these fields alone. */
export async function counted({ records }: Read, record: object, counts: Counts, names?: readonly string[]): Promise<object> {
  const asked = names ? Object.fromEntries(Object.entries(counts).filter(([name]) => names.includes(name))) : counts
  return (records && (await load(records, [record], asked))[0]) ?? {}
}

/** Of a record type, what a page of its records is shown by. */
export interface Shown<R> {
  present(record: R, now: Date): object
  /** The fields that lists show. */
  readonly listed: readonly string[]
  readonly relations?: Relations
}

/** Records of a page with the fields that `fields` names, and what `include` asks for beside each. */
export async function shownPage<R extends object>(
  store: Read & { readonly now: Date },
  items: readonly R[],
  query: ShownAs,
  { present, listed, relations = {} }: Shown<R>,
): Promise<object[]> {
  const names = namesOf(query.fields, listed)
  const beside = await included(store, items, query, relations)
  return items.map((each, at) => Object.assign(sparse(present(each, store.now), names), beside[at]))
}

/** Records that are shown already, with the fields that `fields` names. */
export function withFields<T extends object>(shown: readonly T[], { fields }: ShownAs, { properties }: TObject): T[] {
  const names = namesOf(fields, Object.keys(properties))
  return shown.map((each) => sparse(each, names))
}

/** What `include` asked for, for each of these records. */
export async function included(
  { records }: Read,
  of: readonly object[],
  { include = [] }: ShownAs,
  relations: Relations,
): Promise<readonly object[]> {
  if (!records || include.length === 0) return []
  const asked = Object.fromEntries(Object.entries(relations).filter(([name]) => include.includes(name)))
  return (await load(records, of, asked)).map((each) => ({ included: each }))
}

/** The fields that a caller wants to see, `id` among them; all when none are named. */
export function namesOf(fields: string | readonly string[] | undefined, known: readonly string[]): readonly string[] | undefined {
  if (!fields || fields.length === 0) return undefined
  const given = typeof fields === 'string' ? fields.split(',') : fields
  const names = ['id', ...given.map((each) => each.trim())]
  const at = names.findIndex((name) => !known.includes(name))
  if (at >= 0) {
    const path = typeof fields === 'string' ? '/fields' : `/fields/${at - 1}`
    throw invalid(path, 'unknown_field', `${names[at]} is not a field of this record`, known)
  }
  return names
}

/** The record with these fields only; undefined means all of them. A record without the others passes for one of its type. */
export function sparse<T extends object>(record: T, names: readonly string[] | undefined): T {
  if (!names) return record
  const values = valuesOf(record)
  return Object.fromEntries(names.map((name) => [name, values[name]])) as T
}
