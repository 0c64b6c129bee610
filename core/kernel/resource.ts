import { type Static, type TArray, type TNull, type TObject, type TSchema, type TString, type TUnion, Type } from '@sinclair/typebox'
import { invalid } from './errors.ts'
import { type Context, operation, type Token, type Uses } from './operation.ts'
import { afterFlush, type Reply } from './reply.ts'
import { ById, Closed, Deleted, Nullable } from './schema.ts'

/** What the standard operations ask of a service; records are what it answers and `present` shows. */
export interface Store<R, C, U> {
  list(query: Readonly<Record<string, unknown>>): Promise<{ items: R[]; next_cursor: string | null }>
  get(id: string): Promise<R>
  create(input: C, reply: Reply): Promise<R>
  update(id: string, changes: U, reply: Reply): Promise<R>
  remove(id: string, reply: Reply): Promise<void>
  restore(id: string): Promise<R>
  readonly now: Date
}

export interface Resource<P extends string, R, O extends TObject, C extends TObject, U extends TObject, L extends TObject> {
  /** As in prose: `contact`, `credit note`. */
  readonly singular: string
  /** snake_case, as in the list wrapper: `credit_notes`. */
  readonly plural: P
  readonly record: O
  readonly create: C
  /** Input of update: the changes and the id. */
  readonly update: U
  readonly list: L
  readonly store: Token<Store<R, Static<C>, Changes<U>>>
  present(record: R, now: Date): Record<string, unknown>
  /** What is particular to create and delete, one sentence each. */
  readonly summary: { readonly create: string; readonly delete?: string }
  /** Which of the operations are MCP tools. */
  readonly mcp: Partial<Record<'list' | 'get' | 'create' | 'update' | 'delete' | 'restore', true | 'default'>>
}

type ListOutput<P extends string, O extends TSchema> = TObject<{ [K in P]: TArray<O> } & { next_cursor: TUnion<[TString, TNull]> }>
export type Changes<U extends TObject> = Omit<Static<U>, 'id'>

/** The standard operations of a record type (operations.md 1), from one declaration. */
export function standard<const P extends string, R, O extends TObject, C extends TObject, U extends TObject, L extends TObject>(
  resource: Resource<P, R, O, C, U, L>,
) {
  const { singular, plural, record, store, mcp, summary } = resource
  const path = `/${plural.replaceAll('_', '-')}` as const
  const [one, many] = [camel(singular), camel(plural)]
  const uses = { store }
  const tool = (name: keyof typeof mcp) => (mcp[name] ? { mcp: mcp[name] } : {})
  const show = (each: R, now: Date) => resource.present(each, now) as Static<O>

  return {
    list: operation({
      id: `list${many}`,
      summary: `List ${plural.replaceAll('_', ' ')}, filtered and sorted, page by page`,
      scope: 'read',
      route: `GET ${path}`,
      ...tool('list'),
      input: resource.list,
      output: Closed({ [plural]: Type.Array(record), next_cursor: Nullable(Type.String()) }) as unknown as ListOutput<P, O>,
      uses,
      async handle(query, { store }: Stores<R, C, U>) {
        const { items, next_cursor } = await store.list(query as Record<string, unknown>)
        const { fields } = query as { fields?: string }
        const shown = items.map((each) => sparse(show(each, store.now) as Record<string, unknown>, fields, record))
        return { [plural]: shown, next_cursor } as unknown as Static<ListOutput<P, O>>
      },
    }),
    get: operation({
      id: `get${one}`,
      summary: `Read one ${singular}`,
      scope: 'read',
      route: `GET ${path}/{id}`,
      ...tool('get'),
      input: ById,
      output: record,
      uses,
      handle: async ({ id }, { store }: Stores<R, C, U>) => show(await store.get(id), store.now),
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
        return afterFlush(() => show(created, store.now))
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
        return afterFlush(() => show(updated, store.now))
      },
    }),
    delete: operation({
      id: `delete${one}`,
      summary: summary.delete ?? `Delete one ${singular} (softly: it can be restored)`,
      scope: 'delete',
      route: `DELETE ${path}/{id}`,
      ...tool('delete'),
      input: ById,
      output: Deleted,
      uses,
      async handle({ id }, { store, reply }: Stores<R, C, U>) {
        await store.remove(id, reply)
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
      async handle({ id }, { store }: Stores<R, C, U>) {
        const restored = await store.restore(id)
        return afterFlush(() => show(restored, store.now))
      },
    }),
  }
}

type Stores<R, C extends TObject, U extends TObject> = Context<Uses> & { readonly store: Store<R, Static<C>, Changes<U>> }

function sparse(record: Record<string, unknown>, fields: string | undefined, { properties }: TObject): Record<string, unknown> {
  if (!fields) return record
  const names = ['id', ...fields.split(',').map((each) => each.trim())]
  for (const name of names)
    if (!Object.hasOwn(properties, name))
      throw invalid('/fields', 'unknown_field', `${name} is not a field of this record`, Object.keys(properties))
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

function camel(name: string): string {
  return name.replaceAll(/(^|[ _])([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())
}
