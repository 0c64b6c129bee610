import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import {
  presentSource,
  SourceCreate,
  SourceDelete,
  SourceDeleted,
  SourceDetail,
  SourceList,
  SourcePage,
  SourceRecord,
  SourceUpdate,
} from './source-schema.ts'
import type { DataSource } from './entity.ts'
import { Sources } from './runs/sources.ts'
import { dataSourcesTag } from './operations.ts'

const uses = { sources: Sources }

const show = (source: DataSource, sources: Sources) => presentSource(source, sources.now)

/** Operations of data sources. */
export const dataSources = fullVisibilityGroup(dataSourcesTag, {
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
