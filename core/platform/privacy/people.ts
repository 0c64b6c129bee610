import type { AnyEntityClass } from '../../kernel/storage/schema/entity.ts'
import type { PersonFields } from '../../records/record-type/person.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'

/** A record type whose records are people. */
export interface PeopleType {
  readonly entity: AnyEntityClass
  readonly singular: string
  readonly plural: string
  readonly person: PersonFields
}

/** The record types that declare `person`. */
export function peopleTypes(types: RecordTypes): PeopleType[] {
  return types.all.flatMap(({ entity, singular, plural, person }) => (person ? [{ entity, singular, plural, person }] : []))
}
