import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Id, NextCursor, Nullable } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema } from '../../kernel/storage/records/filters.ts'
import { FieldReport, sourceFields } from './entity.ts'
import { Provider } from './schema.ts'

/** Input that detaches a source. */
export const SourceDelete = Closed({
  id: Id(),
  drop_references: Type.Optional(Type.Boolean({ description: 'Also remove its external ids from the records, by a job' })),
})

/** The answer when a source is detached. */
export const SourceDeleted = Closed({
  deleted: Type.Literal(true, { description: 'Always true: the source is gone' }),
  job_id: Nullable(Id('Job that drops the references')),
})

/** A source as it is answered. */
export const SourceRecord = Closed({
  ...recordSchema(sourceFields).properties,
  reject_rate: Nullable(Type.Number({ description: 'Share of all records so far that were rejected, 0 to 1' })),
})

/** A source with what it has sent, by object. */
export const SourceDetail = Closed({
  ...SourceRecord.properties,
  objects: Type.Array(
    Closed({
      object: Type.String({ description: 'As ingest writes it' }),
      records: Count('Records that the source has sent'),
      last_run_id: Nullable(Id('Its last run')),
      fields: Type.Array(FieldReport, { description: 'How the columns of the last batch were understood' }),
    }),
    { description: 'By object' },
  ),
})

/** Input that registers a source. */
export const SourceCreate = Closed({ ...createSchema(sourceFields).properties, provider: Provider })

/** Input that changes a source. */
export const SourceUpdate = updateSchema(sourceFields)

/** What the list of sources can be filtered by. */
export const sourceFilters = { provider: is('provider') }

/** What the list of sources can be sorted by. */
export const sourceSorts = ['created_at', 'provider'] as const

const { deleted: _deleted, ...sourceQuery } = listSchema(sourceFilters, sourceSorts).properties
/** Query of the list of sources. */
export const SourceList = Closed(sourceQuery)

/** A page of sources. */
export const SourcePage = Closed({
  data_sources: Type.Array(SourceRecord, { description: 'One page of sources' }),
  next_cursor: NextCursor,
})

/** The answer of a source. */
export const presentSource = presenter(sourceFields, ({ records, rejected }) => ({
  reject_rate: records === 0 ? null : Math.round((rejected / records) * 10_000) / 10_000,
}))
