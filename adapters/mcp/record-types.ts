import type { AnyOperation, Registry } from 'rapport-crm'
import { snake } from './tool.ts'

/** A type of record that can be read by its id. */
export interface RecordType {
  /** As in the path of its operations: `credit-notes`. */
  readonly path: string
  /** As answers name one of them and a list of them: `credit_note`, `credit_notes`. */
  readonly singular: string
  readonly plural: string
  /** The fields of `detail: concise`. */
  readonly concise: readonly string[] | undefined
  /** All fields of a whole record. */
  readonly fields: ReadonlySet<string>
}

/** The records of an answer: the answer itself, or the list of this name. */
export interface Answered {
  readonly type: RecordType
  readonly list?: string
}

type Properties = Readonly<Record<string, { readonly items?: { readonly properties?: object } }>>

/** The types of record whose reads are declared, by the first segment of their paths. */
export function recordTypesOf({ list }: Registry): ReadonlyMap<string, RecordType> {
  return new Map(
    list.flatMap(({ id, route, concise, output }) => {
      const path = /^GET \/([\w-]+)\/\{id\}$/.exec(route)?.[1]
      if (path === undefined) return []
      const fields = new Set(Object.keys((output as { readonly properties?: object }).properties ?? {}))
      return [[path, { path, singular: snake(id).replace('get_', ''), plural: path.replaceAll('-', '_'), concise, fields }]]
    }),
  )
}

/** Which whole records an operation answers, one or a list; undefined where it answers something else. */
export function recordsIn({ route, output }: AnyOperation, types: ReadonlyMap<string, RecordType>): Answered | undefined {
  const { properties = {} } = output as { readonly properties?: Properties }
  const type = types.get(/^\w+ \/([\w-]+)/.exec(route)?.[1] ?? '')
  if (!type) return undefined
  if (isRecord(properties)) return { type }
  const list = properties[type.plural]
  return isRecord(list?.items?.properties) ? { type, list: type.plural } : undefined
}

// The organisation stands on every record, and on nothing else.
const isRecord = (properties: object | undefined): boolean =>
  properties !== undefined && Object.hasOwn(properties, 'id') && Object.hasOwn(properties, 'user_from')
