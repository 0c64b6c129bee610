import { CurrentActor } from '../../kernel/operation/actor.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Deleted } from '../../kernel/operation/schema/schema.ts'
import { StoredFilters } from '../record-type/stored-filters.ts'
import { listFor } from '../../kernel/storage/records/place-cursor.ts'
import { pageOfAll } from '../../kernel/storage/records/whole-list.ts'
import { Properties, PropertyByName, PropertyCreate, PropertyList, PropertyRecord, PropertyUpdate } from './schema.ts'
import { PropertyService } from './service.ts'

const uses = { properties: PropertyService, actor: CurrentActor }

/** Definitions of properties, standard and custom. What changes them takes an administrator. */
export const properties = group('Properties', {
  list: operation({
    id: 'listProperties',
    summary: 'List the standard and custom properties of an object: type, options, group, what identifies a person',
    scope: 'read',
    mcp: true,
    route: 'GET /properties/{object}',
    input: PropertyList,
    output: Properties,
    uses,
    async handle({ object, custom, deleted, ...page }, { properties, actor: { organization } }) {
      const all = await properties.list(object, deleted === 'only')
      const named = all.filter((each) => custom === undefined || each.custom === custom)
      const { items, next_cursor } = pageOfAll(
        listFor('properties', { object, custom, deleted, organization }),
        named,
        page,
        ({ id, field }) => id ?? field,
      )
      return { properties: [...items], next_cursor }
    },
  }),
  create: operation({
    id: 'createProperty',
    summary: 'Define a custom property of an object; values that records have under its name already are brought into its type',
    scope: 'write',
    readsMany: true,
    admin: true,
    creates: 'always',
    route: 'POST /properties/{object}',
    mcp: true,
    input: PropertyCreate,
    output: PropertyRecord,
    uses,
    handle: async (input, { properties }) => await properties.create(input),
  }),
  get: operation({
    id: 'getProperty',
    summary: 'Read one property of an object and what names it in its conditions',
    scope: 'read',
    route: 'GET /properties/{object}/{name}',
    input: PropertyByName,
    output: PropertyRecord,
    uses: { ...uses, conditions: StoredFilters },
    async handle(input, { properties, conditions }) {
      const property = await properties.get(input)
      const { object, name, custom } = property
      return { ...property, usage: await conditions.naming({ object, field: custom ? `custom.${name}` : name }) }
    },
  }),
  update: operation({
    id: 'updateProperty',
    summary: 'Change label, options or validation of a custom property; a renamed option is renamed in all records',
    scope: 'write',
    readsMany: true,
    admin: true,
    route: 'PATCH /properties/{object}/{name}',
    input: PropertyUpdate,
    output: PropertyRecord,
    uses,
    handle: async (input, { properties, reply }) => await properties.update(input, reply),
  }),
  delete: operation({
    id: 'deleteProperty',
    summary: 'Archive a custom property: its name is free at once, its values are kept for 90 days',
    scope: 'delete',
    readsMany: true,
    admin: true,
    route: 'DELETE /properties/{object}/{name}',
    input: PropertyByName,
    output: Deleted,
    uses,
    async handle(input, { properties, reply }) {
      await properties.archive(input, reply)
      return { deleted: true as const }
    },
  }),
})

/** The typed methods of these operations. */
export interface PropertyMethods extends Methods<typeof properties> {}
