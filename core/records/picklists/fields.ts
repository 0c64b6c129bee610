import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { RecordTypes } from '../record-type/record-types.ts'
import type { PicklistName } from './lists.ts'

/** A field of a record type that takes its values from a picklist. */
export interface PicklistField {
  /** Plural of the record type. */
  readonly object: string
  readonly field: string
  readonly entity: EntityTable
}

/** The fields of all record types that take their values from this list. */
export function picklistFields(types: RecordTypes, name: PicklistName): PicklistField[] {
  return types
    .with('picklists')
    .flatMap(({ plural, entity, picklists }) =>
      Object.entries(picklists ?? {}).flatMap(([field, list]) => (list === name ? [{ object: plural, field, entity }] : [])),
    )
}
