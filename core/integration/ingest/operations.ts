import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import {
  ImportAnswer,
  ImportInput,
  IngestAnswer,
  IngestInput,
  presentReject,
  presentRun,
  presentSource,
  PreviewAnswer,
  RejectList,
  RejectPage,
  RunList,
  RunPage,
  RunRecord,
  SourceCreate,
  SourceDelete,
  SourceDeleted,
  SourceDetail,
  SourceList,
  SourcePage,
  SourceRecord,
  SourceUpdate,
  Vocabularies,
  VocabularyQuery,
} from './schema.ts'
import type { DataSource } from './entity.ts'
import { Runs } from './runs/runs.ts'
import { Ingest } from './service.ts'
import { Sources } from './runs/sources.ts'
import { Registry } from '../../kernel/feature/registry.ts'

const TAG = 'Data sources'

/** Operations that push records and show runs. */
export const sync = fullVisibilityGroup(TAG, {
  ingest: operation({
    id: 'ingestRecords',
    summary:
      'Push records of an external system under its own field names: they are recognized, matched, created or completed; rejects are listed',
    scope: 'write',
    route: 'POST /sync/ingest',
    batch: true,
    foreign: ['records'],
    unitOfWork: false,
    idempotent: true,
    input: IngestInput,
    output: IngestAnswer,
    uses: { ingest: Ingest },
    handle: (input, { ingest, reply }) => ingest.ingest(input, reply),
  }),
  import: operation({
    id: 'importRecords',
    summary: 'Push records of several objects under the canonical field names in one call; records to which others refer are stored first',
    scope: 'write',
    route: 'POST /sync/import',
    batch: true,
    foreign: ['objects'],
    unitOfWork: false,
    idempotent: true,
    input: ImportInput,
    output: ImportAnswer,
    uses: { ingest: Ingest },
    handle: (input, { ingest, reply }) => ingest.import(input, reply),
  }),
  preview: operation({
    id: 'previewIngest',
    summary:
      'See what an ingest would do with records: recognized and unknown fields, values, and create, update or reject for each; writes nothing',
    scope: 'write',
    route: 'POST /sync/preview',
    mcp: true,
    batch: true,
    foreign: ['records'],
    unitOfWork: false,
    input: IngestInput,
    output: PreviewAnswer,
    uses: { ingest: Ingest },
    handle: (input, { ingest }) => ingest.preview(input),
  }),
  vocabulary: operation({
    id: 'getSyncVocabulary',
    summary: 'List the source field names that are recognized, by object, language and product',
    scope: 'read',
    route: 'GET /sync/vocabulary',
    mcp: true,
    input: VocabularyQuery,
    output: Vocabularies,
    uses: { registry: Registry },
    handle: async (query, { registry }) =>
      (await import('./runs/vocabularies.ts')).describeVocabularies(registry.all('vocabularies'), query),
  }),
  runs: operation({
    id: 'listSyncRuns',
    summary: 'List the batches, newest first, with how many records were created, updated, unchanged and rejected',
    scope: 'read',
    route: 'GET /sync/runs',
    mcp: true,
    input: RunList,
    output: RunPage,
    uses: { runs: Runs },
    async handle(query, { runs }) {
      const { items, next_cursor } = await runs.list(query)
      const shown = items.map((each) => presentRun(each, runs.now))
      return { runs: withFields(shown, query, RunRecord), next_cursor }
    },
  }),
  run: operation({
    id: 'getSyncRun',
    summary: 'Read one batch: counts, samples of rejects, and which source field was read as which field, by which rule',
    scope: 'read',
    route: 'GET /sync/runs/{id}',
    mcp: true,
    input: ById,
    output: RunRecord,
    uses: { runs: Runs },
    handle: async ({ id }, { runs }) => presentRun(await runs.get(id), runs.now),
  }),
  replay: operation({
    id: 'replaySyncRun',
    summary: 'Read the rejects of one batch again, after the mapping, the settings or the data that they need were corrected',
    scope: 'write',
    route: 'POST /sync/runs/{id}/replay',
    unitOfWork: false,
    idempotent: true,
    input: ById,
    output: IngestAnswer,
    uses: { ingest: Ingest },
    handle: ({ id }, { ingest, reply }) => ingest.replay(id, reply),
  }),
  rejects: operation({
    id: 'listSyncRejects',
    summary: 'List all rejects of one batch with code, field, reason and the record as it was sent',
    scope: 'read',
    route: 'GET /sync/runs/{id}/rejects',
    mcp: true,
    input: RejectList,
    output: RejectPage,
    uses: { runs: Runs },
    async handle(query, { runs }) {
      const { items, next_cursor } = await runs.rejects(query)
      return { rejects: items.map((each) => presentReject(each, runs.now)), next_cursor }
    },
  }),
})

/** The typed methods of the group. */
export interface Sync extends Methods<typeof sync> {}

const uses = { sources: Sources }
const show = (source: DataSource, sources: Sources) => presentSource(source, sources.now)

/** Operations of data sources. */
export const dataSources = fullVisibilityGroup(TAG, {
  list: operation({
    id: 'listDataSources',
    summary: 'List the systems that push records, with their last run and share of rejects',
    scope: 'read',
    route: 'GET /data-sources',
    mcp: true,
    input: SourceList,
    output: SourcePage,
    uses,
    async handle(query, { sources }) {
      const { items, next_cursor } = await sources.list(query)
      const shown = items.map((each) => show(each, sources))
      return { data_sources: withFields(shown, query, SourceRecord), next_cursor }
    },
  }),
  get: operation({
    id: 'getDataSource',
    summary:
      'Read one system that pushes records: settings, field mapping, and per object how many records came and how they were understood',
    scope: 'read',
    route: 'GET /data-sources/{id}',
    mcp: true,
    input: ById,
    output: SourceDetail,
    uses,
    async handle({ id }, { sources }) {
      const source = await sources.get(id)
      return { ...show(source, sources), objects: await sources.objects(source) }
    },
  }),
  create: operation({
    id: 'createDataSource',
    summary: 'Register a system before its first batch, with the settings by which its dates, numbers, currency and columns are read',
    scope: 'write',
    admin: true,
    route: 'POST /data-sources',
    creates: 'always',
    input: SourceCreate,
    output: SourceRecord,
    uses,
    handle: async (input, { sources }) => show(await sources.create(input), sources),
  }),
  update: operation({
    id: 'updateDataSource',
    summary: 'Change the settings by which dates, numbers, currency and columns of a system are read, from the next batch on',
    scope: 'write',
    admin: true,
    route: 'PATCH /data-sources/{id}',
    input: SourceUpdate,
    output: SourceRecord,
    uses,
    handle: async ({ id, ...settings }, { sources }) => show(await sources.update(id, settings), sources),
  }),
  delete: operation({
    id: 'deleteDataSource',
    summary: 'Detach a system: its records stay, its keys may push for another one; on request its external ids are dropped',
    scope: 'delete',
    admin: true,
    route: 'DELETE /data-sources/{id}',
    input: SourceDelete,
    output: SourceDeleted,
    uses,
    handle: async ({ id, drop_references = false }, { sources }) => ({
      deleted: true as const,
      job_id: await sources.remove(id, drop_references),
    }),
  }),
})

/** The typed methods of the group. */
export interface DataSources extends Methods<typeof dataSources> {}
