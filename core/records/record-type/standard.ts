import type { Static, TObject } from '@sinclair/typebox'
import { operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Deleted, ReadById } from '../../kernel/operation/schema.ts'
import { withReadOnly } from '../../kernel/operation/validate.ts'
import {
  camel,
  type Changes,
  listedFields,
  type ListOutput,
  mergedFrom,
  pageOf,
  Purgeable,
  type Resource,
  type Store,
  type Stores,
} from './resource.ts'
import { counted, included, namesOf, shownPage, sparse } from './shown.ts'

/** List, get, create, update, delete and restore of a record type, from one declaration. */
export function standard<
  const P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  L extends TObject,
  G extends TObject = typeof ReadById,
  H extends TObject = O,
>(resource: Resource<P, R, O, C, U, L, G, H>) {
  const { create, update, counts = {} } = resource
  for (const input of [create, update]) withReadOnly(input, [...listedFields(resource), ...Object.keys(counts)])
  return {
    ...listOperation(resource),
    ...getOperation(resource),
    ...createOperation(resource),
    ...updateOperation(resource),
    ...deleteOperation(resource),
    ...restoreOperation(resource),
  }
}

const pathOf = (plural: string) => `/${plural.replaceAll('_', '-')}` as const

// A record with its figures and whatever else stands beside it.
function show<R extends object, O extends TObject>(
  { present }: { readonly record: O; present(record: R, now: Date): object },
  record: R,
  now: Date,
  beside: object = {},
): Static<O> {
  return Object.assign(present(record, now), beside) as Static<O>
}

function listOperation<
  const P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  L extends TObject,
  G extends TObject,
  H extends TObject,
>(resource: Resource<P, R, O, C, U, L, G, H>) {
  const { plural, store, mcp, relations = {}, counts = {} } = resource
  const { record, present } = resource.listed ?? resource
  const listed = listedFields({ record, counts })
  const conditions = async (query: object, { records }: Store<R, Static<C>, Changes<U>>) => {
    const { filter, ...named } = query as Record<string, unknown>
    return filter && resource.where && records ? { ...named, where: await resource.where(records, filter as never) } : named
  }
  return {
    list: operation({
      id: `list${camel(plural)}`,
      summary: `List ${plural.replaceAll('_', ' ')}, filtered and sorted, page by page`,
      scope: 'read',
      route: `GET ${pathOf(plural)}`,
      ...(mcp.list && { mcp: mcp.list }),
      input: resource.list,
      output: pageOf(plural, record) as unknown as ListOutput<P, H>,
      uses: { store },
      async handle(query, { store }: Stores<R, C, U>) {
        const { items, next_cursor } = await store.list(await conditions(query, store))
        const shown = await shownPage(store, items, query, { present, listed, relations })
        return { [plural]: shown, next_cursor } as unknown as Static<ListOutput<P, H>>
      },
    }),
  }
}

type AnyList = TObject

function getOperation<
  const P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  G extends TObject,
  H extends TObject,
>(resource: Resource<P, R, O, C, U, AnyList, G, H>) {
  const { singular, plural, record, store, mcp, relations = {}, counts = {}, concise } = resource
  const fields = [...listedFields(resource), ...Object.keys(counts)]
  return {
    get: operation({
      id: `get${camel(singular)}`,
      summary: `Read one ${singular}`,
      scope: 'read',
      route: `GET ${pathOf(plural)}/{id}`,
      ...(mcp.get && { mcp: mcp.get }),
      ...(concise && { concise }),
      input: (resource.get ?? ReadById) as G,
      output: record,
      uses: { store },
      async handle(query, { store }: Stores<R, C, U>) {
        const { id, fields: wanted } = query as unknown as { id: string; fields?: string }
        const names = namesOf(wanted, fields)
        const found = await store.get(id)
        const [beside] = await included(store, [found], query, relations)
        const whole = show(resource, found, store.now, await counted(store, found, counts, names)) as Record<string, unknown>
        return Object.assign(sparse(whole, names), beside, mergedFrom(record, found, id)) as Static<O>
      },
    }),
  }
}

function createOperation<
  P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  G extends TObject,
  H extends TObject,
>(resource: Resource<P, R, O, C, U, AnyList, G, H>) {
  const { singular, plural, record, store, mcp, summary, counts = {} } = resource
  const none = Object.fromEntries(Object.entries(counts).map(([name, each]) => [name, each.none]))
  return {
    create: operation({
      id: `create${camel(singular)}`,
      summary: summary.create,
      scope: 'write',
      route: `POST ${pathOf(plural)}`,
      creates: true,
      ...(mcp.create && { mcp: mcp.create }),
      input: resource.create,
      output: record,
      uses: { store },
      async handle(values, { store, reply }: Stores<R, C, U>) {
        const created = await store.create(values as Static<C>, reply)
        const figures = reply.matchedBy ? await counted(store, created, counts) : none
        return afterFlush(() => show(resource, created, store.now, figures))
      },
    }),
  }
}

function updateOperation<
  P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  G extends TObject,
  H extends TObject,
>(resource: Resource<P, R, O, C, U, AnyList, G, H>) {
  const { singular, plural, record, store, mcp, counts = {} } = resource
  return {
    update: operation({
      id: `update${camel(singular)}`,
      summary: `Change fields of one ${singular}`,
      scope: 'write',
      route: `PATCH ${pathOf(plural)}/{id}`,
      ...(mcp.update && { mcp: mcp.update }),
      input: resource.update,
      output: record,
      uses: { store },
      async handle(given, { store, reply }: Stores<R, C, U>) {
        const { id, ...changes } = given as unknown as { id: string }
        const updated = await store.update(id, changes as unknown as Changes<U>, reply)
        const figures = { ...(await counted(store, updated, counts)), ...mergedFrom(record, updated, id) }
        return afterFlush(() => show(resource, updated, store.now, figures))
      },
    }),
  }
}

function deleteOperation<
  P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  G extends TObject,
  H extends TObject,
>({ singular, plural, store, mcp, summary, parts = [] }: Resource<P, R, O, C, U, AnyList, G, H>) {
  return {
    delete: operation({
      id: `delete${camel(singular)}`,
      summary: summary.delete ?? `Delete one ${singular} (softly: it can be restored)`,
      scope: 'delete',
      route: `DELETE ${pathOf(plural)}/{id}`,
      ...(mcp.delete && { mcp: mcp.delete }),
      input: Purgeable,
      output: Deleted,
      uses: { store },
      async handle({ id, purge }, { store, reply }: Stores<R, C, U>) {
        await (purge ? store.purge(id, reply) : store.remove(id, reply))
        if (purge) for (const { entity, by } of parts) await store.records?.db.deleteFrom(entity.table).where(by, '=', id).execute()
        return { deleted: true as const }
      },
    }),
  }
}

function restoreOperation<
  P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends TObject,
  G extends TObject,
  H extends TObject,
>(resource: Resource<P, R, O, C, U, AnyList, G, H>) {
  const { singular, plural, record, store, mcp, counts = {} } = resource
  return {
    restore: operation({
      id: `restore${camel(singular)}`,
      summary: `Undo the delete of one ${singular}`,
      scope: 'write',
      route: `POST ${pathOf(plural)}/{id}/restore`,
      ...(mcp.restore && { mcp: mcp.restore }),
      input: ById,
      output: record,
      uses: { store },
      async handle({ id }, { store, reply }: Stores<R, C, U>) {
        const restored = await store.restore(id, reply)
        const figures = await counted(store, restored, counts)
        return afterFlush(() => show(resource, restored, store.now, figures))
      },
    }),
  }
}
