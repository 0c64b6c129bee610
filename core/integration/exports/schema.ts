import { type Static, Type } from '@sinclair/typebox'
import { jobStates } from '../../kernel/jobs/entity.ts'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Count, Closed, described, Id, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { periods } from '../../kernel/values/period.ts'
import { Filter } from '../../records/search/grammar/condition.ts'
import { exportFields, formats } from './entity.ts'

const states = [...jobStates, 'expired'] as const

/** An export as it is answered, with the progress of its job. `expires_at` counts from the end of the job. */
export const ExportRecord = Closed({
  ...recordSchema(exportFields).properties,
  state: OneOf(states, { description: 'Its progress; an `expired` file is deleted: request it again' }),
  done: Count('Records that are written'),
  total: Nullable(Count('Records in all, as counted at the start')),
  bytes: Nullable(Count('Size of the file once it is done; null of xlsx')),
  filename: Text(255, { description: 'What the file is called' }),
  lines: Type.Boolean({ description: 'Whether it has a row for each line' }),
  url: Nullable(
    Type.String({
      description: 'Where the file is once it is done: `GET` with a key of the user who requested it, as any call of the API',
    }),
  ),
  expires_at: Nullable(Timestamp('Until when the file is kept: 7 days')),
  error: Nullable(
    Closed(
      { code: Type.String({ description: 'Error code' }), message: Type.String({ description: 'What went wrong' }) },
      { description: 'Why it failed' },
    ),
  ),
})
/** The type of an export as it is answered. */
export type ExportRecord = Static<typeof ExportRecord>
/** The request, as it is answered. */
export const presentExport = presenter(exportFields)

/** Input of `POST /exports`: exactly one of `object`, `list_id` and `report_id`. */
export const ExportInput = Closed({
  object: Type.Optional(Text(60, { description: 'All records of this type that the filter finds; or give list_id or report_id' })),
  list_id: Type.Optional(Id('The members of this list that the filter finds')),
  report_id: Type.Optional(Id('The answer of this saved report')),
  format: Type.Optional(described(OneOf(formats, { default: 'csv' }), exportFields.format.schema.description ?? '')),
  filter: Type.Optional(Filter),
  q: Type.Optional(Text(200, { minLength: 1, description: 'Words that the record contains, or beginnings of such words' })),
  fields: Type.Optional(
    Type.Union([Text(5000), Type.Array(Text(200), { minItems: 1, maxItems: 500 })], {
      description:
        'Only these, in this order: fields, `custom.x`, those of related records (`company.name`, `owner.name`) and lines (`lines.sku`); a list, or a text with commas. All when left out, with names beside ids',
    }),
  ),
  lines: Type.Optional(Type.Boolean({ description: 'A row for each line, with the fields of documents and lines' })),
  sort: Type.Optional(Text(300, { description: 'Fields with commas; `-` in front = descending. In the order of creation when left out' })),
  period: Type.Optional(OneOf(periods, { description: 'Of a report: instead of its own period' })),
})
