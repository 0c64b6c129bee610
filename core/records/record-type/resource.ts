import { type Static, type TArray, type TNull, type TObject, type TSchema, type TString, type TUnion, Type } from '@sinclair/typebox'
import type { Expression, SqlBool } from 'kysely'
import type { Sorting } from '../../kernel/storage/records/list-order.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Context, Token, Uses } from '../../kernel/operation/operation.ts'
import type { Part } from './contribution.ts'
import type { Counts, Relations } from './relation.ts'
import { type AfterFlush, afterFlush, type Reply } from '../../kernel/operation/reply.ts'
import { ById, Closed, ClosedAs, NextCursor, type ReadById } from '../../kernel/operation/schema/schema.ts'
import { counted } from './shown.ts'

/** What the standard operations ask of a service; records are what it answers and `present` shows. */
export interface Store<R, C, U> {
  list(query: Readonly<Record<string, unknown>>): Promise<{ items: R[]; next_cursor: string | null }>
  get(id: string): Promise<R>
  create(input: C, reply: Reply): Promise<R>
  update(id: string, changes: U, reply: Reply): Promise<R>
  /** Takes the external ids of these systems off a record that was read to be changed. */
  loseIds(record: R, of: readonly { readonly provider: string }[]): Promise<void>
  remove(id: string, reply: Reply): Promise<void>
  /** Deletes for good; `forbidden` to all but administrators. */
  purge(id: string, reply: Reply): Promise<void>
  restore(id: string, reply: Reply): Promise<R>
  readonly now: Date
  /** Where relations and counts are read from. */
  readonly records?: Records
}

/** Input of get: the id, `fields`, and what else a record type shows beside its records. */
export type ReadQuery = TObject<(typeof ReadById)['properties']>
/** Input of update: the id, and the changes. */
export type UpdateInput = TObject<(typeof ById)['properties']>

/** What `standard` makes the operations of a record type from. */
export interface Resource<
  P extends string,
  R,
  O extends TObject,
  C extends TObject,
  U extends UpdateInput,
  L extends TObject,
  G extends ReadQuery = typeof ReadById,
  H extends TObject = O,
> {
  /** As in prose: `contact`, `credit note`. */
  readonly singular: string
  /** snake_case, as in the list wrapper: `credit_notes`. */
  readonly plural: P
  /** As the API answers it. */
  readonly record: O
  /** Input of create. */
  readonly create: C
  /** Input of update: the changes and the id. */
  readonly update: U
  /** Query of list: `listSchema`. */
  readonly list: L
  /** Input of get where it takes more than the id: `including(ReadById, relations)`. */
  readonly get?: G
  /** The service that does it. */
  readonly store: Token<Store<R, Static<C>, Changes<U>>>
  /** As lists and events show the record. */
  present(record: R, now: Date): object
  /** What lists show of the record, where that is less. */
  readonly listed?: { readonly record: H; present(record: R, now: Date): object }
  /** Rows that are deleted for good with a record. */
  readonly parts?: readonly Part[]
  /** What `include` shows beside the record. */
  readonly relations?: Relations
  /** What is counted when one record is read. */
  readonly counts?: Counts
  /** What `filter` of its list means, as a part of a statement. */
  where?(records: Records, filter: unknown): Promise<Expression<SqlBool>>
  /** What `sort` of its list can name besides its own sorts. */
  sorting?(records: Records, sort: string): Promise<Sorting>
  /** Besides the id, the fields that tell which record it is and how it stands; none where records are short. */
  readonly concise?: readonly string[]
  /** What is particular to create and delete, one sentence each. */
  readonly summary: { readonly create: string; readonly delete?: string }
  /** Which of the operations are MCP tools. */
  readonly mcp: Partial<Record<'list' | 'get' | 'create' | 'update' | 'delete' | 'restore', true | 'default'>>
}

/** What every delete of a record takes. */
export const Purgeable = Closed({
  ...ById.properties,
  purge: Type.Optional(Type.Boolean({ description: 'Delete for good, also what was deleted before; needs an administrator' })),
})

/** A page of records under their plural, and where the next one begins. */
export type ListOutput<P extends string, O extends TSchema> = TObject<{ [K in P]: TArray<O> } & { next_cursor: TUnion<[TString, TNull]> }>
/** Of the input of an update, what is to change. */
export type Changes<U extends TObject> = Omit<Static<U>, 'id'>

/** A record that an operation of its own has changed, as its update answers it: whole, with the version that is stored. */
export async function changed<R extends object, O extends TObject>(
  resource: { readonly record: O; readonly counts?: Counts; present(record: R, now: Date): object },
  store: { readonly now: Date; readonly records?: Records },
  record: R,
): Promise<AfterFlush<Static<O>>> {
  const figures = await counted(store, record, resource.counts ?? {})
  return afterFlush(() => show(resource, record, store.now, figures))
}

/** A record with its figures and what else stands beside it, as operations answer it. */
export function show<R extends object, O extends TObject>(
  { present }: { readonly record: O; present(record: R, now: Date): object },
  record: R,
  now: Date,
  beside: object,
): Static<O> {
  // What a record type presents with its figures is what its schema says; features compose both at run time.
  return Object.assign(present(record, now), beside) as Static<O>
}

/** A page of a list as lists and searches answer it: the records under their plural, and where the next page begins. */
export function pageOf<const P extends string, O extends TSchema>(plural: P, record: O): ListOutput<P, O> {
  const items = Type.Array(record, { description: `One page of ${plural.replaceAll('_', ' ')}` })
  return ClosedAs({ [plural]: items, next_cursor: NextCursor })
}

/** One page as `pageOf` describes it. */
export function pageWith<P extends string, O extends TSchema>(
  plural: P,
  items: readonly object[],
  next_cursor: string | null,
): Static<ListOutput<P, O>> {
  // The items are what the schema of the record describes; the type of a computed key does not know the key.
  return { [plural]: items, next_cursor } as never
}

/** The fields that lists show: all but what is counted or asked for beside the record. */
export function listedFields({ record, counts = {} }: { readonly record: TObject; readonly counts?: Counts }): string[] {
  return Object.keys(record.properties).filter((name) => name !== 'included' && name !== 'merged_from' && !(name in counts))
}

/** Of a record that was read by the id of one merged into it: that id. */
export function mergedFrom({ properties }: TObject, record: { readonly id?: unknown }, asked: string): object {
  return !('merged_from' in properties) || record.id === asked.toLowerCase() ? {} : { merged_from: asked }
}

/** The context of a handler whose only service is the store of its record type. */
export type StoreContext<S> = Context<Uses> & { readonly store: S }

/** The path of a record type: `/credit-notes`. */
export const pathOf = <P extends string>(plural: P) => `/${plural.replaceAll('_', '-') as P}` as const

/** `credit note` and `credit_notes` as they stand in operation ids. */
export function camel(name: string): string {
  return name.replaceAll(/(^|[ _])([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())
}
