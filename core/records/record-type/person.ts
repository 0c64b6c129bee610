import type { Row } from '../../kernel/storage/schema/codec.ts'

/** How export and erasure find a person among the records of a type, and recognize their data in all tables. */
export interface PersonFields {
  /** The field of the e-mail address by which requests find a person. */
  readonly email: string
  /** The name under which further addresses are stored as keys of the record: `#email`. */
  readonly emailKey: string
  /** The field of the full name. */
  readonly name: string
  /** The fields that make the full name, in order. */
  readonly nameParts: readonly string[]
  /** Fields whose values mean only this person wherever they stand: addresses, numbers, profiles. */
  readonly identifying: readonly string[]
  /** Those of the identifying fields that hold one value, by which other people with the same value are found. */
  readonly identifyingColumns: readonly string[]
  /** Fields whose values are true of many people, or say nothing about the person. */
  readonly impersonal: readonly string[]
  /** The fields in which records of other types hold the id of the person. */
  readonly namedBy: readonly string[]
}

/** How an erasure treats records that are about a person, beyond the replacement of the person's data in them. */
export interface AboutPerson {
  /** The field that holds the id of the person. */
  readonly by: string
  /** The changes that clear what people wrote about the person; empty if nothing is left to clear. */
  erase(record: Row): Row
}
