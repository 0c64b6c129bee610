import { Type } from '@sinclair/typebox'
import {
  createSchema,
  defaulted,
  type Fields,
  json,
  readOnly,
  recordSchema,
  type RecordSchema,
  texts,
  updateSchema,
} from '../../kernel/operation/schema/fields.ts'
import { type Presenter, presenter } from '../../kernel/operation/schema/present.ts'
import { ClosedAs, Id } from '../../kernel/operation/schema/schema.ts'
import { customValues } from '../../kernel/operation/schema/values.ts'
import { commonFields } from '../../kernel/storage/schema/entity.ts'
import { type Filters, type ListSchema, listSchema } from '../../kernel/storage/records/filters.ts'

/** The fields that a record type needs for all aspects: those of every record, tags, custom values, and the ids that merges took in. */
export const recordFields = {
  ...commonFields,
  tags: texts('Labels'),
  custom: customValues(),
  merged_ids: readOnly(defaulted(json(Type.Array(Id()), 'Ids of the records that were merged into it'), [])),
}

/** The schemas of a record type, as `recordType` takes them. */
export interface RecordSchemas<F extends Fields, L extends Filters> {
  /** The record as it is answered. */
  readonly record: RecordSchema<F>
  /** Input of create. */
  readonly create: ReturnType<typeof createSchema<F>>
  /** Input of update: the id and the changes. */
  readonly update: ReturnType<typeof updateSchema<F>>
  /** Query of the list. */
  readonly list: ListSchema<L>
  /** Shows a record as it is answered. */
  readonly present: Presenter<F>
}

/** The schemas that follow from the fields of a record, and how it is shown; `description` says what one record is: `A vehicle`. */
export function recordSchemas<F extends Fields, const L extends Filters>(
  description: string,
  fields: F,
  { filters, sorts }: { readonly filters: L; readonly sorts: readonly string[] },
): RecordSchemas<F, L> {
  const merged = { merged_from: Type.Optional(Id('The id that was asked for, of a record that this one has taken in')) }
  return {
    // `merged_from` only stands beside the fields of a record that was read by another id.
    record: ClosedAs({ ...recordSchema(fields).properties, ...('merged_ids' in fields && merged) }, { description }),
    create: createSchema(fields),
    update: updateSchema(fields),
    list: listSchema(filters, sorts),
    present: presenter(fields),
  }
}
