import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { ArrivalConsumer, ArrivalLinking } from './arrivals/consumer.ts'
import { dataSourceObjects } from './catalog.ts'
import { Detachment } from './runs/detachment.ts'
import { AwaitedContact, AwaitedLink } from './arrivals/entity.ts'
import { DataSource, SourceKey, SourceState, SyncReject, SyncRun } from './entity.ts'
import { arrivalListeners } from './arrivals/listeners.ts'
import { dataSources } from './source-operations.ts'
import { sync } from './operations.ts'
import { Ingesting } from './runs/ingesting.ts'
import { ImportPart } from './runs/kept-rows.ts'
import { Retention } from './runs/retention.ts'
import { MAX_RECORDS } from './schema.ts'

// Without the counters that each batch increases: the runs show those.
const settings = [
  'provider',
  'title',
  'locale',
  'decimal_sign',
  'date_order',
  'time_zone',
  'currency',
  'owner_email',
  'mapping',
  'match_keys',
  'conflict_policy',
  'empty_means_clear',
] as const

/** Batches of records from other systems. */
export const ingest: Feature = plugin({
  name: 'ingest',
  version: '1.0.0',
  requires: { jobs: '^1.0.0', companies: '^1.0.0', contacts: '^1.0.0', products: '^1.0.0', documents: '^1.0.0', deals: '^1.0.0' },
  entities: [DataSource, SourceKey, SyncRun, SyncReject, SourceState, AwaitedLink, AwaitedContact, ImportPart],
  audits: [audited(DataSource, 'data_source', { only: settings })],
  creators: [{ via: 'sync', entity: SyncRun, label: 'provider' }],
  operations: { sync, dataSources },
  jobTypes: [Detachment, Ingesting, ArrivalLinking],
  loops: [Retention],
  consumers: [ArrivalConsumer],
  arrivals: arrivalListeners,
  catalog: { data_source_objects: dataSourceObjects },
  limits: { ingest_batch_records: MAX_RECORDS },
})
