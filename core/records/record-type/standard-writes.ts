import { type Static, type TObject, type TOptional, Type } from '@sinclair/typebox'
import { Registry } from '../../kernel/feature/registry.ts'
import { operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { definitionsName } from '../../kernel/storage/custom/keeper.ts'
import { ById, Closed, ClosedAs, Deleted, Text } from '../../kernel/operation/schema/schema.ts'
import {
  camel,
  type Changes,
  mergedFrom,
  pathOf,
  Purgeable,
  type Resource,
  show,
  type Store,
  type StoreContext,
  type UpdateInput,
} from './resource.ts'
import { followsPurge } from './purge-hook.ts'
import { forgetPurged, purgedNames } from './purged.ts'
import { RecordTypes } from './record-types.ts'
import { counted } from './shown.ts'

/** What of a resource its writes are made from. */
type Written<R, O extends TObject, C extends TObject, U extends UpdateInput> = Pick<
  Resource<string, R, O, C, U, TObject>,
  'singular' | 'plural' | 'record' | 'create' | 'update' | 'store' | 'present' | 'counts' | 'summary' | 'mcp' | 'parts'
>
type WrittenStore<R, C extends TObject, U extends UpdateInput> = StoreContext<Store<R, Static<C>, Changes<U>>>

// What else a delete for good needs: who names the record.
interface PurgeParts {
  readonly registry: Registry
  readonly types: RecordTypes
}

/** `POST /things`: a new record, or the one that a key finds, completed. */
export function createOperation<R extends object, O extends TObject, C extends TObject, U extends UpdateInput>(
  resource: Written<R, O, C, U>,
) {
  const { singular, plural, record, store, mcp, summary, counts = {} } = resource
  const none = Object.fromEntries(Object.entries(counts).map(([name, each]) => [name, each.none]))
  return {
    create: operation({
      id: `create${camel(singular)}`,
      summary: summary.create,
      scope: 'write',
      route: `POST ${pathOf(plural)}`,
      creates: true,
      enters: plural,
      ...(mcp.create && { mcp: mcp.create }),
      input: resource.create,
      output: record,
      uses: { store },
      async handle(values: Static<C>, { store, reply }: WrittenStore<R, C, U>) {
        const created = await store.create(values, reply)
        const figures = reply.matchedBy ? await counted(store, created, counts) : none
        return afterFlush(() => show(resource, created, store.now, figures))
      },
    }),
  }
}

/** Of the input of an update: the systems whose ids the record loses. */
const LostIds = Type.Array(Closed({ provider: Text(120, { description: 'As the record has it' }), id: Type.Null() }), {
  maxItems: 50,
  description: 'Takes the ids in these systems off; new ones are given to create',
})
/** The type of an intersection would be one that TypeScript before 7 cannot check in the declarations of the package. */
export interface Losing<U extends UpdateInput> extends TObject {
  properties: U['properties'] & { external_ids: TOptional<typeof LostIds> }
  static: U['static'] & { external_ids?: Static<typeof LostIds> }
}

/** The input of an update: the changes, and the systems whose ids are taken off. */
export function updateInput<U extends UpdateInput>({ record, update }: { readonly record: TObject; readonly update: U }): Losing<U> {
  const lost = 'external_ids' in record.properties && { external_ids: Type.Optional(LostIds) }
  return Object.assign({}, update, ClosedAs<{ external_ids: TOptional<typeof LostIds> }>({ ...update.properties, ...lost }))
}

// The ids that are lost are no values of fields.
function partedBy<C extends object>(changes: C): { readonly changes: C; readonly lost: Static<typeof LostIds> } {
  const { external_ids: lost = [] }: { external_ids?: Static<typeof LostIds> } = changes
  if ('external_ids' in changes) delete changes.external_ids
  return { changes, lost }
}

/** `PATCH /things/{id}`: sets what differs. */
export function updateOperation<R extends object, O extends TObject, C extends TObject, U extends UpdateInput>(
  resource: Written<R, O, C, U>,
) {
  const { singular, plural, record, store, mcp, counts = {} } = resource
  return {
    update: operation<Losing<U>, O, { readonly store: Written<R, O, C, U>['store'] }>({
      id: `update${camel(singular)}`,
      summary: `Change fields of one ${singular}`,
      scope: 'write',
      route: `PATCH ${pathOf(plural)}/{id}`,
      enters: plural,
      ...(mcp.update && { mcp: mcp.update }),
      input: updateInput(resource),
      output: record,
      uses: { store },
      async handle({ id, ...given }: Static<U>, { store, reply }: WrittenStore<R, C, U>) {
        const { changes, lost } = partedBy(given)
        // By what custom values are judged is shared before the record is locked.
        if ('custom' in changes || 'custom_properties' in changes) await store.records?.locks.share(definitionsName(plural))
        const updated = await store.update(id, changes, reply)
        if (lost.length > 0) await store.loseIds(updated, lost)
        const figures = { ...(await counted(store, updated, counts)), ...mergedFrom(record, updated, id) }
        return afterFlush(() => show(resource, updated, store.now, figures))
      },
    }),
  }
}

/** `DELETE /things/{id}`: softly, or for good. */
export function deleteOperation<R extends object, O extends TObject, C extends TObject, U extends UpdateInput>({
  singular,
  plural,
  store,
  mcp,
  summary,
  parts = [],
}: Written<R, O, C, U>) {
  return {
    delete: operation({
      id: `delete${camel(singular)}`,
      summary: summary.delete ?? `Delete one ${singular} (softly: it can be restored)`,
      scope: 'delete',
      route: `DELETE ${pathOf(plural)}/{id}`,
      ...(mcp.delete && { mcp: mcp.delete }),
      input: Purgeable,
      asks: ({ purge }) => (purge === true ? `Delete this ${singular.replaceAll('_', ' ')} for good? It cannot be restored.` : undefined),
      output: Deleted,
      uses: { store, registry: Registry, types: RecordTypes },
      async handle({ id, purge }, { store, registry, types, reply }: WrittenStore<R, C, U> & PurgeParts) {
        await (purge ? store.purge(id, reply) : store.remove(id, reply))
        const { records } = store
        if (!purge || !records) return { deleted: true as const }
        for (const { entity, by } of parts) await records.db.deleteFrom(entity.table).where(by, '=', id).execute()
        for (const follow of registry.attached(followsPurge)) await follow(records.whole, { plural, id: id.toLowerCase() })
        const copied = new Map(types.all.flatMap(({ entity, copies }) => (copies?.from === plural ? [[entity.table, copies.none]] : [])))
        await forgetPurged(records, registry.all('entities'), { ...purgedNames(types.find(plural), singular), id, copied })
        return { deleted: true as const }
      },
    }),
  }
}

/** `POST /things/{id}/restore`: undoes a soft delete. */
export function restoreOperation<R extends object, O extends TObject, C extends TObject, U extends UpdateInput>(
  resource: Written<R, O, C, U>,
) {
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
      async handle({ id }, { store, reply }: WrittenStore<R, C, U>) {
        const restored = await store.restore(id, reply)
        const figures = await counted(store, restored, counts)
        return afterFlush(() => show(resource, restored, store.now, figures))
      },
    }),
  }
}
