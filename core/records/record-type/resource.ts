import { type Static, type TArray, type TNull, type TObject, type TSchema, type TString, type TUnion, Type } from '@sinclair/typebox'
import type { Expression, SqlBool } from 'kysely'
import type { Records } from '../../kernel/storage/records.ts'
import { type Context, operation, type Token, type Uses } from '../../kernel/operation/operation.ts'
import type { Counts, Relations } from './relation.ts'
import { type AfterFlush, afterFlush, type Reply } from '../../kernel/operation/reply.ts'
import { ById, Closed, Deleted, NextCursor, ReadById } from '../../kernel/operation/schema.ts'
import { withReadOnly } from '../../kernel/operation/validate.ts'
import { counted, included, namesOf, shownPage, sparse } from './shown.ts'

/** What the standard operations ask of a service; records are what it answers and `present` shows. */
export interface Store<R, C, U> {
  list(query: Readonly<Record<string, unknown>>): Promise<{ items: R[]; next_cursor: string | null }>
  get(id: string): Promise<R>
  create(input: C, reply: Reply): Promise<R>
  update(id: string, changes: U, reply: Reply): Promise<R>
  remove(id: string, reply: Reply): Promise<void>
  /** Deletes for good; `forbidden` to all but administrators. */
  purge(id: string, reply: Reply): Promise<void>
  restore(id: string, reply: Reply): Promise<R>
  readonly now: Date
  /** Where relations and counts are read from. */
  readonly records?: Records
}

/** What `standard` makes the operations of a record type from. */
export interface Resource<
  P extends string,
  R,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  L extends TObject,
  G extends TObject = typeof ReadById,
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
  present(record: R, now: Date): Record<string, unknown>
  /** What `include` shows beside the record. */
  readonly relations?: Relations
  /** What is counted when one record is read. */
  readonly counts?: Counts
  /** What `filter` of its list means, as a part of a statement. */
  readonly where?: (records: Records, filter: never) => Promise<Expression<SqlBool>>
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

/** The standard operations of a record type (operations.md 1), from one declaration. */
export function standard<
  const P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  L extends TObject,
  G extends TObject = typeof ReadById,
>(resource: Resource<P, R, O, C, U, L, G>) {
  const { singular, plural, record, store, mcp, summary, relations = {}, counts = {}, concise } = resource
  const path = `/${plural.replaceAll('_', '-')}` as const
  const [one, many] = [camel(singular), camel(plural)]
  const uses = { store }
  const tool = (name: keyof typeof mcp) => (mcp[name] ? { mcp: mcp[name] } : {})
  const show = (each: R, now: Date, beside: object = {}) => Object.assign(resource.present(each, now), beside) as Static<O>
  const none = Object.fromEntries(Object.entries(counts).map(([name, each]) => [name, each.none]))
  const listed = listedFields(resource)
  const asked = async (query: object, { records }: Store<R, Static<C>, Changes<U>>) => {
    const { filter, ...named } = query as Record<string, unknown>
    return filter && resource.where && records ? { ...named, where: await resource.where(records, filter as never) } : named
  }
  for (const input of [resource.create, resource.update]) withReadOnly(input, [...listed, ...Object.keys(counts)])

  return {
    list: operation({
      id: `list${many}`,
      summary: `List ${plural.replaceAll('_', ' ')}, filtered and sorted, page by page`,
      scope: 'read',
      route: `GET ${path}`,
      ...tool('list'),
      input: resource.list,
      output: pageOf(plural, record) as unknown as ListOutput<P, O>,
      uses,
      async handle(query, { store }: Stores<R, C, U>) {
        const { items, next_cursor } = await store.list(await asked(query, store))
        const shown = await shownPage(store, items, query, { present: resource.present, listed, relations })
        return { [plural]: shown, next_cursor } as unknown as Static<ListOutput<P, O>>
      },
    }),
    get: operation({
      id: `get${one}`,
      summary: `Read one ${singular}`,
      scope: 'read',
      route: `GET ${path}/{id}`,
      ...tool('get'),
      ...(concise && { concise }),
      input: (resource.get ?? ReadById) as G,
      output: record,
      uses,
      async handle(query, { store }: Stores<R, C, U>) {
        const { id, fields } = query as unknown as { id: string; fields?: string }
        const names = namesOf(fields, [...listed, ...Object.keys(counts)])
        const found = await store.get(id)
        const [beside] = await included(store, [found], query, relations)
        const whole = show(found, store.now, await counted(store, found, counts, names)) as Record<string, unknown>
        return Object.assign(sparse(whole, names), beside, mergedFrom(record, found, id)) as Static<O>
      },
    }),
    create: operation({
      id: `create${one}`,
      summary: summary.create,
      scope: 'write',
      route: `POST ${path}`,
      creates: true,
      ...tool('create'),
      input: resource.create,
      output: record,
      uses,
      async handle(values, { store, reply }: Stores<R, C, U>) {
        const created = await store.create(values as Static<C>, reply)
        const numbers = reply.matchedBy ? await counted(store, created, counts) : none
        return afterFlush(() => show(created, store.now, numbers))
      },
    }),
    update: operation({
      id: `update${one}`,
      summary: `Change fields of one ${singular}`,
      scope: 'write',
      route: `PATCH ${path}/{id}`,
      ...tool('update'),
      input: resource.update,
      output: record,
      uses,
      async handle(given, { store, reply }: Stores<R, C, U>) {
        const { id, ...changes } = given as unknown as { id: string }
        const updated = await store.update(id, changes as unknown as Changes<U>, reply)
        const numbers = { ...(await counted(store, updated, counts)), ...mergedFrom(record, updated, id) }
        return afterFlush(() => show(updated, store.now, numbers))
      },
    }),
    delete: operation({
      id: `delete${one}`,
      summary: summary.delete ?? `Delete one ${singular} (softly: it can be restored)`,
      scope: 'delete',
      route: `DELETE ${path}/{id}`,
      ...tool('delete'),
      input: Purgeable,
      output: Deleted,
      uses,
      async handle({ id, purge }, { store, reply }: Stores<R, C, U>) {
        await (purge ? store.purge(id, reply) : store.remove(id, reply))
        return { deleted: true as const }
      },
    }),
    restore: operation({
      id: `restore${one}`,
      summary: `Undo the delete of one ${singular}`,
      scope: 'write',
      route: `POST ${path}/{id}/restore`,
      ...tool('restore'),
      input: ById,
      output: record,
      uses,
      async handle({ id }, { store, reply }: Stores<R, C, U>) {
        const restored = await store.restore(id, reply)
        const numbers = await counted(store, restored, counts)
        return afterFlush(() => show(restored, store.now, numbers))
      },
    }),
  }
}

/** A record that an operation of its own has changed, as its update answers it: whole, with the version that is stored. */
export async function changed<R extends object, O extends TObject>(
  { present, counts = {} }: { readonly record: O; readonly counts?: Counts; present(record: R, now: Date): object },
  store: { readonly now: Date; readonly records?: Records },
  record: R,
): Promise<AfterFlush<Static<O>>> {
  const numbers = await counted(store, record, counts)
  return afterFlush(() => ({ ...present(record, store.now), ...numbers }) as Static<O>)
}

/** A page of a list as lists and searches answer it: the records under their plural, and where the next page begins. */
export function pageOf(plural: string, record: TSchema): TObject {
  return Closed({ [plural]: Type.Array(record, { description: `One page of ${plural.replaceAll('_', ' ')}` }), next_cursor: NextCursor })
}

/** The fields that lists show: all but what is counted or asked for beside the record. */
export function listedFields({ record, counts = {} }: { readonly record: TObject; readonly counts?: Counts }): string[] {
  return Object.keys(record.properties).filter((name) => name !== 'included' && name !== 'merged_from' && !(name in counts))
}

// The id of a merged record goes on to mean the survivor (records.md 1).
function mergedFrom({ properties }: TObject, record: object, asked: string): object {
  const { id } = record as { readonly id?: string }
  return !('merged_from' in properties) || id === asked.toLowerCase() ? {} : { merged_from: asked }
}

export type Stores<R, C extends TObject, U extends TObject> = Context<Uses> & { readonly store: Store<R, Static<C>, Changes<U>> }

/** `credit note` and `credit_notes` as they stand in operation ids. */
export function camel(name: string): string {
  return name.replaceAll(/(^|[ _])([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())
}
