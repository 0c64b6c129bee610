import { invalid, CrmError } from '../../kernel/operation/errors.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { customColumn } from '../../kernel/storage/custom/column.ts'
import { type AnyFields, type EntityTable, storesRecords } from '../../kernel/storage/schema/entity.ts'

/** A record type that can have custom properties. */
export interface PropertyObject {
  /** Plural, as in paths: also the table. */
  readonly object: string
  /** The column of the custom values: `custom` or `custom_properties`. */
  readonly column: string
  readonly entity: EntityTable<AnyFields>
}

/** Every record type with a place for custom values, those of plugins included. */
export function propertyObjects(registry: Registry): PropertyObject[] {
  return registry.all('entities').flatMap((entity) => {
    const column = customColumn(entity)
    return column && storesRecords(entity) ? [{ object: entity.table, column, entity }] : []
  })
}

/** The record type of this plural or singular name; throws `not_found` with the names that there are. */
export function propertyObject(registry: Registry, name: string): PropertyObject {
  const known = propertyObjects(registry)
  const wanted = name.replaceAll('-', '_')
  const found = known.find(({ object }) => object === wanted || singular(object) === wanted)
  if (found) return found
  const { message, details } = invalid(
    '/object',
    'not_allowed',
    `${name} is no object with custom properties`,
    known.map(({ object }) => object),
  )
  throw new CrmError('not_found', message, details)
}

/** `companies` as `company`. */
export function singular(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '')
}
