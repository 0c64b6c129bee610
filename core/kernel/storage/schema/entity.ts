import { defineEntity, p } from '@mikro-orm/core'
import { Type } from '@sinclair/typebox'
import {
  createOnly,
  type Field,
  type Fields,
  hidden,
  integer,
  json,
  type Kind,
  optional,
  readOnly,
  type RecordOf,
  text,
  timestamp,
  uuid,
} from '../../operation/schema/fields.ts'
import { Closed, Text, Timestamp } from '../../operation/schema/schema.ts'
import { MoneyType } from './money-type.ts'
import type { OwnershipRule } from './visibility.ts'

/** The id of a record in another system. */
export const ExternalId = Closed({
  // What begins with `#` is kept by the engine itself (`References`): nobody may claim an address or a merged record by it.
  provider: Text(120, {
    pattern: '^(custom:[^\\s:][^\\s]*|[a-z0-9][a-z0-9_-]*)$',
    description: '`custom:<name>` or the name of a plugin',
    examples: ['custom:erp'],
  }),
  id: Text(255, { description: 'Id in that system' }),
  url: Type.Optional(Type.String({ format: 'uri', maxLength: 2048, description: 'Web address where the record is seen there' })),
  synced_at: Type.Optional(Timestamp('When it was read there last; when it was told, unless given')),
})

/** Fields of every row: its id and whose it is. */
export const ownFields = {
  id: readOnly(uuid('Its id')),
  user_from: readOnly(text({ description: 'Organization' })),
}

/** Fields of every record. */
export const commonFields = {
  ...ownFields,
  external_ids: createOnly({
    ...json(Type.Array(ExternalId, { maxItems: 50 }), 'Ids of the record in other systems'),
    optional: true as const,
    initial: [],
  }),
  created_by: readOnly(text('E-mail address of the user who made it')),
  created_via: readOnly(text('By what it was made: a key, a workflow, an import, ...')),
  /** The call that it was made for, `<operation> <request id>`, which the audit log tells; null where the engine made it by itself. */
  created_in: hidden(optional(text())),
  created_at: readOnly(timestamp('When it was made')),
  updated_at: readOnly(timestamp('When it was changed last')),
  deleted_at: optional(readOnly(timestamp('When it was deleted; null while it is live'))),
  version: readOnly(integer({ description: 'Bumps on each write; for `If-Match`' })),
}

/** Fields of every row that has an id. */
export type OwnFields = typeof ownFields
/** A row of any table that has an id: it and its organization are typed, everything else is unknown. */
export type OwnRecord = RecordOf<OwnFields & Fields>
/** Fields of every record. */
export type CommonFields = typeof commonFields
/** What the engine keeps on every record. */
export type CommonRecord = RecordOf<CommonFields>
/** The fields of a record type that is not known: those that the engine keeps, and others. */
export type AnyFields = CommonFields & Fields
/** A record of a type that is not known: what the engine keeps on every record is typed, the rest is unknown. */
export type AnyRecord = RecordOf<AnyFields>

/**
 * What export and erasure of a person's data mean for the rows of a table. By default an export shows the rows that mention the person, and an
 * erasure deletes those whose ownership rule names one of their records and replaces the data of the person in all others.
 *
 * `kept`: both leave the rows out; people are teammates there and not customers, or the rows prove an erasure, or triggers keep them as other rows say. `copies`: an erasure deletes them,
 * an export shows the originals. `by`: further columns with the id of a person; rows of that person are deleted with them.
 */
export type PrivacyRule = 'kept' | 'copies' | { readonly by: readonly string[] }

/** What the storage is told about a table besides its fields. */
export interface EntityOptions {
  /** Columns of an index; `user_from` is put in front of each. */
  readonly indexes?: readonly (readonly string[])[]
  /** Unique among the live rows of one organization. */
  readonly uniques?: readonly (readonly string[])[]
  /**
   * Texts by which lists are sorted. On SQLite each has a column with its key (`name_sort_key`), an index of that and, where people put the text
   * in the order of their language, triggers that write it: all made by a migration (`2026-12-11-sort-keys`).
   */
  readonly sortKeys?: readonly string[]
  /** Look-ups across organizations: unique in the whole database. */
  readonly global?: readonly (readonly string[])[]
  /** Primary key where it is not `id`. */
  readonly key?: readonly string[]
  /** How rows belong to an owner; a record with an owner field has its rule without this. */
  readonly ownership?: OwnershipRule
  /** Everybody sees the rows, although they name an owner. */
  readonly shared?: true
  /** What export and erasure of a person's data do with the rows. */
  readonly privacy?: PrivacyRule
  /** The rows are teammates with their address in `email`: only they can be owners of records. */
  readonly teammates?: true
}

/** The table of an entity, its fields and its rules. */
export interface EntityTable<F extends Fields = Fields> {
  readonly table: string
  readonly fields: F
  readonly ownership?: OwnershipRule
  readonly privacy?: PrivacyRule
  readonly teammates?: true
  /** Its primary key where that is not `id`. */
  readonly key?: readonly string[]
  /** Fields of which no two rows of an organization have the same values; deleted records aside. */
  readonly uniques?: readonly (readonly string[])[]
  /** Texts whose sort keys are stored. */
  readonly sortKeys?: readonly string[]
}
/** A class whose rows are stored in one table; what `EntityTable` has are its static members. */
export interface EntityClass<F extends Fields = Fields> extends EntityTable<F> {
  new (): RecordOf<F>
}
/** A stored class with any fields. */
export type AnyEntityClass<F extends Fields = Fields> = EntityTable<F> & (abstract new (...args: never[]) => object)

/** Whether the rows of an entity are records, which have all the fields that the engine keeps; parts and logs have some of them. */
export function storesRecords<E extends EntityTable>(entity: E): entity is E & EntityTable<AnyFields> {
  return Object.keys(commonFields).every((name) => name in entity.fields)
}

/** Declares a stored class of which every row belongs to one organization. */
export function entity<const F extends Fields>(
  name: string,
  table: string,
  fields: F,
  options: EntityOptions = {},
): { class: EntityClass<F>; setClass(entity: EntityClass<F>): void } {
  const where = 'deleted_at' in fields ? { where: 'deleted_at is null' } : {}
  const schema = defineEntity({
    name,
    tableName: table,
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, each]) => [name, column(name, each, options.key?.includes(name) ?? name === 'id')]),
    ),
    indexes: (options.indexes ?? []).map((columns) => ({
      name: indexName(table, columns, 'index'),
      properties: ['user_from', ...columns],
    })),
    uniques: [
      ...(options.uniques ?? []).map((columns) => ({
        name: indexName(table, columns, 'unique'),
        properties: ['user_from', ...columns],
        ...where,
      })),
      ...(options.global ?? []).map((columns) => ({ name: indexName(table, columns, 'global'), properties: [...columns] })),
    ],
  })
  const ownership = options.shared ? undefined : (options.ownership ?? ownerOf(fields))
  const { privacy, teammates, uniques, key, sortKeys } = options
  Object.assign(schema.class, {
    table,
    fields,
    ...(ownership && { ownership }),
    ...(privacy && { privacy }),
    ...(teammates && { teammates }),
    ...(uniques && { uniques }),
    ...(key && { key }),
    ...(sortKeys && { sortKeys }),
  })
  // Minifiers of apps shorten the names of classes, by which MikroORM knows entities.
  const named = (each: EntityClass<F>) => Object.defineProperty(each, 'name', { value: name })
  // MikroORM types the class by the properties that it was given as a list of any names; `F` has them with their types.
  return { class: schema.class as unknown as EntityClass<F>, setClass: (each) => schema.setClass(named(each) as never) }
}

const columns: Record<Kind, () => { nullable(): unknown }> = {
  text: () => p.text(),
  uuid: () => p.uuid(),
  integer: () => p.integer(),
  bigint: () => p.bigint('number'),
  number: () => p.double(),
  money: () => p.type(MoneyType),
  boolean: () => p.boolean(),
  date: () => p.date(),
  timestamp: () => p.datetime(3),
  // PostgreSQL's jsonb would reorder the keys of objects; lists of words stay jsonb so that they can be indexed.
  json: () => p.json().columnType('json'),
  list: () => p.json(),
  bytes: () => p.blob(),
}

function column(name: string, { kind, nullable }: Field, primary: boolean): unknown {
  if (primary) return (kind === 'bigint' ? p.bigint('number') : name === 'id' || kind === 'uuid' ? p.uuid() : p.text()).primary()
  return nullable ? columns[kind]().nullable() : columns[kind]()
}

// An owner field implies the rule, so that no entity can forget it.
function ownerOf(fields: Fields): OwnershipRule | undefined {
  const owner = ['assigned_to', 'owner_email'].find((name) => name in fields)
  return owner === undefined || !('created_by' in fields) ? undefined : { owner }
}

function indexName(table: string, columns: readonly string[], kind: string): string {
  return `${table}_${columns.join('_')}_${kind}`
}
