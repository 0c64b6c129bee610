import './node-version.ts'
export { addressBehind, type RequestSource } from './platform/access/trusted-proxies.ts'
export { mayBeKey } from './platform/access/key.ts'
export type { Membership } from './platform/accounts/memberships.ts'
export type { OpenInvitation } from './platform/accounts/invitations.ts'
export { PASSWORD_LENGTH } from './platform/accounts/password-rules.ts'
export type { Accounts } from './platform/accounts/service.ts'
export type { AccountProofs, FactorStanding, SignInDue } from './platform/accounts/account-proofs.ts'
export type { NewSecret } from './platform/accounts/second-factors.ts'
export type { ChangeOrigin, OwnPasskey, PasskeyPlace, Passkeys } from './platform/accounts/passkeys.ts'
export type { NewSession, OwnSession, SignInSessions } from './platform/accounts/sessions.ts'
export { accountPaths } from './platform/accounts/links.ts'
export type { Entered, SignedIn, SignInInput, SignInOrigin } from './platform/accounts/credentials.ts'
export type { TimedLink } from './platform/accounts/lost-passwords.ts'
export type { AdminTarget } from './platform/access/directory.ts'
export type { Artifacts, ArtifactPayload } from './platform/grants/artifacts.ts'
export type { AllowedProgram, Grants, NewGrant } from './platform/grants/grants.ts'
export type { SignInKeys } from './platform/grants/sign-in-keys.ts'
export type { Audience } from './kernel/operation/audience.ts'
export type { Installation, OrganizationSummary } from './platform/access/installation.ts'
export type { Plan } from './platform/access/quotas.ts'
export type { KeyOptions } from './platform/access/new-records.ts'
export type { ApiKeyView } from './platform/access/schema.ts'
export { type Api } from './builtin.ts'
export { tagOrder } from './platform/catalog/reading-order.ts'
export type { Port } from './compose.ts'
export { Engine } from './engine.ts'
export type { Core } from './engine-core.ts'
export type { EngineOptions } from './engine-options.ts'
export { migrationsOf } from './migrations-of.ts'
export type { CustomProperties } from './custom-of.ts'
export type { CrmEvent, EventData, EventName, EventOf } from './events-of.ts'
export type {
  Activity,
  Company,
  Contact,
  CreditNote,
  Deal,
  Filter,
  Invoice,
  NewActivity,
  NewCompany,
  NewContact,
  NewCreditNote,
  NewDeal,
  NewInvoice,
  NewOrder,
  NewPriceRule,
  NewProduct,
  NewQuote,
  NewTask,
  Order,
  PriceRule,
  Product,
  Quote,
  Task,
} from './records-of.ts'
export { type AccessRule, accessRule, accessText, refusalOf } from './kernel/operation/access-rules.ts'
export {
  type Actor,
  type Credential,
  CurrentActor,
  type RequestOrigin,
  type Role,
  type Scope,
  type VerifiedToken,
  scopes,
  type Via,
} from './kernel/operation/actor.ts'
export { type ActionType, type EventType, eventTypes, type TriggerType } from './kernel/operation/catalog.ts'
export { type Change, type EventRule, type Watch, watch } from './kernel/storage/schema/changes.ts'
export {
  CrmError,
  type ErrorCode,
  errorCatalog,
  type ErrorDetails,
  type FieldError,
  invalid,
  isUnexpected,
  PluginError,
  type Problem,
} from './kernel/operation/errors.ts'
export { exampleOf } from './kernel/operation/schema/example.ts'
export { type Limit, type LimitName, limits } from './kernel/operation/limits.ts'
export { mapInTurns, Turns } from './kernel/values/turns.ts'
export {
  type Action,
  type CallResult,
  type DatabaseAction,
  defineAction,
  type KeptCall,
  type OutsideAction,
  type OutsideCall,
  type Prepared,
  type StepCall,
  type StepResult,
  type Subjects,
  TemporaryFailure,
  type Wait,
} from './automation/workflows/actions/action.ts'
export { defineTrigger, type Trigger } from './automation/workflows/trigger.ts'
export type { Reference } from './automation/workflows/definition/references.ts'
export { type ConditionField, defineConditionField } from './automation/conditions/define-field.ts'
export { EventWriter } from './kernel/events/event-writer.ts'
export { type JsonOptions, readJsonBody } from './kernel/operation/json-body.ts'
export { refuseRounded } from './kernel/operation/rounded.ts'
export { type Feature, plugin } from './kernel/feature/feature.ts'
export type { BackgroundLoop } from './kernel/operation/background-loop.ts'
export { type FileOptions, readFile } from './integration/imports/files/read.ts'
export { type ImportFile, type ImportFormat, recordsOf } from './integration/imports/files/table.ts'
export { Jobs } from './kernel/jobs/service.ts'
export type { RunningJob, Step, JobHandler, JobType } from './kernel/feature/job-handler.ts'
/** Fields of a record and what they may be besides: `text()`, `money()`, `optional(email())`, `readOnly(timestamp())`, ... */
export * as fields from './kernel/operation/schema/fields.ts'
export type { CreateSchema, Field, RecordOf, RecordSchema, UpdateSchema } from './kernel/operation/schema/fields.ts'
export { IdOf, type IdsOf, idsOf } from './kernel/operation/schema/schema.ts'
export { type UnclearNumber, type WrittenNumber, writtenNumber } from './kernel/values/written-numbers.ts'
export { Bytes, Content, type FileContent, mediaOf, Pieces } from './kernel/operation/bytes.ts'
export { Html, html } from './kernel/operation/html.ts'
export {
  type AnyOperation,
  type CallOptions,
  type CallTransport,
  type Context,
  group,
  type Methods,
  operation,
  type Operation,
  type Operations,
  type Token,
  writes,
} from './kernel/operation/operation.ts'
export { isRequestId } from './kernel/operation/request-id.ts'
export { inTraceOf, type HeaderLookup } from './kernel/telemetry/remote-parent.ts'
export { Counter, gauge, Histogram, type Labels, type Meter, type Metric, type Sample } from './kernel/operation/metric.ts'
export { type CallEntry, type Input, runPipeline, type Stages } from './kernel/operation/pipeline.ts'
export { Page, RawAnswer, sentRequest, visit } from './kernel/operation/schema/page.ts'
export { type Presenter, presenter } from './kernel/operation/schema/present.ts'
export { Registry } from './kernel/feature/registry.ts'
/** The built-in record types that others most often name: `one('company_id', { ...companyType, title: 'The company' })`. */
export { contactType } from './crm/contacts/record-type.ts'
export { companyType } from './crm/companies/record-type.ts'
export { dealType } from './crm/deals/record-type.ts'
export { taskType } from './crm/tasks/record-type.ts'
export { activityType } from './crm/activities/record-type.ts'
export { productType } from './commerce/products/record-type.ts'
export { priceRuleType } from './commerce/price-rules/record-type.ts'
export { quoteType } from './commerce/quotes/record-type.ts'
export { orderType } from './commerce/orders/record-type.ts'
export { invoiceType } from './commerce/invoices/record-type.ts'
export { creditNoteType } from './commerce/credit-notes/record-type.ts'
/** Services with which steps of plugins read and write records, as `uses`. */
export { Consents } from './crm/contacts/consents.ts'
export { DealService } from './crm/deals/service.ts'
export { DealLineService } from './commerce/deal-lines/service.ts'
export type { PluginFault } from './records/record-type/compose-features.ts'
export { recordType, type RecordType, type RecordTypeDeclaration, type SetStore, type StoreOf } from './records/record-type/record-type.ts'
export { onChange, type OnChange, type RecordChange } from './records/record-type/on-change.ts'
export { contribution, type Contribution } from './records/record-type/contribution.ts'
export { type Composed, RecordTypes } from './records/record-type/record-types.ts'
export type { Extended } from './records/record-type/extended.ts'
export { count, many, one } from './records/record-type/related-records.ts'
export type { Figure, Relation } from './records/record-type/relation.ts'
export { externalId, type SetKey, type SetRules } from './records/record-type/set-rules.ts'
export type { Similarity } from './records/record-type/similarity.ts'
export type { TimelineEntry, TimelineOf } from './records/record-type/timeline.ts'
export type { Resource } from './records/record-type/resource.ts'
export { standard } from './records/record-type/standard.ts'
export { searchOperation } from './records/record-type/search-operation.ts'
export { bulkUpdateOperation } from './records/bulk/change.ts'
export { bulkDeleteOperation, type DeleteJob } from './records/bulk/deletes.ts'
export type { SelectionChange } from './records/bulk/apply.ts'
export { type BulkJobs, bulkJobs } from './records/bulk/jobs.ts'
export type { Selection } from './records/bulk/selection.ts'
export type { BulkChange } from './records/bulk/steps.ts'
export { bulkUpsertOperation } from './records/bulk/operation.ts'
export { timelineOperation } from './records/timeline/operation.ts'
export { historyOperation } from './records/history/operation.ts'
export { mergeOperation } from './records/merges/operation.ts'
export { duplicatesOperation } from './records/duplicates/operation.ts'
export { recordOperations, type RecordOperations } from './records/record-operations/record-operations.ts'
export { recordFields, type RecordSchemas, recordSchemas } from './records/record-operations/record-schemas.ts'
export { DeclaredStore, type StoreDeclaration, storeOf } from './records/record-operations/store-of.ts'
export { searchable, type Searchable } from './records/search/grammar/searchable.ts'
export { belongsTo, latestOf, type RelatedType } from './records/search/related.ts'
export { countOf, daysSince } from './records/search/grammar/computed.ts'
export { column, type SearchField, type Source } from './records/search/grammar/field.ts'
/** Named filters of lists: `is('plate')`, `refersTo('company_id')`, `tagged('vehicles')`, ... */
export * as filters from './kernel/storage/records/filters.ts'
export type { ListFilter, ListSchema } from './kernel/storage/records/filters.ts'
export { afterFlush, type CallerKey, type RateLimit, Reply } from './kernel/operation/reply.ts'
export type { HeldBody } from './kernel/operation/body-room.ts'
export type { LongLived } from './kernel/events/access-watch.ts'
export { isStream, Stream, type Streamed } from './kernel/operation/stream.ts'
export { Clock } from './kernel/ports/clock.ts'
export { Http, type HttpOutcome } from './kernel/ports/http.ts'
export { Ids } from './kernel/ports/ids.ts'
export {
  Inbox,
  InboxError,
  type FolderStand,
  type InboxAccount,
  type InboxFolder,
  type InboxOAuth,
  type InboxSession,
  type RawMail,
} from './kernel/ports/inbox.ts'
export type { Log } from './kernel/ports/log.ts'
export { optionalPackage } from './kernel/feature/optional-package.ts'
export { type LogFields, Logger } from './kernel/ports/logger.ts'
export { parseOptions } from './kernel/values/parse-options.ts'
export { Random } from './kernel/ports/random.ts'
export { type RefusedToken, TokenVerifier } from './kernel/ports/token-verifier.ts'
export {
  type MailEnvelope,
  Mailer,
  type MailOAuth,
  type MailOutcome,
  type MailPhase,
  type MailProbe,
  type MailRoute,
  type RefusedRecipient,
} from './kernel/ports/mailer.ts'
export { FileStore, type StoredBytes } from './kernel/ports/file-store.ts'
export { Captcha } from './outreach/forms/ports.ts'
export { ColumnAdvisor, type ColumnProposals, type ColumnQuestion, type UnknownColumn } from './kernel/ports/column-advisor.ts'
export { type LineRequest, Writer, type WrittenLine } from './kernel/ports/writer.ts'
export { sqliteFunctions } from './records/search/functions.ts'
export { isHeavyCall } from './kernel/operation/heavy.ts'
export { callerAdmission } from './kernel/operation/admission.ts'
export { callerSignal } from './kernel/operation/cancellation.ts'
export { LOOK_UP } from './kernel/storage/connection/compiled.ts'
export { type Bindable, bindable } from './kernel/storage/connection/bindable.ts'
export { Commits, writtenTables } from './kernel/storage/connection/written-tables.ts'
export { GUARD } from './kernel/storage/units/access-guard.ts'
export type { Row } from './kernel/storage/schema/codec.ts'
export { commonFields, type EntityClass, entity, type PrivacyRule } from './kernel/storage/schema/entity.ts'
export type { OwnershipRule } from './kernel/storage/schema/visibility.ts'
export type { Migration, MigrationState } from './kernel/storage/connection/migrate.ts'
export { RecordStore } from './kernel/storage/records/record-store.ts'
export { Records } from './kernel/storage/records/records.ts'
export type { JoinedTransaction, Storage } from './kernel/storage/connection/storage.ts'
export type { EngineInTransaction, Sql, TransactionOptions, TransactionWork } from './engine-transaction.ts'
export type { DispatchedEvent, EventConsumer } from './kernel/feature/event-consumer.ts'
export type { NoticeType, Told } from './kernel/feature/notice-type.ts'
export type { PromptArgument, PromptReading, PromptType } from './kernel/feature/prompt-type.ts'
export { deactivateAt } from './integration/webhooks/delivery/deactivation.ts'
export type { Alert } from './integration/webhooks/delivery/alerts.ts'
export { maxAttempts, retryDelays } from './integration/webhooks/delivery/retry.ts'
export { verify, type Verifiable } from './integration/webhooks/signing/verify.ts'
export { type Vocabulary, vocabulary } from './integration/ingest/vocabulary.ts'
export { type InspectedEmail, inspectEmail } from './outreach/reading/inspect.ts'
