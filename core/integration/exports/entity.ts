import { Type } from '@sinclair/typebox'
import { periods } from '../../kernel/values/period.ts'
import { choice, hidden, integer, json, longText, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { Filter } from '../../records/search/grammar/condition.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Formats of a file: a table, or one record a line as the API shows it. */
export const formats = ['csv', 'xlsx', 'jsonl'] as const

/** The request as it was when the export started; the job knows the progress. */
export const exportFields = {
  ...ownFields,
  object: readOnly(text({ description: 'Plural of the record type: contacts, deals, ...' })),
  list_id: readOnly(optional(uuid('The list of which it has the members'))),
  report_id: readOnly(optional(uuid('The report of which it has the answer'))),
  format: readOnly(
    choice(formats, {
      description: '`csv`: RFC 4180; `xlsx`: one sheet; `jsonl`: records as the API shows them',
    }),
  ),
  filter: readOnly(optional(json(Filter))),
  q: readOnly(optional(text({ description: 'Words that the records contain' }))),
  fields: readOnly(optional(json(Type.Array(Type.String(), { description: 'Only these fields, in this order' })))),
  sort: readOnly(optional(text({ description: 'Order of the records; `-` in front = descending' }))),
  period: readOnly(optional(choice(periods, { description: 'Of a report: instead of its own period' }))),
  job_id: readOnly(uuid('The job that writes the file; `POST /jobs/{id}/cancel` stops it')),
  created_by: readOnly(
    text({ description: 'Who requested it: the file has the records that this user sees, and users who see fewer cannot read it' }),
  ),
  created_at: readOnly(timestamp({ description: 'When it was requested' })),
  /** Names of the columns or fields in their order, frozen at the start; null for the answer of a report and for whole records. */
  columns: hidden(optional(json(Type.Array(Type.String())))),
  /** E-mail addresses of the owners whose records its creator could see; null for all. */
  sees: hidden(optional(json(Type.Array(Type.String())))),
}
const schema = entity('Export', 'exports', exportFields, { indexes: [['created_at', 'id']], ownership: { owner: 'created_by' } })

/** A file of records or of the answer of a report. Its text is stored in parts, for 90 days, as long as its job. */
export class Export extends schema.class {}
schema.setClass(Export)

const part = entity(
  'ExportPart',
  'export_parts',
  {
    ...ownFields,
    export_id: readOnly(uuid()),
    position: readOnly(integer()),
    content: hidden(longText()),
  },
  { uniques: [['export_id', 'position']], ownership: { part: 'export_id', of: 'exports' }, privacy: 'copies' },
)

/** Some lines of a file, until it expires. Parts are numbered from 0 without gaps, which is how they are read. */
export class ExportPart extends part.class {}
part.setClass(ExportPart)
