import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../kernel/operation/limits.ts'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Cursor, described, Id, NextCursor, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/records/filters.ts'
import { Columns, FieldReport, Reject, rejectFields, runFields, UnknownReport } from './entity.ts'
import { ingestObjects } from './objects.ts'

/** The most records in one batch. */
export const { value: MAX_RECORDS } = limits.ingest_records

/** More records than these are stored by a job where the caller asks for one. */
export const AT_ONCE = 200

/** The name by which a source pushes. */
export const Provider = Text(120, {
  pattern: '^custom:[^\\s:][^\\s]*$',
  description: '`custom:<name>`; one per API key',
  examples: ['custom:erp'],
})

/** Input of `POST /sync/ingest`. */
export const IngestInput = Closed({
  provider: Provider,
  object: Text(60, {
    minLength: 1,
    description: `${ingestObjects.join(', ')}, or another name of one of them (\`documents\` = invoices, \`customers\` = companies)`,
    examples: ['companies'],
  }),
  records: Type.Array(Type.Unknown(), {
    maxItems: MAX_RECORDS,
    description: "Records under the source's own field names",
    examples: [[{ 'Code client': 'C042', Client: 'Boulangerie Martin', Ville: 'Lyon' }]],
  }),
  mapping: Type.Optional(described(Columns, 'Column -> field, null = ignore; what is stored so is read so from then on')),
  background: Type.Optional(
    Type.Boolean({ description: `Store more than ${AT_ONCE} records as a job, and answer its \`job_id\` at once`, default: false }),
  ),
})

/** What was stored of a batch. */
export const IngestAnswer = Closed({
  created: Count('Records that were created'),
  updated: Count('Records that were updated'),
  unchanged: Count('Records that were the same already'),
  rejected: Type.Array(Reject, { description: 'Records that could not be accepted' }),
  run_id: Id('The run, which reports how each header was read; of a job once it is done'),
  job_id: Type.Optional(Id('The job that stores them, with `background`; its result has the counts')),
})

/** Input of `POST /sync/import`. */
export const ImportInput = Closed({
  provider: Provider,
  objects: Type.Array(
    Closed({
      object: Text(60, { minLength: 1, description: 'As in `/sync/ingest`', examples: ['companies'] }),
      records: Type.Array(Type.Unknown(), {
        maxItems: MAX_RECORDS,
        description: 'Records under the canonical field names that `/sync/vocabulary` lists',
        examples: [[{ external_id: 'C042', name: 'Boulangerie Martin', city: 'Lyon' }]],
      }),
    }),
    { maxItems: 50, description: `In any order; records to which others refer are stored first. At most ${MAX_RECORDS} records in all` },
  ),
})

/** What was stored of several batches. */
export const ImportAnswer = Closed({
  created: Count('Records that were created'),
  updated: Count('Records that were updated'),
  unchanged: Count('Records that were the same already'),
  import_id: Id('The runs of this call carry it'),
  objects: Type.Array(Closed({ object: OneOf(ingestObjects, { description: 'As ingest writes it' }), ...IngestAnswer.properties }), {
    description: 'In the order in which they were stored; `index` is the position in the `records` of its object',
  }),
})

/** What was stored of several batches. */
export type ImportAnswer = Static<typeof ImportAnswer>

/** What an ingest would do. */
export const PreviewAnswer = Closed({
  fields: Type.Array(FieldReport, { description: 'How each header was read' }),
  unknown: Type.Array(UnknownReport, { description: 'Headers that no field takes' }),
  records: Type.Array(
    Closed({
      index: Count('Position in `records`, from 0'),
      action: OneOf(['create', 'update', 'unchanged', 'reject'], { description: 'What an ingest would do with it' }),
      reason: Type.Optional(Type.String({ description: 'Why it would be rejected, for people' })),
      code: Type.Optional(Type.String({ description: 'Why it would be rejected, for programs' })),
      part_of: Type.Optional(Count('Where one document comes in several rows: `index` of its first row, with which this one was merged')),
      warnings: Type.Optional(Type.Array(Type.String(), { description: 'What was noticed; the record is stored anyway' })),
      values: Type.Record(Type.String(), Type.Unknown(), { description: 'What was read, under the canonical names' }),
    }),
    { description: 'What an ingest would do with each record, in the order sent' },
  ),
})

/** What an ingest would do. */
export type PreviewAnswer = Static<typeof PreviewAnswer>

/** A run as it is answered. */
export const RunRecord = recordSchema(runFields)

/** The answer of a run. */
export const presentRun = presenter(runFields)

/** What the list of runs can be filtered by. */
export const runFilters = { provider: is('provider'), source_id: refersTo('source_id'), object: is('object', OneOf(ingestObjects)) }

/** What the list of runs can be sorted by. */
export const runSorts = ['created_at'] as const

const { updated_since: _since, deleted: _deleted, ...runQuery } = listSchema(runFilters, runSorts).properties

/** Query of the list of runs. */
export const RunList = Closed(runQuery)

/** A page of runs. */
export const RunPage = Closed({
  runs: Type.Array(RunRecord, { description: 'One page of runs, the newest first' }),
  next_cursor: NextCursor,
})

/** A reject as it is answered. */
export const RejectRecord = recordSchema(rejectFields)

/** The answer of a reject. */
export const presentReject = presenter(rejectFields)

/** Query of the rejects of a run. */
export const RejectList = Closed({
  id: Id('Run'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Rejects on a page' })),
  cursor: Type.Optional(Cursor),
})

/** A page of rejects. */
export const RejectPage = Closed({ rejects: Type.Array(RejectRecord, { description: 'One page of rejects' }), next_cursor: NextCursor })
