import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Field } from '../../kernel/operation/schema/fields.ts'
import type { Registry } from '../../kernel/feature/registry.ts'
import { type Searchable, searchable } from '../search/grammar/searchable.ts'
import { type AnyFields, type EntityTable, storesRecords } from '../../kernel/storage/schema/entity.ts'
import { singular } from '../properties/objects.ts'
import type { RecordTypes } from '../record-type/record-types.ts'

// What the engine reads of records with tags.
type TaggedFields = AnyFields & { readonly tags: Field<string[]> }

/** A record type whose records have tags. */
export interface Tagged {
  /** Plural, as in paths: also the table. */
  readonly object: string
  readonly entity: EntityTable<TaggedFields>
}

/** Every record type with tags, those of plugins included. */
export function taggedObjects(registry: Registry): Tagged[] {
  return registry
    .all('entities')
    .filter(storesRecords)
    .filter(hasTags)
    .map((entity) => ({ object: entity.table, entity }))
}

function hasTags<E extends EntityTable>(entity: E): entity is E & EntityTable<TaggedFields> {
  return entity.fields.tags?.kind === 'list'
}

/** The record type of this plural or singular; throws `invalid_input` with those that there are. */
export function taggedObject(registry: Registry, object: string): Tagged {
  const all = taggedObjects(registry)
  const found = all.find((each) => each.object === object || singular(each.object) === object)
  if (found) return found
  const error: CrmError = invalid(
    '/object',
    'not_allowed',
    `There are no tags on ${object}`,
    all.map((each) => each.object),
  )
  throw error
}

/** What a filter can name of records with tags; an entity that is no record type is searched by its own fields. */
export function searchOf(types: RecordTypes, { object, entity }: Tagged): Searchable {
  return types.find(object)?.search ?? searchable(singular(object), entity)
}
