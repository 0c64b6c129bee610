import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../kernel/fields.ts'
import { presenter } from '../kernel/present.ts'
import { Closed, Cursor, Id, Nullable, OneOf, Text } from '../kernel/schema.ts'
import { is, listSchema, refersTo } from '../storage/filters.ts'
import { FieldReport, Reject, rejectFields, runFields, sourceFields, UnknownReport } from './entity.ts'
import { ingestObjects } from './objects.ts'

/** Records in one batch at most (contract 8.1). */
export const MAX_RECORDS = 5000

const Provider = Text(120, { pattern: '^custom:[^\\s:][^\\s]*$', description: '`custom:<name>`; one per API key' })

export const IngestInput = Closed({
  provider: Provider,
  object: Text(60, {
    minLength: 1,
    description: `${ingestObjects.join(', ')}, or another name of one of them (\`documents\` = invoices, \`customers\` = companies)`,
  }),
  records: Type.Array(Type.Unknown(), { maxItems: MAX_RECORDS, description: "Records under the source's own field names" }),
})

export const IngestAnswer = Closed({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Array(Reject),
  run_id: Id(),
})

export const ImportInput = Closed({
  provider: Provider,
  objects: Type.Array(
    Closed({
      object: Text(60, { minLength: 1, description: 'As in `/sync/ingest`' }),
      records: Type.Array(Type.Unknown(), {
        maxItems: MAX_RECORDS,
        description: 'Records under the canonical field names that `/sync/vocabulary` lists',
      }),
    }),
    { maxItems: 50, description: `In any order; what others refer to is stored first. At most ${MAX_RECORDS} records in all` },
  ),
})
export const ImportAnswer = Closed({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  import_id: Id('The runs of this call carry it'),
  objects: Type.Array(Closed({ object: OneOf(ingestObjects), ...IngestAnswer.properties }), {
    description: 'In the order in which they were stored; `index` is the position in the `records` of its object',
  }),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export const PreviewAnswer = Closed({
  fields: Type.Array(FieldReport),
  unknown: Type.Array(UnknownReport),
  records: Type.Array(
    Closed({
      index: Type.Integer(),
      action: OneOf(['create', 'update', 'unchanged', 'reject']),
      reason: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
      values: Type.Record(Type.String(), Type.Unknown(), { description: 'What was read, under the canonical names' }),
    }),
  ),
})
export type PreviewAnswer = Static<typeof PreviewAnswer>

export const RunRecord = recordSchema(runFields)
export const presentRun = presenter(runFields)
export const runFilters = { provider: is('provider'), source_id: refersTo('source_id'), object: is('object', OneOf(ingestObjects)) }
export const runSorts = ['created_at'] as const
const { updated_since: _since, deleted: _deleted, ...runQuery } = listSchema(runFilters, runSorts).properties
export const RunList = Closed(runQuery)
export const RunPage = Closed({ runs: Type.Array(RunRecord), next_cursor: Nullable(Type.String()) })

export const SourceDelete = Closed({
  id: Id(),
  drop_references: Type.Optional(Type.Boolean({ description: 'Also take its external ids off the records, by a job' })),
})
export const SourceDeleted = Closed({ deleted: Type.Literal(true), job_id: Nullable(Id('Job that drops the references')) })
export const RejectRecord = recordSchema(rejectFields)
export const presentReject = presenter(rejectFields)
export const RejectList = Closed({
  id: Id('Run'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Cursor),
})
export const RejectPage = Closed({ rejects: Type.Array(RejectRecord), next_cursor: Nullable(Type.String()) })

export const SourceRecord = Closed({
  ...recordSchema(sourceFields).properties,
  reject_rate: Nullable(Type.Number({ description: 'Share of all records so far that were rejected, 0 to 1' })),
})
export const SourceDetail = Closed({
  ...SourceRecord.properties,
  objects: Type.Array(
    Closed({
      object: Type.String(),
      records: Type.Integer({ description: 'Records that the source has sent' }),
      last_run_id: Nullable(Type.String()),
      fields: Type.Array(FieldReport, { description: 'How the columns of the last batch were understood' }),
    }),
    { description: 'By object' },
  ),
})
export const SourceCreate = Closed({ ...createSchema(sourceFields).properties, provider: Provider })
export const SourceUpdate = updateSchema(sourceFields)
export const sourceFilters = { provider: is('provider') }
export const sourceSorts = ['created_at', 'provider'] as const
const { deleted: _gone, ...sourceQuery } = listSchema(sourceFilters, sourceSorts).properties
export const SourceList = Closed(sourceQuery)
export const SourcePage = Closed({ data_sources: Type.Array(SourceRecord), next_cursor: Nullable(Type.String()) })
export const presentSource = presenter(sourceFields, ({ records, rejected }) => ({
  reject_rate: records === 0 ? null : Math.round((rejected / records) * 10_000) / 10_000,
}))

const Names = Type.Record(Type.String(), Type.Array(Type.String()))
export const Vocabularies = Closed({
  objects: Type.Array(
    Closed({
      object: Type.String(),
      /** Whether a batch of it can be stored. */
      accepted: Type.Boolean(),
      aliases: Type.Array(Type.String(), { description: 'Other names of the object' }),
      fields: Type.Array(Type.String(), { description: 'Canonical fields; those of a line as `lines.<field>`' }),
    }),
  ),
  languages: Type.Array(Closed({ language: Type.String(), words: Names }), {
    description: 'By language: concept -> words in column titles',
  }),
  products: Type.Array(
    Closed({
      name: Type.String(),
      title: Type.String(),
      fields: Type.Array(Closed({ object: Type.String(), source: Type.String(), target: Nullable(Type.String()) })),
    }),
  ),
})
export type Vocabularies = Static<typeof Vocabularies>
