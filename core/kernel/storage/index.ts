import type { Feature } from '../operation/feature.ts'
import { ChangeRecord } from './change-record.ts'
import { Property, PropertyValue } from './custom/property.ts'
import { EventRecord } from './event-record.ts'
import { ExternalReference } from './external-id.ts'
import { IdempotencyKey } from './idempotency.ts'
import { initial } from './migrations/initial.ts'
import { SharedTime } from './shared-time.ts'
import { Statistics } from './statistics.ts'
import { TextEntry } from './text-entry.ts'

/** What every feature stands on: the event log, external ids, idempotency keys, and the schema of all built-in features. */
export const storage: Feature = {
  name: 'storage',
  version: '1.0.0',
  entities: [EventRecord, ExternalReference, IdempotencyKey, ChangeRecord, TextEntry, Property, PropertyValue],
  migrations: [initial],
  jobs: [SharedTime, Statistics],
}
