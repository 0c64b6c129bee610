export type { Whom } from './access/directory.ts'
export type { Installation } from './access/installation.ts'
export type { Plan } from './access/quotas.ts'
export type { KeyOptions } from './access/records.ts'
export type { ApiKeyView } from './access/schema.ts'
export type { From } from './access/sign-in.ts'
export { type Api, tagOrder } from './builtin.ts'
export { type Core, Engine, type EngineOptions, type Port } from './engine.ts'
export { type Actor, CurrentActor, type Role, type Scope, scopes, type Via } from './kernel/actor.ts'
export { type ActionType, type EventType, eventTypes, type TriggerType } from './kernel/catalog.ts'
export { type Change, type EventRule, type Watch, watch } from './kernel/changes.ts'
export { CrmError, type ErrorCode, errorCatalog, type ErrorDetails, type FieldError, invalid, type Problem } from './kernel/errors.ts'
export { exampleOf } from './kernel/example.ts'
export { parseExact } from './kernel/exact.ts'
export { type Feature, type Job, plugin } from './kernel/feature.ts'
export { type FileOptions, readFile } from './imports/files/read.ts'
export { type ImportFile, type ImportFormat, recordsOf } from './imports/files/table.ts'
export { Jobs } from './jobs/service.ts'
export type { RunningJob, Step, Work, WorkToken } from './jobs/work.ts'
/** Fields of a record and what they may be besides: `text()`, `money()`, `optional(email())`, `readOnly(timestamp())`, ... */
export * as fields from './kernel/fields.ts'
export { Bytes, mediaOf, Pieces } from './kernel/bytes.ts'
export { Html, html } from './kernel/html.ts'
export {
  type AnyOperation,
  type CallOptions,
  type Context,
  group,
  type Methods,
  operation,
  type Operation,
  type Operations,
  type Token,
  writes,
} from './kernel/operation.ts'
export { Counter, gauge, Histogram, type Labels, type Meter, type Metric, type Sample } from './kernel/metric.ts'
export { type CallEntry, type Input, runPipeline, type Stages } from './kernel/pipeline.ts'
export { Page, visit } from './kernel/page.ts'
export { presenter } from './kernel/present.ts'
export { Registry } from './kernel/registry.ts'
export { type Resource, standard } from './kernel/resource.ts'
export { afterFlush, type RateLimit, Reply } from './kernel/reply.ts'
export { isStream, Stream, type Streamed } from './kernel/stream.ts'
export { Clock } from './ports/clock.ts'
export { Http } from './ports/http.ts'
export { Ids } from './ports/ids.ts'
export { type LogFields, Logger } from './ports/logger.ts'
export { Random } from './ports/random.ts'
export { sqliteFunctions } from './search/functions.ts'
export { LOOK_UP } from './storage/compiled.ts'
export { commonFields, entity } from './storage/entity.ts'
export type { Migration } from './storage/migrate.ts'
export { RecordStore } from './storage/record-store.ts'
export { Records } from './storage/records.ts'
export type { Storage } from './storage/storage.ts'
export type { DispatchedEvent, EventConsumer } from './events/consumer.ts'
export { deactivateAt } from './webhooks/activation.ts'
export type { Alert } from './webhooks/alerts.ts'
export { maxAttempts, retryDelays } from './webhooks/retry.ts'
export { verify, type Verifiable } from './webhooks/verify.ts'
export { type Vocabulary, vocabulary } from './ingest/vocabulary.ts'
