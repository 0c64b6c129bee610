import { type Static, Type } from '@sinclair/typebox'
import { jobStates } from '../../kernel/jobs/entity.ts'
import { limits } from '../../kernel/operation/limits.ts'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Count, Cursor, Id, NextCursor, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { ingestObjects } from '../ingest/objects.ts'
import { is, listSchema } from '../../kernel/storage/records/filters.ts'
import { errorFields, importFields } from './entity.ts'
import { importFormats } from './files/table.ts'

const states = ['uploaded', ...jobStates, 'reverting', 'reverted'] as const
const { value: MAX_BYTES } = limits.batch_body_bytes

const counted = {
  created: Count('Records that were created'),
  updated: Count('Records that were updated'),
  unchanged: Count('Records that were the same already'),
  rejected: Count('Records that could not be accepted'),
  warnings: Count('How many warnings the rows have so far'),
  warning_samples: Type.Array(
    Closed({
      row: Count('Row below the titles, from 1'),
      warning: Type.String({ description: 'What was noticed; the record is stored anyway' }),
    }),
    { description: 'Some of them, each text once before any is repeated' },
  ),
}
/** An import as it is answered. */
export const ImportRecord = Closed({
  ...recordSchema(importFields).properties,
  state: OneOf(states, { description: 'Its progress' }),
  done: Count('Rows that are processed'),
  ...counted,
  error: Nullable(
    Closed(
      { code: Type.String({ description: 'Error code' }), message: Type.String({ description: 'What went wrong' }) },
      { description: 'Why it failed' },
    ),
  ),
})
/** An import as it is answered. */
export type ImportRecord = Static<typeof ImportRecord>
/** The answer of an import. */
export const presentImport = presenter(importFields)

/** Input of `POST /imports`. */
export const ImportCreate = Closed({
  ...createSchema(importFields).properties,
  object: Text(60, { minLength: 1, description: 'As of `POST /sync/ingest`: companies, tasks, ...', examples: ['companies'] }),
  provider: Type.Optional(
    Text(120, {
      pattern: '^custom:[^\\s:][^\\s]*$',
      description: 'Whose ids the external ids are (default: `custom:import`)',
      examples: ['custom:old-crm'],
    }),
  ),
  content: Type.Optional(
    Type.String({ maxLength: MAX_BYTES, description: 'The file as text: CSV or JSON', examples: ['Name;City\nBoulangerie Martin;Lyon\n'] }),
  ),
  content_base64: Type.Optional(Type.String({ maxLength: MAX_BYTES, description: 'The file as bytes in base64: CSV, XLSX or JSON' })),
  format: Type.Optional(OneOf(importFormats, { description: 'Detected by the content unless given' })),
  encoding: Type.Optional(Text(40, { description: 'Such as `windows-1252`; detected unless given' })),
  delimiter: Type.Optional(Text(1, { minLength: 1, description: 'Of CSV; detected unless given' })),
  sheet: Type.Optional(Text(255, { description: 'Of XLSX; the first that is not empty unless given' })),
})
/** Input of `PATCH /imports/{id}`. */
export const ImportUpdate = updateSchema(importFields)
/** What the list of imports can be filtered by. */
export const importFilters = { object: is('object', OneOf(ingestObjects)), provider: is('provider') }
/** What the list of imports can be sorted by. */
export const importSorts = ['created_at'] as const
const { deleted: _deleted, ...query } = listSchema(importFilters, importSorts).properties
/** Query of the list of imports. */
export const ImportList = Closed(query)
/** A page of imports. */
export const ImportPage = Closed({
  imports: Type.Array(ImportRecord, { description: 'One page of imports, the newest first' }),
  next_cursor: NextCursor,
})

/** Input that starts an import. */
export const ImportStart = Closed({
  ...ById.properties,
  dry_run: Type.Optional(Type.Boolean({ description: 'Answer the outcome and write nothing' })),
})
/** A rejected row as it is answered. */
export const ImportErrorRecord = recordSchema(errorFields)
/** The answer of a rejected row. */
export const presentError = presenter(errorFields)
const FailedRow = Closed({
  row: Count('Row below the titles, from 1'),
  code: Type.String({ description: 'What is wrong, for programs' }),
  field: Nullable(Type.String({ description: 'Field that is at fault' })),
  reason: Type.String({ description: 'What is wrong, for people' }),
})
/** The answer when an import starts. */
export const ImportStarted = Closed({
  ...ImportRecord.properties,
  outcome: Nullable(
    Closed({ ...counted, errors: Type.Array(FailedRow, { description: 'The first 100' }) }, { description: 'Of a dry run' }),
  ),
})
/** Query of the rejected rows of an import. */
export const ErrorList = Closed({
  id: Id('Import'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Rows on a page' })),
  cursor: Type.Optional(Cursor),
  format: Type.Optional(OneOf(['json', 'csv'], { description: '`csv`: all of them as one file, in `csv`' })),
})
/** A page of rejected rows. */
export const ErrorPage = Closed({
  errors: Type.Array(ImportErrorRecord, { description: 'One page of rows that were rejected' }),
  next_cursor: NextCursor,
  csv: Nullable(Type.String({ description: 'The rejected rows, each with the reason, to correct and send again' })),
})
