import { Type } from '@sinclair/typebox'
import { Columns, DataSource, FieldReport, matchKeys, UnknownReport } from '../ingest/entity.ts'
import { ingestObjects } from '../ingest/objects.ts'
import {
  choice,
  createOnly,
  defaulted,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { OneOf } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { importFormats } from './files/table.ts'

/** Which writes an import may do. */
export const modes = ['upsert', 'create', 'update'] as const
const { locale, decimal_sign, date_order, currency, owner_email, conflict_policy } = DataSource.fields

/** The provider of files that name none: they may come from anywhere. */
export const ANYWHERE = 'custom:import'

/** Fields of an import. */
export const importFields = {
  ...ownFields,
  object: readOnly(choice(ingestObjects, 'What the records are')),
  provider: createOnly(
    defaulted(text({ max: 120, description: 'Whose ids the external ids are: `custom:<name>`; its settings are used' }), ANYWHERE),
  ),
  filename: createOnly(optional(text({ description: 'Name of the file', example: 'customers.csv' }))),
  format: readOnly(choice(importFormats, 'Form of the file')),
  encoding: readOnly(optional(text('Character encoding, as found'))),
  delimiter: readOnly(optional(text('What separates the columns, as found'))),
  sheet: readOnly(optional(text('Sheet of the workbook'))),
  columns: readOnly(optional(json(Type.Array(Type.String(), { description: 'Titles of a table' })))),
  rows: readOnly(integer({ description: 'Rows below the titles' })),
  fields: readOnly(json(Type.Array(FieldReport, { description: 'What each column is taken for; `mapping` overrules it' }))),
  unknown: readOnly(json(Type.Array(UnknownReport, { description: 'Columns that become custom fields' }))),
  mapping: defaulted(json(Columns, 'Column -> field, null = ignore; kept for a `provider` that is named, once it is started'), {}),
  match_keys: optional(
    json(
      Type.Array(OneOf(matchKeys), { maxItems: 10, description: 'Keys by which records are found besides the external id; null = all' }),
    ),
  ),
  mode: defaulted(choice(modes, { description: 'Whether records may be made, changed, or both' }), 'upsert' as const),
  locale,
  decimal_sign,
  date_order,
  currency,
  owner_email,
  conflict_policy: optional(conflict_policy),
  job_id: readOnly(optional(uuid('Job that stores the records'))),
  revert_job_id: readOnly(optional(uuid('Job that undoes it'))),
  created_by: readOnly(text('E-mail address of the user who sent it')),
  created_at: readOnly(timestamp('When it was sent')),
  updated_at: readOnly(timestamp('When it was changed last')),
}

const record = entity('Import', 'imports', importFields, { indexes: [['created_at', 'id']] })

/** A file of records, from the upload to its end. */
export class Import extends record.class {}
record.setClass(Import)

/** Fields of a rejected row. */
export const errorFields = {
  ...ownFields,
  import_id: readOnly(uuid('The import')),
  row: readOnly(integer({ description: 'Row of the file below the titles, counted from 1' })),
  code: readOnly(text('What is wrong, for programs')),
  field: readOnly(optional(text('Field that is at fault'))),
  reason: readOnly(text({ max: 1000, description: 'What is wrong, for people' })),
  record: readOnly(optional(json(Type.Unknown({ description: 'The row under its titles, without secrets' })))),
}
const error = entity('ImportError', 'import_errors', errorFields, { uniques: [['import_id', 'row']] })

/** A row of a file that could not be taken. */
export class ImportError extends error.class {}
error.setClass(ImportError)

const change = entity(
  'ImportChange',
  'import_changes',
  {
    ...ownFields,
    import_id: readOnly(uuid()),
    object: readOnly(text()),
    record_id: readOnly(uuid()),
    /** The values that the import has changed, as they were and as it left them; null for a record that it made. */
    before: hidden(optional(json(Type.Record(Type.String(), Type.Unknown())))),
    after: hidden(optional(json(Type.Record(Type.String(), Type.Unknown())))),
  },
  { indexes: [['import_id', 'id']], privacy: { by: ['record_id'] } },
)

/** What an import did to one record, so that it can be undone. */
export class ImportChange extends change.class {}
change.setClass(ImportChange)
