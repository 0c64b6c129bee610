import { type Feature, plugin } from '../kernel/feature.ts'
import { Detachment } from './detachment.ts'
import { AwaitedContact, AwaitedLink, DataSource, SourceKey, SourceState, SyncReject, SyncRun } from './entity.ts'
import { dataSources, sync } from './operations.ts'

export const ingest: Feature = plugin({
  name: 'ingest',
  version: '1.0.0',
  requires: { jobs: '^1.0.0', companies: '^1.0.0', contacts: '^1.0.0', products: '^1.0.0', documents: '^1.0.0', deals: '^1.0.0' },
  entities: [DataSource, SourceKey, SyncRun, SyncReject, SourceState, AwaitedLink, AwaitedContact],
  operations: { sync, dataSources },
  work: [Detachment],
})
