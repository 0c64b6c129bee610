import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { Vocabularies, VocabularyQuery } from './vocabulary-schema.ts'
import {
  ImportAnswer,
  ImportInput,
  IngestAnswer,
  IngestInput,
  presentReject,
  presentRun,
  PreviewAnswer,
  RejectList,
  RejectPage,
  RunList,
  RunPage,
  RunRecord,
} from './schema.ts'
import { Runs } from './runs/runs.ts'
import { Ingest } from './service.ts'
import { Registry } from '../../kernel/feature/registry.ts'

/** The tag of all operations of ingest. */
export const dataSourcesTag = 'Data sources'

/** Operations that push records and show runs. */
export const sync = fullVisibilityGroup(dataSourcesTag, {
  ingest: operation({
    id: 'ingestRecords',
    summary:
      'Push records of an external system under its own field names: they are recognized, matched, created or completed; rejects are listed',
    scope: 'write',
    route: 'POST /sync/ingest',
    mcp: true,
    batch: true,
    foreign: ['records'],
    unitOfWork: false,
    joins: true,
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
    joins: true,
    idempotent: true,
    input: ImportInput,
    output: ImportAnswer,
    uses: { ingest: Ingest },
    handle: (input, { ingest, reply }) => ingest.import(input, reply),
  }),
  preview: operation({
    id: 'previewIngest',
    summary:
      'See what an ingest would do with records: how each column is read, what else it may be and why, and what becomes of each record; writes nothing',
    scope: 'write',
    route: 'POST /sync/preview',
    mcp: true,
    batch: true,
    foreign: ['records'],
    unitOfWork: false,
    joins: true,
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
    joins: true,
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
