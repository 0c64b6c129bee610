import type { Static, TObject } from '@sinclair/typebox'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import { ReadById } from '../../kernel/operation/schema/schema.ts'
import {
  camel,
  type Changes,
  listedFields,
  mergedFrom,
  pageOf,
  pageWith,
  pathOf,
  type ReadQuery,
  type Resource,
  show,
  type Store,
  type StoreContext,
  type UpdateInput,
} from './resource.ts'
import { counted, included, namesOf, type ShownAs, shownPage, sparse } from './shown.ts'

/** What of a resource its read is made from. */
type Readable<R, O extends TObject, G extends ReadQuery> = Pick<
  Resource<string, R, O, TObject, UpdateInput, TObject, G>,
  'singular' | 'plural' | 'record' | 'get' | 'present' | 'relations' | 'counts' | 'mcp' | 'concise'
> & { readonly store: Token<ReadableStore<R>> }
type ReadableStore<R> = Pick<Store<R, never, never>, 'get' | 'now' | 'records'>

/** `GET /things`: filtered and sorted, page by page. */
export function listOperation<
  const P extends string,
  R extends object,
  O extends TObject,
  C extends TObject,
  U extends UpdateInput,
  L extends TObject,
  G extends ReadQuery,
  H extends TObject,
>(resource: Resource<P, R, O, C, U, L, G, H>) {
  const { plural, store, mcp, where, sorting, relations = {}, counts = {} } = resource
  // Without `listed`, `H` is `O`: lists show no less.
  const { record, present }: NonNullable<typeof resource.listed> = resource.listed ?? (resource as never)
  const listed = listedFields({ record, counts })
  return {
    list: operation({
      id: `list${camel(plural)}`,
      summary: `List ${plural.replaceAll('_', ' ')}, filtered and sorted, page by page`,
      scope: 'read',
      route: `GET ${pathOf(plural)}`,
      ...(mcp.list && { mcp: mcp.list }),
      input: resource.list,
      output: pageOf(plural, record),
      uses: { store },
      async handle(query, { store }: StoreContext<Store<R, Static<C>, Changes<U>>>) {
        const { filter, ...named }: { readonly filter?: unknown; readonly sort?: string } = query
        const { records } = store
        const asked = {
          ...named,
          ...(records && where && filter !== undefined && { where: await where(records, filter), search: filter }),
          ...(records && sorting && named.sort !== undefined && { sorting: await sorting(records, named.sort) }),
        }
        const { items, next_cursor } = await store.list(asked)
        return pageWith<P, H>(plural, await shownPage(store, items, query, { present, listed, relations }), next_cursor)
      },
    }),
  }
}

/** `GET /things/{id}`: one record with its figures. */
export function getOperation<R extends object, O extends TObject, G extends ReadQuery>(resource: Readable<R, O, G>) {
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
      // A record type that takes more than the id and `fields` says so.
      input: (resource.get ?? ReadById) as G,
      output: record,
      uses: { store },
      async handle(query: Static<G>, { store }: StoreContext<ReadableStore<R>>) {
        const { id }: { readonly id: string } = query
        const asked: ShownAs = query
        const names = namesOf(asked.fields, fields)
        const found = await store.get(id)
        const [beside] = await included(store, [found], asked, relations)
        const whole = show(resource, found, store.now, await counted(store, found, counts, names))
        return Object.assign(sparse(whole, names), beside, mergedFrom(record, found, id))
      },
    }),
  }
}
