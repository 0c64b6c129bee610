import type { AnyOperation, Registry } from 'rapport-crm'
import { snake } from './tool.ts'

/** A record type whose records can be read by id. */
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

/** The records of an answer: the answer itself, or its list of this name. */
export interface AnsweredRecords {
  readonly type: RecordType
  readonly list?: string
}

type Properties = Readonly<Record<string, { readonly items?: { readonly properties?: object } }>>

/** A name of a record type as answers have it: `Credit notes` is `credit_notes`. */
export const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** All record types with an operation that reads one record, by the first segment of their paths. */
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

/** Which records an operation answers, one or a list; undefined if it answers something else. */
export function recordsIn({ route, output }: AnyOperation, types: ReadonlyMap<string, RecordType>): AnsweredRecords | undefined {
  const { properties = {} } = output as { readonly properties?: Properties }
  const type = types.get(/^\w+ \/([\w-]+)/.exec(route)?.[1] ?? '')
  if (!type) return undefined
  if (isRecord(properties)) return { type }
  const list = properties[type.plural]
  return isRecord(list?.items?.properties) ? { type, list: type.plural } : undefined
}

// Every record has the organization, and nothing else does.
const isRecord = (properties: object | undefined): boolean =>
  properties !== undefined && Object.hasOwn(properties, 'id') && Object.hasOwn(properties, 'user_from')
