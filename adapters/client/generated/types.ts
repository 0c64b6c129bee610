// Written by `npm run surface -- accept` from the OpenAPI document of the bundled features and plugins.
import type { Download } from '../download.ts'
import type { Streamed } from '../events.ts'
import type { CallOptions } from '../options.ts'

/** The operations by group and method, with the names that they have in process. */
export interface Api {
  /** Catalog. */
  readonly me: MeMethods
  /** Organization. */
  readonly organization: OrganizationMethods
  /** API keys. */
  readonly apiKeys: ApiKeysMethods
  /** Audit. */
  readonly audit: AuditMethods
  /** Users and teams. */
  readonly users: UsersMethods
  /** Users and teams. */
  readonly teams: TeamsMethods
  /** Grants. */
  readonly grants: GrantsMethods
  /** Users and teams. */
  readonly invitations: InvitationsMethods
  /** Users and teams. */
  readonly ownAccount: OwnAccountMethods
  /** Users and teams. */
  readonly sessions: SessionsMethods
  /** Users and teams. */
  readonly passkeys: PasskeysMethods
  /** Organization. */
  readonly currencies: CurrenciesMethods
  /** Exports and jobs. */
  readonly jobs: JobsMethods
  /** Notifications. */
  readonly notifications: NotificationsMethods
  /** Organization. */
  readonly picklists: PicklistsMethods
  /** Companies. */
  readonly companies: CompaniesMethods
  /** Contacts. */
  readonly contacts: ContactsMethods
  /** Privacy. */
  readonly privacy: PrivacyMethods
  /** Sales cycles. */
  readonly salesCycles: SalesCyclesMethods
  /** Pipelines. */
  readonly pipelines: PipelinesMethods
  /** Deals. */
  readonly deals: DealsMethods
  /** Tasks. */
  readonly tasks: TasksMethods
  /** Activities. */
  readonly activities: ActivitiesMethods
  /** Products. */
  readonly products: ProductsMethods
  /** Price rules. */
  readonly priceRules: PriceRulesMethods
  /** Quotes. */
  readonly quotes: QuotesMethods
  /** Orders. */
  readonly orders: OrdersMethods
  /** Invoices. */
  readonly invoices: InvoicesMethods
  /** Credit notes. */
  readonly creditNotes: CreditNotesMethods
  /** Lists. */
  readonly lists: ListsMethods
  /** Tags. */
  readonly tags: TagsMethods
  /** Properties. */
  readonly properties: PropertiesMethods
  /** Reports. */
  readonly reports: ReportsMethods
  /** Exports and jobs. */
  readonly exports: ExportsMethods
  /** Analytics. */
  readonly analytics: AnalyticsMethods
  /** Associations. */
  readonly associations: AssociationsMethods
  /** Attachments. */
  readonly attachments: AttachmentsMethods
  /** Merges. */
  readonly merges: MergesMethods
  /** Data sources. */
  readonly sync: SyncMethods
  /** Data sources. */
  readonly dataSources: DataSourcesMethods
  /** Imports. */
  readonly imports: ImportsMethods
  /** Events. */
  readonly events: EventsMethods
  /** Search. */
  readonly search: SearchMethods
  /** Webhooks. */
  readonly webhooks: WebhooksMethods
  /** REST hooks. */
  readonly hooks: HooksMethods
  /** Mailboxes. */
  readonly mailboxes: MailboxesMethods
  /** Emails. */
  readonly suppressions: SuppressionsMethods
  /** Emails. */
  readonly emails: EmailsMethods
  /** Tracking. */
  readonly tracking: TrackingMethods
  /** Forms. */
  readonly forms: FormsMethods
  /** Inbound webhooks. */
  readonly inboundWebhooks: InboundWebhooksMethods
  /** Workflows. */
  readonly workflows: WorkflowsMethods
  /** Workflow runs. */
  readonly workflowRuns: WorkflowRunsMethods
  /** Email templates. */
  readonly emailTemplates: EmailTemplatesMethods
  /** Sequences. */
  readonly sequences: SequencesMethods
  /** Campaigns. */
  readonly campaigns: CampaignsMethods
  /** Catalog. */
  readonly catalog: CatalogMethods
}

/** Each code of an error, with its HTTP status. */
export interface ErrorStatuses {
  /** The request could not be read. */
  malformed_input: 400
  /** A valid API key is required. */
  unauthenticated: 401
  /** The key lacks a scope. */
  insufficient_scope: 403
  /** Not allowed. */
  forbidden: 403
  /** Not found. */
  not_found: 404
  /** Method not allowed. */
  method_not_allowed: 405
  /** Conflict with the current state. */
  conflict: 409
  /** A record with this key exists. */
  already_exists: 409
  /** There is no mailbox to send from. */
  no_mailbox: 409
  /** A recipient may not be written to. */
  recipient_blocked: 409
  /** The record was changed meanwhile. */
  version_mismatch: 412
  /** The request is too large. */
  too_large: 413
  /** Unsupported media type. */
  unsupported_media_type: 415
  /** Invalid input. */
  invalid_input: 422
  /** The idempotency key was used with another input. */
  idempotency_mismatch: 422
  /** The version of the record must be given. */
  precondition_required: 428
  /** Too many requests. */
  rate_limited: 429
  /** The quota of the plan is used up. */
  quota_exceeded: 429
  /** Internal error. */
  internal_error: 500
  /** Temporarily unavailable. */
  unavailable: 503
}

/** The word of an error, by which programs tell errors apart. */
export type ErrorCode = keyof ErrorStatuses

/** `crm.me`. */
export interface MeMethods {
  /**
   * Read who the key acts as: user, organization, scopes, visibility, and what is left of rate limit and quota.
   * Needs `read`.
   */
  get(input?: GetMeInput, options?: CallOptions): Promise<Me>
}

/** `crm.organization`. */
export interface OrganizationMethods {
  /**
   * Read name, currency, locale, time zone, fiscal year, business hours, holidays, seller and demand for a second factor of the organization.
   * Needs `read`.
   */
  get(input?: GetOrganizationInput, options?: CallOptions): Promise<Organization>
  /**
   * Change name, currency, locale, time zone, fiscal year, business hours, holidays, seller or demand for a second factor of the organization.
   * What is left out stays. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  update(input?: UpdateOrganizationInput, options?: CallOptions): Promise<Organization>
  /**
   * Read the calls used and left of the quota, the number of records and the storage they take.
   * Needs `read` and a user who sees all.
   */
  usage(input?: GetOrganizationUsageInput, options?: CallOptions): Promise<OrganizationUsage>
}

/** `crm.apiKeys`. */
export interface ApiKeysMethods {
  /**
   * List the API keys of the organization with their last use, without their secrets.
   * Pages of 50, at most 200. Needs `read`, an administrator and a key with `administration` (or a session).
   */
  list(input?: ListApiKeysInput, options?: CallOptions): Promise<ListApiKeysAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListApiKeysInput, options?: CallOptions): AsyncGenerator<ListApiKeysAnswer['api_keys'][number], undefined>
  /**
   * Create an API key that acts as the caller or, with `user_id`, as another teammate, and can do no more than the key that makes it; the key is shown only once.
   * A repetition with the same key answers `key` as null. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  create(input: CreateApiKeyInput, options?: CallOptions): Promise<ApiKeyAnswer>
  /**
   * Change name, scopes, administration, expiry or allowed addresses of an API key, within the limits of the key that changes it.
   * What is left out stays. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  update(input: UpdateApiKeyInput, options?: CallOptions): Promise<UpdateApiKeyAnswer>
  /**
   * Revoke an API key at once and for good.
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  revoke(input: RevokeApiKeyInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Give an API key a new secret, shown only once; the old one works until the grace period ends.
   * A repetition with the same key answers `key` as null. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  rotate(input: RotateApiKeyInput, options?: CallOptions): Promise<ApiKeyAnswer>
  /**
   * Count the calls, errors and rate-limited calls of one API key per day.
   * Needs `read`, an administrator and a key with `administration` (or a session).
   */
  usage(input: GetApiKeyUsageInput, options?: CallOptions): Promise<ApiKeyUsage>
}

/** `crm.audit`. */
export interface AuditMethods {
  /**
   * List who created, changed, read out or erased what, newest first, with the call and the values before and after: records, settings, users, keys, webhooks, imports, exports, merges, jobs.
   * Pages of 50, at most 200. Needs `read`, an administrator and a key with `administration` (or a session).
   */
  list(input?: ListAuditLogInput, options?: CallOptions): Promise<ListAuditLogAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListAuditLogInput, options?: CallOptions): AsyncGenerator<ListAuditLogAnswer['audit_log'][number], undefined>
  /**
   * List the calls of the last 90 days, newest first, with the key that made each.
   * Pages of 50, at most 200. Needs `read`, an administrator and a key with `administration` (or a session).
   */
  listCalls(input?: ListApiCallsInput, options?: CallOptions): Promise<ListApiCallsAnswer>
  /** Every item of every page of `listCalls`, page after page. */
  listCallsAll(input?: ListApiCallsInput, options?: CallOptions): AsyncGenerator<ListApiCallsAnswer['api_logs'][number], undefined>
}

/** `crm.users`. */
export interface UsersMethods {
  /**
   * List the teammates of the organization, for example to choose an owner.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListUsersInput, options?: CallOptions): Promise<ListUsersAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListUsersInput, options?: CallOptions): AsyncGenerator<User, undefined>
  /**
   * Add a teammate with role, visibility and team.
   * Needs `write`, an administrator and a key with `administration` (or a session).
   */
  invite(input: InviteUserInput, options?: CallOptions): Promise<User>
  /**
   * Read one teammate.
   * Needs `read`.
   */
  get(input: GetUserInput, options?: CallOptions): Promise<User>
  /**
   * Change role, visibility (own, team, all), team, activity, time zone or language of a teammate.
   * What is left out stays. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  update(input: UpdateUserInput, options?: CallOptions): Promise<User>
  /**
   * Deactivate a teammate, whose keys end at once; `reassign_to` gives their records to another user.
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  deactivate(input: DeactivateUserInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.teams`. */
export interface TeamsMethods {
  /**
   * List the teams with their members.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListTeamsInput, options?: CallOptions): Promise<ListTeamsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListTeamsInput, options?: CallOptions): AsyncGenerator<ListTeamsAnswer['teams'][number], undefined>
  /**
   * Create a team; members with the visibility `team` see the records of one another.
   * Needs `write`, an administrator and a key with `administration` (or a session).
   */
  create(input: CreateTeamInput, options?: CallOptions): Promise<TeamAnswer>
  /**
   * Change name, members or manager of a team.
   * What is left out stays. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  update(input: UpdateTeamInput, options?: CallOptions): Promise<TeamAnswer>
  /**
   * Delete a team; its members stay users without a team.
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  delete(input: DeleteTeamInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.grants`. */
export interface GrantsMethods {
  /**
   * List the programs that may act as you after sign-in; administrators name a teammate by `user_id`.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListGrantsInput, options?: CallOptions): Promise<ListGrantsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListGrantsInput, options?: CallOptions): AsyncGenerator<ListGrantsAnswer['grants'][number], undefined>
  /**
   * End what a program may do as you, at once and for good: its tokens stop working on every host.
   * Needs `delete`.
   */
  end(input: EndGrantInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.invitations`. */
export interface InvitationsMethods {
  /**
   * Invite a teammate to sign in, or renew the invitation; the link in the answer is shown only now and works once.
   * A repetition with the same key answers `link` as null. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  create(input: CreateInvitationInput, options?: CallOptions): Promise<CreateInvitationAnswer>
  /**
   * Withdraw the invitation of a teammate, whose link ends at once.
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  withdraw(input: WithdrawInvitationInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.ownAccount`. */
export interface OwnAccountMethods {
  /**
   * Change your own password; all of your sessions end, keys stay.
   * Needs `write`.
   */
  changePassword(input: ChangeMyPasswordInput, options?: CallOptions): Promise<MyAnswer>
  /**
   * Begin to set up an authenticator app (TOTP) as your second factor; it counts once it is confirmed.
   * A repetition with the same key answers `secret` and `uri` as null. Needs `write`.
   */
  beginSecondFactor(input: BeginMySecondFactorInput, options?: CallOptions): Promise<BeginMySecondFactorAnswer>
  /**
   * Confirm your second factor by a code of the app; the recovery codes in the answer are shown only now.
   * Needs `write`.
   */
  confirmSecondFactor(input: ConfirmMySecondFactorInput, options?: CallOptions): Promise<ConfirmMySecondFactorAnswer>
  /**
   * Remove your second factor, by your password and a last code.
   * Needs `write`.
   */
  removeSecondFactor(input: RemoveMySecondFactorInput, options?: CallOptions): Promise<MyAnswer>
}

/** `crm.sessions`. */
export interface SessionsMethods {
  /**
   * List the browsers in which you are signed in.
   * Needs `read`.
   */
  list(input?: ListMySessionsInput, options?: CallOptions): Promise<ListMySessionsAnswer>
  /**
   * Sign one of your browsers out, at once; programs that you have allowed stay allowed (DELETE /grants/{id} ends those).
   * Needs `delete`.
   */
  end(input: EndMySessionInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Sign all of your browsers out, at once; programs that you have allowed stay allowed.
   * Needs `delete`.
   */
  endAll(input?: EndMySessionsInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Sign all browsers of a teammate out of this organization, at once; what they do elsewhere goes on, and so do programs (DELETE /grants/{id} ends those).
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  endOfUser(input: EndUserSessionsInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.passkeys`. */
export interface PasskeysMethods {
  /**
   * List the passkeys with which you can sign in; a browser adds them on the page of sign-in (/sign-in/account), where it asks your device.
   * Needs `read`.
   */
  list(input?: ListMyPasskeysInput, options?: CallOptions): Promise<ListMyPasskeysAnswer>
  /**
   * Remove one of your passkeys, at once; all of your browsers are signed out. The last second factor stays where an organization demands one.
   * Needs `delete`.
   */
  remove(input: RemoveMyPasskeyInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.currencies`. */
export interface CurrenciesMethods {
  /**
   * List the currencies of the organization with their exchange rates by date.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListCurrenciesInput, options?: CallOptions): Promise<ListCurrenciesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListCurrenciesInput, options?: CallOptions): AsyncGenerator<ListCurrenciesCurrency, undefined>
  /**
   * Set the exchange rate of a currency from a day on; rates of other days stay.
   * Needs `write`, an administrator and a key with `administration` (or a session).
   */
  set(input: SetCurrencyRateInput, options?: CallOptions): Promise<ListCurrenciesCurrency>
}

/** `crm.jobs`. */
export interface JobsMethods {
  /**
   * Read the state and progress of long work: a bulk update or delete, an import, an export.
   * Needs `read`.
   */
  get(input: GetJobInput, options?: CallOptions): Promise<Job>
  /**
   * Stop long work after the running step; what it has written stays.
   * The work goes on after the answer: `getJob` tells how far it is. Needs `write`.
   */
  cancel(input: CancelJobInput, options?: CallOptions): Promise<Job>
}

/** `crm.notifications`. */
export interface NotificationsMethods {
  /**
   * List your notifications, newest first, with the number of unread ones.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListNotificationsInput, options?: CallOptions): Promise<ListNotificationsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListNotificationsInput, options?: CallOptions): AsyncGenerator<Notification, undefined>
  /**
   * Notify a teammate, or the owner of a record.
   * Needs `write`.
   */
  send(input: SendNotificationInput, options?: CallOptions): Promise<Notification>
  /**
   * Mark one of your notifications as read or unread.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateNotificationInput, options?: CallOptions): Promise<Notification>
  /**
   * Mark all your notifications as read.
   * Needs `write`.
   */
  markAllRead(input?: MarkAllNotificationsReadInput, options?: CallOptions): Promise<MarkAllNotificationsReadAnswer>
  /**
   * Read which kinds of notifications you get.
   * Needs `read`.
   */
  settings(input?: GetNotificationSettingsInput, options?: CallOptions): Promise<NotificationSettings>
  /**
   * Switch kinds of notifications on or off for yourself.
   * What is left out stays. Needs `write`.
   */
  updateSettings(input: UpdateNotificationSettingsInput, options?: CallOptions): Promise<NotificationSettings>
}

/** `crm.picklists`. */
export interface PicklistsMethods {
  /**
   * List the words of the organization for lost reasons, deal types, priorities, sources, industries and tiers.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListPicklistsInput, options?: CallOptions): Promise<ListPicklistsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListPicklistsInput, options?: CallOptions): AsyncGenerator<Picklist, undefined>
  /**
   * Replace the values of a list; renamed ones go into all records, as a job when they are more than 500.
   * Needs `write`, an administrator and a key with `administration` (or a session).
   */
  replace(input: ReplacePicklistInput, options?: CallOptions): Promise<Picklist>
}

/** `crm.companies`. */
export interface CompaniesMethods {
  /**
   * List companies, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchCompanies` takes conditions on any field. Needs `read`.
   */
  list(input?: ListCompaniesInput, options?: CallOptions): Promise<ListCompaniesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListCompaniesInput, options?: CallOptions): AsyncGenerator<Company, undefined>
  /**
   * Read one company.
   * Needs `read`.
   */
  get(input: GetCompanyInput, options?: CallOptions): Promise<Company>
  /**
   * Create a company, or complete the one of this domain, external id, VAT or register number, or code.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateCompanyInput, options?: CallOptions): Promise<Company>
  /**
   * Change fields of one company.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateCompanyInput, options?: CallOptions): Promise<Company>
  /**
   * Delete one company (softly); its contacts stay.
   * `restoreCompany` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteCompanyInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one company.
   * Needs `write`.
   */
  restore(input: RestoreCompanyInput, options?: CallOptions): Promise<Company>
  /**
   * Find companies by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchCompaniesInput, options?: CallOptions): Promise<SearchCompaniesAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchCompaniesInput, options?: CallOptions): AsyncGenerator<Company, undefined>
  /**
   * Create or complete up to 5,000 companies by domain, external_id, vat_number, registration_number, code; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertCompaniesInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Make the same change to companies, by ids or by a filter; more than 500 are a job.
   * Takes up to 5000 ids. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpdate(input?: BulkUpdateCompaniesInput, options?: CallOptions): Promise<BulkUpdateAnswer>
  /**
   * Delete companies softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteCompaniesInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Read what happened with one company: events, activities, e-mails, tasks, quotes, orders and invoices, newest first.
   * Pages of 50, at most 200. Needs `read`.
   */
  timeline(input: GetCompanyTimelineInput, options?: CallOptions): Promise<ContactTimeline>
  /**
   * List the changes of one company, field by field: from, to, who and when.
   * Pages of 50, at most 200. Needs `read`.
   */
  history(input: ListCompanyHistoryInput, options?: CallOptions): Promise<ListHistoryAnswer>
  /**
   * Merge other companies into this one: it fills its gaps from them, what named them names it; can be undone.
   * Needs `write` and a user who sees all.
   */
  merge(input: MergeCompaniesInput, options?: CallOptions): Promise<MergeCompaniesAnswer>
  /**
   * List groups of companies that may be one and the same, with the reason.
   * Pages of 50, at most 200. Needs `read`.
   */
  duplicates(input?: ListCompanyDuplicatesInput, options?: CallOptions): Promise<ListDuplicatesAnswer>
  /**
   * See a company at a glance: open deals, revenue, what is unpaid, last order, price rules, next task.
   * Needs `read`.
   */
  summary(input: GetCompanySummaryInput, options?: CallOptions): Promise<CompanySummary>
}

/** `crm.contacts`. */
export interface ContactsMethods {
  /**
   * List contacts, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchContacts` takes conditions on any field. Needs `read`.
   */
  list(input?: ListContactsInput, options?: CallOptions): Promise<ListContactsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListContactsInput, options?: CallOptions): AsyncGenerator<Contact, undefined>
  /**
   * Read one contact.
   * Needs `read`.
   */
  get(input: GetContactInput, options?: CallOptions): Promise<Contact>
  /**
   * Create a contact and link its company, or complete the contact that has this external id or e-mail.
   * Changes the one that it matches. Needs `write`.
   */
  create(input?: CreateContactInput, options?: CallOptions): Promise<Contact>
  /**
   * Change fields of one contact.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateContactInput, options?: CallOptions): Promise<Contact>
  /**
   * Delete one contact (softly); its e-mail is free at once.
   * `restoreContact` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteContactInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one contact.
   * Needs `write`.
   */
  restore(input: RestoreContactInput, options?: CallOptions): Promise<Contact>
  /**
   * Find contacts by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchContactsInput, options?: CallOptions): Promise<SearchContactsAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchContactsInput, options?: CallOptions): AsyncGenerator<Contact, undefined>
  /**
   * Create or complete up to 5,000 contacts by external_id, email; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertContactsInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Make the same change to contacts, by ids or by a filter; more than 500 are a job.
   * Takes up to 5000 ids. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpdate(input?: BulkUpdateContactsInput, options?: CallOptions): Promise<BulkUpdateAnswer>
  /**
   * Delete contacts softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteContactsInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Read what happened with one contact: events, activities, e-mails, tasks, quotes, orders and invoices, newest first.
   * Pages of 50, at most 200. Needs `read`.
   */
  timeline(input: GetContactTimelineInput, options?: CallOptions): Promise<ContactTimeline>
  /**
   * List the changes of one contact, field by field: from, to, who and when.
   * Pages of 50, at most 200. Needs `read`.
   */
  history(input: ListContactHistoryInput, options?: CallOptions): Promise<ListHistoryAnswer>
  /**
   * Merge other contacts into this one: it fills its gaps from them, what named them names it; can be undone.
   * Needs `write` and a user who sees all.
   */
  merge(input: MergeContactsInput, options?: CallOptions): Promise<MergeContactsAnswer>
  /**
   * List groups of contacts that may be one and the same, with the reason.
   * Pages of 50, at most 200. Needs `read`.
   */
  duplicates(input?: ListContactDuplicatesInput, options?: CallOptions): Promise<ListDuplicatesAnswer>
  /**
   * Unsubscribe a contact from one topic or from everything.
   * Needs `write`.
   */
  unsubscribe(input: UnsubscribeContactInput, options?: CallOptions): Promise<Contact>
  /**
   * Move a contact to a stage of its sales cycle, by name; forward only unless backward moves are allowed.
   * Needs `write`.
   */
  moveStage(input: MoveContactStageInput, options?: CallOptions): Promise<Contact>
  /**
   * Add points to the lead score of a contact, or take them away, with the reason.
   * Needs `write`.
   */
  adjustScore(input: AdjustContactScoreInput, options?: CallOptions): Promise<Contact>
  /**
   * List the sequences and workflows that a contact is or was in, with what comes next or why it ended.
   * Pages of 50, at most 200. Needs `read`.
   */
  enrollments(input: ListContactEnrollmentsInput, options?: CallOptions): Promise<ListContactEnrollmentsAnswer>
  /** Every item of every page of `enrollments`, page after page. */
  enrollmentsAll(input: ListContactEnrollmentsInput, options?: CallOptions): AsyncGenerator<ListContactEnrollmentsAnswer['enrollments'][number], undefined>
}

/** `crm.privacy`. */
export interface PrivacyMethods {
  /**
   * List the consents of a contact by topic, with source, version of the text and time.
   * Pages of 50, at most 200. Needs `read`.
   */
  listConsents(input: ListContactConsentsInput, options?: CallOptions): Promise<ListContactConsentsAnswer>
  /** Every item of every page of `listConsents`, page after page. */
  listConsentsAll(input: ListContactConsentsInput, options?: CallOptions): AsyncGenerator<ContactConsent, undefined>
  /**
   * Record that a contact consents to a topic or withdraws the consent, with its proof.
   * Needs `write`.
   */
  setConsent(input: SetContactConsentInput, options?: CallOptions): Promise<ContactConsent>
  /**
   * Collect everything that is stored about a person as one JSON document, which is the result of the job.
   * Needs `read`, an administrator and a key with `administration` (or a session).
   */
  export(input?: CreatePrivacyExportInput, options?: CallOptions): Promise<CreatePrivacyAnswer>
  /**
   * Erase a person everywhere for good, including events, deliveries, history and logs; a proof without personal data is kept.
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  erase(input?: CreatePrivacyErasureInput, options?: CallOptions): Promise<CreatePrivacyAnswer>
  /**
   * List the requests for exports and erasures with their state.
   * Pages of 50, at most 200. Needs `read`, an administrator and a key with `administration` (or a session).
   */
  list(input?: ListPrivacyRequestsInput, options?: CallOptions): Promise<ListPrivacyRequestsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListPrivacyRequestsInput, options?: CallOptions): AsyncGenerator<ListPrivacyRequestsAnswer['privacy_requests'][number], undefined>
}

/** `crm.salesCycles`. */
export interface SalesCyclesMethods {
  /**
   * List sales cycles, filtered and sorted, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListSalesCyclesInput, options?: CallOptions): Promise<ListSalesCyclesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListSalesCyclesInput, options?: CallOptions): AsyncGenerator<ListedSalesCycle, undefined>
  /**
   * Read one sales cycle and how many contacts are in each of its stages.
   * Needs `read`.
   */
  get(input: GetSalesCycleInput, options?: CallOptions): Promise<SalesCycle>
  /**
   * Create a sales cycle, the stages that contacts go through; the first one is the default.
   * Changes the one that it matches. Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  create(input: CreateSalesCycleInput, options?: CallOptions): Promise<ListedSalesCycle>
  /**
   * Rename a sales cycle, make it the default, or replace or reorder its stages.
   * What is left out stays. Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  update(input: UpdateSalesCycleInput, options?: CallOptions): Promise<ListedSalesCycle>
  /**
   * Delete a sales cycle; one with contacts is refused unless `move_to` names the cycle that takes them.
   * `restoreSalesCycle` brings it back, unless it was purged. Needs `delete`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  delete(input: DeleteSalesCycleInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one sales cycle; the contacts that it had stay where they are.
   * Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  restore(input: RestoreSalesCycleInput, options?: CallOptions): Promise<ListedSalesCycle>
}

/** `crm.pipelines`. */
export interface PipelinesMethods {
  /**
   * List pipelines, filtered and sorted, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListPipelinesInput, options?: CallOptions): Promise<ListPipelinesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListPipelinesInput, options?: CallOptions): AsyncGenerator<Pipeline, undefined>
  /**
   * Read one pipeline.
   * Needs `read`.
   */
  get(input: GetPipelineInput, options?: CallOptions): Promise<Pipeline>
  /**
   * Create a deal pipeline: empty, with these stages, or from a template of the catalog.
   * Changes the one that it matches. Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  create(input: CreatePipelineInput, options?: CallOptions): Promise<Pipeline>
  /**
   * Rename a pipeline, make it the default, or say what its stages require of a deal.
   * What is left out stays. Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  update(input: UpdatePipelineInput, options?: CallOptions): Promise<Pipeline>
  /**
   * Delete a pipeline; one with deals or in conditions of lists is refused unless `move_to` names the pipeline that takes them.
   * `restorePipeline` brings it back, unless it was purged. Needs `delete`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  delete(input: DeletePipelineInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one pipeline; the deals that it had stay where they are, and a stage whose id was taken gets another.
   * Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  restore(input: RestorePipelineInput, options?: CallOptions): Promise<Pipeline>
  /**
   * Add a stage to a pipeline, at a place in its order or at the end.
   * Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  createStage(input: CreatePipelineStageInput, options?: CallOptions): Promise<PipelineStageAnswer>
  /**
   * Rename a stage or change its probability, type, place or when a deal in it is stuck; its deals follow.
   * What is left out stays. Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  updateStage(input: UpdatePipelineStageInput, options?: CallOptions): Promise<PipelineStageAnswer>
  /**
   * Delete a stage; one with deals or in conditions of lists is refused unless `move_to` names the stage that takes them.
   * Needs `delete`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  deleteStage(input: DeletePipelineStageInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Set the order of the stages of a pipeline.
   * Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  reorderStages(input: ReorderPipelineStagesInput, options?: CallOptions): Promise<Pipeline>
}

/** `crm.deals`. */
export interface DealsMethods {
  /**
   * List deals, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchDeals` takes conditions on any field. Needs `read`.
   */
  list(input?: ListDealsInput, options?: CallOptions): Promise<ListDealsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListDealsInput, options?: CallOptions): AsyncGenerator<Deal, undefined>
  /**
   * Read one deal.
   * Needs `read`.
   */
  get(input: GetDealInput, options?: CallOptions): Promise<Deal>
  /**
   * Open a deal, by default in the first stage of the default pipeline, or complete the one of this external id.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateDealInput, options?: CallOptions): Promise<Deal>
  /**
   * Change fields of one deal.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateDealInput, options?: CallOptions): Promise<Deal>
  /**
   * Delete one deal (softly: it can be restored).
   * `restoreDeal` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteDealInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one deal.
   * Needs `write`.
   */
  restore(input: RestoreDealInput, options?: CallOptions): Promise<Deal>
  /**
   * Find deals by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchDealsInput, options?: CallOptions): Promise<SearchDealsAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchDealsInput, options?: CallOptions): AsyncGenerator<Deal, undefined>
  /**
   * Create or complete up to 5,000 deals by external_id; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertDealsInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Make the same change to deals, by ids or by a filter; more than 500 are a job.
   * Takes up to 5000 ids. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpdate(input?: BulkUpdateDealsInput, options?: CallOptions): Promise<BulkUpdateAnswer>
  /**
   * Delete deals softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteDealsInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Read what happened with one deal: events, activities, e-mails, tasks, quotes, orders and invoices, newest first.
   * Pages of 50, at most 200. Needs `read`.
   */
  timeline(input: GetDealTimelineInput, options?: CallOptions): Promise<ContactTimeline>
  /**
   * List the changes of one deal, field by field: from, to, who and when.
   * Pages of 50, at most 200. Needs `read`.
   */
  history(input: ListDealHistoryInput, options?: CallOptions): Promise<ListHistoryAnswer>
  /**
   * Merge other deals into this one: it fills its gaps from them, what named them names it; can be undone.
   * Needs `write` and a user who sees all.
   */
  merge(input: MergeDealsInput, options?: CallOptions): Promise<MergeDealsAnswer>
  /**
   * Read a pipeline as a board: number, amount, weighted amount, stuck and latest deals of each stage.
   * Needs `read`.
   */
  board(input?: GetDealBoardInput, options?: CallOptions): Promise<DealBoard>
  /**
   * Move a deal to a stage, by id or name, of its pipeline or another one; into a won or lost stage closes it.
   * Needs `write`.
   */
  move(input: MoveDealStageInput, options?: CallOptions): Promise<Deal>
  /**
   * Close a deal as won, with its reason, final amount and close date.
   * Needs `write`.
   */
  win(input: WinDealInput, options?: CallOptions): Promise<Deal>
  /**
   * Close a deal as lost, with the reason and the competitors.
   * Needs `write`.
   */
  lose(input: LoseDealInput, options?: CallOptions): Promise<Deal>
  /**
   * Open a closed deal again, in a given stage or the last open one that it was in.
   * Needs `write`.
   */
  reopen(input: ReopenDealInput, options?: CallOptions): Promise<Deal>
  /**
   * List the product lines of a deal with their totals.
   * Pages of 50, at most 200. Needs `read`.
   */
  lines(input: ListDealLinesInput, options?: CallOptions): Promise<ListDealLinesAnswer>
  /**
   * Replace the product lines of a deal; prices come from the price rules, and the amount is recomputed.
   * Needs `write`.
   */
  replaceLines(input: ReplaceDealLinesInput, options?: CallOptions): Promise<ReplaceDealLinesAnswer>
}

/** `crm.tasks`. */
export interface TasksMethods {
  /**
   * List tasks, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchTasks` takes conditions on any field. Needs `read`.
   */
  list(input?: ListTasksInput, options?: CallOptions): Promise<ListTasksAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListTasksInput, options?: CallOptions): AsyncGenerator<Task, undefined>
  /**
   * Read one task.
   * Needs `read`.
   */
  get(input: GetTaskInput, options?: CallOptions): Promise<Task>
  /**
   * Create a task for yourself or a teammate, about a contact, company or deal.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateTaskInput, options?: CallOptions): Promise<Task>
  /**
   * Change fields of one task.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateTaskInput, options?: CallOptions): Promise<Task>
  /**
   * Delete one task (softly: it can be restored).
   * `restoreTask` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteTaskInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one task.
   * Needs `write`.
   */
  restore(input: RestoreTaskInput, options?: CallOptions): Promise<Task>
  /**
   * Find tasks by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchTasksInput, options?: CallOptions): Promise<SearchTasksAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchTasksInput, options?: CallOptions): AsyncGenerator<Task, undefined>
  /**
   * Create or complete up to 5,000 tasks by external_id; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertTasksInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete tasks softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteTasksInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * See the tasks of a day: overdue, due today and within the next 7 days.
   * Needs `read`.
   */
  agenda(input?: GetAgendaInput, options?: CallOptions): Promise<Agenda>
  /**
   * Open a completed or cancelled task again.
   * Needs `write`.
   */
  reopen(input: ReopenTaskInput, options?: CallOptions): Promise<Task>
  /**
   * Complete a task with its outcome and, if there is more to do, a follow-up task.
   * Needs `write`.
   */
  complete(input: CompleteTaskInput, options?: CallOptions): Promise<CompleteTaskAnswer>
}

/** `crm.activities`. */
export interface ActivitiesMethods {
  /**
   * List activities, filtered and sorted, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListActivitiesInput, options?: CallOptions): Promise<ListActivitiesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListActivitiesInput, options?: CallOptions): AsyncGenerator<Activity, undefined>
  /**
   * Write a timeline entry: note, call, meeting, e-mail, LinkedIn or WhatsApp message; messages in and out are events.
   * Changes the one that it matches. Needs `write`.
   */
  log(input: LogActivityInput, options?: CallOptions): Promise<Activity>
  /**
   * Read one activity.
   * Needs `read`.
   */
  get(input: GetActivityInput, options?: CallOptions): Promise<Activity>
  /**
   * Change fields of one activity.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateActivityInput, options?: CallOptions): Promise<Activity>
  /**
   * Delete one activity (softly: it can be restored).
   * `restoreActivity` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteActivityInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one activity.
   * Needs `write`.
   */
  restore(input: RestoreActivityInput, options?: CallOptions): Promise<Activity>
  /**
   * Load up to 5,000 activities by external id, as history with `backfill`.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertActivitiesInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete activities softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteActivitiesInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Add a note to a contact, company, deal or quote.
   * Changes the one that it matches. Needs `write`.
   */
  addNote(input: AddNoteInput, options?: CallOptions): Promise<Activity>
  /**
   * Log a call with its outcome, direction, duration and recording.
   * Changes the one that it matches. Needs `write`.
   */
  logCall(input?: LogCallInput, options?: CallOptions): Promise<Activity>
  /**
   * Log or book a meeting with its participants.
   * Changes the one that it matches. Needs `write`.
   */
  logMeeting(input?: LogMeetingInput, options?: CallOptions): Promise<Activity>
}

/** `crm.products`. */
export interface ProductsMethods {
  /**
   * List products, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchProducts` takes conditions on any field. Needs `read`.
   */
  list(input?: ListProductsInput, options?: CallOptions): Promise<ListProductsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListProductsInput, options?: CallOptions): AsyncGenerator<Product, undefined>
  /**
   * Read one product.
   * Needs `read`.
   */
  get(input: GetProductInput, options?: CallOptions): Promise<Product>
  /**
   * Create a product, or complete the one that has this sku or external id.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateProductInput, options?: CallOptions): Promise<Product>
  /**
   * Change fields of one product.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateProductInput, options?: CallOptions): Promise<Product>
  /**
   * Delete one product (softly); documents keep their lines, and its sku is free at once.
   * `restoreProduct` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteProductInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one product.
   * Needs `write`.
   */
  restore(input: RestoreProductInput, options?: CallOptions): Promise<Product>
  /**
   * Find products by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchProductsInput, options?: CallOptions): Promise<SearchProductsAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchProductsInput, options?: CallOptions): AsyncGenerator<Product, undefined>
  /**
   * Create or complete up to 5,000 products by sku, external_id; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertProductsInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete products softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteProductsInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Set the on-hand, reserved and incoming quantities of up to 5,000 products by sku.
   * Takes up to 5000 records in 32 MiB. Needs `write`.
   */
  setStock(input: BulkSetStockInput, options?: CallOptions): Promise<BulkSetStockAnswer>
}

/** `crm.priceRules`. */
export interface PriceRulesMethods {
  /**
   * List price rules, filtered and sorted, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListPriceRulesInput, options?: CallOptions): Promise<ListPriceRulesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListPriceRulesInput, options?: CallOptions): AsyncGenerator<PriceRule, undefined>
  /**
   * Read one price rule.
   * Needs `read`.
   */
  get(input: GetPriceRuleInput, options?: CallOptions): Promise<PriceRule>
  /**
   * Create a price rule, or complete the one that has this external id.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreatePriceRuleInput, options?: CallOptions): Promise<PriceRule>
  /**
   * Change fields of one price rule.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdatePriceRuleInput, options?: CallOptions): Promise<PriceRule>
  /**
   * Delete one price rule (softly: it can be restored).
   * `restorePriceRule` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeletePriceRuleInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one price rule.
   * Needs `write`.
   */
  restore(input: RestorePriceRuleInput, options?: CallOptions): Promise<PriceRule>
  /**
   * Create or complete up to 5,000 price rules by external_id; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertPriceRulesInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete price rules softly, by ids or a filter; confirm_count is their number, over 500 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeletePriceRulesInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Net price per line for a customer, with the rule that won and why the others did not.
   * Needs `read`.
   */
  resolve(input: ResolvePricesInput, options?: CallOptions): Promise<ResolvePricesAnswer>
}

/** `crm.quotes`. */
export interface QuotesMethods {
  /**
   * List quotes, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchQuotes` takes conditions on any field. Needs `read`.
   */
  list(input?: ListQuotesInput, options?: CallOptions): Promise<ListQuotesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListQuotesInput, options?: CallOptions): AsyncGenerator<Quote, undefined>
  /**
   * Read one quote.
   * Needs `read`.
   */
  get(input: GetQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Create a quote with its lines, priced by the price rules, or complete the draft or imported one of this number or external id; one of a deal takes its customer, owner, currency and lines unless they are given.
   * Changes the one that it matches. Needs `write`.
   */
  create(input?: CreateQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Change fields of one quote.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Delete one quote (softly) that is a draft or was imported.
   * `restoreQuote` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteQuoteInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one quote.
   * Needs `write`.
   */
  restore(input: RestoreQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Find quotes by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchQuotesInput, options?: CallOptions): Promise<SearchQuotesAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchQuotesInput, options?: CallOptions): AsyncGenerator<Quote, undefined>
  /**
   * Create or complete up to 5,000 quotes with their lines by external_id, number; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertQuotesInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete quotes softly, by ids or a filter; confirm_count is their number, over 100 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteQuotesInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Replace the lines of one quote and recompute its totals; a quote that was sent gets a next version.
   * Needs `write`.
   */
  replaceLines(input: ReplaceQuoteLinesInput, options?: CallOptions): Promise<Quote>
  /**
   * Totals of lines that are not stored: discounts, tax, rounding, and how each price was found.
   * Needs `read`.
   */
  calculate(input: CalculateQuoteInput, options?: CallOptions): Promise<CalculateQuoteAnswer>
  /**
   * Freeze one quote and open its public page; the answer has its address.
   * Needs `write`.
   */
  send(input: SendQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Address of the public page of one quote, and how often it was viewed.
   * Needs `read`.
   */
  link(input: GetQuoteLinkInput, options?: CallOptions): Promise<QuoteLink>
  /**
   * Record that the customer accepted one quote; wins its deal when asked to.
   * Needs `write`.
   */
  accept(input: AcceptQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Record that the customer declined one quote, and why.
   * Needs `write`.
   */
  decline(input: DeclineQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Make a new draft, or the next version, of one quote.
   * Needs `write`.
   */
  duplicate(input: DuplicateQuoteInput, options?: CallOptions): Promise<Quote>
  /**
   * Make an order or an invoice of one quote, with its lines.
   * Needs `write`.
   */
  convert(input: ConvertQuoteInput, options?: CallOptions): Promise<ConvertQuoteAnswer>
  /**
   * One quote as a PDF, in the language of its customer.
   * Needs `read`.
   */
  pdf(input: GetQuotePdfInput, options?: CallOptions): Promise<Download>
}

/** `crm.orders`. */
export interface OrdersMethods {
  /**
   * List orders, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchOrders` takes conditions on any field. Needs `read`.
   */
  list(input?: ListOrdersInput, options?: CallOptions): Promise<ListOrdersAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListOrdersInput, options?: CallOptions): AsyncGenerator<Order, undefined>
  /**
   * Read one order.
   * Needs `read`.
   */
  get(input: GetOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Create an order with its lines, those of its quote when none are given, or complete the one of this number or external id.
   * Changes the one that it matches. Needs `write`.
   */
  create(input?: CreateOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Change fields of one order.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Delete one order (softly) that is open or was imported.
   * `restoreOrder` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteOrderInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one order.
   * Needs `write`.
   */
  restore(input: RestoreOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Find orders by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchOrdersInput, options?: CallOptions): Promise<SearchOrdersAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchOrdersInput, options?: CallOptions): AsyncGenerator<Order, undefined>
  /**
   * Create or complete up to 5,000 orders with their lines by external_id, number; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertOrdersInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete orders softly, by ids or a filter; confirm_count is their number, over 100 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteOrdersInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * One order as a PDF, in the language of its customer.
   * Needs `read`.
   */
  pdf(input: GetOrderPdfInput, options?: CallOptions): Promise<Download>
}

/** `crm.invoices`. */
export interface InvoicesMethods {
  /**
   * List invoices, filtered and sorted, page by page.
   * Pages of 50, at most 200. `searchInvoices` takes conditions on any field. Needs `read`.
   */
  list(input?: ListInvoicesInput, options?: CallOptions): Promise<ListInvoicesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListInvoicesInput, options?: CallOptions): AsyncGenerator<Invoice, undefined>
  /**
   * Read one invoice.
   * Needs `read`.
   */
  get(input: GetInvoiceInput, options?: CallOptions): Promise<Invoice>
  /**
   * Create an invoice with its lines, or complete the draft or imported one of this number or external id.
   * Changes the one that it matches. Needs `write`.
   */
  create(input?: CreateInvoiceInput, options?: CallOptions): Promise<Invoice>
  /**
   * Change fields of one invoice.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateInvoiceInput, options?: CallOptions): Promise<Invoice>
  /**
   * Delete one invoice (softly) that is a draft or was imported.
   * `restoreInvoice` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteInvoiceInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one invoice.
   * Needs `write`.
   */
  restore(input: RestoreInvoiceInput, options?: CallOptions): Promise<Invoice>
  /**
   * Find invoices by conditions on their fields, custom properties and related records.
   * Pages of 50, at most 200. Needs `read`.
   */
  search(input?: SearchInvoicesInput, options?: CallOptions): Promise<SearchInvoicesAnswer>
  /** Every item of every page of `search`, page after page. */
  searchAll(input?: SearchInvoicesInput, options?: CallOptions): AsyncGenerator<Invoice, undefined>
  /**
   * Create or complete up to 5,000 invoices with their lines by external_id, number; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertInvoicesInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete invoices softly, by ids or a filter; confirm_count is their number, over 100 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteInvoicesInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * Open items with days overdue and balance, the longest due first, and what each customer owes.
   * Pages of 50, at most 200. Needs `read`.
   */
  unpaid(input?: ListUnpaidInvoicesInput, options?: CallOptions): Promise<ListUnpaidInvoicesAnswer>
  /** Every item of every page of `unpaid`, page after page. */
  unpaidAll(input?: ListUnpaidInvoicesInput, options?: CallOptions): AsyncGenerator<Invoice, undefined>
  /**
   * Record a payment of an invoice, once per reference; updates what is due and the status.
   * One that is there already is answered as it is. Needs `write`.
   */
  recordPayment(input: RecordInvoicePaymentInput, options?: CallOptions): Promise<Invoice>
  /**
   * Payments of an invoice and the credit notes that were applied to it.
   * Pages of 50, at most 200. Needs `read`.
   */
  payments(input: ListInvoicePaymentsInput, options?: CallOptions): Promise<ListInvoicePaymentsAnswer>
  /** Every item of every page of `payments`, page after page. */
  paymentsAll(input: ListInvoicePaymentsInput, options?: CallOptions): AsyncGenerator<ListInvoicePaymentsAnswer['credit_notes'][number], undefined>
  /**
   * Record one payment of several invoices of a company, whole or not at all, once per reference.
   * One that is there already is answered as it is. Needs `write`.
   */
  allocatePayment(input: AllocatePaymentInput, options?: CallOptions): Promise<PaymentAnswer>
  /**
   * Undo a payment, on all invoices that it pays; answers it with their new balances.
   * Needs `write`.
   */
  undoPayment(input: UndoPaymentInput, options?: CallOptions): Promise<PaymentAnswer>
  /**
   * One invoice as a PDF, with what was paid of it, in the language of its customer.
   * Needs `read`.
   */
  pdf(input: GetInvoicePdfInput, options?: CallOptions): Promise<Download>
}

/** `crm.creditNotes`. */
export interface CreditNotesMethods {
  /**
   * List credit notes, filtered and sorted, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListCreditNotesInput, options?: CallOptions): Promise<ListCreditNotesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListCreditNotesInput, options?: CallOptions): AsyncGenerator<CreditNote, undefined>
  /**
   * Read one credit note.
   * Needs `read`.
   */
  get(input: GetCreditNoteInput, options?: CallOptions): Promise<CreditNote>
  /**
   * Create a credit note with its lines, those of its invoice when none are given, or complete the draft or imported one of this number or external id.
   * Changes the one that it matches. Needs `write`.
   */
  create(input?: CreateCreditNoteInput, options?: CallOptions): Promise<CreditNote>
  /**
   * Change fields of one credit note.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateCreditNoteInput, options?: CallOptions): Promise<CreditNote>
  /**
   * Delete one credit note (softly) that is a draft or was imported.
   * `restoreCreditNote` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteCreditNoteInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one credit note.
   * Needs `write`.
   */
  restore(input: RestoreCreditNoteInput, options?: CallOptions): Promise<CreditNote>
  /**
   * Create or complete up to 5,000 credit notes with their lines by external_id, number; answers what came of each.
   * Takes up to 5000 records in 32 MiB. `dry_run` tells what it would do. Needs `write`.
   */
  bulkUpsert(input: BulkUpsertCreditNotesInput, options?: CallOptions): Promise<BulkUpsertAnswer>
  /**
   * Delete credit notes softly, by ids or a filter; confirm_count is their number, over 100 are a job.
   * Takes up to 5000 ids. Needs `delete`.
   */
  bulkDelete(input?: BulkDeleteCreditNotesInput, options?: CallOptions): Promise<BulkDeleteAnswer>
  /**
   * One credit note as a PDF, in the language of its customer.
   * Needs `read`.
   */
  pdf(input: GetCreditNotePdfInput, options?: CallOptions): Promise<Download>
}

/** `crm.lists`. */
export interface ListsMethods {
  /**
   * List static lists and dynamic segments with the numbers of their members, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListListsInput, options?: CallOptions): Promise<ListListsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListListsInput, options?: CallOptions): AsyncGenerator<List, undefined>
  /**
   * Create a list of contacts, companies or deals: static with ids, or dynamic with a filter.
   * Takes up to 5000 ids. Changes the one that it matches. Needs `write`.
   */
  create(input: CreateListInput, options?: CallOptions): Promise<List>
  /**
   * Read one list and the number of its members.
   * Needs `read`.
   */
  get(input: GetListInput, options?: CallOptions): Promise<List>
  /**
   * Rename a list, change its filter, or make a dynamic list static with the members that it has now.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateListInput, options?: CallOptions): Promise<List>
  /**
   * Delete a list and none of its members; refused while a campaign or workflow uses it, unless forced.
   * `restoreList` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteListInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one list; a static one has the members that it had.
   * Needs `write`.
   */
  restore(input: RestoreListInput, options?: CallOptions): Promise<List>
  /**
   * List the members of a list with the times at which they joined, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  members(input: ListListMembersInput, options?: CallOptions): Promise<ListListMembersAnswer>
  /** Every item of every page of `members`, page after page. */
  membersAll(input: ListListMembersInput, options?: CallOptions): AsyncGenerator<ListListMembersAnswer['members'][number], undefined>
  /**
   * Add records to a static list, by ids or by a filter; more than 5,000 are a job.
   * Takes up to 5000 ids. `dry_run` tells what it would do. Needs `write`.
   */
  addMembers(input: AddListMembersInput, options?: CallOptions): Promise<AddListMembersAnswer>
  /**
   * Take records out of a static list.
   * Takes up to 5000 ids. Needs `write`.
   */
  removeMembers(input: RemoveListMembersInput, options?: CallOptions): Promise<RemoveListMembersAnswer>
  /**
   * Count what a filter finds and show some of it, before a list is made of it.
   * Needs `read`.
   */
  preview(input: PreviewListInput, options?: CallOptions): Promise<PreviewListAnswer>
}

/** `crm.tags`. */
export interface TagsMethods {
  /**
   * List tags and how many records of each object have them.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListTagsInput, options?: CallOptions): Promise<ListTagsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListTagsInput, options?: CallOptions): AsyncGenerator<ListTagsAnswer['tags'][number], undefined>
  /**
   * Make a tag with a color before any record has it.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateTagInput, options?: CallOptions): Promise<TagAnswer>
  /**
   * Rename a tag in all records, or change its color; tells of each record only when asked.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateTagInput, options?: CallOptions): Promise<TagAnswer>
  /**
   * Delete a tag and take it from all records.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteTagInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Add and remove tags on many records of one object, by ids or by a filter; more than 500 are a job.
   * Takes up to 5000 ids. `dry_run` tells what it would do. Needs `write`.
   */
  assign(input: AssignTagsInput, options?: CallOptions): Promise<AssignTagsAnswer>
}

/** `crm.properties`. */
export interface PropertiesMethods {
  /**
   * List the standard and custom properties of an object: type, options, group, what identifies a person.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input: ListPropertiesInput, options?: CallOptions): Promise<ListPropertiesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input: ListPropertiesInput, options?: CallOptions): AsyncGenerator<Property, undefined>
  /**
   * Define a custom property of an object; values that records have under its name already are brought into its type.
   * Needs `write`, an administrator and a key with `administration` (or a session).
   */
  create(input: CreatePropertyInput, options?: CallOptions): Promise<Property>
  /**
   * Read one property of an object and what names it in its conditions.
   * Needs `read`.
   */
  get(input: GetPropertyInput, options?: CallOptions): Promise<Property>
  /**
   * Change label, options or validation of a custom property; a renamed option is renamed in all records.
   * What is left out stays. Needs `write`, an administrator and a key with `administration` (or a session).
   */
  update(input: UpdatePropertyInput, options?: CallOptions): Promise<Property>
  /**
   * Archive a custom property: its name is free at once, its values are kept for 90 days.
   * Needs `delete`, an administrator and a key with `administration` (or a session).
   */
  delete(input: DeletePropertyInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.reports`. */
export interface ReportsMethods {
  /**
   * List reports, filtered and sorted, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListReportsInput, options?: CallOptions): Promise<ListReportsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListReportsInput, options?: CallOptions): AsyncGenerator<Report, undefined>
  /**
   * Save a report: records, filter, groups, measures, period and chart.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateReportInput, options?: CallOptions): Promise<Report>
  /**
   * Read one report.
   * Needs `read`.
   */
  get(input: GetReportInput, options?: CallOptions): Promise<Report>
  /**
   * Change fields of one report.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateReportInput, options?: CallOptions): Promise<Report>
  /**
   * Delete one report (softly: it can be restored).
   * `restoreReport` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteReportInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one report.
   * Needs `write`.
   */
  restore(input: RestoreReportInput, options?: CallOptions): Promise<Report>
  /**
   * Answer a saved report, for its own or another period, as JSON or CSV.
   * Needs `read`.
   */
  run(input: RunReportInput, options?: CallOptions): Promise<ReportAnswer>
  /**
   * Count, sum and average records or their lines by up to three fields, also of related records, and by day, week, month or year.
   * Needs `read`.
   */
  query(input: QueryReportInput, options?: CallOptions): Promise<ReportAnswer>
}

/** `crm.exports`. */
export interface ExportsMethods {
  /**
   * Write records of one type, the members of a list or the answer of a report to a CSV, XLSX or JSONL file, as a job; no cell is a formula.
   * Needs `read`.
   */
  create(input?: CreateExportInput, options?: CallOptions): Promise<Export>
  /**
   * Read the state and progress of one export, and where its file is once it is done.
   * Needs `read`.
   */
  get(input: GetExportInput, options?: CallOptions): Promise<Export>
  /**
   * Read the file of one export, piece by piece, for 7 days after it was written.
   * Needs `read`.
   */
  download(input: DownloadExportInput, options?: CallOptions): Promise<Download>
}

/** `crm.analytics`. */
export interface AnalyticsMethods {
  /**
   * Compare the key figures of a period with the one before: contacts, deals, wins, activities, revenue, open pipeline.
   * Needs `read`.
   */
  overview(input?: GetAnalyticsOverviewInput, options?: CallOptions): Promise<AnalyticsOverview>
  /**
   * Read the open and weighted value of a pipeline by stage and owner, now or as it was at the end of any day.
   * Needs `read`.
   */
  pipeline(input?: GetPipelineAnalyticsInput, options?: CallOptions): Promise<PipelineAnalytics>
  /**
   * Explain how a pipeline changed between two days, to the cent: created, won, lost, moved, increased and decreased.
   * Needs `read`.
   */
  pipelineChanges(input?: GetPipelineChangesInput, options?: CallOptions): Promise<PipelineChanges>
  /**
   * Forecast by month of closing: won, commit, best case, pipeline and weighted amounts, against a goal.
   * Needs `read`.
   */
  forecast(input?: GetForecastInput, options?: CallOptions): Promise<Forecast>
  /**
   * See how many deals of a period reached each stage, went on from it or were lost there.
   * Needs `read`.
   */
  funnel(input?: GetFunnelInput, options?: CallOptions): Promise<Funnel>
  /**
   * Measure win rate, average amount, days to the win, days per stage and sales velocity of a period.
   * Needs `read`.
   */
  velocity(input?: GetSalesVelocityInput, options?: CallOptions): Promise<SalesVelocity>
  /**
   * Compare won and lost deals of a period by reason, competitor, source and owner.
   * Needs `read`.
   */
  winLoss(input?: GetWinLossInput, options?: CallOptions): Promise<WinLoss>
  /**
   * Follow contacts by month of creation to their first win, or customers by month of first invoice and revenue.
   * Needs `read`.
   */
  cohorts(input?: GetCohortsInput, options?: CallOptions): Promise<Cohorts>
  /**
   * Rank owners by won amount, won deals, activities, meetings or calls of a period.
   * Needs `read`.
   */
  leaderboard(input?: GetLeaderboardInput, options?: CallOptions): Promise<Leaderboard>
  /**
   * Count the activities of a period by type, owner, day and outcome of calls.
   * Needs `read`.
   */
  activity(input?: GetActivityAnalyticsInput, options?: CallOptions): Promise<ActivityAnalytics>
  /**
   * Count contacts by lifecycle stage and source, and how they went from stage to stage in a period.
   * Needs `read`.
   */
  lifecycle(input?: GetLifecycleAnalyticsInput, options?: CallOptions): Promise<LifecycleAnalytics>
  /**
   * List open deals that are too long in their stage or past their close date, with the value at risk.
   * Needs `read`.
   */
  stuckDeals(input?: GetStuckDealsInput, options?: CallOptions): Promise<StuckDeals>
  /**
   * Sum what was invoiced minus what was credited by month, company, product, owner and currency.
   * Needs `read`.
   */
  revenue(input?: GetRevenueAnalyticsInput, options?: CallOptions): Promise<RevenueAnalytics>
  /**
   * See what customers owe by age, the days of sales outstanding, and the top debtors.
   * Needs `read`.
   */
  receivables(input?: GetReceivablesInput, options?: CallOptions): Promise<Receivables>
  /**
   * Sum quantity and revenue by sku, brand and category, and find customers who stopped buying.
   * Needs `read`.
   */
  products(input?: GetProductAnalyticsInput, options?: CallOptions): Promise<ProductAnalytics>
  /**
   * Count e-mails of a period delivered, opened, clicked, answered, unsubscribed, by campaign, sequence, sender.
   * Needs `read`.
   */
  email(input?: GetEmailAnalyticsInput, options?: CallOptions): Promise<EmailAnalytics>
}

/** `crm.associations`. */
export interface AssociationsMethods {
  /**
   * List the links of a record with what each is to it (partner).
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input: ListAssociationsInput, options?: CallOptions): Promise<ListAssociationsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input: ListAssociationsInput, options?: CallOptions): AsyncGenerator<ListAssociationsAnswer['associations'][number], undefined>
  /**
   * Link two records; `label` says what `to` is to `from`: a partner, the role of a contact of a deal, the parent company.
   * One that is there already is answered as it is. Needs `write`.
   */
  create(input: CreateAssociationInput, options?: CallOptions): Promise<CreateAssociationAnswer>
  /**
   * Remove a link between two records; the records stay.
   * Needs `write`.
   */
  delete(input: DeleteAssociationInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.attachments`. */
export interface AttachmentsMethods {
  /**
   * List the files on a record, newest first.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input: ListAttachmentsInput, options?: CallOptions): Promise<ListAttachmentsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input: ListAttachmentsInput, options?: CallOptions): AsyncGenerator<Attachment, undefined>
  /**
   * Attach a file to a record: send it as the body; its type is checked by its bytes, programs are refused.
   * Needs `write`.
   */
  upload(input: UploadAttachmentInput, options?: CallOptions): Promise<Attachment>
  /**
   * Read name, type and size of one attachment.
   * Needs `read`.
   */
  get(input: GetAttachmentInput, options?: CallOptions): Promise<Attachment>
  /**
   * Read the bytes of one attachment, piece by piece; browsers save it and show none.
   * Needs `read`.
   */
  download(input: DownloadAttachmentInput, options?: CallOptions): Promise<Download>
  /**
   * Rename one attachment.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateAttachmentInput, options?: CallOptions): Promise<Attachment>
  /**
   * Delete one attachment (softly: it can be restored for 30 days).
   * `restoreAttachment` brings it back, unless it was purged. Needs `delete`.
   */
  delete(input: DeleteAttachmentInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Undo the delete of one attachment.
   * Needs `write`.
   */
  restore(input: RestoreAttachmentInput, options?: CallOptions): Promise<Attachment>
}

/** `crm.merges`. */
export interface MergesMethods {
  /**
   * List merges of records, newest first.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListMergesInput, options?: CallOptions): Promise<ListMergesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListMergesInput, options?: CallOptions): AsyncGenerator<ListMergesAnswer['merges'][number], undefined>
  /**
   * Split a merge again: every record and reference is as it was before, but for what was changed since.
   * Needs `write` and a user who sees all.
   */
  undo(input: UndoMergeInput, options?: CallOptions): Promise<UndoMergeAnswer>
}

/** `crm.sync`. */
export interface SyncMethods {
  /**
   * Push records of an external system under its own field names: they are recognized, matched, created or completed; rejects are listed.
   * Takes up to 5000 records in 32 MiB. Needs `write` and a user who sees all.
   */
  ingest(input?: IngestRecordsInput, options?: CallOptions): Promise<IngestRecordsAnswer>
  /**
   * Push records of several objects under the canonical field names in one call; records to which others refer are stored first.
   * The body may have 32 MiB. Needs `write` and a user who sees all.
   */
  import(input: ImportRecordsInput, options?: CallOptions): Promise<ImportRecordsAnswer>
  /**
   * See what an ingest would do with records: how each column is read, what else it may be and why, and what becomes of each record; writes nothing.
   * Takes up to 5000 records in 32 MiB. Needs `write` and a user who sees all.
   */
  preview(input?: PreviewIngestInput, options?: CallOptions): Promise<PreviewIngestAnswer>
  /**
   * List the source field names that are recognized, by object, language and product.
   * Needs `read` and a user who sees all.
   */
  vocabulary(input?: GetSyncVocabularyInput, options?: CallOptions): Promise<SyncVocabulary>
  /**
   * List the batches, newest first, with how many records were created, updated, unchanged and rejected.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  runs(input?: ListSyncRunsInput, options?: CallOptions): Promise<ListSyncRunsAnswer>
  /** Every item of every page of `runs`, page after page. */
  runsAll(input?: ListSyncRunsInput, options?: CallOptions): AsyncGenerator<SyncRun, undefined>
  /**
   * Read one batch: counts, samples of rejects, and which source field was read as which field, by which rule.
   * Needs `read` and a user who sees all.
   */
  run(input: GetSyncRunInput, options?: CallOptions): Promise<SyncRun>
  /**
   * Read the rejects of one batch again, after the mapping, the settings or the data that they need were corrected.
   * Needs `write` and a user who sees all.
   */
  replay(input: ReplaySyncRunInput, options?: CallOptions): Promise<IngestRecordsAnswer>
  /**
   * List all rejects of one batch with code, field, reason and the record as it was sent.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  rejects(input: ListSyncRejectsInput, options?: CallOptions): Promise<ListSyncRejectsAnswer>
  /** Every item of every page of `rejects`, page after page. */
  rejectsAll(input: ListSyncRejectsInput, options?: CallOptions): AsyncGenerator<ListSyncRejectsAnswer['rejects'][number], undefined>
}

/** `crm.dataSources`. */
export interface DataSourcesMethods {
  /**
   * List the systems that push records, with their last run and share of rejects.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListDataSourcesInput, options?: CallOptions): Promise<ListDataSourcesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListDataSourcesInput, options?: CallOptions): AsyncGenerator<DataSource, undefined>
  /**
   * Read one system that pushes records: settings, field mapping, and per object how many records came and how they were understood.
   * Needs `read` and a user who sees all.
   */
  get(input: GetDataSourceInput, options?: CallOptions): Promise<DataSource>
  /**
   * Register a system before its first batch, with the settings by which its dates, numbers, currency and columns are read.
   * Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  create(input: CreateDataSourceInput, options?: CallOptions): Promise<ListedDataSource>
  /**
   * Change the settings by which dates, numbers, currency and columns of a system are read, from the next batch on.
   * What is left out stays. Needs `write`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  update(input: UpdateDataSourceInput, options?: CallOptions): Promise<ListedDataSource>
  /**
   * Detach a system: its records stay, its keys may push for another one; on request its external ids are dropped.
   * Needs `delete`, an administrator, a key with `administration` (or a session) and a user who sees all.
   */
  delete(input: DeleteDataSourceInput, options?: CallOptions): Promise<DeleteDataSourceAnswer>
}

/** `crm.imports`. */
export interface ImportsMethods {
  /**
   * List the files that were uploaded, newest first, with their state and counts.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListImportsInput, options?: CallOptions): Promise<ListImportsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListImportsInput, options?: CallOptions): AsyncGenerator<Import, undefined>
  /**
   * Read the state of one import: progress, counts, and what each column is taken for.
   * Needs `read` and a user who sees all.
   */
  get(input: GetImportInput, options?: CallOptions): Promise<Import>
  /**
   * Upload a file of records (CSV, XLSX or JSON): columns, encoding and delimiter are detected; nothing is stored as a record yet.
   * The body may have 32 MiB. Needs `write` and a user who sees all.
   */
  create(input: CreateImportInput, options?: CallOptions): Promise<Import>
  /**
   * Change how an uploaded file is understood: mapping of columns, match keys, mode and formats; answers what the columns mean then.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateImportInput, options?: CallOptions): Promise<Import>
  /**
   * Store the records of an uploaded file, as a job; a dry run answers the outcome and writes nothing.
   * `dry_run` tells what it would do. Needs `write` and a user who sees all.
   */
  start(input: StartImportInput, options?: CallOptions): Promise<StartImportAnswer>
  /**
   * Stop an import after the rows that are being stored; what is stored stays, and can be reverted.
   * Needs `write` and a user who sees all.
   */
  cancel(input: CancelImportInput, options?: CallOptions): Promise<Import>
  /**
   * List the rejected rows, with code, field and reason; as a CSV file on request.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  errors(input: ListImportErrorsInput, options?: CallOptions): Promise<ListImportErrorsAnswer>
  /** Every item of every page of `errors`, page after page. */
  errorsAll(input: ListImportErrorsInput, options?: CallOptions): AsyncGenerator<ListImportErrorsAnswer['errors'][number], undefined>
  /**
   * Undo an import, as a job: delete the records that it created, restore the values that it changed and nobody changed since.
   * Needs `delete` and a user who sees all.
   */
  revert(input: RevertImportInput, options?: CallOptions): Promise<Import>
}

/** `crm.events`. */
export interface EventsMethods {
  /**
   * List what happened, newest first, or poll it oldest first without missing an event.
   * Pages of 50, at most 500. Needs `read`.
   */
  list(input?: ListEventsInput, options?: CallOptions): Promise<ListEventsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListEventsInput, options?: CallOptions): AsyncGenerator<Event, undefined>
  /**
   * Read one event with the deliveries and the enrollments in workflows that it caused.
   * Needs `read`.
   */
  get(input: GetEventInput, options?: CallOptions): Promise<Event>
  /**
   * Follow the event log as it grows, from an event id on, without missing an event (server-sent events; resumes by Last-Event-ID).
   * Needs `read`.
   */
  stream(input?: StreamEventsInput, options?: CallOptions): Promise<AsyncGenerator<Streamed<Event>, undefined>>
}

/** `crm.search`. */
export interface SearchMethods {
  /**
   * Find contacts, companies, deals, quotes, products and invoices by words, the best match first.
   * Needs `read`.
   */
  all(input: SearchAllInput, options?: CallOptions): Promise<SearchAllAnswer>
  /**
   * Find records by an identity: e-mail, domain, phone, external id, code or number.
   * Needs `read`.
   */
  resolve(input?: ResolveRecordsInput, options?: CallOptions): Promise<ResolveRecordsAnswer>
}

/** `crm.webhooks`. */
export interface WebhooksMethods {
  /**
   * List the webhooks of the organization, newest first.
   * Pages of 50, at most 200. Needs `webhooks` and a user who sees all.
   */
  list(input?: ListWebhooksInput, options?: CallOptions): Promise<ListWebhooksAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListWebhooksInput, options?: CallOptions): AsyncGenerator<Webhook, undefined>
  /**
   * Subscribe an https address to event types; the answer carries the signing secret, which the caller must store.
   * Needs `webhooks` and a user who sees all.
   */
  create(input: CreateWebhookInput, options?: CallOptions): Promise<ListedWebhook>
  /**
   * Read one webhook with its success rate of the last 24 hours.
   * Needs `webhooks` and a user who sees all.
   */
  get(input: GetWebhookInput, options?: CallOptions): Promise<Webhook>
  /**
   * Change a webhook; when it is activated again, its failure counter is reset and held deliveries are sent.
   * What is left out stays. Needs `webhooks` and a user who sees all.
   */
  update(input: UpdateWebhookInput, options?: CallOptions): Promise<ListedWebhook>
  /**
   * Delete a webhook with its log and cancel its waiting deliveries.
   * Needs `webhooks` and a user who sees all.
   */
  delete(input: DeleteWebhookInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Send a sample payload marked `test: true` now and show what the endpoint answered.
   * Needs `webhooks` and a user who sees all.
   */
  test(input: TestWebhookInput, options?: CallOptions): Promise<WebhookAnswer>
  /**
   * Give a webhook a new signing secret; for 24 hours the old one signs too, in the header webhook-signature.
   * Needs `webhooks` and a user who sees all.
   */
  rotateSecret(input: RotateWebhookSecretInput, options?: CallOptions): Promise<ListedWebhook>
  /**
   * Send a webhook every event that it subscribes to again, since an event or a time, for instance after an outage.
   * The work goes on after the answer: `getJob` tells how far it is. Needs `webhooks` and a user who sees all.
   */
  replay(input: ReplayWebhookEventsInput, options?: CallOptions): Promise<Job>
  /**
   * Read the delivery log of a webhook: its last 50 attempts, newest first.
   * Needs `webhooks` and a user who sees all.
   */
  deliveries(input: ListWebhookDeliveriesInput, options?: CallOptions): Promise<ListWebhookDeliveriesAnswer>
  /**
   * Send a logged delivery again now: same payload, same delivery id, next attempt number.
   * Needs `webhooks` and a user who sees all.
   */
  redeliver(input: RedeliverWebhookInput, options?: CallOptions): Promise<WebhookAnswer>
}

/** `crm.hooks`. */
export interface HooksMethods {
  /**
   * Subscribe the address of an automation platform to one or several event types.
   * Needs `webhooks` and a user who sees all.
   */
  create(input?: CreateHookInput, options?: CallOptions): Promise<CreateHookAnswer>
  /**
   * End the subscription of an automation platform.
   * Needs `webhooks` and a user who sees all.
   */
  delete(input: DeleteHookInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Show one example delivery of an event type, built from the latest matching record.
   * Needs `webhooks` and a user who sees all.
   */
  sample(input?: GetHookSampleInput, options?: CallOptions): Promise<GetHookSampleAnswer>
}

/** `crm.mailboxes`. */
export interface MailboxesMethods {
  /**
   * List the connected mailboxes with their state, limits and what they have sent.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListMailboxesInput, options?: CallOptions): Promise<ListMailboxesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListMailboxesInput, options?: CallOptions): AsyncGenerator<Mailbox, undefined>
  /**
   * Connect a mailbox: SMTP to send, IMAP to read; its secrets are never shown again.
   * Needs `write`.
   */
  create(input: CreateMailboxInput, options?: CallOptions): Promise<Mailbox>
  /**
   * Read one mailbox.
   * Needs `read`.
   */
  get(input: GetMailboxInput, options?: CallOptions): Promise<Mailbox>
  /**
   * Change a mailbox, disable it, or make it the default one.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateMailboxInput, options?: CallOptions): Promise<Mailbox>
  /**
   * Disconnect a mailbox; its messages stay, and those that wait for it fail.
   * Needs `delete`.
   */
  delete(input: DeleteMailboxInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Connect and sign in, step by step, and say what fails; nothing is sent.
   * Needs `write`.
   */
  test(input: TestMailboxInput, options?: CallOptions): Promise<TestMailboxAnswer>
  /**
   * Read a mailbox now instead of when it is due.
   * Needs `write`.
   */
  sync(input: SyncMailboxInput, options?: CallOptions): Promise<SyncMailboxAnswer>
  /**
   * List messages of the last 30 days that could not be stored, and reports on no message that is known.
   * Pages of 50, at most 200. Needs `read`, an administrator and a key with `administration` (or a session).
   */
  leftovers(input: ListMailboxLeftoversInput, options?: CallOptions): Promise<ListMailboxLeftoversAnswer>
  /** Every item of every page of `leftovers`, page after page. */
  leftoversAll(input: ListMailboxLeftoversInput, options?: CallOptions): AsyncGenerator<ListMailboxLeftoversAnswer['leftovers'][number], undefined>
}

/** `crm.suppressions`. */
export interface SuppressionsMethods {
  /**
   * List the addresses and domains to which nothing is sent: unsubscribed, bounced, complained, blocked by hand.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListSuppressionsInput, options?: CallOptions): Promise<ListSuppressionsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListSuppressionsInput, options?: CallOptions): AsyncGenerator<ListSuppressionsAnswer['suppressions'][number], undefined>
  /**
   * Block an address or a domain, of any kind, so that the list of another system can be brought along.
   * One that is there already is answered as it is. Needs `write` and a user who sees all.
   */
  add(input: AddSuppressionInput, options?: CallOptions): Promise<AddSuppressionAnswer>
  /**
   * Remove a block; the audit log tells who did.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteSuppressionInput, options?: CallOptions): Promise<DeleteAnswer>
}

/** `crm.emails`. */
export interface EmailsMethods {
  /**
   * List sent and received e-mails, by contact, deal, campaign, sequence, conversation or state; without their bodies.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListEmailsInput, options?: CallOptions): Promise<ListEmailsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListEmailsInput, options?: CallOptions): AsyncGenerator<Email, undefined>
  /**
   * Send one e-mail to a contact or to addresses, with template, merge tags and tracking; it is queued and leaves at once.
   * The body may have 32 MiB. Needs `write`.
   */
  send(input?: SendEmailInput, options?: CallOptions): Promise<Email>
  /**
   * Read one e-mail with its bodies, opens and clicks.
   * Needs `read`.
   */
  get(input: GetEmailInput, options?: CallOptions): Promise<Email>
  /**
   * Cancel a queued e-mail.
   * Needs `write`.
   */
  cancel(input: CancelEmailInput, options?: CallOptions): Promise<Email>
  /**
   * Send an uncertain e-mail again, with the same Message-ID.
   * Needs `write`.
   */
  resend(input: ResendEmailInput, options?: CallOptions): Promise<Email>
  /**
   * Say of uncertain e-mails that they were sent, failed, or are to be sent again.
   * Takes up to 1000 ids. Needs `write`.
   */
  resolve(input: ResolveEmailsInput, options?: CallOptions): Promise<ResolveEmailsAnswer>
  /**
   * Tell what a relay reports of a message: bounced, delayed, delivered, or called spam.
   * Needs `write` and a user who sees all.
   */
  recordFeedback(input: RecordEmailFeedbackInput, options?: CallOptions): Promise<RecordEmailFeedbackAnswer>
}

/** `crm.tracking`. */
export interface TrackingMethods {
  /**
   * Tell of pages that visitors opened, up to 100; of known visitors each visit is counted and told once, at its start.
   * Needs `write`. A widget-only key is enough, too.
   */
  track(input: TrackVisitsInput, options?: CallOptions): Promise<TrackVisitsAnswer>
  /**
   * Tie a visitor to a contact, and count the visits so far; widget-only keys need the signature of the host application.
   * Needs `write`. A widget-only key is enough, too.
   */
  identify(input: IdentifyVisitorInput, options?: CallOptions): Promise<IdentifyVisitorAnswer>
  /**
   * List the pages of the web site that visitors opened, by contact, company, address and period.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListVisitsInput, options?: CallOptions): Promise<ListVisitsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListVisitsInput, options?: CallOptions): AsyncGenerator<ListVisitsAnswer['visits'][number], undefined>
  /**
   * The script for a web site, the sites that may use it, and for administrators the secret by which it says who visits.
   * Needs `read`.
   */
  snippet(input?: GetTrackingSnippetInput, options?: CallOptions): Promise<TrackingSnippet>
}

/** `crm.forms`. */
export interface FormsMethods {
  /**
   * List forms with what is counted of them, page by page.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListFormsInput, options?: CallOptions): Promise<ListFormsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListFormsInput, options?: CallOptions): AsyncGenerator<Form, undefined>
  /**
   * Create a form: its fields with the record fields that they fill, the text of the consent, and what follows a submission.
   * Changes the one that it matches. Needs `write` and a user who sees all.
   */
  create(input: CreateFormInput, options?: CallOptions): Promise<Form>
  /**
   * Read one form: its definition, its address and how it is put into a site.
   * Needs `read` and a user who sees all.
   */
  get(input: GetFormInput, options?: CallOptions): Promise<Form>
  /**
   * Change a form; what was sent stays as it is.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateFormInput, options?: CallOptions): Promise<Form>
  /**
   * Delete a form; its page and its scripts stop working, what was sent stays.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteFormInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * List what was sent with a form and the contact that each made or found; what was taken for spam with `status=spam`.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  listSubmissions(input: ListFormSubmissionsInput, options?: CallOptions): Promise<ListFormSubmissionsAnswer>
  /** Every item of every page of `listSubmissions`, page after page. */
  listSubmissionsAll(input: ListFormSubmissionsInput, options?: CallOptions): AsyncGenerator<ListFormSubmissionsAnswer['submissions'][number], undefined>
  /**
   * Send a form, as a server or as a site with a widget-only key; makes or completes contact, company and deal.
   * One that is there already is answered as it is. Needs `write`. A widget-only key is enough, too.
   */
  submit(input: SubmitFormInput, options?: CallOptions): Promise<SubmitFormAnswer>
  /**
   * Work a submission that was taken for spam, as if it had just come.
   * Needs `write` and a user who sees all.
   */
  acceptSubmission(input: AcceptFormSubmissionInput, options?: CallOptions): Promise<AcceptFormSubmissionAnswer>
}

/** `crm.inboundWebhooks`. */
export interface InboundWebhooksMethods {
  /**
   * List the addresses at which other systems tell something, with what is counted of their requests.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListInboundWebhooksInput, options?: CallOptions): Promise<ListInboundWebhooksAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListInboundWebhooksInput, options?: CallOptions): AsyncGenerator<ListInboundWebhooksAnswer['inbound_webhooks'][number], undefined>
  /**
   * Create an address at which another system tells something: how it signs, and what is made of it.
   * Changes the one that it matches. Needs `write` and a user who sees all.
   */
  create(input: CreateInboundWebhookInput, options?: CallOptions): Promise<InboundWebhookAnswer>
  /**
   * Change mapping and signature, rotate the secret, or switch it off.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateInboundWebhookInput, options?: CallOptions): Promise<InboundWebhookAnswer>
  /**
   * Delete the address; what it received is kept for 30 days.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteInboundWebhookInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * List what was received in the last 30 days, without secrets: what was made of it, or why it failed.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  listRequests(input: ListInboundRequestsInput, options?: CallOptions): Promise<ListInboundRequestsAnswer>
  /** Every item of every page of `listRequests`, page after page. */
  listRequestsAll(input: ListInboundRequestsInput, options?: CallOptions): AsyncGenerator<ListInboundRequestsAnswer['requests'][number], undefined>
  /**
   * Work what was received once more, with the mapping as it is now; the same record is completed.
   * Needs `write` and a user who sees all.
   */
  replay(input: ReplayInboundRequestInput, options?: CallOptions): Promise<ReplayInboundRequestAnswer>
}

/** `crm.workflows`. */
export interface WorkflowsMethods {
  /**
   * List workflows with state, trigger, last run and error rate, page by page.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListWorkflowsInput, options?: CallOptions): Promise<ListWorkflowsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListWorkflowsInput, options?: CallOptions): AsyncGenerator<Workflow, undefined>
  /**
   * Read one workflow: its published definition, and its draft where that differs.
   * Needs `read` and a user who sees all.
   */
  get(input: GetWorkflowInput, options?: CallOptions): Promise<Workflow>
  /**
   * Create a draft: triggers, conditions, steps and how it enrolls, or one of the recipes.
   * Changes the one that it matches. Needs `write` and a user who sees all.
   */
  create(input?: CreateWorkflowInput, options?: CallOptions): Promise<Workflow>
  /**
   * Edit the draft; active runs stay on their version.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateWorkflowInput, options?: CallOptions): Promise<Workflow>
  /**
   * Delete a workflow and stop its runs.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteWorkflowInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Check a definition: unknown fields, missing configuration, unreachable steps, loops; each with its place and what was meant.
   * Needs `read` and a user who sees all.
   */
  validate(input?: ValidateWorkflowInput, options?: CallOptions): Promise<ValidateWorkflowAnswer>
  /**
   * Publish the draft as a new version, or go on after a pause.
   * Needs `write` and a user who sees all.
   */
  activate(input: ActivateWorkflowInput, options?: CallOptions): Promise<Workflow>
  /**
   * Enroll nothing more; runs freeze before their next step until it is activated again.
   * Needs `write` and a user who sees all.
   */
  pause(input: PauseWorkflowInput, options?: CallOptions): Promise<Workflow>
  /**
   * Copy a workflow as a draft.
   * Needs `write` and a user who sees all.
   */
  duplicate(input: DuplicateWorkflowInput, options?: CallOptions): Promise<Workflow>
  /**
   * Enroll records by id, list or filter, whatever the conditions say; more than 5,000 are a job.
   * Takes up to 20000 ids. `dry_run` tells what it would do. Needs `write` and a user who sees all.
   */
  enroll(input: EnrollInWorkflowInput, options?: CallOptions): Promise<EnrollInWorkflowAnswer>
  /**
   * Try a workflow on a record: every step it would do, its texts, branches, calls and events; nothing is written or sent.
   * Needs `read` and a user who sees all.
   */
  test(input: TestWorkflowInput, options?: CallOptions): Promise<TestWorkflowAnswer>
  /**
   * Show whom a workflow would have enrolled in the last days, with counts per step; nothing is written or sent.
   * Needs `read` and a user who sees all.
   */
  simulate(input: SimulateWorkflowInput, options?: CallOptions): Promise<SimulateWorkflowAnswer>
  /**
   * List ready workflows, each with the values that it takes; `POST /workflows` with `recipe` makes one.
   * Needs `read` and a user who sees all.
   */
  recipes(input?: ListWorkflowRecipesInput, options?: CallOptions): Promise<ListWorkflowRecipesAnswer>
  /**
   * List the published versions with their authors and differences, the newest first.
   * Needs `read` and a user who sees all.
   */
  versions(input: ListWorkflowVersionsInput, options?: CallOptions): Promise<ListWorkflowVersionsAnswer>
  /**
   * Make an old version the draft.
   * Needs `write` and a user who sees all.
   */
  restoreVersion(input: RestoreWorkflowVersionInput, options?: CallOptions): Promise<Workflow>
  /**
   * Count the runs of a workflow by state and step, what was dropped and why, and the ways of its A/B splits.
   * Needs `read` and a user who sees all.
   */
  stats(input: GetWorkflowStatsInput, options?: CallOptions): Promise<WorkflowStats>
}

/** `crm.workflowRuns`. */
export interface WorkflowRunsMethods {
  /**
   * List runs of workflows by workflow, record and state, page by page.
   * Pages of 50, at most 200. Needs `read` and a user who sees all.
   */
  list(input?: ListWorkflowRunsInput, options?: CallOptions): Promise<ListWorkflowRunsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListWorkflowRunsInput, options?: CallOptions): AsyncGenerator<WorkflowRun, undefined>
  /**
   * Read one run step by step: inputs, outputs, waits, errors and the events that each step made.
   * Needs `read` and a user who sees all.
   */
  get(input: GetWorkflowRunInput, options?: CallOptions): Promise<WorkflowRun>
  /**
   * Stop a run that has not ended.
   * Needs `write` and a user who sees all.
   */
  cancel(input: CancelWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Go on with a failed run from the step that failed, in its version or another; completed steps are not repeated.
   * Needs `write` and a user who sees all.
   */
  retry(input: RetryWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Hold one run before its next step.
   * Needs `write` and a user who sees all.
   */
  freeze(input: FreezeWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Go on with a held run.
   * Needs `write` and a user who sees all.
   */
  resume(input: ResumeWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * End the wait of a run now, as its timeout would.
   * Needs `write` and a user who sees all.
   */
  skipWait(input: SkipWorkflowWaitInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Start a new run of the same record from a step.
   * Needs `write` and a user who sees all.
   */
  fork(input: ForkWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Start a new run of the same record from the first step.
   * Needs `write` and a user who sees all.
   */
  restart(input: RestartWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Take a run to another version of its workflow: to the same step, else to the next one that the version has.
   * Needs `write` and a user who sees all.
   */
  migrate(input: MigrateWorkflowRunInput, options?: CallOptions): Promise<ListedWorkflowRun>
  /**
   * Cancel, retry, freeze, resume, skip the wait of or migrate many runs, by ids or by workflow and state.
   * Takes up to 1000 ids. Needs `write` and a user who sees all.
   */
  changeMany(input: ChangeWorkflowRunsInput, options?: CallOptions): Promise<ChangeWorkflowRunsAnswer>
}

/** `crm.emailTemplates`. */
export interface EmailTemplatesMethods {
  /**
   * List e-mail templates, page by page, without their bodies.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListEmailTemplatesInput, options?: CallOptions): Promise<ListEmailTemplatesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListEmailTemplatesInput, options?: CallOptions): AsyncGenerator<EmailTemplate, undefined>
  /**
   * Read one e-mail template, with its bodies, its tags and what sends it.
   * Needs `read`.
   */
  get(input: GetEmailTemplateInput, options?: CallOptions): Promise<EmailTemplate>
  /**
   * Create an e-mail template; unknown merge tags are refused with the nearest known ones, a missing text is made of the HTML.
   * Changes the one that it matches. Needs `write`.
   */
  create(input: CreateEmailTemplateInput, options?: CallOptions): Promise<EmailTemplate>
  /**
   * Change an e-mail template; what is queued keeps the version with which it was made.
   * What is left out stays. Needs `write`.
   */
  update(input: UpdateEmailTemplateInput, options?: CallOptions): Promise<EmailTemplate>
  /**
   * Delete an e-mail template; refused with its uses while something sends it, unless it is forced.
   * Needs `delete`.
   */
  delete(input: DeleteEmailTemplateInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Fill in a template or a written text for a contact, a deal or sample data; tells missing values and what readers may stumble over.
   * Needs `read`.
   */
  render(input?: RenderEmailTemplateInput, options?: CallOptions): Promise<RenderEmailTemplateAnswer>
}

/** `crm.sequences`. */
export interface SequencesMethods {
  /**
   * List sequences with what is counted of their enrollments, page by page.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListSequencesInput, options?: CallOptions): Promise<ListSequencesAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListSequencesInput, options?: CallOptions): AsyncGenerator<Sequence, undefined>
  /**
   * Read one sequence with its steps.
   * Needs `read`.
   */
  get(input: GetSequenceInput, options?: CallOptions): Promise<Sequence>
  /**
   * Create a sequence with its steps, as a draft.
   * Changes the one that it matches. Needs `write` and a user who sees all.
   */
  create(input: CreateSequenceInput, options?: CallOptions): Promise<Sequence>
  /**
   * Change a sequence or replace its steps; running enrollments keep their version.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateSequenceInput, options?: CallOptions): Promise<Sequence>
  /**
   * Delete a sequence and end its enrollments.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteSequenceInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Start to enroll contacts, or go on after a pause: what fell due meanwhile is done in order.
   * Needs `write` and a user who sees all.
   */
  activate(input: ActivateSequenceInput, options?: CallOptions): Promise<Sequence>
  /**
   * Hold all steps of a sequence, and enroll nobody.
   * Needs `write` and a user who sees all.
   */
  pause(input: PauseSequenceInput, options?: CallOptions): Promise<Sequence>
  /**
   * Take running enrollments to the newest steps, each to the step that it stands at.
   * Needs `write` and a user who sees all.
   */
  migrate(input: MigrateSequenceEnrollmentsInput, options?: CallOptions): Promise<MigrateSequenceEnrollmentsAnswer>
  /**
   * List who is where in a sequence, what comes next, or why it ended.
   * Pages of 50, at most 200. Needs `read`.
   */
  enrollments(input: ListSequenceEnrollmentsInput, options?: CallOptions): Promise<ListSequenceEnrollmentsAnswer>
  /** Every item of every page of `enrollments`, page after page. */
  enrollmentsAll(input: ListSequenceEnrollmentsInput, options?: CallOptions): AsyncGenerator<ListSequenceEnrollmentsAnswer['enrollments'][number], undefined>
  /**
   * Enroll contacts by id, list or filter; says of each why not; more than 5,000 are a job.
   * Takes up to 20000 ids. `dry_run` tells what it would do. Needs `write`.
   */
  enroll(input: EnrollInSequenceInput, options?: CallOptions): Promise<EnrollInSequenceAnswer>
  /**
   * Hold the enrollment of one contact.
   * Needs `write`.
   */
  pauseEnrollment(input: PauseEnrollmentInput, options?: CallOptions): Promise<EnrollmentAnswer>
  /**
   * Let the enrollment of one contact go on.
   * Needs `write`.
   */
  resumeEnrollment(input: ResumeEnrollmentInput, options?: CallOptions): Promise<EnrollmentAnswer>
  /**
   * End the enrollment of one contact; what is queued is not sent.
   * Needs `write`.
   */
  unenroll(input: UnenrollFromSequenceInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Count per step and variant what was sent, opened, clicked, answered and bounced, and why enrollments ended.
   * Needs `read`.
   */
  stats(input: GetSequenceStatsInput, options?: CallOptions): Promise<SequenceStats>
}

/** `crm.campaigns`. */
export interface CampaignsMethods {
  /**
   * List campaigns, once sent and recurring, with their state, page by page, without bodies and figures.
   * Pages of 50, at most 200. Needs `read`.
   */
  list(input?: ListCampaignsInput, options?: CallOptions): Promise<ListCampaignsAnswer>
  /** Every item of every page of `list`, page after page. */
  all(input?: ListCampaignsInput, options?: CallOptions): AsyncGenerator<Campaign, undefined>
  /**
   * Read one campaign with its audience and its figures.
   * Needs `read`.
   */
  get(input: GetCampaignInput, options?: CallOptions): Promise<Campaign>
  /**
   * Create a campaign with audience, text and schedule, as a draft; nothing is sent before it is scheduled.
   * Changes the one that it matches. Needs `write` and a user who sees all.
   */
  create(input: CreateCampaignInput, options?: CallOptions): Promise<Campaign>
  /**
   * Change a campaign that is a draft, scheduled or paused; what was begun keeps its texts and its audience.
   * What is left out stays. Needs `write` and a user who sees all.
   */
  update(input: UpdateCampaignInput, options?: CallOptions): Promise<Campaign>
  /**
   * Delete a campaign that is not at work, or end a recurring one.
   * Needs `delete` and a user who sees all.
   */
  delete(input: DeleteCampaignInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Send a campaign at its time, or now; answers how many get it, and why others do not.
   * `dry_run` tells what it would do. Needs `write` and a user who sees all.
   */
  schedule(input: ScheduleCampaignInput, options?: CallOptions): Promise<ScheduleCampaignAnswer>
  /**
   * Hold a campaign that is scheduled or at work.
   * Needs `write` and a user who sees all.
   */
  pause(input: PauseCampaignInput, options?: CallOptions): Promise<Campaign>
  /**
   * Let a paused campaign go on where it was held.
   * Needs `write` and a user who sees all.
   */
  resume(input: ResumeCampaignInput, options?: CallOptions): Promise<Campaign>
  /**
   * Stop a campaign that is scheduled, at work or recurring; what has not left is not sent.
   * Needs `write` and a user who sees all.
   */
  cancel(input: CancelCampaignInput, options?: CallOptions): Promise<Campaign>
  /**
   * Send a campaign to some addresses as a test, marked [Test]; nothing is counted or told.
   * Needs `write` and a user who sees all.
   */
  test(input: TestCampaignInput, options?: CallOptions): Promise<TestCampaignAnswer>
  /**
   * List who gets a campaign, what became of each message, and why some got none.
   * Pages of 50, at most 200. Needs `read`.
   */
  recipients(input: ListCampaignRecipientsInput, options?: CallOptions): Promise<ListCampaignRecipientsAnswer>
  /** Every item of every page of `recipients`, page after page. */
  recipientsAll(input: ListCampaignRecipientsInput, options?: CallOptions): AsyncGenerator<ListCampaignRecipientsAnswer['recipients'][number], undefined>
  /**
   * Subscribe contacts to a recurring campaign; they get its next issue.
   * Takes up to 1000 ids. Needs `write`.
   */
  add(input: AddToCampaignInput, options?: CallOptions): Promise<AddToCampaignAnswer>
  /**
   * Stop a campaign for one contact; what is queued is not sent.
   * Needs `write`.
   */
  remove(input: RemoveFromCampaignInput, options?: CallOptions): Promise<DeleteAnswer>
  /**
   * Count what was sent, delivered, opened, clicked, answered, bounced and unsubscribed, by variant, link and issue.
   * Needs `read`.
   */
  stats(input: GetCampaignStatsInput, options?: CallOptions): Promise<CampaignStats>
}

/** `crm.catalog`. */
export interface CatalogMethods {
  /**
   * Read the accepted values: event types, triggers, actions, conditions, stages, merge tags, periods, scopes, ....
   * Needs no key.
   */
  get(input?: GetCatalogInput, options?: CallOptions): Promise<Catalog>
  /**
   * Read the JSON Schema of one object, such as contact, with the custom properties and allowed values of the organization.
   * Needs `read`.
   */
  schema(input: GetObjectSchemaInput, options?: CallOptions): Promise<ObjectSchema>
}

/** What `getMe` takes. */
export interface GetMeInput {}

/** What `getOrganization` takes. */
export interface GetOrganizationInput {}

/** What `updateOrganization` takes. */
export interface UpdateOrganizationInput {
  /** Name of the organization */
  name?: string
  /** ISO 4217 */
  currency?: string
  /** BCP 47 */
  locale?: string
  /** IANA time zone */
  timezone?: string
  /** Month in which the fiscal year begins, and its quarters with it */
  fiscal_year_start?: number
  /** Local time; empty = always */
  business_hours?: readonly {
    /** Monday = 1 */
    weekday: number
    /** HH:MM */
    from: string
    /** HH:MM */
    to: string
  }[]
  /** Days that are no business days, beside Saturdays and Sundays */
  holidays?: readonly string[]
  /** Whether changes of products and price rules are events; null = no */
  catalog_events?: boolean | null
  /** Who must have a second factor (an authenticator app or a passkey) before they are let in: nobody (`optional`), `administrators` or `everybody`; API keys and tokens of an identity provider outside are not concerned */
  second_factor?: 'optional' | 'administrators' | 'everybody'
  /** Who sells, as the PDFs of documents say it; replaced as a whole */
  seller?: Seller
}

/** What `getOrganizationUsage` takes. */
export interface GetOrganizationUsageInput {}

/** What `listApiKeys` takes. */
export interface ListApiKeysInput {
  /** Records whose name is this */
  name?: string
  /** Revoked keys instead of the others */
  revoked?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listApiKeys` answers. */
export interface ListApiKeysAnswer {
  /** One page of API keys */
  api_keys: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The teammate as whom the key acts; the user who adds it unless given (UUID) */
    user_id: string
    /** What the key is for */
    name: string
    /** First characters of the key, to tell keys apart */
    prefix: string
    /** Until then the key before the last rotation works, too (RFC 3339) */
    previous_until: string | null
    /** What the key may do */
    scopes: ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
    /** For public forms and tracking only; such a key has no scopes */
    widget: boolean
    /** Whether it may administrate, if its user may: users, teams, keys, the organization; only a key that may or a session gives it */
    administration: boolean
    /** When it stops working; null = never; unless given, when the key that makes it does (RFC 3339) */
    expires_at: string | null
    /** Addresses and CIDR blocks from which it works; empty = any; unless given, those of the key that makes it */
    allowed_ips: string[]
    /** Sites whose pages may use it, for widget-only keys; null or empty = any */
    allowed_origins: string[] | null
    /** When it was revoked (RFC 3339) */
    revoked_at: string | null
    /** When it was used last (RFC 3339) */
    last_used_at: string | null
    /** E-mail address of the user who made it */
    created_by: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** Bumps on each write; for `If-Match` */
    version: number
    /** Whether the key works */
    status: 'active' | 'expired' | 'revoked'
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createApiKey` takes. */
export interface CreateApiKeyInput {
  /** The teammate as whom the key acts; the user who adds it unless given (UUID) */
  user_id?: string
  /** What the key is for */
  name: string
  /** For public forms and tracking only; such a key has no scopes (default false) */
  widget?: boolean
  /** Whether it may administrate, if its user may: users, teams, keys, the organization; only a key that may or a session gives it (default false) */
  administration?: boolean
  /** When it stops working; null = never; unless given, when the key that makes it does (RFC 3339) */
  expires_at?: string | null
  /** Addresses and CIDR blocks from which it works; empty = any; unless given, those of the key that makes it (default []) */
  allowed_ips?: readonly string[]
  /** Sites whose pages may use it, for widget-only keys; null or empty = any */
  allowed_origins?: readonly string[] | null
  /** Only scopes that the caller has */
  scopes?: readonly ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
}

/** What `updateApiKey` takes. */
export interface UpdateApiKeyInput {
  /** Identifies one of the api keys (UUID) */
  id: string
  /** What the key is for */
  name?: string
  /** What the key may do */
  scopes?: readonly ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
  /** Whether it may administrate, if its user may: users, teams, keys, the organization; only a key that may or a session gives it */
  administration?: boolean
  /** When it stops working; null = never; unless given, when the key that makes it does (RFC 3339) */
  expires_at?: string | null
  /** Addresses and CIDR blocks from which it works; empty = any; unless given, those of the key that makes it */
  allowed_ips?: readonly string[]
  /** Sites whose pages may use it, for widget-only keys; null or empty = any */
  allowed_origins?: readonly string[] | null
}

/** What `updateApiKey` answers. */
export interface UpdateApiKeyAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The teammate as whom the key acts; the user who adds it unless given (UUID) */
  user_id: string
  /** What the key is for */
  name: string
  /** First characters of the key, to tell keys apart */
  prefix: string
  /** Until then the key before the last rotation works, too (RFC 3339) */
  previous_until: string | null
  /** What the key may do */
  scopes: ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
  /** For public forms and tracking only; such a key has no scopes */
  widget: boolean
  /** Whether it may administrate, if its user may: users, teams, keys, the organization; only a key that may or a session gives it */
  administration: boolean
  /** When it stops working; null = never; unless given, when the key that makes it does (RFC 3339) */
  expires_at: string | null
  /** Addresses and CIDR blocks from which it works; empty = any; unless given, those of the key that makes it */
  allowed_ips: string[]
  /** Sites whose pages may use it, for widget-only keys; null or empty = any */
  allowed_origins: string[] | null
  /** When it was revoked (RFC 3339) */
  revoked_at: string | null
  /** When it was used last (RFC 3339) */
  last_used_at: string | null
  /** E-mail address of the user who made it */
  created_by: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Whether the key works */
  status: 'active' | 'expired' | 'revoked'
}

/** What `revokeApiKey` takes. */
export interface RevokeApiKeyInput {
  /** Identifies one of the api keys (UUID) */
  id: string
}

/** What `rotateApiKey` takes. */
export interface RotateApiKeyInput {
  /** Identifies one of the api keys (UUID) */
  id: string
  /** 0 = the old secret ends at once (default 86400) */
  grace_seconds?: number
}

/** What `getApiKeyUsage` takes. */
export interface GetApiKeyUsageInput {
  /** Identifies one of the api keys (UUID) */
  id: string
  /** How many days, up to today (default 30) */
  days?: number
}

/** What `listAuditLog` takes. */
export interface ListAuditLogInput {
  /** Who: the id or the label (e-mail, name of the key); a user with all of their keys and programs */
  actor?: string
  /** By what they came in */
  actor_type?: 'user' | 'api_key' | 'grant' | 'workflow' | 'sync' | 'form' | 'plugin' | 'system'
  /** What it was done with: contact, deal, order, organization, user, team, api_key, webhook, export, import, merge, job, privacy_request, ... */
  object?: string
  /** Only what was done with this one (UUID) */
  record_id?: string
  /** What was done: created, updated, deleted, restored, purged, rotated, revoked, revealed, downloaded, started, reverted, finished, undone, ... */
  action?: string
  /** Only what was changed by the call that was answered with this id */
  request_id?: string
  /** At or after this time (RFC 3339) */
  since?: string
  /** Before this time (RFC 3339) */
  before?: string
  /** Entries on a page, at most (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listAuditLog` answers. */
export interface ListAuditLogAnswer {
  /** The newest first; there may be few on a page of a log that is long and of which little fits, so go on while there is a cursor */
  audit_log: {
    /** Of the entry; that of the record where it tells of its creation */
    id: string
    /** When it was done (RFC 3339) */
    at: string
    /** Who did it */
    actor: Actor
    /** What was done */
    action: string
    /** What it was done with: contact, api_key, ... */
    object: string
    /** Which one */
    record_id: string
    /** The call that did it or asked for it; null of what the engine does by itself */
    operation: string | null
    /** By which the log of calls knows that call */
    request_id: string | null
    /** Field by field; never a secret; of a creation of a record none, because its history begins with them */
    changes: {
      /** The field */
      field: string
      /** The value before */
      from: unknown
      /** The value after */
      to: unknown
    }[]
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `listApiCalls` takes. */
export interface ListApiCallsInput {
  /** Records whose api_key_id is this (UUID) */
  api_key_id?: string
  /** Records whose user_email is this */
  user?: string
  /** Records whose operation is this */
  operation?: string
  /** Records whose status is this */
  status?: number
  /** Records whose code is this */
  code?: string
  /** Records whose request_id is this */
  request_id?: string
  /** Records whose created_at is at or after this time (RFC 3339) */
  since?: string
  /** Records whose created_at is before this time (RFC 3339) */
  before?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listApiCalls` answers. */
export interface ListApiCallsAnswer {
  /** One page of calls, the newest first */
  api_logs: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The key that made the call; null for a user of the embedding app (UUID) */
    api_key_id: string | null
    /** The user as whom the call was made */
    user_email: string
    /** operationId */
    operation: string
    /** HTTP method */
    method: string
    /** As declared, with the names of its parameters */
    path: string
    /** HTTP status, for every transport */
    status: number
    /** Error code */
    code: string | null
    /** Milliseconds that it took */
    duration_ms: number
    /** As the answer showed it */
    request_id: string | null
    /** When it was made (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `listUsers` takes. */
export interface ListUsersInput {
  /** Records whose email is this */
  email?: string
  /** Records whose role is this */
  role?: 'admin' | 'member'
  /** Records whose team_id is this (UUID) */
  team_id?: string
  /** Records whose active is this */
  active?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, email; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listUsers` answers. */
export interface ListUsersAnswer {
  /** One page of users */
  users: User[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `inviteUser` takes. */
export interface InviteUserInput {
  /** Address with which the user signs in */
  email: string
  /** Name of the user */
  name?: string | null
  /** What the user may do; administrators also manage users and keys (default "member") */
  role?: 'admin' | 'member'
  /** Whose records the user sees: `own`, those of the `team`, or `all`; of administrators always `all` (default "all") */
  visibility?: 'own' | 'team' | 'all'
  /** Team of the user (UUID) */
  team_id?: string | null
  /** IANA time zone; null = that of the organization */
  timezone?: string | null
  /** BCP 47; null = that of the organization */
  language?: string | null
}

/** What `getUser` takes. */
export interface GetUserInput {
  /** Identifies one of the users (UUID) */
  id: string
}

/** What `updateUser` takes. */
export interface UpdateUserInput {
  /** Identifies one of the users (UUID) */
  id: string
  /** Name of the user */
  name?: string | null
  /** What the user may do; administrators also manage users and keys */
  role?: 'admin' | 'member'
  /** Whose records the user sees: `own`, those of the `team`, or `all`; of administrators always `all` */
  visibility?: 'own' | 'team' | 'all'
  /** Team of the user (UUID) */
  team_id?: string | null
  /** Only active users can sign in and their keys work */
  active?: boolean
  /** IANA time zone; null = that of the organization */
  timezone?: string | null
  /** BCP 47; null = that of the organization */
  language?: string | null
}

/** What `deactivateUser` takes. */
export interface DeactivateUserInput {
  /** Identifies one of the users (UUID) */
  id: string
  /** User who becomes the owner of all records of the deactivated one; without it, records keep their owner (UUID) */
  reassign_to?: string
}

/** What `listTeams` takes. */
export interface ListTeamsInput {
  /** Records whose name is this */
  name?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listTeams` answers. */
export interface ListTeamsAnswer {
  /** One page of teams */
  teams: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Name of the team */
    name: string
    /** User who leads the team (UUID) */
    manager_id: string | null
    /** E-mail address of the user who made it */
    created_by: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** Bumps on each write; for `If-Match` */
    version: number
    /** Users of the team */
    members: User[]
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createTeam` takes. */
export interface CreateTeamInput {
  /** Name of the team */
  name: string
  /** User who leads the team (UUID) */
  manager_id?: string | null
  /** Ids of the users of the team; a user is in one team */
  member_ids?: readonly string[]
}

/** What `updateTeam` takes. */
export interface UpdateTeamInput {
  /** Identifies one of the teams (UUID) */
  id: string
  /** Name of the team */
  name?: string
  /** User who leads the team (UUID) */
  manager_id?: string | null
  /** Ids of the users of the team; a user is in one team */
  member_ids?: readonly string[]
}

/** What `deleteTeam` takes. */
export interface DeleteTeamInput {
  /** Identifies one of the teams (UUID) */
  id: string
}

/** What `listGrants` takes. */
export interface ListGrantsInput {
  /** Records whose user_id is this (UUID) */
  user_id?: string
  /** Ended grants instead of the live ones */
  ended?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listGrants` answers. */
export interface ListGrantsAnswer {
  /** One page of grants */
  grants: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The user as whom the program acts (UUID) */
    user_id: string
    /** Name that the program gives itself */
    client: string
    /** Host that vouches for the program; null = nobody does */
    client_host: string | null
    /** What the program may do */
    scopes: ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
    /** What its tokens open: the `tools` of MCP or the REST `api` */
    audience: 'tools' | 'api'
    /** Whether it may administrate as well, as long as the user is an administrator */
    administration: boolean
    /** When the user allowed it (RFC 3339) */
    created_at: string
    /** When it last got a token, which works for an hour (RFC 3339) */
    last_used_at: string | null
    /** When it was ended; null = it is live (RFC 3339) */
    ended_at: string | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `endGrant` takes. */
export interface EndGrantInput {
  /** Identifies one of the grants (UUID) */
  id: string
}

/** What `createInvitation` takes. */
export interface CreateInvitationInput {
  /** Identifies one of the users (UUID) */
  id: string
}

/** What `createInvitation` answers. */
export interface CreateInvitationAnswer {
  /** The teammate who is invited (UUID) */
  user_id: string
  /** Address of the teammate */
  email: string
  /** Where the teammate sets a password, once; give it to nobody else. A path where the host does not know its public address */
  link: string
  /** E-mail address of the user who made it */
  created_by: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** Until when it can be accepted: seven days later (RFC 3339) */
  expires_at: string
}

/** What `withdrawInvitation` takes. */
export interface WithdrawInvitationInput {
  /** Identifies one of the users (UUID) */
  id: string
}

/** What `changeMyPassword` takes. */
export interface ChangeMyPasswordInput {
  /** The password until now */
  current_password: string
  /** The password from now on: 12 to 256 characters of any kind, none that is common or near at hand */
  new_password: string
}

/** What `beginMySecondFactor` takes. */
export interface BeginMySecondFactorInput {
  /** Your password */
  password: string
}

/** What `beginMySecondFactor` answers. */
export interface BeginMySecondFactorAnswer {
  /** To be typed into an authenticator app, in base32 */
  secret: string
  /** The same as an address, which apps read as a QR code */
  uri: string
}

/** What `confirmMySecondFactor` takes. */
export interface ConfirmMySecondFactorInput {
  /** Six digits that the app shows now, or a recovery code */
  code: string
}

/** What `confirmMySecondFactor` answers. */
export interface ConfirmMySecondFactorAnswer {
  /** Each stands for the app once, for whoever has lost it; keep them apart from it */
  recovery_codes: string[]
}

/** What `removeMySecondFactor` takes. */
export interface RemoveMySecondFactorInput {
  /** Your password */
  password: string
  /** Six digits that the app shows now, or a recovery code */
  code: string
}

/** What `listMySessions` takes. */
export interface ListMySessionsInput {}

/** What `listMySessions` answers. */
export interface ListMySessionsAnswer {
  /** The one that was used last first */
  sessions: {
    /** By which it is ended (UUID) */
    id: string
    /** How the person proved who they are (RFC 8176) */
    methods: string[]
    /** IP address from which the person signed in */
    address: string | null
    /** What the browser says that it is */
    browser: string | null
    /** When it began; it ends 30 days later at the latest (RFC 3339) */
    signed_in_at: string
    /** When it was used last, give or take five minutes; it ends when it is not used for 14 days (RFC 3339) */
    last_used_at: string
  }[]
}

/** What `endMySession` takes. */
export interface EndMySessionInput {
  /** Identifies one of the sessions (UUID) */
  id: string
}

/** What `endMySessions` takes. */
export interface EndMySessionsInput {}

/** What `endUserSessions` takes. */
export interface EndUserSessionsInput {
  /** Identifies one of the users (UUID) */
  id: string
}

/** What `listMyPasskeys` takes. */
export interface ListMyPasskeysInput {}

/** What `listMyPasskeys` answers. */
export interface ListMyPasskeysAnswer {
  /** The newest first */
  passkeys: {
    /** By which it is removed (UUID) */
    id: string
    /** How its owner calls it */
    name: string
    /** Whether the device shares it with others of its owner */
    synced: boolean
    /** When it was added (RFC 3339) */
    created_at: string
    /** When somebody last signed in with it (RFC 3339) */
    last_used_at: string | null
  }[]
}

/** What `removeMyPasskey` takes. */
export interface RemoveMyPasskeyInput {
  /** Identifies one of the passkeys (UUID) */
  id: string
}

/** What `listCurrencies` takes. */
export interface ListCurrenciesInput {
  /** Only this currency */
  code?: string
  /** Rates on this day; default: today (YYYY-MM-DD) */
  on?: string
  /** History from this day on (YYYY-MM-DD) */
  from?: string
  /** History up to this day (YYYY-MM-DD) */
  to?: string
  /** Currencies on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listCurrencies` answers. */
export interface ListCurrenciesAnswer {
  /** The currency of the organization */
  base: string
  /** Its own currency first, then those with rates, by code */
  currencies: ListCurrenciesCurrency[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `setCurrencyRate` takes. */
export interface SetCurrencyRateInput {
  /** ISO 4217 */
  code: string
  /** Units of the organization's currency for one unit; null removes the rate of this day */
  rate: number | null
  /** First day of the rate, which applies until the next one; default: today (YYYY-MM-DD) */
  valid_from?: string
}

/** What `getJob` takes. */
export interface GetJobInput {
  /** Identifies one of the jobs (UUID) */
  id: string
}

/** What `cancelJob` takes. */
export interface CancelJobInput {
  /** Identifies one of the jobs (UUID) */
  id: string
}

/** What `listNotifications` takes. */
export interface ListNotificationsInput {
  /** Only unread ones; false: only read ones */
  unread?: boolean
  /** Notifications on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listNotifications` answers. */
export interface ListNotificationsAnswer {
  /** One page, the newest first */
  notifications: Notification[]
  /** All unread notifications, on every page */
  unread_count: number
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `sendNotification` takes. */
export interface SendNotificationInput {
  /** Heading */
  title: string
  /** Message */
  body?: string | null
  /** Teammate: address, name or me; by default the owner of the record that it is about */
  recipient?: string
  /** What it is about: contact, company, deal, task, ... */
  entity_type?: string
  /** Id of that record (UUID) */
  entity_id?: string
}

/** What `updateNotification` takes. */
export interface UpdateNotificationInput {
  /** Identifies one of the notifications (UUID) */
  id: string
  /** false marks it as unread again */
  read: boolean
}

/** What `markAllNotificationsRead` takes. */
export interface MarkAllNotificationsReadInput {}

/** What `markAllNotificationsRead` answers. */
export interface MarkAllNotificationsReadAnswer {
  /** Notifications that were unread */
  updated: number
}

/** What `getNotificationSettings` takes. */
export interface GetNotificationSettingsInput {}

/** What `updateNotificationSettings` takes. */
export interface UpdateNotificationSettingsInput {
  /** The kinds that change */
  settings: readonly {
    /** The `type` of such notifications */
    type: string
    /** Whether you get them */
    enabled: boolean
  }[]
}

/** What `listPicklists` takes. */
export interface ListPicklistsInput {
  /** Only this list */
  name?: 'lost_reasons' | 'deal_types' | 'priorities' | 'sources' | 'industries' | 'tiers'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listPicklists` answers. */
export interface ListPicklistsAnswer {
  /** One page of the lists of the organization */
  picklists: Picklist[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `replacePicklist` takes. */
export interface ReplacePicklistInput {
  /** Which list */
  name: 'lost_reasons' | 'deal_types' | 'priorities' | 'sources' | 'industries' | 'tiers'
  /** The whole list */
  values: readonly {
    /** As records hold it */
    value: string
    /** What people read; the value when left out */
    label?: string
    /** Place in the list; as given when left out */
    position?: number
    /** Whether pickers offer it; true when left out */
    active?: boolean
  }[]
  /** Former values by what they become in all records; the new one must be in the list, so removed values are replaced, too */
  rename?: readonly {
    /** As records hold it */
    from: string
    /** As records hold it */
    to: string
  }[]
}

/** What `listCompanies` takes. */
export interface ListCompaniesInput {
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose tier is this */
  tier?: string
  /** Records whose industry is this */
  industry?: string
  /** Records whose lifecycle_stage is this */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other'
  /** Records whose country is this */
  country?: string
  /** Companies that have this domain */
  domain?: string
  /** Records whose code is this */
  code?: string
  /** Records whose tags have this, in any case */
  tag?: string
  /** Records whose parent_company_id is this (UUID) */
  parent_company_id?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('contacts' | 'deals' | 'invoices')[]
  /** created_at, updated_at, name; `-` = descending, several with commas; also computed, `custom.x`, `parent.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listCompanies` answers. */
export interface ListCompaniesAnswer {
  /** One page of companies */
  companies: Company[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getCompany` takes. */
export interface GetCompanyInput {
  /** Identifies one of the companies (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('contacts' | 'deals' | 'invoices')[]
}

/** What `createCompany` takes. */
export interface CreateCompanyInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the company */
  name: string
  /** Registrable domain without www, no free-mail domain; unique */
  domain?: string | null
  /** Further domains that match this company (default []) */
  domains?: readonly string[]
  /** Customer number in the ERP; unique */
  code?: string | null
  /** VAT number, as the country writes it */
  vat_number?: string | null
  /** Number in the register of companies */
  registration_number?: string | null
  /** Branch, in free words */
  industry?: string | null
  /** Number of employees */
  employees?: number | null
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
  /** Class of customer, such as A or gold; price rules go by it */
  tier?: string | null
  /** How far it has come as a customer */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** What it is to the organization */
  company_type?: 'prospect' | 'customer' | 'partner' | 'supplier' | 'other' | null
  /** How well the relation stands, on a scale of your own */
  health_score?: number | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** General e-mail address */
  email?: string | null
  /** General telephone number */
  phone?: string | null
  /** Address of its web site */
  website?: string | null
  /** Its page on the professional network */
  linkedin_url?: string | null
  /** What is worth knowing, in free words */
  description?: string | null
  /** Revenue of a year, in its currency */
  annual_revenue?: number | null
  /** Where invoices go */
  billing_address?: Address
  /** Where goods go */
  shipping_address?: Address
  /** The company that it belongs to (UUID) */
  parent_company_id?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** Days from invoice to due date */
  payment_terms_days?: number | null
  /** Name of its price list in the ERP */
  price_list?: string | null
  /** Lines of its documents have no tax unless they give a rate (default false) */
  tax_exempt?: boolean
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** What `updateCompany` takes. */
export interface UpdateCompanyInput {
  /** Identifies one of the companies (UUID) */
  id: string
  /** Name of the company */
  name?: string
  /** Registrable domain without www, no free-mail domain; unique */
  domain?: string | null
  /** Further domains that match this company */
  domains?: readonly string[]
  /** Customer number in the ERP; unique */
  code?: string | null
  /** VAT number, as the country writes it */
  vat_number?: string | null
  /** Number in the register of companies */
  registration_number?: string | null
  /** Branch, in free words */
  industry?: string | null
  /** Number of employees */
  employees?: number | null
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
  /** Class of customer, such as A or gold; price rules go by it */
  tier?: string | null
  /** How far it has come as a customer */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** What it is to the organization */
  company_type?: 'prospect' | 'customer' | 'partner' | 'supplier' | 'other' | null
  /** How well the relation stands, on a scale of your own */
  health_score?: number | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** General e-mail address */
  email?: string | null
  /** General telephone number */
  phone?: string | null
  /** Address of its web site */
  website?: string | null
  /** Its page on the professional network */
  linkedin_url?: string | null
  /** What is worth knowing, in free words */
  description?: string | null
  /** Revenue of a year, in its currency */
  annual_revenue?: number | null
  /** Where invoices go */
  billing_address?: Address
  /** Where goods go */
  shipping_address?: Address
  /** The company that it belongs to (UUID) */
  parent_company_id?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** Days from invoice to due date */
  payment_terms_days?: number | null
  /** Name of its price list in the ERP */
  price_list?: string | null
  /** Lines of its documents have no tax unless they give a rate */
  tax_exempt?: boolean
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteCompany` takes. */
export interface DeleteCompanyInput {
  /** Identifies one of the companies (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreCompany` takes. */
export interface RestoreCompanyInput {
  /** Identifies one of the companies (UUID) */
  id: string
}

/** What `searchCompanies` takes. */
export interface SearchCompaniesInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('contacts' | 'deals' | 'invoices')[]
}

/** What `searchCompanies` answers. */
export interface SearchCompaniesAnswer {
  /** One page of companies */
  companies: Company[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertCompanies` takes. */
export interface BulkUpsertCompaniesInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Name of the company */
    name?: string
    /** Registrable domain without www, no free-mail domain; unique */
    domain?: string | null
    /** Further domains that match this company */
    domains?: readonly string[]
    /** Customer number in the ERP; unique */
    code?: string | null
    /** VAT number, as the country writes it */
    vat_number?: string | null
    /** Number in the register of companies */
    registration_number?: string | null
    /** Branch, in free words */
    industry?: string | null
    /** Number of employees */
    employees?: number | null
    /** ISO 3166-1 alpha-2; a name is accepted */
    country?: string | null
    /** Class of customer, such as A or gold; price rules go by it */
    tier?: string | null
    /** How far it has come as a customer */
    lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
    /** What it is to the organization */
    company_type?: 'prospect' | 'customer' | 'partner' | 'supplier' | 'other' | null
    /** How well the relation stands, on a scale of your own */
    health_score?: number | null
    /** Owner, or `me` */
    owner_email?: string | null
    /** General e-mail address */
    email?: string | null
    /** General telephone number */
    phone?: string | null
    /** Address of its web site */
    website?: string | null
    /** Its page on the professional network */
    linkedin_url?: string | null
    /** What is worth knowing, in free words */
    description?: string | null
    /** Revenue of a year, in its currency */
    annual_revenue?: number | null
    /** Where invoices go */
    billing_address?: Address
    /** Where goods go */
    shipping_address?: Address
    /** The company that it belongs to (UUID) */
    parent_company_id?: string | null
    /** ISO 4217 */
    currency?: string | null
    /** Days from invoice to due date */
    payment_terms_days?: number | null
    /** Name of its price list in the ERP */
    price_list?: string | null
    /** Lines of its documents have no tax unless they give a rate */
    tax_exempt?: boolean
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'domain' | 'external_id' | 'vat_number' | 'registration_number' | 'code'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkUpdateCompanies` takes. */
export interface BulkUpdateCompaniesInput {
  /** Records, by id */
  ids?: readonly string[]
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** New values of fields */
  set?: CompaniesOverridesInput
  /** Tags that they get */
  add_tags?: readonly string[]
  /** Tags that they lose */
  remove_tags?: readonly string[]
  /** Answer how many records are selected, and change none */
  dry_run?: boolean
}

/** What `bulkDeleteCompanies` takes. */
export type BulkDeleteCompaniesInput = BulkDeleteInput

/** What `getCompanyTimeline` takes. */
export interface GetCompanyTimelineInput {
  /** Identifies one of the companies (UUID) */
  id: string
  /** Entries on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listCompanyHistory` takes. */
export interface ListCompanyHistoryInput {
  /** Identifies one of the companies (UUID) */
  id: string
  /** Changes on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `mergeCompanies` takes. */
export interface MergeCompaniesInput {
  /** The record that lives on (UUID) */
  id: string
  /** The records that are taken in; their ids mean the survivor from then on */
  merge_ids: readonly string[]
  /** Values that the record has afterwards, whatever the others say */
  overrides?: CompaniesOverridesInput
}

/** What `mergeCompanies` answers. */
export interface MergeCompaniesAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the company */
  name: string
  /** Registrable domain without www, no free-mail domain; unique */
  domain: string | null
  /** Further domains that match this company */
  domains: string[]
  /** Customer number in the ERP; unique */
  code: string | null
  /** VAT number, as the country writes it */
  vat_number: string | null
  /** Number in the register of companies */
  registration_number: string | null
  /** Branch, in free words */
  industry: string | null
  /** Number of employees */
  employees: number | null
  /** ISO 3166-1 alpha-2; a name is accepted */
  country: string | null
  /** Class of customer, such as A or gold; price rules go by it */
  tier: string | null
  /** How far it has come as a customer */
  lifecycle_stage: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** What it is to the organization */
  company_type: 'prospect' | 'customer' | 'partner' | 'supplier' | 'other' | null
  /** How well the relation stands, on a scale of your own */
  health_score: number | null
  /** Owner, or `me` */
  owner_email: string | null
  /** General e-mail address */
  email: string | null
  /** General telephone number */
  phone: string | null
  /** Address of its web site */
  website: string | null
  /** Its page on the professional network */
  linkedin_url: string | null
  /** What is worth knowing, in free words */
  description: string | null
  /** Revenue of a year, in its currency */
  annual_revenue: number | null
  /** Where invoices go */
  billing_address: Address
  /** Where goods go */
  shipping_address: Address
  /** The company that it belongs to (UUID) */
  parent_company_id: string | null
  /** ISO 4217 */
  currency: string | null
  /** Days from invoice to due date */
  payment_terms_days: number | null
  /** Name of its price list in the ERP */
  price_list: string | null
  /** Lines of its documents have no tax unless they give a rate */
  tax_exempt: boolean
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Ids of the records that were merged into it */
  merged_ids: string[]
  /** The id that was asked for, of a record that this one has taken in (UUID) */
  merged_from?: string
  /** Contacts of the company; not in lists and events */
  contacts_count?: number
  /** Open deals; not in lists and events */
  open_deals_count?: number
  /** Amount of the open deals in the currency of the organization; not in lists and events */
  open_deals_amount?: number
  /** Won deals; not in lists and events */
  won_deals_count?: number
  /** Records whose amounts are left out, because no exchange rate is known */
  other_currencies?: {
    /** ISO 4217 */
    currency: string
    /** Records that are left out of the amounts */
    records: number
  }[]
  /** Invoices less credit notes of the last 12 months, without tax, in the currency of the organization; not in lists and events */
  revenue_12m?: number
  /** What of its invoices is still to be paid, in the currency of the organization; not in lists and events */
  unpaid_amount?: number
  /** What of that is past its due date, in the currency of the organization; not in lists and events */
  overdue_amount?: number
  /** What of its credit notes is not used yet, in the currency of the organization; not in lists and events */
  open_credit_amount?: number
  /** Day of its newest order that is not cancelled, as midnight of UTC; not in lists and events (RFC 3339) */
  last_order_at?: string | null
  /** What `include` asked for */
  included?: CompanyIncluded
  /** For undoMerge (UUID) */
  merge_id: string
}

/** What `listCompanyDuplicates` takes. */
export interface ListCompanyDuplicatesInput {
  /** Groups on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `getCompanySummary` takes. */
export interface GetCompanySummaryInput {
  /** Identifies one of the companies (UUID) */
  id: string
}

/** What `listContacts` takes. */
export interface ListContactsInput {
  /** Contacts that have this address */
  email?: string
  /** Records whose assigned_to is this; me = yours */
  owner?: string
  /** Records whose lifecycle_stage is this */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other'
  /** Records whose lead_status is this */
  lead_status?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose tags have this, in any case */
  tag?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'deals' | 'tasks')[]
  /** created_at, updated_at, last_name, primary_email, lead_score; `-` = descending, several with commas; also computed, `custom.x`, `company.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listContacts` answers. */
export interface ListContactsAnswer {
  /** One page of contacts */
  contacts: Contact[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getContact` takes. */
export interface GetContactInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'deals' | 'tasks')[]
}

/** What `createContact` takes. */
export interface CreateContactInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Unique; same as email */
  primary_email?: string | null
  /** All e-mail addresses (default []) */
  emails?: readonly ContactEmail[]
  /** Given name */
  first_name?: string | null
  /** Family name */
  last_name?: string | null
  /** Full name; made of the two when left out */
  name?: string | null
  /** Job title */
  title?: string | null
  /** Company name */
  company?: string | null
  /** The company, found or made by name and e-mail when left out (UUID) */
  company_id?: string | null
  /** Owner, or `me` */
  assigned_to?: string | null
  /** E.164 where the number is valid */
  phone?: string | null
  /** All telephone numbers (default []) */
  phones?: readonly ContactPhone[]
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
  /** City */
  city?: string | null
  /** Postal address */
  address?: Address
  /** Labels (default []) */
  tags?: readonly string[]
  /** The sales cycle that the contact is in (UUID) */
  sales_cycle_id?: string | null
  /** Stage in the sales cycle */
  pipeline_stage?: string | null
  /** Where the first talks stand, in words of your own */
  lead_status?: string | null
  /** How far the contact has come as a customer */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** How promising the contact is; workflows and people add to it (default 0) */
  lead_score?: number
  /** Does not want to be contacted (default false) */
  do_not_contact?: boolean
  /** Rank, such as director */
  seniority?: string | null
  /** Where the contact came from first */
  primary_source?: string | null
  /** Where the contact came from last */
  last_source?: string | null
  /** Marketing words of the first visit */
  utm?: Utm
  /** Page on the professional network */
  linkedin_url?: string | null
  /** Whether the two are connected there */
  linkedin_connection_status?: 'none' | 'pending' | 'connected' | null
  /** BCP 47 */
  language?: string | null
  /** IANA time zone */
  timezone?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Same as primary_email */
  email?: string | null
  /** Same as assigned_to */
  owner_email?: string | null
  /** Same as custom_properties (default {}) */
  custom?: CustomPropertiesInput
}

/** What `updateContact` takes. */
export interface UpdateContactInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Unique; same as email */
  primary_email?: string | null
  /** All e-mail addresses */
  emails?: readonly ContactEmail[]
  /** Given name */
  first_name?: string | null
  /** Family name */
  last_name?: string | null
  /** Full name; made of the two when left out */
  name?: string | null
  /** Job title */
  title?: string | null
  /** Company name */
  company?: string | null
  /** The company, found or made by name and e-mail when left out (UUID) */
  company_id?: string | null
  /** Owner, or `me` */
  assigned_to?: string | null
  /** E.164 where the number is valid */
  phone?: string | null
  /** All telephone numbers */
  phones?: readonly ContactPhone[]
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
  /** City */
  city?: string | null
  /** Postal address */
  address?: Address
  /** Labels */
  tags?: readonly string[]
  /** The sales cycle that the contact is in (UUID) */
  sales_cycle_id?: string | null
  /** Stage in the sales cycle */
  pipeline_stage?: string | null
  /** Where the first talks stand, in words of your own */
  lead_status?: string | null
  /** How far the contact has come as a customer */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** How promising the contact is; workflows and people add to it */
  lead_score?: number
  /** Does not want to be contacted */
  do_not_contact?: boolean
  /** Rank, such as director */
  seniority?: string | null
  /** Where the contact came from first */
  primary_source?: string | null
  /** Where the contact came from last */
  last_source?: string | null
  /** Marketing words of the first visit */
  utm?: Utm
  /** Page on the professional network */
  linkedin_url?: string | null
  /** Whether the two are connected there */
  linkedin_connection_status?: 'none' | 'pending' | 'connected' | null
  /** BCP 47 */
  language?: string | null
  /** IANA time zone */
  timezone?: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom_properties?: Custom
  /** Same as primary_email */
  email?: string | null
  /** Same as assigned_to */
  owner_email?: string | null
  /** Same as custom_properties (default {}) */
  custom?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteContact` takes. */
export interface DeleteContactInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreContact` takes. */
export interface RestoreContactInput {
  /** Identifies one of the contacts (UUID) */
  id: string
}

/** What `searchContacts` takes. */
export interface SearchContactsInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('company' | 'deals' | 'tasks')[]
}

/** What `searchContacts` answers. */
export interface SearchContactsAnswer {
  /** One page of contacts */
  contacts: Contact[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertContacts` takes. */
export interface BulkUpsertContactsInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Unique; same as email */
    primary_email?: string | null
    /** All e-mail addresses */
    emails?: readonly ContactEmail[]
    /** Given name */
    first_name?: string | null
    /** Family name */
    last_name?: string | null
    /** Full name; made of the two when left out */
    name?: string | null
    /** Job title */
    title?: string | null
    /** Company name */
    company?: string | null
    /** The company, found or made by name and e-mail when left out (UUID) */
    company_id?: string | null
    /** Owner, or `me` */
    assigned_to?: string | null
    /** E.164 where the number is valid */
    phone?: string | null
    /** All telephone numbers */
    phones?: readonly ContactPhone[]
    /** ISO 3166-1 alpha-2; a name is accepted */
    country?: string | null
    /** City */
    city?: string | null
    /** Postal address */
    address?: Address
    /** Labels */
    tags?: readonly string[]
    /** The sales cycle that the contact is in (UUID) */
    sales_cycle_id?: string | null
    /** Stage in the sales cycle */
    pipeline_stage?: string | null
    /** Where the first talks stand, in words of your own */
    lead_status?: string | null
    /** How far the contact has come as a customer */
    lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
    /** How promising the contact is; workflows and people add to it */
    lead_score?: number
    /** Does not want to be contacted */
    do_not_contact?: boolean
    /** Rank, such as director */
    seniority?: string | null
    /** Where the contact came from first */
    primary_source?: string | null
    /** Where the contact came from last */
    last_source?: string | null
    /** Marketing words of the first visit */
    utm?: Utm
    /** Page on the professional network */
    linkedin_url?: string | null
    /** Whether the two are connected there */
    linkedin_connection_status?: 'none' | 'pending' | 'connected' | null
    /** BCP 47 */
    language?: string | null
    /** IANA time zone */
    timezone?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
    /** Same as primary_email */
    email?: string | null
    /** Same as assigned_to */
    owner_email?: string | null
    /** Same as custom_properties */
    custom?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id' | 'email'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkUpdateContacts` takes. */
export interface BulkUpdateContactsInput {
  /** Records, by id */
  ids?: readonly string[]
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** New values of fields */
  set?: OverridesInput
  /** Tags that they get */
  add_tags?: readonly string[]
  /** Tags that they lose */
  remove_tags?: readonly string[]
  /** Answer how many records are selected, and change none */
  dry_run?: boolean
}

/** What `bulkDeleteContacts` takes. */
export type BulkDeleteContactsInput = BulkDeleteInput

/** What `getContactTimeline` takes. */
export interface GetContactTimelineInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Entries on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listContactHistory` takes. */
export interface ListContactHistoryInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Changes on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `mergeContacts` takes. */
export interface MergeContactsInput {
  /** The record that lives on (UUID) */
  id: string
  /** The records that are taken in; their ids mean the survivor from then on */
  merge_ids: readonly string[]
  /** Values that the record has afterwards, whatever the others say */
  overrides?: OverridesInput
}

/** What `mergeContacts` answers. */
export interface MergeContactsAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Unique; same as email */
  primary_email: string | null
  /** All e-mail addresses */
  emails: ContactEmail[]
  /** Given name */
  first_name: string | null
  /** Family name */
  last_name: string | null
  /** Full name; made of the two when left out */
  name: string | null
  /** Job title */
  title: string | null
  /** Company name */
  company: string | null
  /** The company, found or made by name and e-mail when left out (UUID) */
  company_id: string | null
  /** Owner, or `me` */
  assigned_to: string | null
  /** E.164 where the number is valid */
  phone: string | null
  /** The number as it was given */
  phone_raw: string | null
  /** All telephone numbers */
  phones: ContactPhone[]
  /** ISO 3166-1 alpha-2; a name is accepted */
  country: string | null
  /** City */
  city: string | null
  /** Postal address */
  address: Address
  /** Labels */
  tags: string[]
  /** The sales cycle that the contact is in (UUID) */
  sales_cycle_id: string | null
  /** Stage in the sales cycle */
  pipeline_stage: string | null
  /** Every move from stage to stage, the oldest first */
  stage_history: {
    /** When it moved (RFC 3339) */
    at: string
    /** Stage before; null for the first */
    from: string | null
    /** Stage after */
    to: string | null
    /** Days that were spent in the stage before */
    days_in_stage: number
  }[]
  /** Where the first talks stand, in words of your own */
  lead_status: string | null
  /** How far the contact has come as a customer */
  lifecycle_stage: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** How promising the contact is; workflows and people add to it */
  lead_score: number
  /** Does not want to be contacted */
  do_not_contact: boolean
  /** What the contact agreed to, by topic */
  consents: Consents
  /** Rank, such as director */
  seniority: string | null
  /** Of the company */
  organization_industry: string | null
  /** Of the company */
  organization_num_employees: number | null
  /** Where the contact came from first */
  primary_source: string | null
  /** Where the contact came from last */
  last_source: string | null
  /** Marketing words of the first visit */
  utm: Utm
  /** Page on the professional network */
  linkedin_url: string | null
  /** Whether the two are connected there */
  linkedin_connection_status: 'none' | 'pending' | 'connected' | null
  /** BCP 47 */
  language: string | null
  /** IANA time zone */
  timezone: string | null
  /** E-mails that the contact answered */
  total_email_replies: number
  /** E-mails that the contact opened */
  total_emails_opened: number
  /** Visits to the web site */
  total_website_visits: number
  /** When somebody last wrote or called (RFC 3339) */
  last_contacted_at: string | null
  /** When something last happened (RFC 3339) */
  last_activity_at: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom_properties: Custom
  /** Ids of the records that were merged into this one */
  merged_ids: string[]
  /** Same as primary_email */
  email: string | null
  /** What follows the @ of the e-mail address */
  email_domain: string | null
  /** The id that was asked for, of a record that this one has taken in (UUID) */
  merged_from?: string
  /** Days since the contact was made */
  days_since_created: number
  /** Days since last_contacted_at; null for never */
  days_since_last_contact: number | null
  /** Open deals; not in lists and events */
  open_deals_count?: number
  /** Amount of the open deals in the currency of the organization; not in lists and events */
  open_deals_amount?: number
  /** Won deals; not in lists and events */
  won_deals_count?: number
  /** Records whose amounts are left out, because no exchange rate is known */
  other_currencies?: {
    /** ISO 4217 */
    currency: string
    /** Records that are left out of the amounts */
    records: number
  }[]
  /** Tasks that are still to be done; not in lists and events */
  open_tasks?: number
  /** Sequences that it is in; not in lists and events */
  active_sequences?: number
  /** What `include` asked for */
  included?: Included
  /** For undoMerge (UUID) */
  merge_id: string
}

/** What `listContactDuplicates` takes. */
export interface ListContactDuplicatesInput {
  /** Groups on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `unsubscribeContact` takes. */
export interface UnsubscribeContactInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Topic to unsubscribe from; everything when left out */
  topic?: string
  /** Where this was said: a form, a call, a letter */
  source?: string
}

/** What `moveContactStage` takes. */
export interface MoveContactStageInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Stage, by name or id */
  stage: string
  /** Sales cycle, by name or id; for a contact that is in none yet */
  cycle?: string
  /** Refuse to move back to an earlier stage (default true) */
  forward_only?: boolean
}

/** What `adjustContactScore` takes. */
export interface AdjustContactScoreInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Added to the lead score; negative takes away */
  points: number
  /** Included in the event of the change */
  reason?: string
}

/** What `listContactEnrollments` takes. */
export interface ListContactEnrollmentsInput {
  /** The contact (UUID) */
  id: string
  /** Only running ones, or only ended ones */
  state?: 'active' | 'past'
  /** Only of this kind */
  type?: 'sequence' | 'workflow'
  /** Enrollments on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listContactEnrollments` answers. */
export interface ListContactEnrollmentsAnswer {
  /** The newest first */
  enrollments: {
    /** The enrollment in a sequence, or the run of a workflow (UUID) */
    id: string
    /** Type of the enrollment */
    type: 'sequence' | 'workflow'
    /** The sequence (UUID) */
    sequence_id: string | null
    /** The workflow (UUID) */
    workflow_id: string | null
    /** Version that it follows */
    version: number
    /** State */
    status: 'active' | 'paused' | 'completed' | 'exited' | 'failed' | 'running' | 'waiting' | 'frozen' | 'cancelled'
    /** Next step */
    current_step: string | null
    /** When it continues (RFC 3339) */
    next_run_at: string | null
    /** What a workflow waits for */
    waiting_for: string | null
    /** E-mail of the user who enrolled the contact in a sequence */
    enrolled_by: string | null
    /** How: user, api_key:<id>, workflow:<run> */
    enrolled_via: string | null
    /** The event that started a workflow */
    event_id: number | null
    /** When it started (RFC 3339) */
    started_at: string
    /** When it ended (RFC 3339) */
    finished_at: string | null
    /** Why it ended */
    reason: string | null
    /** Steps that were done (default []) */
    history: History[]
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `listContactConsents` takes. */
export interface ListContactConsentsInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listContactConsents` answers. */
export interface ListContactConsentsAnswer {
  /** One page of consents by topic */
  consents: ContactConsent[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `setContactConsent` takes. */
export interface SetContactConsentInput {
  /** Identifies one of the contacts (UUID) */
  id: string
  /** What the consent is about: `newsletter`, `calls`; `all` = everything */
  topic: string
  /** What the contact says */
  state: 'subscribed' | 'unsubscribed'
  /** Where the contact said so, as proof */
  source?: string
  /** Version of the text that the contact agreed to */
  text_version?: string
}

/** What `createPrivacyExport` takes. */
export type CreatePrivacyExportInput = CreatePrivacyInput

/** What `createPrivacyErasure` takes. */
export type CreatePrivacyErasureInput = CreatePrivacyInput

/** What `listPrivacyRequests` takes. */
export interface ListPrivacyRequestsInput {
  /** Records whose kind is this */
  kind?: 'export' | 'erasure'
  /** Records whose contact_id is this (UUID) */
  contact_id?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listPrivacyRequests` answers. */
export interface ListPrivacyRequestsAnswer {
  /** One page, the newest first */
  privacy_requests: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** What was requested */
    kind: 'export' | 'erasure'
    /** The person; after an erasure no record has this id (UUID) */
    contact_id: string
    /** SHA-256 of the e-mail in lower case */
    subject_hash: string | null
    /** Why, as proof */
    reason: string | null
    /** `GET /jobs/{id}` shows the progress; the result of an export has everything that is stored (UUID) */
    job_id: string
    /** Records by table, once it is finished */
    tables: Record<string, number> | null
    /** E-mail address of the user who requested it */
    created_by: string
    /** When it was requested (RFC 3339) */
    created_at: string
    /** When it was finished (RFC 3339) */
    finished_at: string | null
    /** State of the job */
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `listSalesCycles` takes. */
export interface ListSalesCyclesInput {
  /** The default cycle */
  default?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listSalesCycles` answers. */
export interface ListSalesCyclesAnswer {
  /** One page of sales cycles */
  sales_cycles: ListedSalesCycle[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getSalesCycle` takes. */
export interface GetSalesCycleInput {
  /** Identifies one of the sales cycles (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `createSalesCycle` takes. */
export interface CreateSalesCycleInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the cycle */
  name: string
  /** Takes the contacts that get a stage and are in no cycle; where there are cycles, exactly one is the default */
  is_default?: boolean
  /** In their order; a stage that keeps its id keeps its contacts when it is renamed */
  stages: readonly {
    /** Id of the stage; made from the name */
    id?: string
    /** Name of the stage */
    name: string
  }[]
}

/** What `updateSalesCycle` takes. */
export interface UpdateSalesCycleInput {
  /** Identifies one of the sales cycles (UUID) */
  id: string
  /** Name of the cycle */
  name?: string
  /** Takes the contacts that get a stage and are in no cycle; where there are cycles, exactly one is the default */
  is_default?: boolean
  /** In their order; a stage that keeps its id keeps its contacts when it is renamed */
  stages?: readonly {
    /** Id of the stage; made from the name */
    id?: string
    /** Name of the stage */
    name: string
  }[]
  /** Stage, by id or name, that takes the contacts of the stages that are left out */
  move_to?: string
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteSalesCycle` takes. */
export interface DeleteSalesCycleInput {
  /** Identifies one of the sales cycles (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
  /** Cycle that takes its contacts, each in the stage of the same name or the first one (UUID) */
  move_to?: string
}

/** What `restoreSalesCycle` takes. */
export interface RestoreSalesCycleInput {
  /** Identifies one of the sales cycles (UUID) */
  id: string
}

/** What `listPipelines` takes. */
export interface ListPipelinesInput {
  /** The default pipeline */
  default?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** position, created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listPipelines` answers. */
export interface ListPipelinesAnswer {
  /** One page of pipelines */
  pipelines: Pipeline[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getPipeline` takes. */
export interface GetPipelineInput {
  /** Identifies one of the pipelines (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `createPipeline` takes. */
export interface CreatePipelineInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the pipeline */
  name: string
  /** Takes the deals that name no pipeline; exactly one pipeline is the default */
  is_default?: boolean
  /** Place among the pipelines; the last when left out */
  position?: number
  /** In their order; none = an empty pipeline */
  stages?: readonly {
    /** Unique in the organization; made from the name */
    id?: string
    /** Name of the stage */
    name: string
    /** Percent */
    probability?: number
    /** What it means for the deals in it (default "open") */
    type?: 'open' | 'won' | 'lost'
    /** null = never */
    stuck_after_days?: number | null
    /** Fields of a deal that must be known before it enters; `custom.<name>` too */
    required_fields?: readonly string[]
  }[]
  /** Begin with the stages of a template of the catalog */
  template?: "default"
}

/** What `updatePipeline` takes. */
export interface UpdatePipelineInput {
  /** Identifies one of the pipelines (UUID) */
  id: string
  /** Name of the pipeline */
  name?: string
  /** Takes the deals that name no pipeline; exactly one pipeline is the default */
  is_default?: boolean
  /** Place among the pipelines */
  position?: number
  /** By stage id: the fields that a deal must have before it enters */
  required_fields?: Record<string, readonly string[]>
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deletePipeline` takes. */
export interface DeletePipelineInput {
  /** Identifies one of the pipelines (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
  /** Pipeline that takes its deals, each in the stage of the same name or type (UUID) */
  move_to?: string
}

/** What `restorePipeline` takes. */
export interface RestorePipelineInput {
  /** Identifies one of the pipelines (UUID) */
  id: string
}

/** What `createPipelineStage` takes. */
export interface CreatePipelineStageInput {
  /** Pipeline (UUID) */
  id: string
  /** Unique in the organization; made from the name */
  stage_id?: string
  /** Name of the stage */
  name: string
  /** Percent */
  probability?: number
  /** What it means for the deals in it (default "open") */
  type?: 'open' | 'won' | 'lost'
  /** null = never */
  stuck_after_days?: number | null
  /** Fields of a deal that must be known before it enters; `custom.<name>` too */
  required_fields?: readonly string[]
  /** Place in the order, from 1; the last when left out */
  position?: number
}

/** What `updatePipelineStage` takes. */
export interface UpdatePipelineStageInput {
  /** Pipeline (UUID) */
  id: string
  /** The stage */
  stageId: string
  /** Name of the stage */
  name?: string
  /** Percent */
  probability?: number
  /** What it means for the deals in it (default "open") */
  type?: 'open' | 'won' | 'lost'
  /** null = never */
  stuck_after_days?: number | null
  /** Fields of a deal that must be known before it enters; `custom.<name>` too */
  required_fields?: readonly string[]
  /** Place in the order, from 1; the last when left out */
  position?: number
}

/** What `deletePipelineStage` takes. */
export interface DeletePipelineStageInput {
  /** Pipeline (UUID) */
  id: string
  /** The stage */
  stageId: string
  /** Stage that takes its deals, by id or name */
  move_to?: string
}

/** What `reorderPipelineStages` takes. */
export interface ReorderPipelineStagesInput {
  /** Pipeline (UUID) */
  id: string
  /** The ids of all stages in their order */
  stages: readonly string[]
}

/** What `listDeals` takes. */
export interface ListDealsInput {
  /** Records whose pipeline_id is this (UUID) */
  pipeline_id?: string
  /** Records whose stage_id is this */
  stage_id?: string
  /** Records whose status is this */
  status?: 'open' | 'won' | 'lost'
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** close_date before this day (YYYY-MM-DD) */
  close_before?: string
  /** close_date on or after this day (YYYY-MM-DD) */
  close_from?: string
  /** close_date on or before this day (YYYY-MM-DD) */
  close_to?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Deals in which this contact takes part (UUID) */
  contact_id?: string
  /** Records whose priority is this */
  priority?: string
  /** Records whose deal_type is this */
  deal_type?: string
  /** Records whose source is this */
  source?: string
  /** Records whose tags have this, in any case */
  tag?: string
  /** Open deals that are longer in their stage than it allows */
  rotting?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'tasks' | 'lines')[]
  /** created_at, updated_at, close_date, amount, stage_entered_at, name; `-` = descending, several with commas; also computed, `custom.x`, `company.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listDeals` answers. */
export interface ListDealsAnswer {
  /** One page of deals */
  deals: Deal[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getDeal` takes. */
export interface GetDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'tasks' | 'lines')[]
}

/** What `createDeal` takes. */
export interface CreateDealInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the deal */
  name: string
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Stage, by id or name; the first open one when left out */
  stage_id?: string
  /** Follows the type of the stage; given alone, it leads to a stage of that type */
  status?: 'open' | 'won' | 'lost'
  /** Amount, net (default 0) */
  amount?: number
  /** ISO 4217; that of the company or the organization when left out */
  currency?: string
  /** Percent; that of the stage when left out */
  probability?: number | null
  /** How sure it is, in the forecast (default "pipeline") */
  forecast_category?: 'pipeline' | 'best_case' | 'commit' | 'closed' | 'omitted'
  /** When it is expected to be closed (YYYY-MM-DD) */
  close_date?: string | null
  /** Owner; `me` when left out */
  owner_email?: string
  /** The company of the primary contact when left out (UUID) */
  company_id?: string | null
  /** Primary contact (UUID) */
  primary_lead_id?: string | null
  /** All contacts, with what they are in the deal */
  contacts?: readonly {
    /** Contact (UUID) */
    lead_id?: string
    /** Such as decision maker */
    role?: string | null
    /** The contact to talk to first */
    primary?: boolean
    /** Same as lead_id (UUID) */
    contact_id?: string
  }[]
  /** How much it matters: a value of the picklist priorities (default "medium") */
  priority?: string
  /** New or further business: a value of the picklist deal_types (default "new_business") */
  deal_type?: string
  /** Where it came from, in free words */
  source?: string | null
  /** Is paid again and again (default false) */
  recurring?: boolean
  /** Monthly recurring revenue */
  mrr?: number | null
  /** Likelihood on a scale of your own */
  score?: number | null
  /** What is to be done next */
  next_step?: string | null
  /** Until when (YYYY-MM-DD) */
  next_step_date?: string | null
  /** What is worth knowing, in free words */
  description?: string | null
  /** One of the picklist lost_reasons, or other words */
  lost_reason?: string | null
  /** Why it was won */
  won_reason?: string | null
  /** Who else is asked (default []) */
  competitors?: readonly string[]
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** When it was won or lost; given with a closed status only (RFC 3339) */
  closed_at?: string | null
  /** Same as primary_lead_id (UUID) */
  contact_id?: string | null
  /** Same as primary_lead_id (UUID) */
  lead_id?: string | null
  /** Same as owner_email */
  assigned_to?: string
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** What `updateDeal` takes. */
export interface UpdateDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Name of the deal */
  name?: string
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Stage, by id or name; the first open one when left out */
  stage_id?: string
  /** Follows the type of the stage; given alone, it leads to a stage of that type */
  status?: 'open' | 'won' | 'lost'
  /** Amount, net */
  amount?: number
  /** ISO 4217; that of the company or the organization when left out */
  currency?: string
  /** Percent; that of the stage when left out */
  probability?: number | null
  /** How sure it is, in the forecast */
  forecast_category?: 'pipeline' | 'best_case' | 'commit' | 'closed' | 'omitted'
  /** When it is expected to be closed (YYYY-MM-DD) */
  close_date?: string | null
  /** Owner; `me` when left out */
  owner_email?: string
  /** The company of the primary contact when left out (UUID) */
  company_id?: string | null
  /** Primary contact (UUID) */
  primary_lead_id?: string | null
  /** All contacts, with what they are in the deal */
  contacts?: readonly {
    /** Contact (UUID) */
    lead_id?: string
    /** Such as decision maker */
    role?: string | null
    /** The contact to talk to first */
    primary?: boolean
    /** Same as lead_id (UUID) */
    contact_id?: string
  }[]
  /** How much it matters: a value of the picklist priorities */
  priority?: string
  /** New or further business: a value of the picklist deal_types */
  deal_type?: string
  /** Where it came from, in free words */
  source?: string | null
  /** Is paid again and again */
  recurring?: boolean
  /** Monthly recurring revenue */
  mrr?: number | null
  /** Likelihood on a scale of your own */
  score?: number | null
  /** What is to be done next */
  next_step?: string | null
  /** Until when (YYYY-MM-DD) */
  next_step_date?: string | null
  /** What is worth knowing, in free words */
  description?: string | null
  /** One of the picklist lost_reasons, or other words */
  lost_reason?: string | null
  /** Why it was won */
  won_reason?: string | null
  /** Who else is asked */
  competitors?: readonly string[]
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** When it was won or lost; given with a closed status only (RFC 3339) */
  closed_at?: string | null
  /** Same as primary_lead_id (UUID) */
  contact_id?: string | null
  /** Same as primary_lead_id (UUID) */
  lead_id?: string | null
  /** Same as owner_email */
  assigned_to?: string
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteDeal` takes. */
export interface DeleteDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreDeal` takes. */
export interface RestoreDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
}

/** What `searchDeals` takes. */
export interface SearchDealsInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'tasks' | 'lines')[]
}

/** What `searchDeals` answers. */
export interface SearchDealsAnswer {
  /** One page of deals */
  deals: Deal[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertDeals` takes. */
export interface BulkUpsertDealsInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Name of the deal */
    name?: string
    /** The default pipeline when left out (UUID) */
    pipeline_id?: string
    /** Stage, by id or name; the first open one when left out */
    stage_id?: string
    /** Follows the type of the stage; given alone, it leads to a stage of that type */
    status?: 'open' | 'won' | 'lost'
    /** Amount, net */
    amount?: number
    /** ISO 4217; that of the company or the organization when left out */
    currency?: string
    /** Percent; that of the stage when left out */
    probability?: number | null
    /** How sure it is, in the forecast */
    forecast_category?: 'pipeline' | 'best_case' | 'commit' | 'closed' | 'omitted'
    /** When it is expected to be closed (YYYY-MM-DD) */
    close_date?: string | null
    /** Owner; `me` when left out */
    owner_email?: string
    /** The company of the primary contact when left out (UUID) */
    company_id?: string | null
    /** Primary contact (UUID) */
    primary_lead_id?: string | null
    /** All contacts, with what they are in the deal */
    contacts?: readonly {
      /** Contact (UUID) */
      lead_id?: string
      /** Such as decision maker */
      role?: string | null
      /** The contact to talk to first */
      primary?: boolean
      /** Same as lead_id (UUID) */
      contact_id?: string
    }[]
    /** How much it matters: a value of the picklist priorities */
    priority?: string
    /** New or further business: a value of the picklist deal_types */
    deal_type?: string
    /** Where it came from, in free words */
    source?: string | null
    /** Is paid again and again */
    recurring?: boolean
    /** Monthly recurring revenue */
    mrr?: number | null
    /** Likelihood on a scale of your own */
    score?: number | null
    /** What is to be done next */
    next_step?: string | null
    /** Until when (YYYY-MM-DD) */
    next_step_date?: string | null
    /** What is worth knowing, in free words */
    description?: string | null
    /** One of the picklist lost_reasons, or other words */
    lost_reason?: string | null
    /** Why it was won */
    won_reason?: string | null
    /** Who else is asked */
    competitors?: readonly string[]
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** When it was won or lost; given with a closed status only (RFC 3339) */
    closed_at?: string | null
    /** Same as primary_lead_id (UUID) */
    contact_id?: string | null
    /** Same as primary_lead_id (UUID) */
    lead_id?: string | null
    /** Same as owner_email */
    assigned_to?: string
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkUpdateDeals` takes. */
export interface BulkUpdateDealsInput {
  /** Records, by id */
  ids?: readonly string[]
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** New values of fields */
  set?: {
    /** Name of the deal */
    name?: string
    /** The default pipeline when left out (UUID) */
    pipeline_id?: string
    /** Stage, by id or name; the first open one when left out */
    stage_id?: string
    /** Follows the type of the stage; given alone, it leads to a stage of that type */
    status?: 'open' | 'won' | 'lost'
    /** Amount, net */
    amount?: number
    /** ISO 4217; that of the company or the organization when left out */
    currency?: string
    /** Percent; that of the stage when left out */
    probability?: number | null
    /** How sure it is, in the forecast */
    forecast_category?: 'pipeline' | 'best_case' | 'commit' | 'closed' | 'omitted'
    /** When it is expected to be closed (YYYY-MM-DD) */
    close_date?: string | null
    /** Owner; `me` when left out */
    owner_email?: string
    /** The company of the primary contact when left out (UUID) */
    company_id?: string | null
    /** Primary contact (UUID) */
    primary_lead_id?: string | null
    /** All contacts, with what they are in the deal */
    contacts?: readonly {
      /** Contact (UUID) */
      lead_id?: string
      /** Such as decision maker */
      role?: string | null
      /** The contact to talk to first */
      primary?: boolean
      /** Same as lead_id (UUID) */
      contact_id?: string
    }[]
    /** How much it matters: a value of the picklist priorities */
    priority?: string
    /** New or further business: a value of the picklist deal_types */
    deal_type?: string
    /** Where it came from, in free words */
    source?: string | null
    /** Is paid again and again */
    recurring?: boolean
    /** Monthly recurring revenue */
    mrr?: number | null
    /** Likelihood on a scale of your own */
    score?: number | null
    /** What is to be done next */
    next_step?: string | null
    /** Until when (YYYY-MM-DD) */
    next_step_date?: string | null
    /** What is worth knowing, in free words */
    description?: string | null
    /** One of the picklist lost_reasons, or other words */
    lost_reason?: string | null
    /** Why it was won */
    won_reason?: string | null
    /** Who else is asked */
    competitors?: readonly string[]
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** When it was won or lost; given with a closed status only (RFC 3339) */
    closed_at?: string | null
    /** Same as primary_lead_id (UUID) */
    contact_id?: string | null
    /** Same as primary_lead_id (UUID) */
    lead_id?: string | null
    /** Same as owner_email */
    assigned_to?: string
    /** Custom values by name; an update changes those that it names, null clears one (default {}) */
    custom_properties?: CustomPropertiesInput
  }
  /** Tags that they get */
  add_tags?: readonly string[]
  /** Tags that they lose */
  remove_tags?: readonly string[]
  /** Answer how many records are selected, and change none */
  dry_run?: boolean
}

/** What `bulkDeleteDeals` takes. */
export type BulkDeleteDealsInput = BulkDeleteInput

/** What `getDealTimeline` takes. */
export interface GetDealTimelineInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Entries on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listDealHistory` takes. */
export interface ListDealHistoryInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Changes on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `mergeDeals` takes. */
export interface MergeDealsInput {
  /** The record that lives on (UUID) */
  id: string
  /** The records that are taken in; their ids mean the survivor from then on */
  merge_ids: readonly string[]
  /** Values that the record has afterwards, whatever the others say */
  overrides?: {
    /** Name of the deal */
    name?: string
    /** When it is expected to be closed (YYYY-MM-DD) */
    close_date?: string | null
    /** Owner; `me` when left out */
    owner_email?: string
    /** The company of the primary contact when left out (UUID) */
    company_id?: string | null
    /** Primary contact (UUID) */
    primary_lead_id?: string | null
    /** All contacts, with what they are in the deal */
    contacts?: readonly {
      /** Contact (UUID) */
      lead_id?: string
      /** Such as decision maker */
      role?: string | null
      /** The contact to talk to first */
      primary?: boolean
      /** Same as lead_id (UUID) */
      contact_id?: string
    }[]
    /** How much it matters: a value of the picklist priorities */
    priority?: string
    /** New or further business: a value of the picklist deal_types */
    deal_type?: string
    /** Where it came from, in free words */
    source?: string | null
    /** Is paid again and again */
    recurring?: boolean
    /** Likelihood on a scale of your own */
    score?: number | null
    /** What is to be done next */
    next_step?: string | null
    /** Until when (YYYY-MM-DD) */
    next_step_date?: string | null
    /** What is worth knowing, in free words */
    description?: string | null
    /** Who else is asked */
    competitors?: readonly string[]
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Same as primary_lead_id (UUID) */
    contact_id?: string | null
    /** Same as primary_lead_id (UUID) */
    lead_id?: string | null
    /** Same as owner_email */
    assigned_to?: string
    /** Custom values by name; an update changes those that it names, null clears one (default {}) */
    custom_properties?: CustomPropertiesInput
  }
}

/** What `mergeDeals` answers. */
export interface MergeDealsAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the deal */
  name: string
  /** The default pipeline when left out (UUID) */
  pipeline_id: string
  /** Name of its pipeline */
  pipeline_name: string
  /** Stage, by id or name; the first open one when left out */
  stage_id: string
  /** Name of its stage */
  stage_name: string
  /** Follows the type of the stage; given alone, it leads to a stage of that type */
  status: 'open' | 'won' | 'lost'
  /** Amount, net */
  amount: number
  /** What it costs, by its lines or the quote that was accepted; null where that is not known */
  cost: number | null
  /** ISO 4217; that of the company or the organization when left out */
  currency: string
  /** Percent; that of the stage when left out */
  probability: number | null
  /** How sure it is, in the forecast */
  forecast_category: 'pipeline' | 'best_case' | 'commit' | 'closed' | 'omitted'
  /** When it is expected to be closed (YYYY-MM-DD) */
  close_date: string | null
  /** Owner; `me` when left out */
  owner_email: string
  /** The company of the primary contact when left out (UUID) */
  company_id: string | null
  /** Primary contact (UUID) */
  primary_lead_id: string | null
  /** All contacts, with what they are in the deal */
  contacts: {
    /** Contact (UUID) */
    lead_id: string
    /** Such as decision maker */
    role?: string | null
    /** The contact to talk to first */
    primary?: boolean
  }[]
  /** How much it matters: a value of the picklist priorities */
  priority: string
  /** New or further business: a value of the picklist deal_types */
  deal_type: string
  /** Where it came from, in free words */
  source: string | null
  /** Is paid again and again */
  recurring: boolean
  /** Monthly recurring revenue */
  mrr: number | null
  /** Likelihood on a scale of your own */
  score: number | null
  /** What is to be done next */
  next_step: string | null
  /** Until when (YYYY-MM-DD) */
  next_step_date: string | null
  /** What is worth knowing, in free words */
  description: string | null
  /** One of the picklist lost_reasons, or other words */
  lost_reason: string | null
  /** Why it was won */
  won_reason: string | null
  /** Who else is asked */
  competitors: string[]
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** When it came into its stage (RFC 3339) */
  stage_entered_at: string
  /** Every move from stage to stage, the oldest first */
  stage_history: {
    /** When it moved (RFC 3339) */
    at: string
    /** Stage before */
    from: string | null
    /** Stage after */
    to: string | null
    /** Days it had spent in the stage before */
    days_in_stage: number
  }[]
  /** When it was won or lost; given with a closed status only (RFC 3339) */
  closed_at: string | null
  /** When something was last done about it (RFC 3339) */
  last_activity_at: string | null
  /** Ids of the deals that were merged into it */
  merged_ids: string[]
  /** amount x probability */
  weighted_amount: number
  /** amount less cost; null where the cost is not known */
  margin: number | null
  /** Fractional days */
  days_in_stage: number
  /** Longer in its stage than the stage allows */
  rotting: boolean
  /** The id that was asked for, of a deal that this one has taken in (UUID) */
  merged_from?: string
  /** Its product lines */
  lines?: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** What `include` asked for */
  included?: DealIncluded
  /** For undoMerge (UUID) */
  merge_id: string
}

/** What `getDealBoard` takes. */
export interface GetDealBoardInput {
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Deals of this owner; me = yours */
  owner?: string
  /** Deals shown in each stage (default 10) */
  limit?: number
}

/** What `moveDealStage` takes. */
export interface MoveDealStageInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Stage, by id or name */
  stage_id?: string
  /** Stage, by id or name */
  stage?: string
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Percent; that of the stage when left out */
  probability?: number | null
}

/** What `winDeal` takes. */
export interface WinDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Why it was won */
  won_reason?: string | null
  /** Amount, net */
  amount?: number
  /** When it is expected to be closed (YYYY-MM-DD) */
  close_date?: string | null
  /** Stage, by id or name */
  stage_id?: string
  /** Stage, by id or name */
  stage?: string
}

/** What `loseDeal` takes. */
export interface LoseDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** One of the picklist lost_reasons, or other words */
  lost_reason?: string | null
  /** Who else is asked */
  competitors?: readonly string[]
  /** When it is expected to be closed (YYYY-MM-DD) */
  close_date?: string | null
  /** Stage, by id or name */
  stage_id?: string
  /** Stage, by id or name */
  stage?: string
}

/** What `reopenDeal` takes. */
export interface ReopenDealInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Stage, by id or name */
  stage_id?: string
  /** Stage, by id or name */
  stage?: string
}

/** What `listDealLines` takes. */
export interface ListDealLinesInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listDealLines` answers. */
export interface ListDealLinesAnswer {
  /** The deal (UUID) */
  deal_id: string
  /** ISO 4217, of all amounts */
  currency: string
  /** Of the deal */
  amount: number
  /** One page of what is sold, line by line */
  lines: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Net total less costs; null where a line has no cost */
  margin: number | null
  /** Of the deal */
  version: number
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `replaceDealLines` takes. */
export interface ReplaceDealLinesInput {
  /** Identifies one of the deals (UUID) */
  id: string
  /** All lines, in their order */
  lines: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
}

/** What `replaceDealLines` answers. */
export interface ReplaceDealLinesAnswer {
  /** The deal (UUID) */
  deal_id: string
  /** ISO 4217, of all amounts */
  currency: string
  /** Of the deal */
  amount: number
  /** What is sold, line by line */
  lines: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Net total less costs; null where a line has no cost */
  margin: number | null
  /** Of the deal */
  version: number
}

/** What `listTasks` takes. */
export interface ListTasksInput {
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose type is this */
  type?: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
  /** Records whose status is this */
  status?: 'open' | 'completed' | 'cancelled'
  /** Records whose priority is this */
  priority?: 'low' | 'medium' | 'high'
  /** Records whose due_at is before this time (RFC 3339) */
  due_before?: string
  /** Records whose due_at is at or after this time (RFC 3339) */
  due_from?: string
  /** Open tasks that are past their due time */
  overdue?: boolean
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose quote_id is this (UUID) */
  quote_id?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote')[]
  /** created_at, updated_at, due_at; `-` = descending, several with commas; also computed, `custom.x`, `contact.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listTasks` answers. */
export interface ListTasksAnswer {
  /** One page of tasks */
  tasks: Task[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getTask` takes. */
export interface GetTaskInput {
  /** Identifies one of the tasks (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote')[]
}

/** What `createTask` takes. */
export interface CreateTaskInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** What is to be done */
  title: string
  /** Kind of task (default "todo") */
  type?: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
  /** Whether it is still to be done (default "open") */
  status?: 'open' | 'completed' | 'cancelled'
  /** How much it matters (default "medium") */
  priority?: 'low' | 'medium' | 'high'
  /** Owner; `me` when left out */
  owner_email?: string | null
  /** When it must be done (RFC 3339) */
  due_at?: string | null
  /** When to remind its owner (RFC 3339) */
  remind_at?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** More about it, in free words */
  description?: string | null
  /** How it went; of calls, one of the call outcomes */
  outcome?: string | null
  /** How it comes again: when it is completed, the next one is made */
  recurrence?: Recurrence
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Due so many calendar days from now, instead of due_at */
  due_in_days?: number
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** What `updateTask` takes. */
export interface UpdateTaskInput {
  /** Identifies one of the tasks (UUID) */
  id: string
  /** What is to be done */
  title?: string
  /** Kind of task */
  type?: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
  /** Whether it is still to be done */
  status?: 'open' | 'completed' | 'cancelled'
  /** How much it matters */
  priority?: 'low' | 'medium' | 'high'
  /** Owner; `me` when left out */
  owner_email?: string | null
  /** When it must be done (RFC 3339) */
  due_at?: string | null
  /** When to remind its owner (RFC 3339) */
  remind_at?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** More about it, in free words */
  description?: string | null
  /** How it went; of calls, one of the call outcomes */
  outcome?: string | null
  /** How it comes again: when it is completed, the next one is made */
  recurrence?: Recurrence
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Due so many calendar days from now, instead of due_at */
  due_in_days?: number
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteTask` takes. */
export interface DeleteTaskInput {
  /** Identifies one of the tasks (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreTask` takes. */
export interface RestoreTaskInput {
  /** Identifies one of the tasks (UUID) */
  id: string
}

/** What `searchTasks` takes. */
export interface SearchTasksInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote')[]
}

/** What `searchTasks` answers. */
export interface SearchTasksAnswer {
  /** One page of tasks */
  tasks: Task[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertTasks` takes. */
export interface BulkUpsertTasksInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** What is to be done */
    title?: string
    /** Kind of task */
    type?: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
    /** Whether it is still to be done */
    status?: 'open' | 'completed' | 'cancelled'
    /** How much it matters */
    priority?: 'low' | 'medium' | 'high'
    /** Owner; `me` when left out */
    owner_email?: string | null
    /** When it must be done (RFC 3339) */
    due_at?: string | null
    /** When to remind its owner (RFC 3339) */
    remind_at?: string | null
    /** Contact (UUID) */
    lead_id?: string | null
    /** The deal that it is about (UUID) */
    deal_id?: string | null
    /** The company that it is about (UUID) */
    company_id?: string | null
    /** The quote that it is about (UUID) */
    quote_id?: string | null
    /** More about it, in free words */
    description?: string | null
    /** How it went; of calls, one of the call outcomes */
    outcome?: string | null
    /** How it comes again: when it is completed, the next one is made */
    recurrence?: Recurrence
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Due so many calendar days from now, instead of due_at */
    due_in_days?: number
    /** Same as lead_id (UUID) */
    contact_id?: string | null
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeleteTasks` takes. */
export type BulkDeleteTasksInput = BulkDeleteInput

/** What `getAgenda` takes. */
export interface GetAgendaInput {
  /** Yours when left out */
  owner?: string
  /** Only this part */
  part?: 'overdue' | 'today' | 'next_days'
  /** Tasks of each part (default 200) */
  limit?: number
}

/** What `reopenTask` takes. */
export interface ReopenTaskInput {
  /** Identifies one of the tasks (UUID) */
  id: string
}

/** What `completeTask` takes. */
export interface CompleteTaskInput {
  /** Identifies one of the tasks (UUID) */
  id: string
  /** How it went; of calls, one of the call outcomes */
  outcome?: string | null
  /** A task to do next, for the same owner and records; its title is the same unless given */
  follow_up?: {
    /** What is to be done */
    title?: string
    /** Kind of task */
    type?: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
    /** How much it matters */
    priority?: 'low' | 'medium' | 'high'
    /** Owner; `me` when left out */
    owner_email?: string | null
    /** When it must be done (RFC 3339) */
    due_at?: string | null
    /** Due so many calendar days from now, instead of due_at */
    due_in_days?: number
    /** More about it, in free words */
    description?: string | null
  }
}

/** What `completeTask` answers. */
export interface CompleteTaskAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** What is to be done */
  title: string
  /** Kind of task */
  type: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
  /** Whether it is still to be done */
  status: 'open' | 'completed' | 'cancelled'
  /** How much it matters */
  priority: 'low' | 'medium' | 'high'
  /** Owner; `me` when left out */
  owner_email: string | null
  /** When it must be done (RFC 3339) */
  due_at: string | null
  /** When to remind its owner (RFC 3339) */
  remind_at: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it is about (UUID) */
  deal_id: string | null
  /** The company that it is about (UUID) */
  company_id: string | null
  /** The quote that it is about (UUID) */
  quote_id: string | null
  /** Who made it */
  source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
  /** More about it, in free words */
  description: string | null
  /** How it went; of calls, one of the call outcomes */
  outcome: string | null
  /** How it comes again: when it is completed, the next one is made */
  recurrence: Recurrence
  /** The first task of its series; null of that one (UUID) */
  series_id: string | null
  /** Which one of its series it is; null of the first */
  occurrence: number | null
  /** When it was completed (RFC 3339) */
  completed_at: string | null
  /** Who completed it */
  completed_by: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Open, and past its due time */
  overdue: boolean
  /** The task that comes next, where one was asked for */
  follow_up: NextTask
}

/** What `listActivities` takes. */
export interface ListActivitiesInput {
  /** Records whose type is this */
  type?: 'note' | 'call' | 'meeting' | 'email' | 'linkedin' | 'whatsapp' | 'stage_change' | 'task' | 'quote' | 'system'
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose quote_id is this (UUID) */
  quote_id?: string
  /** Records whose task_id is this (UUID) */
  task_id?: string
  /** Records whose at is at or after this time (RFC 3339) */
  from?: string
  /** Records whose at is before this time (RFC 3339) */
  before?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Activities of this period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'task' | 'quote')[]
  /** at, created_at, updated_at; `-` = descending, several with commas; also computed, `custom.x`, `contact.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listActivities` answers. */
export interface ListActivitiesAnswer {
  /** One page of activities */
  activities: Activity[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `logActivity` takes. */
export interface LogActivityInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Kind of activity */
  type: 'note' | 'call' | 'meeting' | 'email' | 'linkedin' | 'whatsapp' | 'stage_change' | 'task' | 'quote' | 'system'
  /** Heading, in a few words */
  subject?: string | null
  /** What was said or done */
  body?: string | null
  /** `in`: from the contact */
  direction?: 'in' | 'out' | null
  /** By what means */
  channel?: 'email' | 'linkedin' | 'whatsapp' | 'phone' | null
  /** How long it took */
  duration_seconds?: number | null
  /** How it went; of calls, one of the call outcomes */
  outcome?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** The task that it is about (UUID) */
  task_id?: string | null
  /** The e-mail that it tells of (UUID) */
  email_id?: string | null
  /** Owner; `me` when left out */
  owner_email?: string | null
  /** E-mail addresses or names of who took part (default []) */
  participants?: readonly string[]
  /** Where it can be heard or seen */
  recording_url?: string | null
  /** Stands above the others (default false) */
  pinned?: boolean
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** When it happened; now when left out (RFC 3339) */
  at?: string
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** What `getActivity` takes. */
export interface GetActivityInput {
  /** Identifies one of the activities (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'task' | 'quote')[]
}

/** What `updateActivity` takes. */
export interface UpdateActivityInput {
  /** Identifies one of the activities (UUID) */
  id: string
  /** Kind of activity */
  type?: 'note' | 'call' | 'meeting' | 'email' | 'linkedin' | 'whatsapp' | 'stage_change' | 'task' | 'quote' | 'system'
  /** Heading, in a few words */
  subject?: string | null
  /** What was said or done */
  body?: string | null
  /** When it happened, or will happen; now when left out (RFC 3339) */
  at?: string
  /** `in`: from the contact */
  direction?: 'in' | 'out' | null
  /** By what means */
  channel?: 'email' | 'linkedin' | 'whatsapp' | 'phone' | null
  /** How long it took */
  duration_seconds?: number | null
  /** How it went; of calls, one of the call outcomes */
  outcome?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** The task that it is about (UUID) */
  task_id?: string | null
  /** The e-mail that it tells of (UUID) */
  email_id?: string | null
  /** Owner; `me` when left out */
  owner_email?: string | null
  /** E-mail addresses or names of who took part */
  participants?: readonly string[]
  /** Where it can be heard or seen */
  recording_url?: string | null
  /** Stands above the others */
  pinned?: boolean
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteActivity` takes. */
export interface DeleteActivityInput {
  /** Identifies one of the activities (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreActivity` takes. */
export interface RestoreActivityInput {
  /** Identifies one of the activities (UUID) */
  id: string
}

/** What `bulkUpsertActivities` takes. */
export interface BulkUpsertActivitiesInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Kind of activity */
    type?: 'note' | 'call' | 'meeting' | 'email' | 'linkedin' | 'whatsapp' | 'stage_change' | 'task' | 'quote' | 'system'
    /** Heading, in a few words */
    subject?: string | null
    /** What was said or done */
    body?: string | null
    /** `in`: from the contact */
    direction?: 'in' | 'out' | null
    /** By what means */
    channel?: 'email' | 'linkedin' | 'whatsapp' | 'phone' | null
    /** How long it took */
    duration_seconds?: number | null
    /** How it went; of calls, one of the call outcomes */
    outcome?: string | null
    /** Contact (UUID) */
    lead_id?: string | null
    /** The company that it is about (UUID) */
    company_id?: string | null
    /** The deal that it is about (UUID) */
    deal_id?: string | null
    /** The quote that it is about (UUID) */
    quote_id?: string | null
    /** The task that it is about (UUID) */
    task_id?: string | null
    /** The e-mail that it tells of (UUID) */
    email_id?: string | null
    /** Owner; `me` when left out */
    owner_email?: string | null
    /** E-mail addresses or names of who took part */
    participants?: readonly string[]
    /** Where it can be heard or seen */
    recording_url?: string | null
    /** Stands above the others */
    pinned?: boolean
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** When it happened; now when left out (RFC 3339) */
    at?: string
    /** Same as lead_id (UUID) */
    contact_id?: string | null
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
  /** History: makes no events, so that no workflow or webhook acts on it */
  backfill?: boolean
}

/** What `bulkDeleteActivities` takes. */
export type BulkDeleteActivitiesInput = BulkDeleteInput

/** What `addNote` takes. */
export interface AddNoteInput {
  /** The note itself */
  body: string
  /** Heading, in a few words */
  subject?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** When it happened; now when left out (RFC 3339) */
  at?: string
  /** Stands above the others (default false) */
  pinned?: boolean
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
}

/** What `logCall` takes. */
export interface LogCallInput {
  /** How it went */
  outcome?: 'connected' | 'positive' | 'negative' | 'scheduled' | 'no_answer' | 'voicemail' | 'busy' | 'wrong_number'
  /** Who called; in: the contact (default "out") */
  direction?: 'in' | 'out'
  /** How long it took */
  duration_seconds?: number | null
  /** Where it can be heard or seen */
  recording_url?: string | null
  /** Heading, in a few words */
  subject?: string | null
  /** What was said or done */
  body?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** The task that it is about (UUID) */
  task_id?: string | null
  /** When it happened; now when left out (RFC 3339) */
  at?: string
  /** Owner; `me` when left out */
  owner_email?: string | null
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
}

/** What `logMeeting` takes. */
export interface LogMeetingInput {
  /** Heading, in a few words */
  subject?: string | null
  /** What was said or done */
  body?: string | null
  /** E-mail addresses or names of who took part (default []) */
  participants?: readonly string[]
  /** How long it took */
  duration_seconds?: number | null
  /** How it went; of calls, one of the call outcomes */
  outcome?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** The company that it is about (UUID) */
  company_id?: string | null
  /** The deal that it is about (UUID) */
  deal_id?: string | null
  /** The quote that it is about (UUID) */
  quote_id?: string | null
  /** The task that it is about (UUID) */
  task_id?: string | null
  /** When it takes place; in the future for one that is booked (RFC 3339) */
  at?: string
  /** Owner; `me` when left out */
  owner_email?: string | null
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
}

/** What `listProducts` takes. */
export interface ListProductsInput {
  /** Records whose sku is this */
  sku?: string
  /** Records whose barcode is this */
  barcode?: string
  /** Records whose category is this */
  category?: string
  /** Records whose brand is this */
  brand?: string
  /** Records whose active is this */
  active?: boolean
  /** Products of which some are on hand and not reserved */
  in_stock?: boolean
  /** Records whose supplier_company_id is this (UUID) */
  supplier_company_id?: string
  /** Records whose tags have this, in any case */
  tag?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly "supplier"[]
  /** created_at, updated_at, sku, name, price; `-` = descending, several with commas; also computed, `custom.x` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listProducts` answers. */
export interface ListProductsAnswer {
  /** One page of products */
  products: Product[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getProduct` takes. */
export interface GetProductInput {
  /** Identifies one of the products (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly "supplier"[]
}

/** What `createProduct` takes. */
export interface CreateProductInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the product */
  name: string
  /** What is worth knowing, in free words */
  description?: string | null
  /** Brand */
  brand?: string | null
  /** Product group */
  category?: string | null
  /** Unit that is counted: piece, kg, hour, ... */
  unit?: string | null
  /** GTIN or another bar code */
  barcode?: string | null
  /** Default net sales price */
  price?: number | null
  /** ISO 4217 */
  currency?: string | null
  /** Percent */
  tax_rate?: number | null
  /** Net cost of one unit */
  cost?: number | null
  /** Other prices from a quantity on (default []) */
  price_tiers?: readonly PriceTier[]
  /** In other currencies, one entry for each (default []) */
  prices?: readonly ProductPrice[]
  /** Null = stock is not kept */
  stock_on_hand?: number | null
  /** Promised to customers, not yet delivered (default 0) */
  stock_reserved?: number
  /** What is ordered from suppliers (default []) */
  stock_incoming?: readonly ProductStockIncoming[]
  /** The company that supplies it (UUID) */
  supplier_company_id?: string | null
  /** Article code of the supplier */
  supplier_sku?: string | null
  /** ISO 4217, of the supplier's price */
  supplier_currency?: string | null
  /** Net price of the supplier */
  supplier_price?: number | null
  /** A sample that is priced by its own rules (default false) */
  is_tester?: boolean
  /** Can be sold (default true) */
  active?: boolean
  /** Address of a picture */
  image_url?: string | null
  /** Weight of one unit in kilograms */
  weight?: number | null
  /** Further facts by name, of any form (default {}) */
  details?: Record<string, unknown>
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Article code; unique */
  sku?: string
  /** Same as sku */
  code?: string
  /** Same as sku */
  reference?: string
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** What `updateProduct` takes. */
export interface UpdateProductInput {
  /** Identifies one of the products (UUID) */
  id: string
  /** Article code; unique */
  sku?: string
  /** Name of the product */
  name?: string
  /** What is worth knowing, in free words */
  description?: string | null
  /** Brand */
  brand?: string | null
  /** Product group */
  category?: string | null
  /** Unit that is counted: piece, kg, hour, ... */
  unit?: string | null
  /** GTIN or another bar code */
  barcode?: string | null
  /** Default net sales price */
  price?: number | null
  /** ISO 4217 */
  currency?: string | null
  /** Percent */
  tax_rate?: number | null
  /** Net cost of one unit */
  cost?: number | null
  /** Other prices from a quantity on */
  price_tiers?: readonly PriceTier[]
  /** In other currencies, one entry for each */
  prices?: readonly ProductPrice[]
  /** Null = stock is not kept */
  stock_on_hand?: number | null
  /** Promised to customers, not yet delivered */
  stock_reserved?: number
  /** What is ordered from suppliers */
  stock_incoming?: readonly ProductStockIncoming[]
  /** The company that supplies it (UUID) */
  supplier_company_id?: string | null
  /** Article code of the supplier */
  supplier_sku?: string | null
  /** ISO 4217, of the supplier's price */
  supplier_currency?: string | null
  /** Net price of the supplier */
  supplier_price?: number | null
  /** A sample that is priced by its own rules */
  is_tester?: boolean
  /** Can be sold */
  active?: boolean
  /** Address of a picture */
  image_url?: string | null
  /** Weight of one unit in kilograms */
  weight?: number | null
  /** Further facts by name, of any form */
  details?: Record<string, unknown>
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Same as sku */
  code?: string
  /** Same as sku */
  reference?: string
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteProduct` takes. */
export interface DeleteProductInput {
  /** Identifies one of the products (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreProduct` takes. */
export interface RestoreProductInput {
  /** Identifies one of the products (UUID) */
  id: string
}

/** What `searchProducts` takes. */
export interface SearchProductsInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly "supplier"[]
}

/** What `searchProducts` answers. */
export interface SearchProductsAnswer {
  /** One page of products */
  products: Product[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertProducts` takes. */
export interface BulkUpsertProductsInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Name of the product */
    name?: string
    /** What is worth knowing, in free words */
    description?: string | null
    /** Brand */
    brand?: string | null
    /** Product group */
    category?: string | null
    /** Unit that is counted: piece, kg, hour, ... */
    unit?: string | null
    /** GTIN or another bar code */
    barcode?: string | null
    /** Default net sales price */
    price?: number | null
    /** ISO 4217 */
    currency?: string | null
    /** Percent */
    tax_rate?: number | null
    /** Net cost of one unit */
    cost?: number | null
    /** Other prices from a quantity on */
    price_tiers?: readonly PriceTier[]
    /** In other currencies, one entry for each */
    prices?: readonly ProductPrice[]
    /** Null = stock is not kept */
    stock_on_hand?: number | null
    /** Promised to customers, not yet delivered */
    stock_reserved?: number
    /** What is ordered from suppliers */
    stock_incoming?: readonly ProductStockIncoming[]
    /** The company that supplies it (UUID) */
    supplier_company_id?: string | null
    /** Article code of the supplier */
    supplier_sku?: string | null
    /** ISO 4217, of the supplier's price */
    supplier_currency?: string | null
    /** Net price of the supplier */
    supplier_price?: number | null
    /** A sample that is priced by its own rules */
    is_tester?: boolean
    /** Can be sold */
    active?: boolean
    /** Address of a picture */
    image_url?: string | null
    /** Weight of one unit in kilograms */
    weight?: number | null
    /** Further facts by name, of any form */
    details?: Record<string, unknown>
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Article code; unique */
    sku?: string
    /** Same as sku */
    code?: string
    /** Same as sku */
    reference?: string
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'sku' | 'external_id'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeleteProducts` takes. */
export type BulkDeleteProductsInput = BulkDeleteInput

/** What `bulkSetStock` takes. */
export interface BulkSetStockInput {
  /** Stock, article by article */
  records: readonly {
    /** Article code */
    sku: string
    /** Null = stock is not kept */
    stock_on_hand?: number | null
    /** Promised to customers, not yet delivered (default 0) */
    stock_reserved?: number
    /** What is ordered from suppliers (default []) */
    stock_incoming?: readonly ProductStockIncoming[]
  }[]
}

/** What `bulkSetStock` answers. */
export interface BulkSetStockAnswer {
  /** Products that were changed */
  updated: number
  /** Products that were so already */
  unchanged: number
  /** Articles that could not be changed */
  rejected: {
    /** Position in `records`, from 0 */
    index: number
    /** What is wrong, for people */
    reason: string
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field: string | null
  }[]
  /** One for each article, in their order */
  results: {
    /** Position in `records`, from 0 */
    index: number
    /** The product; null for what was rejected */
    id: string | null
    /** What became of it */
    status: 'updated' | 'unchanged' | 'rejected'
  }[]
}

/** What `listPriceRules` takes. */
export interface ListPriceRulesInput {
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose company_tier is this */
  company_tier?: string
  /** Records whose product_id is this (UUID) */
  product_id?: string
  /** Records whose sku is this */
  sku?: string
  /** Records whose brand is this */
  brand?: string
  /** Records whose category is this */
  category?: string
  /** Records whose kind is this */
  kind?: 'fixed_price' | 'discount_percent' | 'markup_percent' | 'tester'
  /** Records whose currency is this */
  currency?: string
  /** Records whose active is this */
  active?: boolean
  /** Rules that are valid on this day (YYYY-MM-DD) */
  valid_on?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'product')[]
  /** created_at, updated_at, name, priority, valid_from, valid_to; `-` = descending, several with commas; also computed, `custom.x` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listPriceRules` answers. */
export interface ListPriceRulesAnswer {
  /** One page of price rules */
  price_rules: PriceRule[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getPriceRule` takes. */
export interface GetPriceRuleInput {
  /** Identifies one of the price rules (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'product')[]
}

/** What `createPriceRule` takes. */
export interface CreatePriceRuleInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the rule */
  name?: string | null
  /** For this customer only (UUID) */
  company_id?: string | null
  /** For customers of this tier only */
  company_tier?: string | null
  /** For this product only (UUID) */
  product_id?: string | null
  /** For the product of this sku only */
  sku?: string | null
  /** For products of this brand only */
  brand?: string | null
  /** For products of this category only */
  category?: string | null
  /** fixed_price: value is the price; discount_percent: off the price of the product; markup_percent: on its cost; tester: value is the price of testers only */
  kind: 'fixed_price' | 'discount_percent' | 'markup_percent' | 'tester'
  /** Net price or percent, by kind; for quantities below every tier where there are tiers */
  value?: number | null
  /** Currency in which the rule applies; in every one where it is null */
  currency?: string | null
  /** Other values from a quantity on (default []) */
  tiers?: readonly PriceRuleTier[]
  /** First day (YYYY-MM-DD) */
  valid_from?: string | null
  /** Last day (YYYY-MM-DD) */
  valid_to?: string | null
  /** The highest wins among rules that are equally specific (default 0) */
  priority?: number
  /** Applies at all (default true) */
  active?: boolean
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** What `updatePriceRule` takes. */
export interface UpdatePriceRuleInput {
  /** Identifies one of the price rules (UUID) */
  id: string
  /** Name of the rule */
  name?: string | null
  /** For this customer only (UUID) */
  company_id?: string | null
  /** For customers of this tier only */
  company_tier?: string | null
  /** For this product only (UUID) */
  product_id?: string | null
  /** For the product of this sku only */
  sku?: string | null
  /** For products of this brand only */
  brand?: string | null
  /** For products of this category only */
  category?: string | null
  /** fixed_price: value is the price; discount_percent: off the price of the product; markup_percent: on its cost; tester: value is the price of testers only */
  kind?: 'fixed_price' | 'discount_percent' | 'markup_percent' | 'tester'
  /** Net price or percent, by kind; for quantities below every tier where there are tiers */
  value?: number | null
  /** Currency in which the rule applies; in every one where it is null */
  currency?: string | null
  /** Other values from a quantity on */
  tiers?: readonly PriceRuleTier[]
  /** First day (YYYY-MM-DD) */
  valid_from?: string | null
  /** Last day (YYYY-MM-DD) */
  valid_to?: string | null
  /** The highest wins among rules that are equally specific */
  priority?: number
  /** Applies at all */
  active?: boolean
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deletePriceRule` takes. */
export interface DeletePriceRuleInput {
  /** Identifies one of the price rules (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restorePriceRule` takes. */
export interface RestorePriceRuleInput {
  /** Identifies one of the price rules (UUID) */
  id: string
}

/** What `bulkUpsertPriceRules` takes. */
export interface BulkUpsertPriceRulesInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Name of the rule */
    name?: string | null
    /** For this customer only (UUID) */
    company_id?: string | null
    /** For customers of this tier only */
    company_tier?: string | null
    /** For this product only (UUID) */
    product_id?: string | null
    /** For the product of this sku only */
    sku?: string | null
    /** For products of this brand only */
    brand?: string | null
    /** For products of this category only */
    category?: string | null
    /** fixed_price: value is the price; discount_percent: off the price of the product; markup_percent: on its cost; tester: value is the price of testers only */
    kind?: 'fixed_price' | 'discount_percent' | 'markup_percent' | 'tester'
    /** Net price or percent, by kind; for quantities below every tier where there are tiers */
    value?: number | null
    /** Currency in which the rule applies; in every one where it is null */
    currency?: string | null
    /** Other values from a quantity on */
    tiers?: readonly PriceRuleTier[]
    /** First day (YYYY-MM-DD) */
    valid_from?: string | null
    /** Last day (YYYY-MM-DD) */
    valid_to?: string | null
    /** The highest wins among rules that are equally specific */
    priority?: number
    /** Applies at all */
    active?: boolean
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeletePriceRules` takes. */
export type BulkDeletePriceRulesInput = BulkDeleteInput

/** What `resolvePrices` takes. */
export interface ResolvePricesInput {
  /** The customer; for everybody when left out (UUID) */
  company_id?: string | null
  /** Tier of the customer; that of the company when left out */
  company_tier?: string | null
  /** That of the company or of the organization when left out */
  currency?: string | null
  /** Day on which the prices are to hold; today when left out (YYYY-MM-DD) */
  date?: string
  /** What the prices are asked for */
  lines: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Instead of product_id; one that the catalog does not know has its rules, too */
    sku?: string | null
    /** How many (default 1) */
    quantity?: number
  }[]
}

/** What `resolvePrices` answers. */
export interface ResolvePricesAnswer {
  /** The customer (UUID) */
  company_id: string | null
  /** Tier by which rules were chosen */
  company_tier: string | null
  /** ISO 4217, of all prices */
  currency: string
  /** Day on which the prices hold (YYYY-MM-DD) */
  date: string
  /** A price for each line that was asked for */
  lines: {
    /** Index in the lines that were asked for */
    line: number
    /** The product (UUID) */
    product_id: string | null
    /** Article code */
    sku: string | null
    /** How many were asked for */
    quantity: number
    /** Net, of one unit; null where neither a rule nor the catalog has one */
    price: number | null
    /** Of the catalog, without any rule */
    list_price: number | null
    /** The rule that won; null: the price of the catalog (UUID) */
    rule_id: string | null
    /** Every rule that could have applied, and what became of it */
    trace: {
      /** Null: the price of the catalog (UUID) */
      rule_id: string | null
      /** Name of the rule */
      name: string | null
      /** What became of it */
      outcome: 'won' | 'lost' | 'not_applicable'
      /** Why */
      reason: 'won' | 'less_specific_customer' | 'less_specific_product' | 'lower_priority' | 'higher_price' | 'newer_rule' | 'inactive' | 'not_yet_valid' | 'expired' | 'other_currency' | 'quantity_too_small' | 'not_a_tester' | 'no_base_price' | 'no_cost'
      /** Net price by this rule */
      price: number | null
    }[]
  }[]
}

/** What `listQuotes` takes. */
export interface ListQuotesInput {
  /** Records whose number is this */
  number?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose currency is this */
  currency?: string
  /** Records whose reference is this */
  reference?: string
  /** issue_date on or after this day (YYYY-MM-DD) */
  issued_from?: string
  /** issue_date on or before this day (YYYY-MM-DD) */
  issued_to?: string
  /** Documents whose issue_date lies in this period, as of today */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** Records whose tags have this, in any case */
  tag?: string
  /** Records whose status is this */
  status?: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'cancelled'
  /** Quotes that can still be accepted, for the last time on a day before this one (YYYY-MM-DD) */
  expiring_before?: string
  /** valid_until on or after this day (YYYY-MM-DD) */
  valid_from?: string
  /** valid_until on or before this day (YYYY-MM-DD) */
  valid_to?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'order' | 'invoice')[]
  /** created_at, updated_at, issue_date, number, total_incl_tax, valid_until, sent_at; `-` = descending, several with commas; also computed, `custom.x`, `company.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listQuotes` answers. */
export interface ListQuotesAnswer {
  /** One page of quotes, without `public_token`, `public_url`, `lines` */
  quotes: Quote[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getQuote` takes. */
export interface GetQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'order' | 'invoice')[]
}

/** What `createQuote` takes. */
export interface CreateQuoteInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Unique; given at its issue when left out */
  number?: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Totals are kept as given and never computed (default false) */
  source_totals?: boolean
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Its status (default "draft") */
  status?: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'cancelled'
  /** Last day on which it can be accepted (YYYY-MM-DD) */
  valid_until?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
}

/** What `updateQuote` takes. */
export interface UpdateQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Its status */
  status?: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'cancelled'
  /** Last day on which it can be accepted (YYYY-MM-DD) */
  valid_until?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteQuote` takes. */
export interface DeleteQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreQuote` takes. */
export interface RestoreQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
}

/** What `searchQuotes` takes. */
export interface SearchQuotesInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'order' | 'invoice')[]
}

/** What `searchQuotes` answers. */
export interface SearchQuotesAnswer {
  /** One page of quotes, without `public_token`, `public_url`, `lines` */
  quotes: Quote[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertQuotes` takes. */
export interface BulkUpsertQuotesInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Unique; given at its issue when left out */
    number?: string
    /** The customer (UUID) */
    company_id?: string | null
    /** Contact (UUID) */
    lead_id?: string | null
    /** The deal that it belongs to (UUID) */
    deal_id?: string | null
    /** Owner, or `me` */
    owner_email?: string | null
    /** ISO 4217 */
    currency?: string | null
    /** To the currency of the organization; when left out, that of the day of issue, frozen then */
    exchange_rate?: number | null
    /** Heading */
    title?: string | null
    /** For the customer, below the lines */
    notes?: string | null
    /** Conditions of payment and delivery */
    terms?: string | null
    /** Order number of the customer */
    reference?: string | null
    /** Day of issue (YYYY-MM-DD) */
    issue_date?: string | null
    /** Where the invoice goes */
    billing_address?: Address
    /** Where the goods go */
    shipping_address?: Address
    /** Discount on the whole document, in percent */
    discount_percent?: number | null
    /** Discount on the whole document, as an amount */
    discount_amount?: number | null
    /** Totals are kept as given and never computed */
    source_totals?: boolean
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Its status */
    status?: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'cancelled'
    /** Last day on which it can be accepted (YYYY-MM-DD) */
    valid_until?: string | null
    /** Same as lead_id (UUID) */
    contact_id?: string | null
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_total?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
    /** What is sold, line by line */
    lines?: readonly {
      /** The product (UUID) */
      product_id?: string | null
      /** Kept even if the catalog does not know it */
      sku?: string | null
      /** What the line sells */
      name?: string | null
      /** More about it */
      description?: string | null
      /** Unit that is counted */
      unit?: string | null
      /** How many (default 1) */
      quantity?: number
      /** Net price of one unit */
      unit_price?: number | null
      /** Discount on the line, in percent */
      discount_percent?: number | null
      /** Discount on the line, as an amount */
      discount_amount?: number | null
      /** Percent */
      tax_rate?: number | null
      /** Of one unit, for the margin */
      cost?: number | null
      /** Values of custom properties, by name (default {}) */
      custom?: CustomPropertiesInput
      /** Place among the lines; as given when left out */
      position?: number
      /** Values of custom properties, by name (default {}) */
      custom_properties?: CustomPropertiesInput
      /** Only with source_totals; else computed */
      total_excl_tax?: number | null
      /** Only with source_totals; else computed */
      tax_amount?: number | null
      /** Only with source_totals; else computed */
      total_incl_tax?: number | null
    }[]
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id' | 'number'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeleteQuotes` takes. */
export type BulkDeleteQuotesInput = BulkDeleteInput

/** What `replaceQuoteLines` takes. */
export interface ReplaceQuoteLinesInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** All lines of the quote; they take the place of those before */
  lines: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
}

/** What `calculateQuote` takes. */
export interface CalculateQuoteInput {
  /** The customer (UUID) */
  company_id?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** What is sold, line by line */
  lines: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
}

/** What `calculateQuote` answers. */
export interface CalculateQuoteAnswer {
  /** ISO 4217, of all amounts */
  currency: string | null
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Tax by rate */
  taxes: {
    /** Percent */
    tax_rate: number
    /** Net amount at this rate */
    taxable: number
    /** Tax on it */
    tax: number
  }[]
  /** The lines with prices and totals */
  lines: {
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
    /** Of the catalog, without any rule */
    list_price: number | null
    /** Price by the catalog and the price rules, also where another one was given */
    rule_price: number | null
    /** Every rule that could have applied, and what became of it */
    trace: {
      /** Null: the price of the catalog (UUID) */
      rule_id: string | null
      /** Name of the rule */
      name: string | null
      /** What became of it */
      outcome: 'won' | 'lost' | 'not_applicable'
      /** Why */
      reason: 'won' | 'less_specific_customer' | 'less_specific_product' | 'lower_priority' | 'higher_price' | 'newer_rule' | 'inactive' | 'not_yet_valid' | 'expired' | 'other_currency' | 'quantity_too_small' | 'not_a_tester' | 'no_base_price' | 'no_cost'
      /** Net price by this rule */
      price: number | null
    }[]
  }[]
}

/** What `sendQuote` takes. */
export interface SendQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** Last day on which it can be accepted (YYYY-MM-DD) */
  valid_until?: string | null
}

/** What `getQuoteLink` takes. */
export interface GetQuoteLinkInput {
  /** Identifies one of the quotes (UUID) */
  id: string
}

/** What `acceptQuote` takes. */
export interface AcceptQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** Who accepted */
  name: string
  /** E-mail address of who accepted */
  email?: string | null
  /** When, if not now (RFC 3339) */
  signed_at?: string
  /** Also win the deal of the quote; an open one stays open when left out */
  win_deal?: boolean
}

/** What `declineQuote` takes. */
export interface DeclineQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** Why, in the words of the customer */
  reason?: string | null
}

/** What `duplicateQuote` takes. */
export interface DuplicateQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** A quote of its own, or the next version of this one (default "draft") */
  as?: 'draft' | 'version'
}

/** What `convertQuote` takes. */
export interface ConvertQuoteInput {
  /** Identifies one of the quotes (UUID) */
  id: string
  /** What it becomes */
  to: 'order' | 'invoice'
}

/** What `convertQuote` answers. */
export interface ConvertQuoteAnswer {
  /** A quote with its lines */
  quote: Quote
  /** The order that was made */
  order: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Ids of the record in other systems */
    external_ids: {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** E-mail address of the user who made it */
    created_by: string
    /** By what it was made: a key, a workflow, an import, ... */
    created_via: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** When it was deleted; null while it is live (RFC 3339) */
    deleted_at: string | null
    /** Bumps on each write; for `If-Match` */
    version: number
    /** Unique among the documents of its type; `DRAFT-00001` until its issue */
    number: string
    /** The customer (UUID) */
    company_id: string | null
    /** Contact (UUID) */
    lead_id: string | null
    /** The deal that it belongs to (UUID) */
    deal_id: string | null
    /** Owner, or `me` */
    owner_email: string | null
    /** ISO 4217 */
    currency: string | null
    /** To the currency of the organization; when left out, that of the day of issue, frozen then */
    exchange_rate: number | null
    /** Heading */
    title: string | null
    /** For the customer, below the lines */
    notes: string | null
    /** Conditions of payment and delivery */
    terms: string | null
    /** Order number of the customer */
    reference: string | null
    /** Day of issue (YYYY-MM-DD) */
    issue_date: string | null
    /** Where the invoice goes */
    billing_address: Address
    /** Where the goods go */
    shipping_address: Address
    /** Discount on the whole document, in percent */
    discount_percent: number | null
    /** Discount on the whole document, as an amount */
    discount_amount: number | null
    /** Net total */
    total_excl_tax: number | null
    /** Tax */
    tax_total: number | null
    /** Gross total */
    total_incl_tax: number | null
    /** Net total less the costs of its lines; null where one has no cost */
    margin: number | null
    /** Totals are kept as given and never computed */
    source_totals: boolean
    /** Given totals minus computed ones; null when they agree */
    totals_difference: TotalsDifference
    /** Tax by rate */
    taxes: {
      /** Percent */
      tax_rate: number
      /** Net amount at this rate */
      taxable: number
      /** Tax on it */
      tax: number
    }[]
    /** Labels */
    tags: string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom: Custom
    /** Its status */
    status: 'draft' | 'confirmed' | 'partially_delivered' | 'delivered' | 'invoiced' | 'cancelled'
    /** The issue date unless given (YYYY-MM-DD) */
    order_date: string | null
    /** Expected delivery (YYYY-MM-DD) */
    expected_at: string | null
    /** When it was delivered (RFC 3339) */
    delivered_at: string | null
    /** The quote that it came from (UUID) */
    quote_id: string | null
    /** Invoices that bill it */
    invoice_ids: string[]
    /** What is sold, line by line */
    lines: {
      /** Its id (UUID) */
      id: string
      /** Place in the document, from 1 */
      position: number
      /** The product (UUID) */
      product_id: string | null
      /** Kept even if the catalog does not know it */
      sku: string | null
      /** What the line sells */
      name: string | null
      /** More about it */
      description: string | null
      /** Unit that is counted */
      unit: string | null
      /** How many */
      quantity: number
      /** Net price of one unit */
      unit_price: number | null
      /** Discount on the line, in percent */
      discount_percent: number | null
      /** Discount on the line, as an amount */
      discount_amount: number | null
      /** Percent */
      tax_rate: number | null
      /** Net */
      total_excl_tax: number | null
      /** Tax */
      tax_amount: number | null
      /** Gross */
      total_incl_tax: number | null
      /** The rule that the price came from (UUID) */
      price_rule_id: string | null
      /** Of one unit, for the margin */
      cost: number | null
      /** Which of these were not given; they follow when a draft changes currency or customer */
      from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
      /** Net less cost; null where the cost is not known */
      margin: number | null
      /** Values of custom properties, by name */
      custom: Custom
    }[]
  } | null
  /** The invoice that was made */
  invoice: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Ids of the record in other systems */
    external_ids: {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** E-mail address of the user who made it */
    created_by: string
    /** By what it was made: a key, a workflow, an import, ... */
    created_via: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** When it was deleted; null while it is live (RFC 3339) */
    deleted_at: string | null
    /** Bumps on each write; for `If-Match` */
    version: number
    /** Unique among the documents of its type; `DRAFT-00001` until its issue */
    number: string
    /** The customer (UUID) */
    company_id: string | null
    /** Contact (UUID) */
    lead_id: string | null
    /** The deal that it belongs to (UUID) */
    deal_id: string | null
    /** Owner, or `me` */
    owner_email: string | null
    /** ISO 4217 */
    currency: string | null
    /** To the currency of the organization; when left out, that of the day of issue, frozen then */
    exchange_rate: number | null
    /** Heading */
    title: string | null
    /** For the customer, below the lines */
    notes: string | null
    /** Conditions of payment and delivery */
    terms: string | null
    /** Order number of the customer */
    reference: string | null
    /** Day of issue (YYYY-MM-DD) */
    issue_date: string | null
    /** Where the invoice goes */
    billing_address: Address
    /** Where the goods go */
    shipping_address: Address
    /** Discount on the whole document, in percent */
    discount_percent: number | null
    /** Discount on the whole document, as an amount */
    discount_amount: number | null
    /** Net total */
    total_excl_tax: number | null
    /** Tax */
    tax_total: number | null
    /** Gross total */
    total_incl_tax: number | null
    /** Net total less the costs of its lines; null where one has no cost */
    margin: number | null
    /** Totals are kept as given and never computed */
    source_totals: boolean
    /** Given totals minus computed ones; null when they agree */
    totals_difference: TotalsDifference
    /** Tax by rate */
    taxes: {
      /** Percent */
      tax_rate: number
      /** Net amount at this rate */
      taxable: number
      /** Tax on it */
      tax: number
    }[]
    /** Labels */
    tags: string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom: Custom
    /** overdue: sent, not paid, and past its due date */
    status: 'draft' | 'sent' | 'partially_paid' | 'paid' | 'void' | 'overdue'
    /** Day until which it is to be paid (YYYY-MM-DD) */
    due_date: string | null
    /** Sum of its payments */
    amount_paid: number
    /** Sum of the credit notes that were applied to it */
    amount_credited: number
    /** What of its total is neither paid nor credited */
    balance_due: number | null
    /** When the payment that settled it was recorded (RFC 3339) */
    paid_at: string | null
    /** The order that it bills (UUID) */
    order_id: string | null
    /** The quote that it came from (UUID) */
    quote_id: string | null
    /** What was paid, in the order of recording */
    payments: {
      /** Id of the payment (UUID) */
      id: string
      /** Amount, in the currency of the invoice */
      amount: number
      /** Day of payment (YYYY-MM-DD) */
      date: string
      /** transfer, card, direct_debit, cash, ... */
      method: string | null
      /** Reference of the bank or the payment service */
      reference: string | null
      /** All invoices that it pays, where it was allocated */
      invoice_ids?: string[]
    }[]
    /** Days since its due date; 0 when it is not overdue */
    days_overdue: number
    /** Credit notes that correct it */
    credit_note_ids: string[]
    /** What is sold, line by line */
    lines: {
      /** Its id (UUID) */
      id: string
      /** Place in the document, from 1 */
      position: number
      /** The product (UUID) */
      product_id: string | null
      /** Kept even if the catalog does not know it */
      sku: string | null
      /** What the line sells */
      name: string | null
      /** More about it */
      description: string | null
      /** Unit that is counted */
      unit: string | null
      /** How many */
      quantity: number
      /** Net price of one unit */
      unit_price: number | null
      /** Discount on the line, in percent */
      discount_percent: number | null
      /** Discount on the line, as an amount */
      discount_amount: number | null
      /** Percent */
      tax_rate: number | null
      /** Net */
      total_excl_tax: number | null
      /** Tax */
      tax_amount: number | null
      /** Gross */
      total_incl_tax: number | null
      /** The rule that the price came from (UUID) */
      price_rule_id: string | null
      /** Of one unit, for the margin */
      cost: number | null
      /** Which of these were not given; they follow when a draft changes currency or customer */
      from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
      /** Net less cost; null where the cost is not known */
      margin: number | null
      /** Values of custom properties, by name */
      custom: Custom
    }[]
  } | null
}

/** What `getQuotePdf` takes. */
export interface GetQuotePdfInput {
  /** Identifies one of the quotes (UUID) */
  id: string
}

/** What `listOrders` takes. */
export interface ListOrdersInput {
  /** Records whose number is this */
  number?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose currency is this */
  currency?: string
  /** Records whose reference is this */
  reference?: string
  /** issue_date on or after this day (YYYY-MM-DD) */
  issued_from?: string
  /** issue_date on or before this day (YYYY-MM-DD) */
  issued_to?: string
  /** Documents whose issue_date lies in this period, as of today */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** Records whose tags have this, in any case */
  tag?: string
  /** Records whose status is this */
  status?: 'draft' | 'confirmed' | 'partially_delivered' | 'delivered' | 'invoiced' | 'cancelled'
  /** Records whose quote_id is this (UUID) */
  quote_id?: string
  /** order_date on or after this day (YYYY-MM-DD) */
  ordered_from?: string
  /** order_date on or before this day (YYYY-MM-DD) */
  ordered_to?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'invoices')[]
  /** created_at, updated_at, issue_date, number, total_incl_tax, order_date, expected_at; `-` = descending, several with commas; also computed, `custom.x`, `company.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listOrders` answers. */
export interface ListOrdersAnswer {
  /** One page of orders, without `lines` */
  orders: Order[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getOrder` takes. */
export interface GetOrderInput {
  /** Identifies one of the orders (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'invoices')[]
}

/** What `createOrder` takes. */
export interface CreateOrderInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Unique; given at its issue when left out */
  number?: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Totals are kept as given and never computed (default false) */
  source_totals?: boolean
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Its status (default "draft") */
  status?: 'draft' | 'confirmed' | 'partially_delivered' | 'delivered' | 'invoiced' | 'cancelled'
  /** The issue date unless given (YYYY-MM-DD) */
  order_date?: string | null
  /** Expected delivery (YYYY-MM-DD) */
  expected_at?: string | null
  /** When it was delivered (RFC 3339) */
  delivered_at?: string | null
  /** The quote that it came from (UUID) */
  quote_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
}

/** What `updateOrder` takes. */
export interface UpdateOrderInput {
  /** Identifies one of the orders (UUID) */
  id: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Its status */
  status?: 'draft' | 'confirmed' | 'partially_delivered' | 'delivered' | 'invoiced' | 'cancelled'
  /** The issue date unless given (YYYY-MM-DD) */
  order_date?: string | null
  /** Expected delivery (YYYY-MM-DD) */
  expected_at?: string | null
  /** When it was delivered (RFC 3339) */
  delivered_at?: string | null
  /** The quote that it came from (UUID) */
  quote_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteOrder` takes. */
export interface DeleteOrderInput {
  /** Identifies one of the orders (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreOrder` takes. */
export interface RestoreOrderInput {
  /** Identifies one of the orders (UUID) */
  id: string
}

/** What `searchOrders` takes. */
export interface SearchOrdersInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'invoices')[]
}

/** What `searchOrders` answers. */
export interface SearchOrdersAnswer {
  /** One page of orders, without `lines` */
  orders: Order[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertOrders` takes. */
export interface BulkUpsertOrdersInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Unique; given at its issue when left out */
    number?: string
    /** The customer (UUID) */
    company_id?: string | null
    /** Contact (UUID) */
    lead_id?: string | null
    /** The deal that it belongs to (UUID) */
    deal_id?: string | null
    /** Owner, or `me` */
    owner_email?: string | null
    /** ISO 4217 */
    currency?: string | null
    /** To the currency of the organization; when left out, that of the day of issue, frozen then */
    exchange_rate?: number | null
    /** Heading */
    title?: string | null
    /** For the customer, below the lines */
    notes?: string | null
    /** Conditions of payment and delivery */
    terms?: string | null
    /** Order number of the customer */
    reference?: string | null
    /** Day of issue (YYYY-MM-DD) */
    issue_date?: string | null
    /** Where the invoice goes */
    billing_address?: Address
    /** Where the goods go */
    shipping_address?: Address
    /** Discount on the whole document, in percent */
    discount_percent?: number | null
    /** Discount on the whole document, as an amount */
    discount_amount?: number | null
    /** Totals are kept as given and never computed */
    source_totals?: boolean
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Its status */
    status?: 'draft' | 'confirmed' | 'partially_delivered' | 'delivered' | 'invoiced' | 'cancelled'
    /** The issue date unless given (YYYY-MM-DD) */
    order_date?: string | null
    /** Expected delivery (YYYY-MM-DD) */
    expected_at?: string | null
    /** When it was delivered (RFC 3339) */
    delivered_at?: string | null
    /** The quote that it came from (UUID) */
    quote_id?: string | null
    /** Same as lead_id (UUID) */
    contact_id?: string | null
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_total?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
    /** What is sold, line by line */
    lines?: readonly {
      /** The product (UUID) */
      product_id?: string | null
      /** Kept even if the catalog does not know it */
      sku?: string | null
      /** What the line sells */
      name?: string | null
      /** More about it */
      description?: string | null
      /** Unit that is counted */
      unit?: string | null
      /** How many (default 1) */
      quantity?: number
      /** Net price of one unit */
      unit_price?: number | null
      /** Discount on the line, in percent */
      discount_percent?: number | null
      /** Discount on the line, as an amount */
      discount_amount?: number | null
      /** Percent */
      tax_rate?: number | null
      /** Of one unit, for the margin */
      cost?: number | null
      /** Values of custom properties, by name (default {}) */
      custom?: CustomPropertiesInput
      /** Place among the lines; as given when left out */
      position?: number
      /** Values of custom properties, by name (default {}) */
      custom_properties?: CustomPropertiesInput
      /** Only with source_totals; else computed */
      total_excl_tax?: number | null
      /** Only with source_totals; else computed */
      tax_amount?: number | null
      /** Only with source_totals; else computed */
      total_incl_tax?: number | null
    }[]
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id' | 'number'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeleteOrders` takes. */
export type BulkDeleteOrdersInput = BulkDeleteInput

/** What `getOrderPdf` takes. */
export interface GetOrderPdfInput {
  /** Identifies one of the orders (UUID) */
  id: string
}

/** What `listInvoices` takes. */
export interface ListInvoicesInput {
  /** Records whose number is this */
  number?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose currency is this */
  currency?: string
  /** Records whose reference is this */
  reference?: string
  /** issue_date on or after this day (YYYY-MM-DD) */
  issued_from?: string
  /** issue_date on or before this day (YYYY-MM-DD) */
  issued_to?: string
  /** Documents whose issue_date lies in this period, as of today */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** Records whose tags have this, in any case */
  tag?: string
  /** Invoices in this state, as it is answered */
  status?: 'draft' | 'sent' | 'partially_paid' | 'paid' | 'void' | 'overdue'
  /** Issued invoices of which something is still to be paid */
  unpaid?: boolean
  /** Unpaid invoices whose due date has passed */
  overdue?: boolean
  /** due_date on or after this day (YYYY-MM-DD) */
  due_from?: string
  /** due_date on or before this day (YYYY-MM-DD) */
  due_to?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'order' | 'credit_notes')[]
  /** created_at, updated_at, issue_date, number, total_incl_tax, due_date, balance_due; `-` = descending, several with commas; also computed, `custom.x`, `company.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listInvoices` answers. */
export interface ListInvoicesAnswer {
  /** One page of invoices, without `lines` */
  invoices: Invoice[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getInvoice` takes. */
export interface GetInvoiceInput {
  /** Identifies one of the invoices (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'order' | 'credit_notes')[]
}

/** What `createInvoice` takes. */
export interface CreateInvoiceInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Unique; given at its issue when left out */
  number?: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Totals are kept as given and never computed (default false) */
  source_totals?: boolean
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Its status (default "draft") */
  status?: 'draft' | 'sent' | 'partially_paid' | 'paid' | 'void'
  /** Day until which it is to be paid (YYYY-MM-DD) */
  due_date?: string | null
  /** The order that it bills (UUID) */
  order_id?: string | null
  /** The quote that it came from (UUID) */
  quote_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
  /** Only with source_totals: what was paid, as the source says */
  amount_paid?: number | null
}

/** What `updateInvoice` takes. */
export interface UpdateInvoiceInput {
  /** Identifies one of the invoices (UUID) */
  id: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Its status */
  status?: 'draft' | 'sent' | 'partially_paid' | 'paid' | 'void'
  /** Day until which it is to be paid (YYYY-MM-DD) */
  due_date?: string | null
  /** The order that it bills (UUID) */
  order_id?: string | null
  /** The quote that it came from (UUID) */
  quote_id?: string | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
  /** Only with source_totals: what was paid, as the source says */
  amount_paid?: number | null
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteInvoice` takes. */
export interface DeleteInvoiceInput {
  /** Identifies one of the invoices (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreInvoice` takes. */
export interface RestoreInvoiceInput {
  /** Identifies one of the invoices (UUID) */
  id: string
}

/** What `searchInvoices` takes. */
export interface SearchInvoicesInput {
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that are all said in the record, or begin what is said; case and accents do not count */
  q?: string
  /** Fields with commas: of the record, computed ones, `custom.x`, those of related records (`company.name`); `-` in front = descending */
  sort?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields: a list, or a text with commas */
  fields?: string | readonly string[]
  /** Answer the number of all that is found as `total` */
  count?: boolean
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'order' | 'credit_notes')[]
}

/** What `searchInvoices` answers. */
export interface SearchInvoicesAnswer {
  /** One page of invoices, without `lines` */
  invoices: Invoice[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** With `count`: of all pages */
  total?: number
}

/** What `bulkUpsertInvoices` takes. */
export interface BulkUpsertInvoicesInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Unique; given at its issue when left out */
    number?: string
    /** The customer (UUID) */
    company_id?: string | null
    /** Contact (UUID) */
    lead_id?: string | null
    /** The deal that it belongs to (UUID) */
    deal_id?: string | null
    /** Owner, or `me` */
    owner_email?: string | null
    /** ISO 4217 */
    currency?: string | null
    /** To the currency of the organization; when left out, that of the day of issue, frozen then */
    exchange_rate?: number | null
    /** Heading */
    title?: string | null
    /** For the customer, below the lines */
    notes?: string | null
    /** Conditions of payment and delivery */
    terms?: string | null
    /** Order number of the customer */
    reference?: string | null
    /** Day of issue (YYYY-MM-DD) */
    issue_date?: string | null
    /** Where the invoice goes */
    billing_address?: Address
    /** Where the goods go */
    shipping_address?: Address
    /** Discount on the whole document, in percent */
    discount_percent?: number | null
    /** Discount on the whole document, as an amount */
    discount_amount?: number | null
    /** Totals are kept as given and never computed */
    source_totals?: boolean
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Its status */
    status?: 'draft' | 'sent' | 'partially_paid' | 'paid' | 'void'
    /** Day until which it is to be paid (YYYY-MM-DD) */
    due_date?: string | null
    /** The order that it bills (UUID) */
    order_id?: string | null
    /** The quote that it came from (UUID) */
    quote_id?: string | null
    /** Same as lead_id (UUID) */
    contact_id?: string | null
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_total?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
    /** What is sold, line by line */
    lines?: readonly {
      /** The product (UUID) */
      product_id?: string | null
      /** Kept even if the catalog does not know it */
      sku?: string | null
      /** What the line sells */
      name?: string | null
      /** More about it */
      description?: string | null
      /** Unit that is counted */
      unit?: string | null
      /** How many (default 1) */
      quantity?: number
      /** Net price of one unit */
      unit_price?: number | null
      /** Discount on the line, in percent */
      discount_percent?: number | null
      /** Discount on the line, as an amount */
      discount_amount?: number | null
      /** Percent */
      tax_rate?: number | null
      /** Of one unit, for the margin */
      cost?: number | null
      /** Values of custom properties, by name (default {}) */
      custom?: CustomPropertiesInput
      /** Place among the lines; as given when left out */
      position?: number
      /** Values of custom properties, by name (default {}) */
      custom_properties?: CustomPropertiesInput
      /** Only with source_totals; else computed */
      total_excl_tax?: number | null
      /** Only with source_totals; else computed */
      tax_amount?: number | null
      /** Only with source_totals; else computed */
      total_incl_tax?: number | null
    }[]
    /** Only with source_totals: what was paid, as the source says */
    amount_paid?: number | null
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id' | 'number'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeleteInvoices` takes. */
export type BulkDeleteInvoicesInput = BulkDeleteInput

/** What `listUnpaidInvoices` takes. */
export interface ListUnpaidInvoicesInput {
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose currency is this */
  currency?: string
  /** Unpaid invoices whose due date has passed */
  overdue?: boolean
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, issue_date, number, total_incl_tax, due_date, balance_due; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'quote' | 'order' | 'credit_notes')[]
}

/** What `listUnpaidInvoices` answers. */
export interface ListUnpaidInvoicesAnswer {
  /** One page of unpaid invoices, without `lines` */
  invoices: Invoice[]
  /** By customer and currency, the greatest balance first, at most 200 */
  companies: {
    /** The customer; null where none is named (UUID) */
    company_id: string | null
    /** Its name */
    company_name: string | null
    /** ISO 4217 */
    currency: string | null
    /** How many are open */
    invoices: number
    /** What is still to be paid */
    balance_due: number
    /** What of that is past its due date */
    overdue_amount: number
    /** The first due date of them (YYYY-MM-DD) */
    oldest_due_date: string | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `recordInvoicePayment` takes. */
export interface RecordInvoicePaymentInput {
  /** Identifies one of the invoices (UUID) */
  id: string
  /** Negative: a payment that was taken back */
  amount: number
  /** Today when left out (YYYY-MM-DD) */
  date?: string
  /** transfer, card, direct_debit, cash, ... */
  method?: string | null
  /** Reference of the bank or the payment service; each is recorded once */
  reference?: string | null
  /** More came in than is due: balance_due becomes negative; refused unless true */
  allow_overpayment?: boolean
}

/** What `listInvoicePayments` takes. */
export interface ListInvoicePaymentsInput {
  /** Identifies one of the invoices (UUID) */
  id: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listInvoicePayments` answers. */
export interface ListInvoicePaymentsAnswer {
  /** One page of payments, in the order of their recording */
  payments: {
    /** Id of the payment (UUID) */
    id: string
    /** Amount, in the currency of the invoice */
    amount: number
    /** Day of payment (YYYY-MM-DD) */
    date: string
    /** transfer, card, direct_debit, cash, ... */
    method: string | null
    /** Reference of the bank or the payment service */
    reference: string | null
    /** All invoices that it pays, where it was allocated */
    invoice_ids?: string[]
  }[]
  /** All credit notes that were applied to it */
  credit_notes: {
    /** The credit note (UUID) */
    credit_note_id: string
    /** Its number */
    number: string
    /** Amount of it that was applied */
    amount: number
    /** When (YYYY-MM-DD) */
    date: string | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `allocatePayment` takes. */
export interface AllocatePaymentInput {
  /** What came in */
  amount: number
  /** All of the amount, by invoice */
  allocations: readonly {
    /** An invoice of the same company, in the same currency (UUID) */
    invoice_id: string
    /** What of it pays this invoice */
    amount: number
  }[]
  /** Today when left out (YYYY-MM-DD) */
  date?: string
  /** transfer, card, direct_debit, cash, ... */
  method?: string | null
  /** Reference of the bank or the payment service; each is recorded once */
  reference?: string | null
}

/** What `undoPayment` takes. */
export interface UndoPaymentInput {
  /** Identifies one of the invoices (UUID) */
  id: string
  /** Identifies one of the payments (UUID) */
  paymentId: string
}

/** What `getInvoicePdf` takes. */
export interface GetInvoicePdfInput {
  /** Identifies one of the invoices (UUID) */
  id: string
}

/** What `listCreditNotes` takes. */
export interface ListCreditNotesInput {
  /** Records whose number is this */
  number?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose owner_email is this; me = yours */
  owner?: string
  /** Records whose currency is this */
  currency?: string
  /** Records whose reference is this */
  reference?: string
  /** issue_date on or after this day (YYYY-MM-DD) */
  issued_from?: string
  /** issue_date on or before this day (YYYY-MM-DD) */
  issued_to?: string
  /** Documents whose issue_date lies in this period, as of today */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** Records whose tags have this, in any case */
  tag?: string
  /** Records whose status is this */
  status?: 'draft' | 'issued' | 'applied' | 'void'
  /** Records whose invoice_id is this (UUID) */
  invoice_id?: string
  /** Records whose reason is this */
  reason?: 'refund' | 'return' | 'discount' | 'correction'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'invoice')[]
  /** created_at, updated_at, issue_date, number, total_incl_tax; `-` = descending, several with commas; also computed, `custom.x`, `company.name` */
  sort?: string
  /** Conditions that all hold, as filter[amount][gte]=1000: field (of related records by dot: company.tier), operator and value of searches */
  filter?: Record<string, Record<string, unknown>>
}

/** What `listCreditNotes` answers. */
export interface ListCreditNotesAnswer {
  /** One page of credit notes, without `lines` */
  credit_notes: CreditNote[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getCreditNote` takes. */
export interface GetCreditNoteInput {
  /** Identifies one of the credit notes (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
  /** Related records to show under `included` */
  include?: readonly ('company' | 'contact' | 'deal' | 'invoice')[]
}

/** What `createCreditNote` takes. */
export interface CreateCreditNoteInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Unique; given at its issue when left out */
  number?: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Totals are kept as given and never computed (default false) */
  source_totals?: boolean
  /** Labels (default []) */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom?: CustomPropertiesInput
  /** Its status (default "draft") */
  status?: 'draft' | 'issued' | 'applied' | 'void'
  /** The invoice that it corrects (UUID) */
  invoice_id?: string | null
  /** Why it was given */
  reason?: 'refund' | 'return' | 'discount' | 'correction' | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
  /** Only with source_totals: what was applied, as the source says */
  applied_amount?: number | null
}

/** What `updateCreditNote` takes. */
export interface UpdateCreditNoteInput {
  /** Identifies one of the credit notes (UUID) */
  id: string
  /** The customer (UUID) */
  company_id?: string | null
  /** Contact (UUID) */
  lead_id?: string | null
  /** The deal that it belongs to (UUID) */
  deal_id?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate?: number | null
  /** Heading */
  title?: string | null
  /** For the customer, below the lines */
  notes?: string | null
  /** Conditions of payment and delivery */
  terms?: string | null
  /** Order number of the customer */
  reference?: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date?: string | null
  /** Where the invoice goes */
  billing_address?: Address
  /** Where the goods go */
  shipping_address?: Address
  /** Discount on the whole document, in percent */
  discount_percent?: number | null
  /** Discount on the whole document, as an amount */
  discount_amount?: number | null
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Its status */
  status?: 'draft' | 'issued' | 'applied' | 'void'
  /** The invoice that it corrects (UUID) */
  invoice_id?: string | null
  /** Why it was given */
  reason?: 'refund' | 'return' | 'discount' | 'correction' | null
  /** Same as lead_id (UUID) */
  contact_id?: string | null
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
  /** Only with source_totals; else computed */
  total_excl_tax?: number | null
  /** Only with source_totals; else computed */
  tax_total?: number | null
  /** Only with source_totals; else computed */
  total_incl_tax?: number | null
  /** What is sold, line by line */
  lines?: readonly {
    /** The product (UUID) */
    product_id?: string | null
    /** Kept even if the catalog does not know it */
    sku?: string | null
    /** What the line sells */
    name?: string | null
    /** More about it */
    description?: string | null
    /** Unit that is counted */
    unit?: string | null
    /** How many (default 1) */
    quantity?: number
    /** Net price of one unit */
    unit_price?: number | null
    /** Discount on the line, in percent */
    discount_percent?: number | null
    /** Discount on the line, as an amount */
    discount_amount?: number | null
    /** Percent */
    tax_rate?: number | null
    /** Of one unit, for the margin */
    cost?: number | null
    /** Values of custom properties, by name (default {}) */
    custom?: CustomPropertiesInput
    /** Place among the lines; as given when left out */
    position?: number
    /** Values of custom properties, by name (default {}) */
    custom_properties?: CustomPropertiesInput
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_amount?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
  }[]
  /** Only with source_totals: what was applied, as the source says */
  applied_amount?: number | null
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteCreditNote` takes. */
export interface DeleteCreditNoteInput {
  /** Identifies one of the credit notes (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreCreditNote` takes. */
export interface RestoreCreditNoteInput {
  /** Identifies one of the credit notes (UUID) */
  id: string
}

/** What `bulkUpsertCreditNotes` takes. */
export interface BulkUpsertCreditNotesInput {
  /** As create and update take them, with `id` or another key */
  records: readonly {
    /** Of a record that is known (UUID) */
    id?: string
    /** Ids of the record in other systems */
    external_ids?: readonly {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** Unique; given at its issue when left out */
    number?: string
    /** The customer (UUID) */
    company_id?: string | null
    /** Contact (UUID) */
    lead_id?: string | null
    /** The deal that it belongs to (UUID) */
    deal_id?: string | null
    /** Owner, or `me` */
    owner_email?: string | null
    /** ISO 4217 */
    currency?: string | null
    /** To the currency of the organization; when left out, that of the day of issue, frozen then */
    exchange_rate?: number | null
    /** Heading */
    title?: string | null
    /** For the customer, below the lines */
    notes?: string | null
    /** Conditions of payment and delivery */
    terms?: string | null
    /** Order number of the customer */
    reference?: string | null
    /** Day of issue (YYYY-MM-DD) */
    issue_date?: string | null
    /** Where the invoice goes */
    billing_address?: Address
    /** Where the goods go */
    shipping_address?: Address
    /** Discount on the whole document, in percent */
    discount_percent?: number | null
    /** Discount on the whole document, as an amount */
    discount_amount?: number | null
    /** Totals are kept as given and never computed */
    source_totals?: boolean
    /** Labels */
    tags?: readonly string[]
    /** Custom values by name; an update changes those that it names, null clears one */
    custom?: Custom
    /** Its status */
    status?: 'draft' | 'issued' | 'applied' | 'void'
    /** The invoice that it corrects (UUID) */
    invoice_id?: string | null
    /** Why it was given */
    reason?: 'refund' | 'return' | 'discount' | 'correction' | null
    /** Same as lead_id (UUID) */
    contact_id?: string | null
    /** Same as owner_email */
    assigned_to?: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom_properties?: Custom
    /** Only with source_totals; else computed */
    total_excl_tax?: number | null
    /** Only with source_totals; else computed */
    tax_total?: number | null
    /** Only with source_totals; else computed */
    total_incl_tax?: number | null
    /** What is sold, line by line */
    lines?: readonly {
      /** The product (UUID) */
      product_id?: string | null
      /** Kept even if the catalog does not know it */
      sku?: string | null
      /** What the line sells */
      name?: string | null
      /** More about it */
      description?: string | null
      /** Unit that is counted */
      unit?: string | null
      /** How many (default 1) */
      quantity?: number
      /** Net price of one unit */
      unit_price?: number | null
      /** Discount on the line, in percent */
      discount_percent?: number | null
      /** Discount on the line, as an amount */
      discount_amount?: number | null
      /** Percent */
      tax_rate?: number | null
      /** Of one unit, for the margin */
      cost?: number | null
      /** Values of custom properties, by name (default {}) */
      custom?: CustomPropertiesInput
      /** Place among the lines; as given when left out */
      position?: number
      /** Values of custom properties, by name (default {}) */
      custom_properties?: CustomPropertiesInput
      /** Only with source_totals; else computed */
      total_excl_tax?: number | null
      /** Only with source_totals; else computed */
      tax_amount?: number | null
      /** Only with source_totals; else computed */
      total_incl_tax?: number | null
    }[]
    /** Only with source_totals: what was applied, as the source says */
    applied_amount?: number | null
  }[]
  /** Find known records by this alone; by all, in this order, when left out */
  match_on?: 'id' | 'external_id' | 'number'
  /** `create` rejects records that are known, `update` those that are not (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** Say what would come of it, and write nothing */
  dry_run?: boolean
  /** `abort` writes nothing when one record is rejected (default "continue") */
  on_error?: 'continue' | 'abort'
}

/** What `bulkDeleteCreditNotes` takes. */
export type BulkDeleteCreditNotesInput = BulkDeleteInput

/** What `getCreditNotePdf` takes. */
export interface GetCreditNotePdfInput {
  /** Identifies one of the credit notes (UUID) */
  id: string
}

/** What `listLists` takes. */
export interface ListListsInput {
  /** Records whose object is this */
  object?: 'contacts' | 'companies' | 'deals'
  /** Records whose type is this */
  type?: 'static' | 'dynamic'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listLists` answers. */
export interface ListListsAnswer {
  /** One page of lists */
  lists: List[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createList` takes. */
export interface CreateListInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the list */
  name: string
  /** What it is for */
  description?: string | null
  /** Of what it is a list */
  object: 'contacts' | 'companies' | 'deals'
  /** `dynamic` when a filter is given, else `static` */
  type?: 'static' | 'dynamic'
  /** Of a dynamic list: what finds its members */
  filter?: Filter
  /** First members of a static list */
  ids?: readonly string[]
}

/** What `getList` takes. */
export interface GetListInput {
  /** Identifies one of the lists (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `updateList` takes. */
export interface UpdateListInput {
  /** Identifies one of the lists (UUID) */
  id: string
  /** Name of the list */
  name?: string
  /** What it is for */
  description?: string | null
  /** A static list has the members that were added, a dynamic one all that its filter finds */
  type?: 'static' | 'dynamic'
  /** Of a dynamic list: what finds its members */
  filter?: Filter
}

/** What `deleteList` takes. */
export interface DeleteListInput {
  /** Identifies one of the lists (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
  /** Delete it although something uses it */
  force?: boolean
}

/** What `restoreList` takes. */
export interface RestoreListInput {
  /** Identifies one of the lists (UUID) */
  id: string
}

/** What `listListMembers` takes. */
export interface ListListMembersInput {
  /** Identifies one of the lists (UUID) */
  id: string
  /** Members on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Fields of the record with commas; `-` in front = descending */
  sort?: string
}

/** What `listListMembers` answers. */
export interface ListListMembersAnswer {
  /** One page of members */
  members: {
    /** Id of the record (UUID) */
    id: string
    /** When it was added; null in a dynamic list (RFC 3339) */
    joined_at: string | null
    /** The record, as lists show it */
    record: Record<string, unknown>
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `addListMembers` takes. */
export interface AddListMembersInput {
  /** Identifies one of the lists (UUID) */
  id: string
  /** Records to add */
  ids?: readonly string[]
  /** Records to add: all that it finds */
  filter?: FilterInput
  /** Answer how many are meant, and add none */
  dry_run?: boolean
}

/** What `addListMembers` answers. */
export interface AddListMembersAnswer {
  /** How many are asked for */
  matched: number
  /** How many were not in the list */
  added?: number
  /** Where the progress is read, when there are more than 5,000 (UUID) */
  job_id?: string
}

/** What `removeListMembers` takes. */
export interface RemoveListMembersInput {
  /** Identifies one of the lists (UUID) */
  id: string
  /** Records to take out */
  ids: readonly string[]
}

/** What `removeListMembers` answers. */
export interface RemoveListMembersAnswer {
  /** How many were in the list */
  removed: number
}

/** What `previewList` takes. */
export interface PreviewListInput {
  /** Of what it is a list */
  object: 'contacts' | 'companies' | 'deals'
  /** What the list would hold */
  filter: FilterInput
  /** Size of the sample (default 10) */
  limit?: number
}

/** What `previewList` answers. */
export interface PreviewListAnswer {
  /** How many it finds */
  count: number
  /** The newest of them */
  sample: Record<string, unknown>[]
}

/** What `listTags` takes. */
export interface ListTagsInput {
  /** Record type with tags, plural or singular: contacts, companies, deals, ... */
  object?: string
  /** Part of the name */
  q?: string
  /** Tags on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listTags` answers. */
export interface ListTagsAnswer {
  /** By name */
  tags: {
    /** Id of the tag (UUID) */
    id: string
    /** As records show it */
    name: string
    /** For people, such as #d32f2f */
    color: string | null
    /** Live records that have it, by object */
    counts: Record<string, number>
    /** Live records that have it */
    total: number
    /** Null for a tag that only records know (RFC 3339) */
    created_at: string | null
    /** When its name or color was changed last (RFC 3339) */
    updated_at: string | null
    /** Bumps on each write; null for a tag that only records know */
    version: number | null
    /** Where the progress is read, when there are more than 500 records (UUID) */
    job_id?: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createTag` takes. */
export interface CreateTagInput {
  /** As records show it; compared without case */
  name: string
  /** For people */
  color?: string | null
}

/** What `updateTag` takes. */
export interface UpdateTagInput {
  /** Identifies one of the tags (UUID) */
  id: string
  /** Its new name, in all records */
  name?: string
  /** For people */
  color?: string | null
  /** Rename it although there is a tag of that name: the two become one */
  merge?: boolean
  /** Tell of each record that its tags have changed (contact.tags_changed, ...) (default false) */
  emit_events?: boolean
}

/** What `deleteTag` takes. */
export interface DeleteTagInput {
  /** Identifies one of the tags (UUID) */
  id: string
}

/** What `assignTags` takes. */
export interface AssignTagsInput {
  /** Record type with tags, plural or singular: contacts, companies, deals, ... */
  object: string
  /** Records, by id */
  ids?: readonly string[]
  /** Records, by what they are like */
  filter?: FilterInput
  /** Tags that they get */
  add_tags?: readonly string[]
  /** Tags that they lose */
  remove_tags?: readonly string[]
  /** Answer how many records are selected, and change none */
  dry_run?: boolean
}

/** What `assignTags` answers. */
export interface AssignTagsAnswer {
  /** Records that were found */
  matched: number
  /** Records that had not been so already */
  updated?: number
  /** Where the progress is read, when there are more than 500 records (UUID) */
  job_id?: string
}

/** What `listProperties` takes. */
export interface ListPropertiesInput {
  /** Record type, plural or singular: contacts, deals, ... */
  object: string
  /** Only custom ones, or only standard ones */
  custom?: boolean
  /** `only` = archived ones */
  deleted?: "only"
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listProperties` answers. */
export interface ListPropertiesAnswer {
  /** One page of properties */
  properties: Property[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createProperty` takes. */
export interface CreatePropertyInput {
  /** Record type, plural or singular: contacts, deals, ... */
  object: string
  /** Key under `custom`; never changes */
  name: string
  /** What people read */
  label?: string
  /** What it means, for people */
  description?: string | null
  /** What its values are */
  type: 'text' | 'long_text' | 'number' | 'money' | 'boolean' | 'date' | 'datetime' | 'select' | 'multi_select' | 'email' | 'url' | 'phone'
  /** Under which forms show it together (default "custom") */
  group?: string
  /** Of select and multi_select, in their order (default []) */
  options?: readonly Option[]
  /** What values must obey */
  validation?: Validation
  /** Value of records that are made without one */
  default?: Default
  /** Computes the values from other fields of the record: see the guide */
  formula?: string
  /** Who enters a record gives a value (default false) */
  required?: boolean
  /** No two live records of the object have the same value (default false) */
  unique?: boolean
  /** Conditions on it are answered from an index (default false) */
  indexed?: boolean
  /** Holds what identifies a person (default false) */
  pii?: boolean
}

/** What `getProperty` takes. */
export interface GetPropertyInput {
  /** Plural of the record type */
  object: string
  /** Key of the property under `custom` */
  name: string
}

/** What `updateProperty` takes. */
export interface UpdatePropertyInput {
  /** Record type, plural or singular: contacts, deals, ... */
  object: string
  /** Key of the property under `custom` */
  name: string
  /** What people read */
  label?: string
  /** What it means, for people */
  description?: string | null
  /** Under which forms show it together (default "custom") */
  group?: string
  /** All options in their order; one that records hold cannot be left out (default []) */
  options?: readonly Option[]
  /** Options that get another value, or become another option: the values of records follow */
  rename_options?: readonly {
    /** Value so far */
    from: string
    /** New value, in all records */
    to: string
  }[]
  /** What values must obey */
  validation?: Validation
  /** Value of records that are made without one */
  default?: Default
  /** Computes the values from other fields of the record: see the guide */
  formula?: string
  /** Who enters a record gives a value (default false) */
  required?: boolean
  /** No two live records of the object have the same value (default false) */
  unique?: boolean
  /** Conditions on it are answered from an index (default false) */
  indexed?: boolean
  /** Holds what identifies a person (default false) */
  pii?: boolean
}

/** What `deleteProperty` takes. */
export interface DeletePropertyInput {
  /** Plural of the record type */
  object: string
  /** Key of the property under `custom` */
  name: string
}

/** What `listReports` takes. */
export interface ListReportsInput {
  /** Records whose object is this */
  object?: 'contacts' | 'companies' | 'deals' | 'tasks' | 'activities' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'products'
  /** Records whose chart is this */
  chart?: 'table' | 'number' | 'bar' | 'line' | 'area' | 'pie' | 'funnel'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listReports` answers. */
export interface ListReportsAnswer {
  /** One page of reports */
  reports: Report[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createReport` takes. */
export interface CreateReportInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** What the report is called */
  name: string
  /** What it is for */
  description?: string | null
  /** Records that the report is about */
  object: 'contacts' | 'companies' | 'deals' | 'tasks' | 'activities' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'products'
  /** Which records; all when left out */
  filter?: Filter
  /** At most three; none: one row over all (default []) */
  group_by?: readonly ReportGroupBy[]
  /** The number of records when left out (default [{"measure":"count"}]) */
  measures?: readonly Measure[]
  /** Only records of this period, by date_field */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all' | null
  /** Field that period, from and to are about; that of the record type when left out */
  date_field?: string | null
  /** A column of the answer; `-` in front = descending. By its groups when left out */
  sort?: string | null
  /** Rows of the answer (default 100) */
  limit?: number
  /** How it is best shown (default "table") */
  chart?: 'table' | 'number' | 'bar' | 'line' | 'area' | 'pie' | 'funnel'
  /** When it is sent, and to whom: with what the user sees who set it, who must see all records; weekly on Mondays, monthly on the 1st */
  schedule?: ReportSchedule
}

/** What `getReport` takes. */
export interface GetReportInput {
  /** Identifies one of the reports (UUID) */
  id: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `updateReport` takes. */
export interface UpdateReportInput {
  /** Identifies one of the reports (UUID) */
  id: string
  /** What the report is called */
  name?: string
  /** What it is for */
  description?: string | null
  /** Records that the report is about */
  object?: 'contacts' | 'companies' | 'deals' | 'tasks' | 'activities' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'products'
  /** Which records; all when left out */
  filter?: Filter
  /** At most three; none: one row over all */
  group_by?: readonly ReportGroupBy[]
  /** The number of records when left out */
  measures?: readonly Measure[]
  /** Only records of this period, by date_field */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all' | null
  /** Field that period, from and to are about; that of the record type when left out */
  date_field?: string | null
  /** A column of the answer; `-` in front = descending. By its groups when left out */
  sort?: string | null
  /** Rows of the answer */
  limit?: number
  /** How it is best shown */
  chart?: 'table' | 'number' | 'bar' | 'line' | 'area' | 'pie' | 'funnel'
  /** When it is sent, and to whom: with what the user sees who set it, who must see all records; weekly on Mondays, monthly on the 1st */
  schedule?: ReportSchedule
  /** Takes the ids in these systems off; new ones are given to create */
  external_ids?: readonly {
    /** As the record has it */
    provider: string
    id: null
  }[]
}

/** What `deleteReport` takes. */
export interface DeleteReportInput {
  /** Identifies one of the reports (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreReport` takes. */
export interface RestoreReportInput {
  /** Identifies one of the reports (UUID) */
  id: string
}

/** What `runReport` takes. */
export interface RunReportInput {
  /** Identifies one of the reports (UUID) */
  id: string
  /** Only records of this period, by date_field */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all' | null
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** Rows of the answer (default 100) */
  limit?: number
  /** `csv`: the rows as a file, too, in `csv` (default "json") */
  format?: 'json' | 'csv'
}

/** What `queryReport` takes. */
export interface QueryReportInput {
  /** Records that the report is about */
  object: 'contacts' | 'companies' | 'deals' | 'tasks' | 'activities' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'products'
  /** Which records; all when left out */
  filter?: Filter
  /** Words to find in the record */
  q?: string
  /** At most three; none: one row over all (default []) */
  group_by?: readonly ReportGroupBy[]
  /** The number of records when left out (default [{"measure":"count"}]) */
  measures?: readonly Measure[]
  /** Only records of this period, by date_field */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all' | null
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** Field that period, from and to are about; that of the record type when left out */
  date_field?: string | null
  /** A column of the answer; `-` in front = descending. By its groups when left out */
  sort?: string | null
  /** Rows of the answer (default 100) */
  limit?: number
  /** `csv`: the rows as a file, too, in `csv` (default "json") */
  format?: 'json' | 'csv'
}

/** What `createExport` takes. */
export interface CreateExportInput {
  /** All records of this type that the filter finds; or give list_id or report_id */
  object?: 'contacts' | 'companies' | 'deals' | 'tasks' | 'activities' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'products' | 'price_rules'
  /** The members of this list that the filter finds (UUID) */
  list_id?: string
  /** The answer of this saved report (UUID) */
  report_id?: string
  /** `csv`: RFC 4180; `xlsx`: one sheet; `jsonl`: records as the API shows them (default "csv") */
  format?: 'csv' | 'xlsx' | 'jsonl'
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** Words that the record contains, or beginnings of such words */
  q?: string
  /** Only these, in this order: fields, `custom.x`, those of related records (`company.name`, `owner.name`) and lines (`lines.sku`); a list, or a text with commas. All when left out, with names beside ids */
  fields?: string | readonly string[]
  /** A row for each line, with the fields of documents and lines */
  lines?: boolean
  /** Fields with commas; `-` in front = descending. In the order of creation when left out */
  sort?: string
  /** Of a report: instead of its own period */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
}

/** What `getExport` takes. */
export interface GetExportInput {
  /** Identifies one of the exports (UUID) */
  id: string
}

/** What `downloadExport` takes. */
export interface DownloadExportInput {
  /** Identifies one of the exports (UUID) */
  id: string
}

/** What `getAnalyticsOverview` takes. */
export interface GetAnalyticsOverviewInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
}

/** What `getPipelineAnalytics` takes. */
export interface GetPipelineAnalyticsInput {
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** The pipeline as it was at the end of this day, where the organization is; now when left out (YYYY-MM-DD) */
  as_of?: string
}

/** What `getPipelineChanges` takes. */
export interface GetPipelineChangesInput {
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
}

/** What `getForecast` takes. */
export interface GetForecastInput {
  /** Months, from the current one on (default 6) */
  months?: number
  /** Only deals of this pipeline (UUID) */
  pipeline_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Amount to be won in each month, to compare with */
  goal?: number
}

/** What `getFunnel` takes. */
export interface GetFunnelInput {
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
}

/** What `getSalesVelocity` takes. */
export interface GetSalesVelocityInput {
  /** Only deals of this pipeline (UUID) */
  pipeline_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
}

/** What `getWinLoss` takes. */
export interface GetWinLossInput {
  /** Only deals of this pipeline (UUID) */
  pipeline_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
}

/** What `getCohorts` takes. */
export interface GetCohortsInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** contacts: by month of creation, won = first won deal with them as primary contact; customers: by month of their first invoice, with revenue (default "contacts") */
  of?: 'contacts' | 'customers'
}

/** What `getLeaderboard` takes. */
export interface GetLeaderboardInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** What decides the order (default "won_amount") */
  by?: 'won_amount' | 'won_deals' | 'activities' | 'meetings' | 'calls'
  /** Owners at most (default 50) */
  limit?: number
}

/** What `getActivityAnalytics` takes. */
export interface GetActivityAnalyticsInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** Only records of this owner; me = yours */
  owner?: string
}

/** What `getLifecycleAnalytics` takes. */
export interface GetLifecycleAnalyticsInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** Only records of this owner; me = yours */
  owner?: string
}

/** What `getStuckDeals` takes. */
export interface GetStuckDealsInput {
  /** Only deals of this pipeline (UUID) */
  pipeline_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Deals at most (default 50) */
  limit?: number
}

/** What `getRevenueAnalytics` takes. */
export interface GetRevenueAnalyticsInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** Only of this company (UUID) */
  company_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Of each ranking (default 20) */
  limit?: number
}

/** What `getReceivables` takes. */
export interface GetReceivablesInput {
  /** Only of this company (UUID) */
  company_id?: string
  /** Only records of this owner; me = yours */
  owner?: string
  /** Of each ranking (default 20) */
  limit?: number
}

/** What `getProductAnalytics` takes. */
export interface GetProductAnalyticsInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
  /** Only this article */
  sku?: string
  /** Of each ranking (default 20) */
  limit?: number
}

/** What `getEmailAnalytics` takes. */
export interface GetEmailAnalyticsInput {
  /** Named period, in days of the organization */
  period?: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all'
  /** First day, where the organization is; instead of a period (YYYY-MM-DD) */
  from?: string
  /** Last day (YYYY-MM-DD) */
  to?: string
}

/** What `listAssociations` takes. */
export interface ListAssociationsInput {
  /** Plural of a record type: contacts, companies, deals, invoices, ... */
  object: string
  /** The record whose links are listed (UUID) */
  record_id: string
  /** Only links with records of this type, plural */
  to_object?: string
  /** Only links with this label */
  label?: string
  /** Links on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listAssociations` answers. */
export interface ListAssociationsAnswer {
  /** As seen from the record, newest first */
  associations: {
    /** Id of the link (UUID) */
    id: string
    /** Plural of a record type: contacts, companies, deals, invoices, ... */
    from_object: string
    /** The record that was asked for (UUID) */
    from_id: string
    /** Plural of a record type: contacts, companies, deals, invoices, ... */
    to_object: string
    /** The record that it is linked with; of a merged one the survivor (UUID) */
    to_id: string
    /** Name, number or title of that record */
    to_name: string | null
    /** What the other record (`to`) is to this one (`from`), such as billing contact; null = linked only */
    label: string | null
    /** What this record is to the other one */
    inverse_label: string | null
    /** Field of a record that says it, and that changes when the link is removed; null = a link of its own */
    field: string | null
    /** E-mail address of the user who linked them; of a field, who made its record */
    created_by: string
    /** When they were linked; of a field, when its record was made (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createAssociation` takes. */
export interface CreateAssociationInput {
  /** Plural of a record type: contacts, companies, deals, invoices, ... */
  from_object: string
  /** The one record (UUID) */
  from_id: string
  /** Plural of a record type: contacts, companies, deals, invoices, ... */
  to_object: string
  /** The other record (UUID) */
  to_id: string
  /** What the other record (`to`) is to this one (`from`), such as billing contact; null = linked only */
  label?: string | null
  /** What this record (`from`) is to the other one; left out: the same as label, as between partners */
  inverse_label?: string | null
}

/** What `deleteAssociation` takes. */
export interface DeleteAssociationInput {
  /** Identifies one of the associations (UUID) */
  id: string
}

/** What `listAttachments` takes. */
export interface ListAttachmentsInput {
  /** Plural of the record type */
  object: string
  /** The record (UUID) */
  record_id: string
  /** Only those that were deleted and can be restored */
  deleted?: boolean
  /** Attachments on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listAttachments` answers. */
export interface ListAttachmentsAnswer {
  /** The newest first */
  attachments: Attachment[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `uploadAttachment` takes. */
export interface UploadAttachmentInput {
  /** Plural of the record type */
  object: string
  /** The record (UUID) */
  record_id: string
  /** Name of the file; a path is left out */
  name: string
  /** What the file is; over HTTP by default the `Content-Type` */
  media_type?: string
  /** The file */
  content: Uint8Array<ArrayBuffer> | Blob
}

/** What `getAttachment` takes. */
export interface GetAttachmentInput {
  /** Identifies one of the attachments (UUID) */
  id: string
}

/** What `downloadAttachment` takes. */
export interface DownloadAttachmentInput {
  /** Identifies one of the attachments (UUID) */
  id: string
}

/** What `updateAttachment` takes. */
export interface UpdateAttachmentInput {
  /** Identifies one of the attachments (UUID) */
  id: string
  /** Name of the file */
  name?: string
}

/** What `deleteAttachment` takes. */
export interface DeleteAttachmentInput {
  /** Identifies one of the attachments (UUID) */
  id: string
  /** Delete for good, also what was deleted before; needs an administrator */
  purge?: boolean
}

/** What `restoreAttachment` takes. */
export interface RestoreAttachmentInput {
  /** Identifies one of the attachments (UUID) */
  id: string
}

/** What `listMerges` takes. */
export interface ListMergesInput {
  /** Records whose object is this */
  object?: 'contacts' | 'companies' | 'deals'
  /** Records whose survivor_id is this (UUID) */
  survivor_id?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listMerges` answers. */
export interface ListMergesAnswer {
  /** One page of merges, the newest first */
  merges: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Plural of the record type */
    object: 'contacts' | 'companies' | 'deals'
    /** The record that lives on (UUID) */
    survivor_id: string
    /** The records that it has taken in */
    merged_ids: string[]
    /** E-mail address of the user who merged */
    created_by: string
    /** When it was done (RFC 3339) */
    created_at: string
    /** E-mail address of the user who undid it */
    undone_by: string | null
    /** When it was undone (RFC 3339) */
    undone_at: string | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `undoMerge` takes. */
export interface UndoMergeInput {
  /** Identifies one of the merges (UUID) */
  id: string
}

/** What `undoMerge` answers. */
export interface UndoMergeAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Plural of the record type */
  object: 'contacts' | 'companies' | 'deals'
  /** The record that lives on (UUID) */
  survivor_id: string
  /** The records that it has taken in */
  merged_ids: string[]
  /** E-mail address of the user who merged */
  created_by: string
  /** When it was done (RFC 3339) */
  created_at: string
  /** E-mail address of the user who undid it */
  undone_by: string | null
  /** When it was undone (RFC 3339) */
  undone_at: string | null
}

/** What `ingestRecords` takes. */
export type IngestRecordsInput = IngestInput

/** What `importRecords` takes. */
export interface ImportRecordsInput {
  /** `custom:<name>`; one per API key */
  provider: string
  /** In any order; records to which others refer are stored first. At most 5000 records in all */
  objects: readonly {
    /** As in `/sync/ingest` */
    object: string
    /** Records under the canonical field names that `/sync/vocabulary` lists */
    records: readonly unknown[]
  }[]
}

/** What `importRecords` answers. */
export interface ImportRecordsAnswer {
  /** Records that were created */
  created: number
  /** Records that were updated */
  updated: number
  /** Records that were the same already */
  unchanged: number
  /** The runs of this call carry it (UUID) */
  import_id: string
  /** In the order in which they were stored; `index` is the position in the `records` of its object */
  objects: {
    /** As ingest writes it */
    object: 'products' | 'companies' | 'contacts' | 'deals' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'price_rules' | 'tasks' | 'activities'
    /** Records that were created */
    created: number
    /** Records that were updated */
    updated: number
    /** Records that were the same already */
    unchanged: number
    /** Records that could not be accepted */
    rejected: {
      /** Zero-based position in `records` */
      index: number
      /** What is wrong, for people */
      reason: string
      /** What is wrong, for programs */
      code: string
      /** Field that is at fault */
      field?: string
    }[]
    /** The run, which reports how each header was read; of a job once it is done (UUID) */
    run_id: string
    /** The job that stores them, with `background`; its result has the counts (UUID) */
    job_id?: string
  }[]
}

/** What `previewIngest` takes. */
export type PreviewIngestInput = IngestInput

/** What `previewIngest` answers. */
export interface PreviewIngestAnswer {
  /** How each header was read */
  fields: {
    /** Header, as it was sent */
    source: string
    /** Field of ours */
    target: string
    /** The rule that decided */
    via: string
    /** How sure that is, from 0 to 1 */
    confidence: number
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Headers that no field takes */
  unknown: {
    /** Header, as it was sent */
    source: string
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** What an ingest would do with each record, in the order sent */
  records: {
    /** Position in `records`, from 0 */
    index: number
    /** What an ingest would do with it */
    action: 'create' | 'update' | 'unchanged' | 'reject'
    /** Why it would be rejected, for people */
    reason?: string
    /** Why it would be rejected, for programs */
    code?: string
    /** Where one document comes in several rows: `index` of its first row, with which this one was merged */
    part_of?: number
    /** What was noticed; the record is stored anyway */
    warnings?: string[]
    /** What was read, under the canonical names */
    values: Record<string, unknown>
  }[]
}

/** What `getSyncVocabulary` takes. */
export interface GetSyncVocabularyInput {
  /** Only this object, also of a product */
  object?: string
  /** Only this language (ISO 639-1) */
  language?: string
  /** Only this system, by the name of its plugin */
  product?: string
  /** concise: languages and systems by name alone */
  detail?: 'full' | 'concise'
}

/** What `listSyncRuns` takes. */
export interface ListSyncRunsInput {
  /** Records whose provider is this */
  provider?: string
  /** Records whose source_id is this (UUID) */
  source_id?: string
  /** Records whose object is this */
  object?: 'products' | 'companies' | 'contacts' | 'deals' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'price_rules' | 'tasks' | 'activities'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listSyncRuns` answers. */
export interface ListSyncRunsAnswer {
  /** One page of runs, the newest first */
  runs: SyncRun[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getSyncRun` takes. */
export interface GetSyncRunInput {
  /** Identifies one of the runs (UUID) */
  id: string
}

/** What `replaySyncRun` takes. */
export interface ReplaySyncRunInput {
  /** Identifies one of the runs (UUID) */
  id: string
}

/** What `listSyncRejects` takes. */
export interface ListSyncRejectsInput {
  /** Run (UUID) */
  id: string
  /** Rejects on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
}

/** What `listSyncRejects` answers. */
export interface ListSyncRejectsAnswer {
  /** One page of rejects */
  rejects: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The run (UUID) */
    run_id: string
    /** Position in the batch, from 0 */
    index: number
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field: string | null
    /** What is wrong, for people */
    reason: string
    /** As the source sent it, without secrets */
    record: unknown | null
    /** Run of the replay that has taken it (UUID) */
    taken_by: string | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `listDataSources` takes. */
export interface ListDataSourcesInput {
  /** Records whose provider is this */
  provider?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, provider; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listDataSources` answers. */
export interface ListDataSourcesAnswer {
  /** One page of sources, without `objects` */
  data_sources: DataSource[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getDataSource` takes. */
export interface GetDataSourceInput {
  /** Identifies one of the data sources (UUID) */
  id: string
}

/** What `createDataSource` takes. */
export interface CreateDataSourceInput {
  /** `custom:<name>`; one per API key */
  provider: string
  /** Name for people */
  title?: string | null
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale?: string | null
  /** Overrules the locale */
  decimal_sign?: '.' | ',' | null
  /** Overrules the locale */
  date_order?: 'dmy' | 'mdy' | 'ymd' | null
  /** IANA name: the day of times given as seconds */
  time_zone?: string | null
  /** Of amounts that name none; never guessed */
  currency?: string | null
  /** Owner of the records that this source creates */
  owner_email?: string | null
  /** By object: source column -> field (`lines.sku` for a line), null = ignore (default {}) */
  mapping?: {
    /** Of products */
    products?: ImportMapping
    /** Of companies */
    companies?: ImportMapping
    /** Of contacts */
    contacts?: ImportMapping
    /** Of deals */
    deals?: ImportMapping
    /** Of quotes */
    quotes?: ImportMapping
    /** Of orders */
    orders?: ImportMapping
    /** Of invoices */
    invoices?: ImportMapping
    /** Of credit_notes */
    credit_notes?: ImportMapping
    /** Of price_rules */
    price_rules?: ImportMapping
    /** Of tasks */
    tasks?: ImportMapping
    /** Of activities */
    activities?: ImportMapping
  }
  /** By object: keys that find a record besides its external id; all when absent (default {}) */
  match_keys?: {
    /** Keys of products */
    products?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of companies */
    companies?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of contacts */
    contacts?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of deals */
    deals?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of quotes */
    quotes?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of orders */
    orders?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of invoices */
    invoices?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of credit_notes */
    credit_notes?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of price_rules */
    price_rules?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of tasks */
    tasks?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
    /** Keys of activities */
    activities?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  }
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty (default "own_fields") */
  conflict_policy?: 'own_fields' | 'source_wins' | 'fill_empty'
  /** An empty text or list clears the field instead of leaving it (default false) */
  empty_means_clear?: boolean
}

/** What `updateDataSource` takes. */
export interface UpdateDataSourceInput {
  /** Identifies one of the data sources (UUID) */
  id: string
  /** Name for people */
  title?: string | null
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale?: string | null
  /** Overrules the locale */
  decimal_sign?: '.' | ',' | null
  /** Overrules the locale */
  date_order?: 'dmy' | 'mdy' | 'ymd' | null
  /** IANA name: the day of times given as seconds */
  time_zone?: string | null
  /** Of amounts that name none; never guessed */
  currency?: string | null
  /** Owner of the records that this source creates */
  owner_email?: string | null
  /** By object: source column -> field (`lines.sku` for a line), null = ignore */
  mapping?: Mapping
  /** By object: keys that find a record besides its external id; all when absent */
  match_keys?: MatchKeys
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty */
  conflict_policy?: 'own_fields' | 'source_wins' | 'fill_empty'
  /** An empty text or list clears the field instead of leaving it */
  empty_means_clear?: boolean
}

/** What `deleteDataSource` takes. */
export interface DeleteDataSourceInput {
  /** Identifies one of the data sources (UUID) */
  id: string
  /** Also remove its external ids from the records, by a job */
  drop_references?: boolean
}

/** What `deleteDataSource` answers. */
export interface DeleteDataSourceAnswer {
  /** Always true: the source is gone */
  deleted: true
  /** Job that drops the references (UUID) */
  job_id: string | null
}

/** What `listImports` takes. */
export interface ListImportsInput {
  /** Records whose object is this */
  object?: 'products' | 'companies' | 'contacts' | 'deals' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'price_rules' | 'tasks' | 'activities'
  /** Records whose provider is this */
  provider?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listImports` answers. */
export interface ListImportsAnswer {
  /** One page of imports, the newest first */
  imports: Import[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getImport` takes. */
export interface GetImportInput {
  /** Identifies one of the imports (UUID) */
  id: string
}

/** What `createImport` takes. */
export interface CreateImportInput {
  /** Whose ids the external ids are (default: `custom:import`) */
  provider?: string
  /** Name of the file */
  filename?: string | null
  /** Column -> field, null = ignore; kept for a `provider` that is named, once it is started (default {}) */
  mapping?: Record<string, string | null>
  /** Keys by which records are found besides the external id; null = all */
  match_keys?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[] | null
  /** Whether records may be made, changed, or both (default "upsert") */
  mode?: 'upsert' | 'create' | 'update'
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale?: string | null
  /** Overrules the locale */
  decimal_sign?: '.' | ',' | null
  /** Overrules the locale */
  date_order?: 'dmy' | 'mdy' | 'ymd' | null
  /** Of amounts that name none; never guessed */
  currency?: string | null
  /** Owner of the records that this source creates */
  owner_email?: string | null
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty (default "own_fields") */
  conflict_policy?: 'own_fields' | 'source_wins' | 'fill_empty' | null
  /** As of `POST /sync/ingest`: companies, tasks, ... */
  object: string
  /** The file as text: CSV or JSON */
  content?: string
  /** The file as bytes in base64: CSV, XLSX or JSON */
  content_base64?: string
  /** Detected by the content unless given */
  format?: 'csv' | 'xlsx' | 'json'
  /** Such as `windows-1252`; detected unless given */
  encoding?: string
  /** Of CSV; detected unless given */
  delimiter?: string
  /** Of XLSX; the first that is not empty unless given */
  sheet?: string
}

/** What `updateImport` takes. */
export interface UpdateImportInput {
  /** Identifies one of the imports (UUID) */
  id: string
  /** Column -> field, null = ignore; kept for a `provider` that is named, once it is started */
  mapping?: ImportMapping
  /** Keys by which records are found besides the external id; null = all */
  match_keys?: readonly ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[] | null
  /** Whether records may be made, changed, or both */
  mode?: 'upsert' | 'create' | 'update'
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale?: string | null
  /** Overrules the locale */
  decimal_sign?: '.' | ',' | null
  /** Overrules the locale */
  date_order?: 'dmy' | 'mdy' | 'ymd' | null
  /** Of amounts that name none; never guessed */
  currency?: string | null
  /** Owner of the records that this source creates */
  owner_email?: string | null
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty (default "own_fields") */
  conflict_policy?: 'own_fields' | 'source_wins' | 'fill_empty' | null
}

/** What `startImport` takes. */
export interface StartImportInput {
  /** Identifies one of the imports (UUID) */
  id: string
  /** Answer the outcome and write nothing */
  dry_run?: boolean
}

/** What `startImport` answers. */
export interface StartImportAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** What the records are */
  object: 'products' | 'companies' | 'contacts' | 'deals' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'price_rules' | 'tasks' | 'activities'
  /** Whose ids the external ids are: `custom:<name>`; its settings are used */
  provider: string
  /** Name of the file */
  filename: string | null
  /** Form of the file */
  format: 'csv' | 'xlsx' | 'json'
  /** Character encoding, as found */
  encoding: string | null
  /** What separates the columns, as found */
  delimiter: string | null
  /** Sheet of the workbook */
  sheet: string | null
  /** Titles of a table */
  columns: string[] | null
  /** Rows below the titles */
  rows: number
  /** What each column is taken for; `mapping` overrules it */
  fields: {
    /** Header, as it was sent */
    source: string
    /** Field of ours */
    target: string
    /** The rule that decided */
    via: string
    /** How sure that is, from 0 to 1 */
    confidence: number
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Columns that become custom fields */
  unknown: {
    /** Header, as it was sent */
    source: string
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Column -> field, null = ignore; kept for a `provider` that is named, once it is started */
  mapping: ImportMapping
  /** Keys by which records are found besides the external id; null = all */
  match_keys: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[] | null
  /** Whether records may be made, changed, or both */
  mode: 'upsert' | 'create' | 'update'
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale: string | null
  /** Overrules the locale */
  decimal_sign: '.' | ',' | null
  /** Overrules the locale */
  date_order: 'dmy' | 'mdy' | 'ymd' | null
  /** Of amounts that name none; never guessed */
  currency: string | null
  /** Owner of the records that this source creates */
  owner_email: string | null
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty (default "own_fields") */
  conflict_policy: 'own_fields' | 'source_wins' | 'fill_empty' | null
  /** Job that stores the records (UUID) */
  job_id: string | null
  /** Job that undoes it (UUID) */
  revert_job_id: string | null
  /** E-mail address of the user who sent it */
  created_by: string
  /** When it was sent (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Its progress */
  state: 'uploaded' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'reverting' | 'reverted'
  /** Rows that are processed */
  done: number
  /** Records that were created */
  created: number
  /** Records that were updated */
  updated: number
  /** Records that were the same already */
  unchanged: number
  /** Records that could not be accepted */
  rejected: number
  /** How many warnings the rows have so far */
  warnings: number
  /** Some of them, each text once before any is repeated */
  warning_samples: {
    /** Row below the titles, from 1 */
    row: number
    /** What was noticed; the record is stored anyway */
    warning: string
  }[]
  /** Why it failed */
  error: ImportError
  /** Of a dry run */
  outcome: {
    /** Records that were created */
    created: number
    /** Records that were updated */
    updated: number
    /** Records that were the same already */
    unchanged: number
    /** Records that could not be accepted */
    rejected: number
    /** How many warnings the rows have so far */
    warnings: number
    /** Some of them, each text once before any is repeated */
    warning_samples: {
      /** Row below the titles, from 1 */
      row: number
      /** What was noticed; the record is stored anyway */
      warning: string
    }[]
    /** The first 100 */
    errors: {
      /** Row below the titles, from 1 */
      row: number
      /** What is wrong, for programs */
      code: string
      /** Field that is at fault */
      field: string | null
      /** What is wrong, for people */
      reason: string
    }[]
  } | null
}

/** What `cancelImport` takes. */
export interface CancelImportInput {
  /** Identifies one of the imports (UUID) */
  id: string
}

/** What `listImportErrors` takes. */
export interface ListImportErrorsInput {
  /** Import (UUID) */
  id: string
  /** Rows on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** `csv`: all of them as one file, in `csv` */
  format?: 'json' | 'csv'
}

/** What `listImportErrors` answers. */
export interface ListImportErrorsAnswer {
  /** One page of rows that were rejected */
  errors: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The import (UUID) */
    import_id: string
    /** Row of the file below the titles, counted from 1 */
    row: number
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field: string | null
    /** What is wrong, for people */
    reason: string
    /** The row under its titles, without secrets */
    record: unknown | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
  /** The rejected rows, each with the reason, to correct and send again */
  csv: string | null
}

/** What `revertImport` takes. */
export interface RevertImportInput {
  /** Identifies one of the imports (UUID) */
  id: string
}

/** What `listEvents` takes. */
export interface ListEventsInput {
  /** Only events of this type */
  type?: string
  /** Events on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before, for older events */
  cursor?: string
  /** `asc` = oldest first, for polling without a gap; default `desc` */
  order?: 'asc' | 'desc'
  /** `next_cursor` of the poll before, with `order=asc`; or the id of an event, or 0 */
  after?: string
}

/** What `listEvents` answers. */
export interface ListEventsAnswer {
  /** One page, the newest first unless asked otherwise */
  events: Event[]
  /** For `cursor`, null on the last page; with `order=asc` for `after`, never null */
  next_cursor: string | null
}

/** What `getEvent` takes. */
export interface GetEventInput {
  /** Number of the event */
  id: string
}

/** What `streamEvents` takes. */
export interface StreamEventsInput {
  /** Only events of this type */
  type?: string
  /** Id of the last known event, or 0 for the whole log; default: only new events */
  after?: string
}

/** What `searchAll` takes. */
export interface SearchAllInput {
  /** Words, all of which must be found; their beginnings suffice, case and accents do not count */
  q: string
  /** Types of records: contacts, companies, deals, quotes, products, invoices, ..., or as results name them; all when left out */
  types?: readonly string[]
  /** How many at most (default 20) */
  limit?: number
}

/** What `searchAll` answers. */
export interface SearchAllAnswer {
  /** The best first */
  results: {
    /** As `entity.type` of events: contact, company, ... */
    type: string
    /** Id of the record (UUID) */
    id: string
    /** What the record is called by */
    name: string
    /** 1 = every word is a whole word of its name, number, code or address, 0.75 = begins one, 0.5 and 0.25 = the same of what else is said in it, 0.2 and 0.1 = a word differs in a letter */
    score: number
    /** As events show the record */
    summary: Record<string, unknown>
  }[]
}

/** What `resolveRecords` takes. */
export interface ResolveRecordsInput {
  /** An e-mail address */
  email?: string
  /** A domain of a company */
  domain?: string
  /** With the country code */
  phone?: string
  /** Id in another system */
  external_id?: string
  /** Of the external id; any when left out */
  provider?: string
  /** Customer number or article code */
  code?: string
  /** Of a quote, an order, an invoice or a credit note */
  number?: string
}

/** What `resolveRecords` answers. */
export interface ResolveRecordsAnswer {
  /** Records that have one of these identities */
  matches: {
    /** As `entity.type` of events: contact, company, ... */
    type: string
    /** Id of the record (UUID) */
    id: string
    /** What the record is called by */
    name: string
    /** 1 = every word is a whole word of its name, number, code or address, 0.75 = begins one, 0.5 and 0.25 = the same of what else is said in it, 0.2 and 0.1 = a word differs in a letter */
    score: number
    /** As events show the record */
    summary: Record<string, unknown>
    /** Which identity found it */
    matched_by: string
  }[]
}

/** What `listWebhooks` takes. */
export interface ListWebhooksInput {
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listWebhooks` answers. */
export interface ListWebhooksAnswer {
  /** One page of webhooks, without `attempts_24h`, `pending`, `held`, `disabled_at`, `disabled_reason` */
  webhooks: Webhook[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createWebhook` takes. */
export interface CreateWebhookInput {
  /** https address; private and reserved addresses are refused */
  url: string
  /** Event types, `family.*` or `*` */
  events?: readonly string[]
  /** What it is for */
  description?: string | null
  /** Signing secret of 16 to 256 characters; generated when left out */
  secret?: string
}

/** What `getWebhook` takes. */
export interface GetWebhookInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
}

/** What `updateWebhook` takes. */
export interface UpdateWebhookInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
  /** https address; private and reserved addresses are refused */
  url?: string
  /** Event types, `family.*`, or `["*"]`, the default */
  events?: readonly string[]
  /** What it is for */
  description?: string | null
  /** `true` on an inactive webhook resets the failure counter and sends held deliveries */
  active?: boolean
}

/** What `deleteWebhook` takes. */
export interface DeleteWebhookInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
}

/** What `testWebhook` takes. */
export interface TestWebhookInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
}

/** What `rotateWebhookSecret` takes. */
export interface RotateWebhookSecretInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
  /** Signing secret of 16 to 256 characters; generated when left out */
  secret?: string
}

/** What `replayWebhookEvents` takes. */
export interface ReplayWebhookEventsInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
  /** Events from this time on (RFC 3339) */
  since?: string
  /** This event and all after it */
  since_event_id?: number
}

/** What `listWebhookDeliveries` takes. */
export interface ListWebhookDeliveriesInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
}

/** What `listWebhookDeliveries` answers. */
export interface ListWebhookDeliveriesAnswer {
  /** The last 50, the newest first */
  deliveries: {
    /** Delivery record, for redeliver (UUID) */
    id: string
    /** The webhook (UUID) */
    webhook_id: string
    /** 0 for tests */
    event_id: number
    /** Event type */
    event_type: string
    /** 0 without an HTTP answer */
    status_code: number
    /** The endpoint answered 2xx in time */
    ok: boolean
    /** Milliseconds until the answer */
    duration_ms: number
    /** First 500 characters of the answer, or why there was no answer */
    response: string
    /** The delivered body */
    payload: Record<string, unknown>
    /** 1 for the first try */
    attempt: number
    /** When it is tried again; null = never (RFC 3339) */
    next_retry_at: string | null
    /** When it was sent (RFC 3339) */
    created_at: string
  }[]
}

/** What `redeliverWebhook` takes. */
export interface RedeliverWebhookInput {
  /** Identifies one of the webhooks (UUID) */
  id: string
  /** Id of an entry of the delivery log */
  deliveryId: string
}

/** What `createHook` takes. */
export interface CreateHookInput {
  /** Where deliveries go; https */
  target_url?: string
  /** Same as target_url */
  url?: string
  /** Same as target_url */
  hookUrl?: string
  /** One event type */
  event?: string
  /** Event types, also beside event; all types when neither is given */
  events?: readonly string[]
  /** What it is for */
  description?: string | null
}

/** What `createHook` answers. */
export interface CreateHookAnswer {
  /** The webhook (UUID) */
  id: string
  /** Signing secret */
  secret: string
  /** Event types that it gets */
  events: string[]
}

/** What `deleteHook` takes. */
export interface DeleteHookInput {
  /** Identifies one of the hooks (UUID) */
  id: string
}

/** What `getHookSample` takes. */
export interface GetHookSampleInput {
  /** Event type; default contact.created */
  event?: string
}

/** What `getHookSample` answers. */
export type GetHookSampleAnswer = {
  /** `evt_sample` */
  id: string
  /** Event type */
  type: string
  /** When it was asked for (RFC 3339) */
  created_at: string
  /** What the event is about */
  entity: {
    /** Kind of record, such as deal */
    type: string
    /** Id of the record */
    id: string
  }
  /** The record; a delivery has a summary of it as well */
  data: {
    /** The latest one of its type, or an invented one */
    record: Record<string, unknown>
  }
}[]

/** What `listMailboxes` takes. */
export interface ListMailboxesInput {
  /** Records whose owner_email is this; me = yours */
  owner_email?: string
  /** Records whose status is this */
  status?: 'connected' | 'failing' | 'disabled'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, address, updated_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listMailboxes` answers. */
export interface ListMailboxesAnswer {
  /** One page of mailboxes */
  mailboxes: Mailbox[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createMailbox` takes. */
export interface CreateMailboxInput {
  /** Its address, in lower case; one mailbox has it */
  address: string
  /** Server that sends */
  smtp: SmtpInput
  /** Server that is read; null: answers are not read */
  imap?: ImapInput
  /** Key by which messages are signed here */
  dkim?: DkimInput
  /** The teammate whose mailbox it is, or `me`; null: that of the installation */
  owner_email?: string | null
  /** The name that recipients see; that of its owner unless given */
  name?: string | null
  /** Where answers go; to its address unless given */
  reply_to?: string | null
  /** HTML of the signature */
  signature?: string | null
  /** Messages in 24 hours at most; null: any number */
  daily_limit?: number | null
  /** Messages in an hour at most; null: any number */
  hourly_limit?: number | null
  /** Address for reports, with `{token}` in it; its own address unless given */
  return_path?: string | null
  /** Host of its tracked links; that of the installation unless given */
  tracking_domain?: string | null
  /** Further addresses from which it may send */
  aliases?: readonly string[]
  /** Messages in flight at once */
  max_connections?: number
  /** Whether sent messages are put into its folder of sent ones */
  save_sent?: 'auto' | 'yes' | 'no'
  /** Sends for those who have none */
  is_default?: boolean
}

/** What `getMailbox` takes. */
export interface GetMailboxInput {
  /** Identifies one of the mailboxes (UUID) */
  id: string
}

/** What `updateMailbox` takes. */
export interface UpdateMailboxInput {
  /** Identifies one of the mailboxes (UUID) */
  id: string
  /** Server that sends */
  smtp?: SmtpInput
  /** Server that is read; null: answers are not read */
  imap?: ImapInput
  /** Key by which messages are signed here */
  dkim?: DkimInput
  /** The teammate whose mailbox it is, or `me`; null: that of the installation */
  owner_email?: string | null
  /** The name that recipients see; that of its owner unless given */
  name?: string | null
  /** Where answers go; to its address unless given */
  reply_to?: string | null
  /** HTML of the signature */
  signature?: string | null
  /** Messages in 24 hours at most; null: any number */
  daily_limit?: number | null
  /** Messages in an hour at most; null: any number */
  hourly_limit?: number | null
  /** Address for reports, with `{token}` in it; its own address unless given */
  return_path?: string | null
  /** Host of its tracked links; that of the installation unless given */
  tracking_domain?: string | null
  /** Further addresses from which it may send */
  aliases?: readonly string[]
  /** Messages in flight at once */
  max_connections?: number
  /** Whether sent messages are put into its folder of sent ones */
  save_sent?: 'auto' | 'yes' | 'no'
  /** Sends for those who have none */
  is_default?: boolean
  /** `disabled` sends and reads nothing; `connected` begins again */
  status?: 'connected' | 'disabled'
}

/** What `deleteMailbox` takes. */
export interface DeleteMailboxInput {
  /** Identifies one of the mailboxes (UUID) */
  id: string
}

/** What `testMailbox` takes. */
export interface TestMailboxInput {
  /** Identifies one of the mailboxes (UUID) */
  id: string
}

/** What `testMailbox` answers. */
export interface TestMailboxAnswer {
  /** Every step has worked */
  ok: boolean
  /** In their order; after one that fails there is none */
  steps: {
    /** What was tried */
    step: 'dns' | 'connect' | 'tls' | 'auth' | 'folder' | 'send'
    /** It has worked */
    ok: boolean
    /** Code of the server */
    code: string | null
    /** For people */
    text: string
    /** Milliseconds that it took */
    ms: number
  }[]
  /** What makes others distrust its messages */
  warnings: string[]
}

/** What `syncMailbox` takes. */
export interface SyncMailboxInput {
  /** Identifies one of the mailboxes (UUID) */
  id: string
}

/** What `syncMailbox` answers. */
export interface SyncMailboxAnswer {
  /** The mailbox */
  id: string
  /** When it is read: now, by the process that is first (RFC 3339) */
  due_at: string
  /** When it was read last (RFC 3339) */
  last_sync_at: string | null
}

/** What `listMailboxLeftovers` takes. */
export interface ListMailboxLeftoversInput {
  /** The mailbox (UUID) */
  id: string
  /** Records whose kind is this */
  kind?: 'unreadable' | 'unmatched'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listMailboxLeftovers` answers. */
export interface ListMailboxLeftoversAnswer {
  /** One page of messages that are left over */
  leftovers: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The mailbox (UUID) */
    mailbox_id: string
    /** The folder in which it lies */
    folder: string
    /** Its UID in that folder */
    uid: string
    /** `unreadable`: it could not be stored; `unmatched`: a report on no message that is known */
    kind: 'unreadable' | 'unmatched'
    /** Why */
    note: string
    /** When it was read; it is kept for 30 days (RFC 3339) */
    created_at: string
    /** Its first 2,000 bytes, each as one character; null where the server has never given it */
    beginning: string | null
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `listSuppressions` takes. */
export interface ListSuppressionsInput {
  /** The address or `*@domain`, also where its person was erased */
  value?: string
  /** Records whose kind is this */
  kind?: 'unsubscribed' | 'bounced' | 'complained' | 'manual'
  /** Records whose topic is this */
  topic?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listSuppressions` answers. */
export interface ListSuppressionsAnswer {
  /** One page, the newest first */
  suppressions: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Address in lower case, or `*@` and a domain; null when its person was erased */
    value: string | null
    /** Why it is blocked */
    kind: 'unsubscribed' | 'bounced' | 'complained' | 'manual'
    /** Of kind `unsubscribed`: the only topic that is blocked; null blocks all marketing */
    topic: string | null
    /** In words */
    reason: string | null
    /** Where this was said: a form, another system, the answer of a server */
    source: string | null
    /** The e-mail that led to it (UUID) */
    email_id: string | null
    /** E-mail address of the user who made it */
    created_by: string
    /** When it was made (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `addSuppression` takes. */
export interface AddSuppressionInput {
  /** Address, or `*@` and a domain for all of its addresses */
  value: string
  /** Why it is blocked (default "manual") */
  kind?: 'unsubscribed' | 'bounced' | 'complained' | 'manual'
  /** Only with the kind `unsubscribed`: blocks this topic only; all marketing when left out */
  topic?: string | null
  /** In words */
  reason?: string | null
  /** Where this was said */
  source?: string | null
}

/** What `deleteSuppression` takes. */
export interface DeleteSuppressionInput {
  /** Identifies one of the suppressions (UUID) */
  id: string
}

/** What `listEmails` takes. */
export interface ListEmailsInput {
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose company_id is this (UUID) */
  company_id?: string
  /** Records whose campaign_id is this (UUID) */
  campaign_id?: string
  /** Records whose sequence_id is this (UUID) */
  sequence_id?: string
  /** Records whose enrollment_id is this (UUID) */
  enrollment_id?: string
  /** Records whose workflow_id is this (UUID) */
  workflow_id?: string
  /** Records whose mailbox_id is this (UUID) */
  mailbox_id?: string
  /** Records whose thread_id is this (UUID) */
  thread_id?: string
  /** Records whose template_id is this (UUID) */
  template_id?: string
  /** Records whose owner_email is this; me = yours */
  owner_email?: string
  /** Records whose direction is this */
  direction?: 'in' | 'out'
  /** Records whose status is this */
  status?: 'queued' | 'sending' | 'sent' | 'uncertain' | 'bounced' | 'failed' | 'cancelled' | 'received'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, sent_at, scheduled_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listEmails` answers. */
export interface ListEmailsAnswer {
  /** One page of messages, without `text`, `html` */
  emails: Email[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `sendEmail` takes. */
export interface SendEmailInput {
  /** The contact: its first address, unless `to` is given (UUID) */
  lead_id?: string
  /** Same as lead_id (UUID) */
  contact_id?: string
  /** Addresses that it is for; with those of `cc` and `bcc` at most 50. Without `lead_id` it is to the contact with the first of them, where there is one */
  to?: readonly string[]
  /** Addresses that get a copy */
  cc?: readonly string[]
  /** Addresses that get a copy which the others do not see */
  bcc?: readonly string[]
  /** Subject, with merge tags; of a reply that of the message it answers unless given */
  subject?: string
  /** HTML, with merge tags */
  html?: string
  /** Plain text, with merge tags */
  text?: string
  /** Template; what is given besides counts instead of it (UUID) */
  template_id?: string
  /** Mailbox; that of the caller, else of the owner of the contact, else the default one (UUID) */
  mailbox_id?: string
  /** The deal that it is about (UUID) */
  deal_id?: string
  /** The message that it answers (UUID) */
  reply_to_email_id?: string
  /** `marketing` needs the consent of its recipients (default "personal") */
  purpose?: 'personal' | 'marketing'
  /** Of marketing: from what recipients can unsubscribe; `marketing` unless given */
  topic?: string
  /** Count opens and clicks; false unless given (default false) */
  track?: boolean | 'yes' | 'no'
  /** Whether it carries a way to unsubscribe; `header`: only where mail programs show one. `no` unless given (default "no") */
  unsubscribe_link?: 'yes' | 'no' | 'header' | boolean
  /** When it is to be sent; at once unless given (RFC 3339) */
  scheduled_at?: string
  /** Files */
  attachments?: readonly {
    /** File name */
    name: string
    /** Such as application/pdf */
    media_type: string
    /** The file in base64; 10 MB in all */
    content: string
  }[]
}

/** What `getEmail` takes. */
export interface GetEmailInput {
  /** Identifies one of the emails (UUID) */
  id: string
}

/** What `cancelEmail` takes. */
export interface CancelEmailInput {
  /** Identifies one of the emails (UUID) */
  id: string
}

/** What `resendEmail` takes. */
export interface ResendEmailInput {
  /** Identifies one of the emails (UUID) */
  id: string
}

/** What `resolveEmails` takes. */
export interface ResolveEmailsInput {
  /** The messages; those that are not uncertain stay as they are */
  ids?: readonly string[]
  /** Instead of ids: uncertain messages of this campaign, 1,000 at a time (UUID) */
  campaign_id?: string
  /** They were sent, are to be sent again, or have failed */
  as: 'sent' | 'resend' | 'failed'
}

/** What `resolveEmails` answers. */
export interface ResolveEmailsAnswer {
  /** Messages that were uncertain and are not anymore */
  resolved: number
}

/** What `recordEmailFeedback` takes. */
export interface RecordEmailFeedbackInput {
  /** The message (UUID) */
  email_id?: string
  /** Its Message-ID, with or without angle brackets */
  message_id?: string
  /** The recipient; may be left out where the message has one */
  address?: string
  /** `hard`: there is no such address; `soft`: it may pass; `blocked`: refused; `delivered`; `complaint`: it was called spam */
  kind: 'hard' | 'soft' | 'blocked' | 'delivered' | 'complaint'
  /** Code of the server, such as 5.1.1 */
  code?: string
  /** What the server said */
  text?: string
  /** When it was so; now when left out (RFC 3339) */
  at?: string
}

/** What `recordEmailFeedback` answers. */
export interface RecordEmailFeedbackAnswer {
  /** False: the same was told before */
  recorded: boolean
  /** The message that it is about; null: only the address is known */
  email_id: string | null
}

/** What `trackVisits` takes. */
export interface TrackVisitsInput {
  /** Pages that were opened */
  visits: readonly {
    /** By which the browser knows itself */
    visitor_id: string
    /** Of this page view: told again, it is the same */
    id: string
    /** Address of the page */
    url: string
    /** Title of the page */
    title?: string | null
    /** From where the visitor came */
    referrer?: string | null
    /** When it was opened (ISO 8601); within 24 hours back and 5 minutes ahead */
    at?: string
    /** How long it was open */
    duration_seconds?: number | null
  }[]
}

/** What `trackVisits` answers. */
export interface TrackVisitsAnswer {
  /** Pages that are stored, those that were stored before included */
  accepted: number
  /** Pages that are not stored, by reason */
  dropped: {
    /** Opened by robots */
    bot: number
    /** Of sites that the key is not bound to */
    origin: number
    /** Without an address of the web, or at a time that cannot be */
    invalid: number
  }
}

/** What `identifyVisitor` takes. */
export interface IdentifyVisitorInput {
  /** By which the browser knows itself */
  visitor_id: string
  /** The contact (UUID) */
  contact_id?: string
  /** An address of the contact */
  email?: string
  /** HMAC-SHA-256 of contact_id or e-mail under `identity_secret`, in hex: widget-only keys must send it */
  signature?: string
}

/** What `identifyVisitor` answers. */
export interface IdentifyVisitorAnswer {
  /** Goes on as this one: another one where the browser was already somebody else */
  visitor_id: string
  /** The contact; null where there is none, and for widget-only keys, which learn nothing about contacts (UUID) */
  contact_id: string | null
}

/** What `listVisits` takes. */
export interface ListVisitsInput {
  /** Records whose contact_id is this (UUID) */
  contact_id?: string
  /** Only of contacts of this company (UUID) */
  company_id?: string
  /** Records whose url is this */
  url?: string
  /** Records whose at is at or after this time (RFC 3339) */
  since?: string
  /** Records whose at is before this time (RFC 3339) */
  before?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listVisits` answers. */
export interface ListVisitsAnswer {
  /** Pages that were opened, the newest first */
  visits: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The visit that it is part of: pages with less than 30 minutes between them (UUID) */
    visit_id: string
    /** It was the first page of its visit */
    is_start: boolean
    /** The contact, where it is known who visits (UUID) */
    contact_id: string | null
    /** Address of the page, without fragment and query but for utm */
    url: string
    /** Title of the page */
    title: string | null
    /** From where the visitor came */
    referrer: string | null
    /** When it was opened (RFC 3339) */
    at: string
    /** How long it was open */
    duration_seconds: number | null
    /** When it was stored (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getTrackingSnippet` takes. */
export interface GetTrackingSnippetInput {
  /** Nothing is stored or sent before `rapport.consent(true)` */
  require_consent?: boolean
}

/** What `listForms` takes. */
export interface ListFormsInput {
  /** Records whose status is this */
  status?: 'active' | 'inactive'
  /** Records whose name is this */
  name?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listForms` answers. */
export interface ListFormsAnswer {
  /** One page of forms */
  forms: Form[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createForm` takes. */
export interface CreateFormInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the form, for teammates and in events */
  name: string
  /** Only an active form takes submissions (default "active") */
  status?: 'active' | 'inactive'
  /** BCP 47, language of the page; that of the visitor when null */
  locale?: string | null
  /** Heading of the page; the name when null */
  title?: string | null
  /** Text below the heading */
  introduction?: string | null
  /** What is asked for, in the order of the page */
  fields: readonly {
    /** By which values are sent; unique in the form */
    name: string
    /** Question above the field; the name when left out */
    label?: string
    /** What is asked for (default "text") */
    type?: 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'select' | 'radio' | 'checkbox' | 'checkboxes'
    /** Whether it must be filled in (default false) */
    required?: boolean
    /** Of `select`, `radio` and `checkboxes` */
    options?: readonly string[]
    /** Field of a record: `contact.email`, `company.name`, `deal.amount`, `contact.custom.<property>`; null = only kept */
    maps_to?: string | null
    /** Whether it replaces what is known; otherwise fills what is empty (default false) */
    overwrite?: boolean
    /** Value before anybody types */
    default?: string | null
    /** Not shown; sends its default */
    hidden?: boolean
  }[]
  /** What people agree to */
  consent?: Consent
  /** Page (https) that follows a submission */
  redirect_url?: string | null
  /** What is shown after a submission, unless it redirects */
  thanks?: string | null
  /** Opens a deal with each submission */
  create_deal?: CreateDeal
  /** Owner of new contacts and deals */
  assign_to?: string | null
  /** Tags that contacts get (default []) */
  tags?: readonly string[]
  /** Teammates who are notified of each submission (default []) */
  notify?: readonly string[]
  /** Sites whose pages may send it: scheme, host and port (default []) */
  allowed_origins?: readonly string[]
  /** Consent counts once it was confirmed by the link of an e-mail (default false) */
  double_opt_in?: boolean
  /** How submissions of machines are told (default {"min_seconds":3,"captcha":false}) */
  spam?: {
    /** Who is faster on the page is asked to send it again (default 3) */
    min_seconds?: number
    /** Whether the field `captcha` must hold an answer that the port `Captcha` accepts (default false) */
    captcha?: boolean
  }
}

/** What `getForm` takes. */
export interface GetFormInput {
  /** Identifies one of the forms (UUID) */
  id: string
}

/** What `updateForm` takes. */
export interface UpdateFormInput {
  /** Identifies one of the forms (UUID) */
  id: string
  /** Name of the form, for teammates and in events */
  name?: string
  /** Only an active form takes submissions */
  status?: 'active' | 'inactive'
  /** BCP 47, language of the page; that of the visitor when null */
  locale?: string | null
  /** Heading of the page; the name when null */
  title?: string | null
  /** Text below the heading */
  introduction?: string | null
  /** What is asked for, in the order of the page */
  fields?: readonly {
    /** By which values are sent; unique in the form */
    name: string
    /** Question above the field; the name when left out */
    label?: string
    /** What is asked for (default "text") */
    type?: 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'select' | 'radio' | 'checkbox' | 'checkboxes'
    /** Whether it must be filled in (default false) */
    required?: boolean
    /** Of `select`, `radio` and `checkboxes` */
    options?: readonly string[]
    /** Field of a record: `contact.email`, `company.name`, `deal.amount`, `contact.custom.<property>`; null = only kept */
    maps_to?: string | null
    /** Whether it replaces what is known; otherwise fills what is empty (default false) */
    overwrite?: boolean
    /** Value before anybody types */
    default?: string | null
    /** Not shown; sends its default */
    hidden?: boolean
  }[]
  /** What people agree to */
  consent?: Consent
  /** Page (https) that follows a submission */
  redirect_url?: string | null
  /** What is shown after a submission, unless it redirects */
  thanks?: string | null
  /** Opens a deal with each submission */
  create_deal?: CreateDeal
  /** Owner of new contacts and deals */
  assign_to?: string | null
  /** Tags that contacts get */
  tags?: readonly string[]
  /** Teammates who are notified of each submission */
  notify?: readonly string[]
  /** Sites whose pages may send it: scheme, host and port */
  allowed_origins?: readonly string[]
  /** Consent counts once it was confirmed by the link of an e-mail */
  double_opt_in?: boolean
  /** How submissions of machines are told */
  spam?: Spam
}

/** What `deleteForm` takes. */
export interface DeleteFormInput {
  /** Identifies one of the forms (UUID) */
  id: string
}

/** What `listFormSubmissions` takes. */
export interface ListFormSubmissionsInput {
  /** Identifies one of the forms (UUID) */
  id: string
  /** Those that count, or those that were taken for spam (default "accepted") */
  status?: 'accepted' | 'spam'
  /** Records whose contact_id is this (UUID) */
  contact_id?: string
  /** Records whose created_at is at or after this time (RFC 3339) */
  since?: string
  /** Records whose created_at is before this time (RFC 3339) */
  before?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listFormSubmissions` answers. */
export interface ListFormSubmissionsAnswer {
  /** One page, the newest first */
  submissions: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The form (UUID) */
    form_id: string
    /** By which a repetition is known, unique in the form */
    submission_id: string
    /** What became of it: spam touches no contact and is kept for 30 days */
    status: 'accepted' | 'spam'
    /** Why it was taken for spam */
    reason: string | null
    /** By what way it came: the hosted page, a page of another site, the API */
    via: 'page' | 'embed' | 'api'
    /** By field, as they were taken; further fields as they were sent */
    values: Record<string, unknown>
    /** Whether the box of the consent was checked; null where the form asks for none */
    consent: boolean | null
    /** With `double_opt_in`: whether the consent was confirmed; null where none is asked for */
    opt_in: 'pending' | 'confirmed' | null
    /** When it was confirmed (RFC 3339) */
    opted_in_at: string | null
    /** The contact that it made or found (UUID) */
    contact_id: string | null
    /** The company of that contact (UUID) */
    company_id: string | null
    /** The deal that it opened (UUID) */
    deal_id: string | null
    /** Id of the visitor in website tracking */
    visitor_id: string | null
    /** Whether the contact was known before */
    matched: boolean
    /** When it was sent (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `submitForm` takes. */
export interface SubmitFormInput {
  /** Identifies one of the forms (UUID) */
  id: string
  /** By the names of the fields; further ones are kept with the submission. 64 KiB in all, no files */
  values: Record<string, string | number | boolean | readonly string[] | null>
  /** The same one again changes nothing and is answered as the first time; made when left out */
  submission_id?: string
  /** Whether the person agreed to the text of the form (default false) */
  consent?: boolean
  /** Id of the visitor in website tracking */
  visitor_id?: string | null
  /** Answer for the port `Captcha`, of forms that ask for one */
  captcha?: string | null
}

/** What `acceptFormSubmission` takes. */
export interface AcceptFormSubmissionInput {
  /** Identifies one of the forms (UUID) */
  id: string
  /** Id of the submission, or the one that its sender gave it */
  submissionId: string
}

/** What `acceptFormSubmission` answers. */
export interface AcceptFormSubmissionAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The form (UUID) */
  form_id: string
  /** By which a repetition is known, unique in the form */
  submission_id: string
  /** What became of it: spam touches no contact and is kept for 30 days */
  status: 'accepted' | 'spam'
  /** Why it was taken for spam */
  reason: string | null
  /** By what way it came: the hosted page, a page of another site, the API */
  via: 'page' | 'embed' | 'api'
  /** By field, as they were taken; further fields as they were sent */
  values: Record<string, unknown>
  /** Whether the box of the consent was checked; null where the form asks for none */
  consent: boolean | null
  /** With `double_opt_in`: whether the consent was confirmed; null where none is asked for */
  opt_in: 'pending' | 'confirmed' | null
  /** When it was confirmed (RFC 3339) */
  opted_in_at: string | null
  /** The contact that it made or found (UUID) */
  contact_id: string | null
  /** The company of that contact (UUID) */
  company_id: string | null
  /** The deal that it opened (UUID) */
  deal_id: string | null
  /** Id of the visitor in website tracking */
  visitor_id: string | null
  /** Whether the contact was known before */
  matched: boolean
  /** When it was sent (RFC 3339) */
  created_at: string
}

/** What `listInboundWebhooks` takes. */
export interface ListInboundWebhooksInput {
  /** Records whose name is this */
  name?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listInboundWebhooks` answers. */
export interface ListInboundWebhooksAnswer {
  /** One page of inbound webhooks */
  inbound_webhooks: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Ids of the record in other systems */
    external_ids: {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** E-mail address of the user who made it */
    created_by: string
    /** By what it was made: a key, a workflow, an import, ... */
    created_via: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** When it was deleted; null while it is live (RFC 3339) */
    deleted_at: string | null
    /** Bumps on each write; for `If-Match` */
    version: number
    /** Who sends */
    name: string
    /** Whether it takes requests */
    active: boolean
    /** How senders prove who they are */
    signature: Signature
    /** By what a repeated delivery is known; unless given, `webhook-id` of those that are signed by `standard_webhooks` */
    id_from: IdFrom
    /** `auto` recognizes contacts by the names of their fields in twelve languages; otherwise which field is filled from where */
    mapping: InboundWebhookMapping
    /** Of a mapping: path to the id of the record where it comes from (`/id`, `user.id`); the same id is the same record */
    match_by: string | null
    /** When the last request came (RFC 3339) */
    last_received_at: string | null
    /** Until then the secret before the last rotation works, too (RFC 3339) */
    previous_until: string | null
    /** Where senders send */
    url: string
    /** Whether there is a secret */
    has_secret: boolean
    /** Requests of the last 30 days */
    stats: InboundWebhookStats
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `createInboundWebhook` takes. */
export interface CreateInboundWebhookInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Who sends */
  name: string
  /** Whether it takes requests (default true) */
  active?: boolean
  /** How senders prove who they are (default {"scheme":"none"}) */
  signature?: {
    /** How requests are signed */
    scheme: 'hmac_sha256' | 'stripe' | 'standard_webhooks' | 'none'
    /** Of `hmac_sha256`: header with the signature */
    header?: string
    /** Of `hmac_sha256`: what stands before the signature */
    prefix?: string
    /** Of `hmac_sha256`: how the signature is written (default "hex") */
    encoding?: 'hex' | 'base64'
    /** Of `hmac_sha256`: header with Unix seconds, which are signed as `<seconds>.<body>` */
    timestamp_header?: string
    /** Seconds by which a signed time may differ from now (default 300) */
    tolerance?: number
  }
  /** By what a repeated delivery is known; unless given, `webhook-id` of those that are signed by `standard_webhooks` */
  id_from?: IdFrom
  /** `auto` recognizes contacts by the names of their fields in twelve languages; otherwise which field is filled from where (default "auto") */
  mapping?: "auto" | ListInboundWebhooksMapping
  /** Of a mapping: path to the id of the record where it comes from (`/id`, `user.id`); the same id is the same record */
  match_by?: string | null
  /** With which senders sign; never shown again */
  secret?: string | null
}

/** What `updateInboundWebhook` takes. */
export interface UpdateInboundWebhookInput {
  /** Identifies one of the inbound webhooks (UUID) */
  id: string
  /** Who sends */
  name?: string
  /** Whether it takes requests */
  active?: boolean
  /** How senders prove who they are */
  signature?: Signature
  /** By what a repeated delivery is known; unless given, `webhook-id` of those that are signed by `standard_webhooks` */
  id_from?: IdFrom
  /** `auto` recognizes contacts by the names of their fields in twelve languages; otherwise which field is filled from where */
  mapping?: InboundWebhookMapping
  /** Of a mapping: path to the id of the record where it comes from (`/id`, `user.id`); the same id is the same record */
  match_by?: string | null
  /** With which senders sign; never shown again */
  secret?: string | null
  /** With another secret: for how long the former one is valid (default 86400) */
  grace_seconds?: number
}

/** What `deleteInboundWebhook` takes. */
export interface DeleteInboundWebhookInput {
  /** Identifies one of the inbound webhooks (UUID) */
  id: string
}

/** What `listInboundRequests` takes. */
export interface ListInboundRequestsInput {
  /** Identifies one of the inbound webhooks (UUID) */
  id: string
  /** Records whose status is this */
  status?: 'received' | 'processed' | 'failed'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listInboundRequests` answers. */
export interface ListInboundRequestsAnswer {
  /** One page, the newest first */
  requests: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Where it came in (UUID) */
    inbound_webhook_id: string
    /** By which a repetition is known */
    delivery_id: string | null
    /** What became of it */
    status: 'received' | 'processed' | 'failed'
    /** Why it failed */
    reason: string | null
    /** What was made or matched */
    object: string | null
    /** The record (UUID) */
    record_id: string | null
    /** The contact that it is about (UUID) */
    contact_id: string | null
    /** What was received, without secrets; cut where it is larger than 32 KiB */
    payload: unknown | null
    /** Whether it was cut */
    truncated: boolean
    /** When it was worked last (RFC 3339) */
    processed_at: string | null
    /** When it came (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `replayInboundRequest` takes. */
export interface ReplayInboundRequestInput {
  /** Identifies one of the inbound webhooks (UUID) */
  id: string
  /** The request (UUID) */
  requestId: string
}

/** What `replayInboundRequest` answers. */
export interface ReplayInboundRequestAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Where it came in (UUID) */
  inbound_webhook_id: string
  /** By which a repetition is known */
  delivery_id: string | null
  /** What became of it */
  status: 'received' | 'processed' | 'failed'
  /** Why it failed */
  reason: string | null
  /** What was made or matched */
  object: string | null
  /** The record (UUID) */
  record_id: string | null
  /** The contact that it is about (UUID) */
  contact_id: string | null
  /** What was received, without secrets; cut where it is larger than 32 KiB */
  payload: unknown | null
  /** Whether it was cut */
  truncated: boolean
  /** When it was worked last (RFC 3339) */
  processed_at: string | null
  /** When it came (RFC 3339) */
  created_at: string
}

/** What `listWorkflows` takes. */
export interface ListWorkflowsInput {
  /** Records whose status is this */
  status?: 'draft' | 'active' | 'paused'
  /** Records whose name is this */
  name?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name, published_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listWorkflows` answers. */
export interface ListWorkflowsAnswer {
  /** One page of workflows */
  workflows: Workflow[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getWorkflow` takes. */
export interface GetWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
  /** `mermaid` adds a `diagram` (default "json") */
  format?: 'json' | 'mermaid'
}

/** What `createWorkflow` takes. */
export interface CreateWorkflowInput {
  /** Name of the workflow */
  name?: string
  /** Instead of a definition: the ready workflow that is made */
  recipe?: 'lead_routing' | 'stale_deal' | 'won_deal_handover' | 'unpaid_invoice_reminder' | 'quote_follow_up' | 'meeting_no_show' | 'inbound_lead_to_slack' | 'score_decay'
  /** What the recipe takes, see `GET /workflows/recipes` */
  values?: Record<string, unknown>
  /** What it is for */
  description?: string | null
  /** Ids of the workflow in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** What starts it */
  trigger?: WorkflowTrigger
  /** What starts it; any of them */
  triggers?: readonly WorkflowTrigger[]
  /** All must hold */
  conditions?: readonly Record<string, unknown>[]
  /** What is done, in this order */
  steps?: readonly {
    /** Stays the same across edits; the engine gives one unless it is told */
    id?: string
    /** Type of the action, see `GET /catalog` */
    type: string
    /** Configuration; its keys follow from the type, see `GET /catalog` */
    config?: Record<string, unknown>
    /** Steps of each way on, which join again at the next step */
    branches?: Record<string, readonly Record<string, unknown>[]>
    /** What the run does when this step fails; default: as the settings say */
    on_error?: 'stop' | 'continue'
  }[]
  /** How it enrolls and runs */
  settings?: WorkflowSettings
}

/** What `updateWorkflow` takes. */
export interface UpdateWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
  /** Name of the workflow */
  name?: string
  /** What it is for */
  description?: string | null
  /** What starts it */
  trigger?: WorkflowTrigger
  /** What starts it; any of them */
  triggers?: readonly WorkflowTrigger[]
  /** All must hold */
  conditions?: readonly Record<string, unknown>[]
  /** What is done, in this order */
  steps?: readonly {
    /** Stays the same across edits; the engine gives one unless it is told */
    id?: string
    /** Type of the action, see `GET /catalog` */
    type: string
    /** Configuration; its keys follow from the type, see `GET /catalog` */
    config?: Record<string, unknown>
    /** Steps of each way on, which join again at the next step */
    branches?: Record<string, readonly Record<string, unknown>[]>
    /** What the run does when this step fails; default: as the settings say */
    on_error?: 'stop' | 'continue'
  }[]
  /** How it enrolls and runs */
  settings?: WorkflowSettings
}

/** What `deleteWorkflow` takes. */
export interface DeleteWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
}

/** What `validateWorkflow` takes. */
export interface ValidateWorkflowInput {
  /** What starts it */
  trigger?: WorkflowTrigger
  /** What starts it; any of them */
  triggers?: readonly WorkflowTrigger[]
  /** All must hold */
  conditions?: readonly Record<string, unknown>[]
  /** What is done, in this order */
  steps?: readonly {
    /** Stays the same across edits; the engine gives one unless it is told */
    id?: string
    /** Type of the action, see `GET /catalog` */
    type: string
    /** Configuration; its keys follow from the type, see `GET /catalog` */
    config?: Record<string, unknown>
    /** Steps of each way on, which join again at the next step */
    branches?: Record<string, readonly Record<string, unknown>[]>
    /** What the run does when this step fails; default: as the settings say */
    on_error?: 'stop' | 'continue'
  }[]
  /** How it enrolls and runs */
  settings?: WorkflowSettings
}

/** What `validateWorkflow` answers. */
export interface ValidateWorkflowAnswer {
  /** Whether it could be activated */
  valid: boolean
  /** Faults; none = it can be saved and activated */
  errors: {
    /** JSON pointer into the definition */
    path: string
    /** Machine code */
    code: string
    /** What is wrong and what would mend it */
    message: string
    /** What would be accepted */
    allowed?: unknown[]
  }[]
  /** What is allowed and may not be meant: unreachable steps, loops */
  warnings: {
    /** JSON pointer into the definition */
    path: string
    /** Machine code */
    code: string
    /** What may not be meant */
    message: string
  }[]
}

/** What `activateWorkflow` takes. */
export interface ActivateWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
}

/** What `pauseWorkflow` takes. */
export interface PauseWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
}

/** What `duplicateWorkflow` takes. */
export interface DuplicateWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
}

/** What `enrollInWorkflow` takes. */
export interface EnrollInWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
  /** Records of the type that the workflow enrolls */
  ids?: readonly string[]
  /** All members of this list (UUID) */
  list_id?: string
  /** All records that this filter finds, in the grammar of searches */
  filter?: Record<string, unknown>
  /** Answer how many are meant, and enroll none */
  dry_run?: boolean
}

/** What `enrollInWorkflow` answers. */
export interface EnrollInWorkflowAnswer {
  /** In the order of the ids; empty for a job */
  results: {
    /** The record (UUID) */
    id: string
    /** Whether a run was started */
    enrolled: boolean
    /** The run (UUID) */
    run_id?: string
    /** Why not */
    reason?: string
  }[]
  /** Where the progress is read, when it is about more than 5,000 (UUID) */
  job_id?: string
  /** With `dry_run`: how many are meant */
  matched?: number
}

/** What `testWorkflow` takes. */
export interface TestWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
  /** The record that is enrolled */
  record?: {
    /** Type of the record: `contact`, `deal`, ... */
    type: string
    /** The record (UUID) */
    id: string
  }
  /** The event that starts it; a sample of the trigger by default */
  event?: TestWorkflowEventInput
  /** Events that come when a step waits for one of their type; others end by timeout */
  events?: readonly TestWorkflowEventInput[]
  /** When the run would start; now by default (RFC 3339) */
  at?: string
}

/** What `testWorkflow` answers. */
export interface TestWorkflowAnswer {
  /** Whether the event would enroll the record; the steps are told in any case */
  enrolled: boolean
  /** Why it would not: trigger, conditions, already_active, once, loop */
  reason: string | null
  /** Each comparison for itself */
  conditions: {
    /** The field */
    field: string
    /** The operator */
    op: string
    /** What it was compared with */
    value: unknown
    /** What it was */
    actual: unknown
    /** Whether it held */
    met: boolean
  }[] | null
  /** Version that was tried: the draft, where there is one */
  version: number
  /** The enrolled record; null for a schedule without one */
  entity: WorkflowEntity
  /** Contact of the run (UUID) */
  contact_id: string | null
  /** Deal of the run (UUID) */
  deal_id: string | null
  /** Company of the run (UUID) */
  company_id: string | null
  /** What starts it */
  event: {
    /** The event that starts it */
    type: string
    /** What the event tells */
    payload: Record<string, unknown>
    /** Whether it was made up */
    sample: boolean
  }
  /** `running`: the limit of time has cut it short */
  status: 'running' | 'completed' | 'failed' | 'cancelled'
  /** Why it ended: end, stopped, exit, loop, error */
  end_reason: string | null
  /** Each comparison for itself */
  exit_conditions: {
    /** The field */
    field: string
    /** The operator */
    op: string
    /** What it was compared with */
    value: unknown
    /** What it was */
    actual: unknown
    /** Whether it held */
    met: boolean
  }[] | null
  /** When it starts (RFC 3339) */
  started_at: string
  /** When it would end (RFC 3339) */
  ended_at: string | null
  /** What has cut it short */
  limit: 'time' | null
  /** The first one first */
  steps: ({
    /** Its place in the history */
    seq: number
    /** Where the step stands: `s3.yes.s7` is on the way `yes` of `s3` */
    path: string
    /** The step */
    step_id: string
    /** Type of its action */
    type: string
    /** What became of it */
    status: 'done' | 'skipped' | 'waiting' | 'failed'
    /** Why it was skipped, or how its wait ended */
    reason: string | null
    /** Tries before this one */
    attempt: number
    /** Its configuration with its texts filled in; secrets are masked */
    input: IncludedCompany
    /** What it did */
    output: IncludedCompany
    /** Code and message of what went wrong */
    error: IncludedCompany
    /** When it began (RFC 3339) */
    started_at: string
    /** When it ended (RFC 3339) */
    ended_at: string | null
    /** Each comparison for itself */
    conditions: {
      /** The field */
      field: string
      /** The operator */
      op: string
      /** What it was compared with */
      value: unknown
      /** What it was */
      actual: unknown
      /** Whether it held */
      met: boolean
    }[] | null
    /** What the call of the step would have sent */
    would: IncludedCompany
    /** Events that it would make */
    emitted: {
      /** Event type */
      type: string
      /** The record that it is about */
      entity: {
        /** Type of the record */
        type: string
        /** The record */
        id: string
      }
      /** What the event tells */
      data: Record<string, unknown>
    }[]
  })[]
}

/** What `simulateWorkflow` takes. */
export interface SimulateWorkflowInput {
  /** Identifies one of the workflows (UUID) */
  id: string
  /** So many days up to now (default 7) */
  days?: number
  /** Runs that are tried at most (default 200) */
  limit?: number
}

/** What `simulateWorkflow` answers. */
export interface SimulateWorkflowAnswer {
  /** The first moment whose events were read (RFC 3339) */
  from: string
  /** The last one (RFC 3339) */
  to: string
  /** Events of its triggers that were read */
  events: number
  /** Of these, events that meet a trigger */
  matched: number
  /** Runs that it would have started */
  enrolled: number
  /** Matched events that enroll nobody, by reason */
  dropped: Record<string, number>
  /** Whom it would have enrolled, the first 200 */
  records: {
    /** When (RFC 3339) */
    at: string
    /** The enrolled record; null for a schedule without one */
    entity: WorkflowEntity
    /** The event */
    event_id: number | null
    /** Where its run would stand now; null = not tried */
    status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | null
    /** Why it would have ended */
    end_reason: string | null
  }[]
  /** Runs whose steps were tried */
  simulated: number
  /** In the order of the definition */
  steps: {
    /** The step */
    step_id: string
    /** Type of its action */
    type: string
    /** Where it stands */
    path: string
    /** Runs that would have done it */
    done: number
    /** Runs that would have left it out */
    skipped: number
    /** Runs that would wait at it now */
    waiting: number
    /** Runs that would have failed at it */
    failed: number
  }[]
  /** What has cut it short: 20,000 events, the limit of runs, or 10 seconds; null = it is whole */
  limit: 'events' | 'enrollments' | 'time' | null
}

/** What `listWorkflowRecipes` takes. */
export interface ListWorkflowRecipesInput {}

/** What `listWorkflowRecipes` answers. */
export interface ListWorkflowRecipesAnswer {
  /** All of them */
  recipes: {
    /** By which it is made: `POST /workflows {recipe, values}` */
    id: string
    /** Name of the workflow unless another is given */
    name: string
    /** What it is for */
    description: string
    /** JSON schema of the values that it takes */
    values: Record<string, unknown>
    /** What it says; `{"$value": name}` stands for one of the values */
    definition: {
      /** What starts it */
      triggers: Record<string, unknown>[]
      /** All must hold */
      conditions: Record<string, unknown>[]
      /** What is done, in this order */
      steps: Record<string, unknown>[]
      /** How it enrolls and runs */
      settings: Record<string, unknown>
    }
  }[]
}

/** What `listWorkflowVersions` takes. */
export interface ListWorkflowVersionsInput {
  /** Identifies one of the workflows (UUID) */
  id: string
}

/** What `listWorkflowVersions` answers. */
export interface ListWorkflowVersionsAnswer {
  /** The newest first */
  versions: {
    /** Its number */
    version: number
    /** When it was published (RFC 3339) */
    published_at: string
    /** E-mail address of who published it */
    published_by: string
    /** New runs follow it */
    current: boolean
    /** Ids of steps that the version before it did not have */
    steps_added: string[]
    /** Ids of steps that only the version before it had */
    steps_removed: string[]
    /** Ids of steps that both have, with another configuration or place */
    steps_changed: string[]
    /** Parts that differ from the version before it */
    changed: ('triggers' | 'conditions' | 'steps' | 'settings')[]
    /** What it says */
    definition: {
      /** What starts it; any of them */
      triggers: WorkflowTrigger[]
      /** All must hold */
      conditions: Record<string, unknown>[]
      /** What is done, in this order */
      steps: {
        /** Stays the same across edits; the engine gives one unless it is told */
        id?: string
        /** Type of the action, see `GET /catalog` */
        type: string
        /** Configuration; its keys follow from the type, see `GET /catalog` */
        config?: Record<string, unknown>
        /** Steps of each way on, which join again at the next step */
        branches?: Record<string, Record<string, unknown>[]>
        /** What the run does when this step fails; default: as the settings say */
        on_error?: 'stop' | 'continue'
      }[]
      /** How it enrolls and runs */
      settings: WorkflowSettings
    }
  }[]
}

/** What `restoreWorkflowVersion` takes. */
export interface RestoreWorkflowVersionInput {
  /** Identifies one of the workflows (UUID) */
  id: string
  /** Number of the version */
  version: string
}

/** What `getWorkflowStats` takes. */
export interface GetWorkflowStatsInput {
  /** Identifies one of the workflows (UUID) */
  id: string
}

/** What `listWorkflowRuns` takes. */
export interface ListWorkflowRunsInput {
  /** Records whose workflow_id is this (UUID) */
  workflow_id?: string
  /** Records whose entity_id is this (UUID) */
  entity_id?: string
  /** Records whose contact_id is this (UUID) */
  contact_id?: string
  /** Records whose deal_id is this (UUID) */
  deal_id?: string
  /** Records whose status is this */
  status?: 'running' | 'waiting' | 'frozen' | 'completed' | 'failed' | 'cancelled'
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** started_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listWorkflowRuns` answers. */
export interface ListWorkflowRunsAnswer {
  /** One page of workflow runs, without `steps` */
  workflow_runs: WorkflowRun[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getWorkflowRun` takes. */
export interface GetWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
}

/** What `cancelWorkflowRun` takes. */
export interface CancelWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
}

/** What `retryWorkflowRun` takes. */
export interface RetryWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
  /** Version to go on with; that of the run by default */
  version?: number
}

/** What `freezeWorkflowRun` takes. */
export interface FreezeWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
}

/** What `resumeWorkflowRun` takes. */
export interface ResumeWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
}

/** What `skipWorkflowWait` takes. */
export interface SkipWorkflowWaitInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
}

/** What `forkWorkflowRun` takes. */
export interface ForkWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
  /** Id or path of the step to begin with */
  step?: string
  /** Version to follow; that of the run by default */
  version?: number
}

/** What `restartWorkflowRun` takes. */
export interface RestartWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
  /** Version to follow; that of the run by default */
  version?: number
}

/** What `migrateWorkflowRun` takes. */
export interface MigrateWorkflowRunInput {
  /** Identifies one of the workflow runs (UUID) */
  id: string
  /** Version to follow; the published one by default */
  version?: number
}

/** What `changeWorkflowRuns` takes. */
export interface ChangeWorkflowRunsInput {
  /** What is done with each run */
  action: 'cancel' | 'retry' | 'freeze' | 'resume' | 'skip-wait' | 'migrate'
  /** Runs */
  ids?: readonly string[]
  /** All runs of this workflow that have the status (UUID) */
  workflow_id?: string
  /** With `workflow_id`: only runs in this state */
  status?: 'running' | 'waiting' | 'frozen' | 'failed'
  /** For `migrate`: the version to follow */
  version?: number
}

/** What `changeWorkflowRuns` answers. */
export interface ChangeWorkflowRunsAnswer {
  /** One for each run */
  results: {
    /** The run (UUID) */
    id: string
    /** Its state now */
    status: string
    /** Why it could not be done */
    error?: string
  }[]
  /** Whether there are further runs that the filter finds */
  more: boolean
}

/** What `listEmailTemplates` takes. */
export interface ListEmailTemplatesInput {
  /** Records whose name is this */
  name?: string
  /** Records whose folder is this */
  folder?: string
  /** Records whose kind is this */
  kind?: 'marketing' | 'personal'
  /** Records whose locale is this */
  locale?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listEmailTemplates` answers. */
export interface ListEmailTemplatesAnswer {
  /** One page of email templates, without `html`, `text`, `used_by` */
  email_templates: EmailTemplate[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getEmailTemplate` takes. */
export interface GetEmailTemplateInput {
  /** Identifies one of the email templates (UUID) */
  id: string
}

/** What `createEmailTemplate` takes. */
export interface CreateEmailTemplateInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the template */
  name: string
  /** Subject, with merge tags (default "") */
  subject?: string
  /** HTML, with merge tags */
  html?: string | null
  /** Plain text, with merge tags; made of the HTML where none is given */
  text?: string | null
  /** marketing: may be unsubscribed from; personal: written to one person (default "marketing") */
  kind?: 'marketing' | 'personal'
  /** Language of the text (BCP 47) */
  locale?: string | null
  /** Folder in which it is shown */
  folder?: string | null
  /** Is sent with its style sheets written into the elements (default false) */
  inline_css?: boolean
}

/** What `updateEmailTemplate` takes. */
export interface UpdateEmailTemplateInput {
  /** Identifies one of the email templates (UUID) */
  id: string
  /** Name of the template */
  name?: string
  /** Subject, with merge tags */
  subject?: string
  /** HTML, with merge tags */
  html?: string | null
  /** Plain text, with merge tags; made of the HTML where none is given */
  text?: string | null
  /** marketing: may be unsubscribed from; personal: written to one person */
  kind?: 'marketing' | 'personal'
  /** Language of the text (BCP 47) */
  locale?: string | null
  /** Folder in which it is shown */
  folder?: string | null
  /** Is sent with its style sheets written into the elements */
  inline_css?: boolean
}

/** What `deleteEmailTemplate` takes. */
export interface DeleteEmailTemplateInput {
  /** Identifies one of the email templates (UUID) */
  id: string
  /** Delete it although something sends it; steps that do so are skipped (default false) */
  force?: boolean
}

/** What `renderEmailTemplate` takes. */
export interface RenderEmailTemplateInput {
  /** The template; what is written below comes before what it says (UUID) */
  template_id?: string
  /** Subject, with merge tags */
  subject?: string
  /** HTML, with merge tags */
  html?: string
  /** Plain text, with merge tags; made of the HTML where none is given */
  text?: string
  /** For this contact, and its company (UUID) */
  contact_id?: string
  /** Same as contact_id (UUID) */
  lead_id?: string
  /** For this deal; its contact unless one is given (UUID) */
  deal_id?: string
  /** Instead of stored records */
  sample?: {
    /** Fields of a contact that is none */
    contact?: Record<string, unknown>
    /** Fields of a company that is none */
    company?: Record<string, unknown>
    /** Fields of a deal that is none */
    deal?: Record<string, unknown>
  }
}

/** What `renderEmailTemplate` answers. */
export interface RenderEmailTemplateAnswer {
  /** Subject */
  subject: string
  /** HTML */
  html: string | null
  /** Plain text */
  text: string | null
  /** Tags without a value and without a fallback */
  missing: string[]
  /** What may be wrong with it */
  warnings: {
    /** Machine code */
    code: string
    /** What readers may stumble over */
    message: string
  }[]
}

/** What `listSequences` takes. */
export interface ListSequencesInput {
  /** Records whose status is this */
  status?: 'draft' | 'active' | 'paused' | 'archived'
  /** Records whose name is this */
  name?: string
  /** Records whose owner_email is this; me = yours */
  owner_email?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listSequences` answers. */
export interface ListSequencesAnswer {
  /** One page of sequences */
  sequences: Sequence[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getSequence` takes. */
export interface GetSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
}

/** What `createSequence` takes. */
export interface CreateSequenceInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the sequence */
  name: string
  /** What it is for */
  description?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** Steps that run by themselves wait until it is open */
  send_window?: SendWindow
  /** What ends an enrollment (default {}) */
  exit_on?: {
    /** The contact answers (default true) */
    reply?: boolean
    /** A meeting with the contact is booked (default true) */
    meeting_booked?: boolean
    /** The contact unsubscribes; nothing is sent then in any case (default true) */
    unsubscribed?: boolean
    /** A deal of the contact is created (default false) */
    deal_created?: boolean
    /** The contact comes into one of these lifecycle stages */
    lifecycle_stage?: readonly ('subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other')[]
  }
  /** E-mails on a day of the organization */
  daily_limit?: number | null
  /** `owner`: the owner of the contact, else of the sequence; or the e-mail of a teammate or a mailbox (default "owner") */
  sender?: string
  /** What its contacts can unsubscribe from (default "marketing") */
  topic?: string
  /** yes: a visible link; header: only where clients show one (default "header") */
  unsubscribe_link?: 'yes' | 'no' | 'header'
  /** Tags (default []) */
  tags?: readonly string[]
  /** In their order */
  steps?: readonly {
    /** Stays the same across edits; the engine gives one (UUID) */
    id?: string
    /** As it is answered; their order counts */
    position?: number
    /** email and linkedin run by themselves, the others are tasks */
    type: 'email' | 'manual_email' | 'linkedin_invite' | 'linkedin_message' | 'call' | 'task'
    /** From the step before, or from the enrollment */
    delay?: Delay
    /** Template of the e-mail; what is written here comes before what it says (UUID) */
    template_id?: string | null
    /** Subject, with merge tags; empty in a reply: that of the message before */
    subject?: string | null
    /** HTML of an e-mail or text of a message or task, with merge tags */
    body?: string | null
    /** Count opens and clicks; true unless given */
    track?: boolean | 'yes' | 'no'
    /** Title of the task, with merge tags */
    title?: string | null
    /** Priority of the task (default "medium") */
    priority?: 'low' | 'medium' | 'high'
    /** A step a with a step b right behind it: each contact gets one of them */
    variant?: 'a' | 'b' | null
    /** As a reply to the last e-mail of the enrollment (default false) */
    reply_in_thread?: boolean
    /** The next step waits until the task is completed (default true) */
    wait_for_task?: boolean
  }[]
}

/** What `updateSequence` takes. */
export interface UpdateSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
  /** Name of the sequence */
  name?: string
  /** What it is for */
  description?: string | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** Steps that run by themselves wait until it is open */
  send_window?: SendWindow
  /** What ends an enrollment */
  exit_on?: ExitOn
  /** E-mails on a day of the organization */
  daily_limit?: number | null
  /** `owner`: the owner of the contact, else of the sequence; or the e-mail of a teammate or a mailbox */
  sender?: string
  /** What its contacts can unsubscribe from */
  topic?: string
  /** yes: a visible link; header: only where clients show one */
  unsubscribe_link?: 'yes' | 'no' | 'header'
  /** Tags */
  tags?: readonly string[]
  /** In their order */
  steps?: readonly {
    /** Stays the same across edits; the engine gives one (UUID) */
    id?: string
    /** As it is answered; their order counts */
    position?: number
    /** email and linkedin run by themselves, the others are tasks */
    type: 'email' | 'manual_email' | 'linkedin_invite' | 'linkedin_message' | 'call' | 'task'
    /** From the step before, or from the enrollment */
    delay?: Delay
    /** Template of the e-mail; what is written here comes before what it says (UUID) */
    template_id?: string | null
    /** Subject, with merge tags; empty in a reply: that of the message before */
    subject?: string | null
    /** HTML of an e-mail or text of a message or task, with merge tags */
    body?: string | null
    /** Count opens and clicks; true unless given */
    track?: boolean | 'yes' | 'no'
    /** Title of the task, with merge tags */
    title?: string | null
    /** Priority of the task (default "medium") */
    priority?: 'low' | 'medium' | 'high'
    /** A step a with a step b right behind it: each contact gets one of them */
    variant?: 'a' | 'b' | null
    /** As a reply to the last e-mail of the enrollment (default false) */
    reply_in_thread?: boolean
    /** The next step waits until the task is completed (default true) */
    wait_for_task?: boolean
  }[]
}

/** What `deleteSequence` takes. */
export interface DeleteSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
}

/** What `activateSequence` takes. */
export interface ActivateSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
}

/** What `pauseSequence` takes. */
export interface PauseSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
}

/** What `migrateSequenceEnrollments` takes. */
export interface MigrateSequenceEnrollmentsInput {
  /** Identifies one of the sequences (UUID) */
  id: string
}

/** What `migrateSequenceEnrollments` answers. */
export interface MigrateSequenceEnrollmentsAnswer {
  /** Version that they follow now */
  version: number
  /** Enrollments that were moved */
  migrated: number
}

/** What `listSequenceEnrollments` takes. */
export interface ListSequenceEnrollmentsInput {
  /** The sequence (UUID) */
  id: string
  /** Records whose status is this */
  status?: 'active' | 'paused' | 'completed' | 'exited' | 'failed'
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records whose reason is this */
  reason?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** started_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
}

/** What `listSequenceEnrollments` answers. */
export interface ListSequenceEnrollmentsAnswer {
  /** One page of enrollments */
  enrollments: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The sequence (UUID) */
    sequence_id: string
    /** Version of the sequence that it follows */
    sequence_version: number
    /** The contact (UUID) */
    lead_id: string
    /** State of the enrollment */
    status: 'active' | 'paused' | 'completed' | 'exited' | 'failed'
    /** The step that comes next (UUID) */
    current_step: string | null
    /** When that step is due (RFC 3339) */
    next_run_at: string | null
    /** E-mail of the user who enrolled the contact */
    enrolled_by: string
    /** How: user, api_key:<id>, workflow:<run> */
    enrolled_via: string
    /** When it started (RFC 3339) */
    started_at: string
    /** When it ended (RFC 3339) */
    finished_at: string | null
    /** Why it ended: completed, replied, meeting_booked, unsubscribed, manual, ... */
    reason: string | null
    /** Steps that were done */
    history: History[]
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `enrollInSequence` takes. */
export interface EnrollInSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
  /** Contacts */
  ids?: readonly string[]
  /** All members of this list (UUID) */
  list_id?: string
  /** All contacts that this filter finds, in the grammar of searches */
  filter?: Record<string, unknown>
  /** Answer how many are meant, and enroll none */
  dry_run?: boolean
}

/** What `enrollInSequence` answers. */
export interface EnrollInSequenceAnswer {
  /** Each contact once; empty for a job */
  results: {
    /** The contact (UUID) */
    lead_id: string
    /** Whether it is in the sequence by this call */
    enrolled: boolean
    /** The enrollment (UUID) */
    enrollment_id?: string
    /** Why not: no_email, do_not_contact, unsubscribed, suppressed, already_active, archived, not_found */
    reason?: string
  }[]
  /** Where the progress is read, when it is about more than 5,000 (UUID) */
  job_id?: string
  /** With `dry_run`: how many are meant */
  matched?: number
}

/** What `pauseEnrollment` takes. */
export interface PauseEnrollmentInput {
  /** Identifies one of the sequences (UUID) */
  id: string
  /** The enrollment (UUID) */
  enrollmentId: string
}

/** What `resumeEnrollment` takes. */
export interface ResumeEnrollmentInput {
  /** Identifies one of the sequences (UUID) */
  id: string
  /** The enrollment (UUID) */
  enrollmentId: string
}

/** What `unenrollFromSequence` takes. */
export interface UnenrollFromSequenceInput {
  /** Identifies one of the sequences (UUID) */
  id: string
  /** The enrollment (UUID) */
  enrollmentId: string
}

/** What `getSequenceStats` takes. */
export interface GetSequenceStatsInput {
  /** Identifies one of the sequences (UUID) */
  id: string
}

/** What `listCampaigns` takes. */
export interface ListCampaignsInput {
  /** Records whose status is this */
  status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  /** Records whose kind is this */
  kind?: 'one_off' | 'recurring'
  /** Records whose name is this */
  name?: string
  /** Records whose owner_email is this; me = yours */
  owner_email?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at, updated_at, name; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
  /** Records whose updated_at is at or after this time (RFC 3339) */
  updated_since?: string
  /** `only` = deleted records */
  deleted?: "only"
}

/** What `listCampaigns` answers. */
export interface ListCampaignsAnswer {
  /** One page of campaigns, without `html`, `text`, `stats` */
  campaigns: Campaign[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `getCampaign` takes. */
export interface GetCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
}

/** What `createCampaign` takes. */
export interface CreateCampaignInput {
  /** Ids of the record in other systems */
  external_ids?: readonly {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** Name of the campaign */
  name: string
  /** Sent once, or again and again (default "one_off") */
  kind?: 'one_off' | 'recurring'
  /** E-mail of the teammate in whose name it is sent, or `me`; null = who made it */
  owner_email?: string | null
  /** What its recipients can unsubscribe from (default "marketing") */
  topic?: string
  /** The template that it sends (UUID) */
  template_id?: string | null
  /** Subject, with merge tags; comes before that of the template */
  subject?: string | null
  /** HTML, with merge tags; comes before that of the template */
  html?: string | null
  /** Plain text, with merge tags; made of the HTML unless given */
  text?: string | null
  /** The mailbox that sends; that of the owner, else of the owner of the contact, else the default one (UUID) */
  mailbox_id?: string | null
  /** Name of the sender */
  from_name?: string | null
  /** Where answers go */
  reply_to?: string | null
  /** When it is sent (default {}) */
  schedule?: {
    /** When a campaign that is sent once begins; left out: when it is scheduled (RFC 3339) */
    at?: string
    /** How often a recurring campaign is sent */
    frequency?: 'daily' | 'weekdays' | 'weekly' | 'monthly'
    /** Time of the day at which it is sent */
    time?: string
    /** Of a weekly one: 1 = Monday, 0 or 7 = Sunday */
    weekday?: number
    /** Of a monthly one: its day, 31 = the last of the month */
    day?: number
    /** IANA name of the time zone; that of the organization unless given */
    timezone?: string
  }
  /** Texts that are tried: none, or 2 to 5 (default []) */
  variants?: readonly CampaignVariant[]
  /** Tries the variants on a part of the audience; the rest gets the best one */
  test?: CampaignTest
  /** Messages in an hour at most */
  throttle_per_hour?: number | null
  /** Added to its web links, where they have no such parameter */
  utm?: CampaignUtm
  /** Whom it is for: whoever is in one of its lists or found by its filter, and in none of the excluded lists */
  audience?: AudienceInput
}

/** What `updateCampaign` takes. */
export interface UpdateCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
  /** Name of the campaign */
  name?: string
  /** E-mail of the teammate in whose name it is sent, or `me`; null = who made it */
  owner_email?: string | null
  /** What its recipients can unsubscribe from */
  topic?: string
  /** The template that it sends (UUID) */
  template_id?: string | null
  /** Subject, with merge tags; comes before that of the template */
  subject?: string | null
  /** HTML, with merge tags; comes before that of the template */
  html?: string | null
  /** Plain text, with merge tags; made of the HTML unless given */
  text?: string | null
  /** The mailbox that sends; that of the owner, else of the owner of the contact, else the default one (UUID) */
  mailbox_id?: string | null
  /** Name of the sender */
  from_name?: string | null
  /** Where answers go */
  reply_to?: string | null
  /** When it is sent */
  schedule?: Schedule
  /** Texts that are tried: none, or 2 to 5 */
  variants?: readonly CampaignVariant[]
  /** Tries the variants on a part of the audience; the rest gets the best one */
  test?: CampaignTest
  /** Messages in an hour at most */
  throttle_per_hour?: number | null
  /** Added to its web links, where they have no such parameter */
  utm?: CampaignUtm
  /** Whom it is for: whoever is in one of its lists or found by its filter, and in none of the excluded lists */
  audience?: AudienceInput
}

/** What `deleteCampaign` takes. */
export interface DeleteCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
}

/** What `scheduleCampaign` takes. */
export interface ScheduleCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
  /** When it begins; as its schedule says unless given, and at once where that says nothing (RFC 3339) */
  at?: string
  /** Answer what would be sent when, and send nothing */
  dry_run?: boolean
}

/** What `scheduleCampaign` answers. */
export interface ScheduleCampaignAnswer {
  /** Contacts that it would be sent to now */
  recipients: number
  /** Contacts of the audience that get nothing, by reason: no_email, do_not_contact, bounced, complained, manual, unsubscribed */
  suppressed: Record<string, number>
  /** When it begins (RFC 3339) */
  next_run_at: string
}

/** What `pauseCampaign` takes. */
export interface PauseCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
}

/** What `resumeCampaign` takes. */
export interface ResumeCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
}

/** What `cancelCampaign` takes. */
export interface CancelCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
}

/** What `testCampaign` takes. */
export interface TestCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
  /** Addresses that get the test */
  to: readonly string[]
  /** The variant; the first unless given */
  variant?: string
  /** For whom its tags are filled in; somebody of the audience unless given (UUID) */
  contact_id?: string
}

/** What `testCampaign` answers. */
export interface TestCampaignAnswer {
  /** As it was sent */
  subject: string
  /** One for each address */
  results: {
    /** The address */
    address: string
    /** The server has taken it */
    ok: boolean
    /** What the server answered, or why it was not sent */
    text: string
  }[]
}

/** What `listCampaignRecipients` takes. */
export interface ListCampaignRecipientsInput {
  /** The campaign (UUID) */
  id: string
  /** Records whose status is this */
  status?: 'pending' | 'sent' | 'skipped' | 'failed' | 'bounced' | 'uncertain' | 'cancelled'
  /** Records whose issue is this */
  issue?: string
  /** Records whose variant is this */
  variant?: string
  /** Records whose lead_id is this (UUID) */
  lead_id?: string
  /** Records whose lead_id is this (UUID) */
  contact_id?: string
  /** Records on a page (default 50) */
  limit?: number
  /** `next_cursor` of the page before */
  cursor?: string
  /** created_at; `-` = descending, several with commas */
  sort?: string
  /** Only these fields, comma separated */
  fields?: string
}

/** What `listCampaignRecipients` answers. */
export interface ListCampaignRecipientsAnswer {
  /** One page of recipients */
  recipients: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** The campaign (UUID) */
    campaign_id: string
    /** The local date on which its issue began */
    issue: string
    /** The contact (UUID) */
    lead_id: string
    /** Where it is sent */
    address: string | null
    /** What became of it */
    status: 'pending' | 'sent' | 'skipped' | 'failed' | 'bounced' | 'uncertain' | 'cancelled'
    /** Why it was skipped, failed or cancelled */
    reason: string | null
    /** The variant */
    variant: string | null
    /** The e-mail (UUID) */
    email_id: string | null
    /** When it was sent (RFC 3339) */
    sent_at: string | null
    /** When it bounced (RFC 3339) */
    bounced_at: string | null
    /** When somebody first opened it (RFC 3339) */
    opened_at: string | null
    /** When somebody first followed a link in it (RFC 3339) */
    clicked_at: string | null
    /** When it was answered (RFC 3339) */
    replied_at: string | null
    /** When the contact unsubscribed by it (RFC 3339) */
    unsubscribed_at: string | null
    /** When it became a recipient (RFC 3339) */
    created_at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** What `addToCampaign` takes. */
export interface AddToCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
  /** Contacts */
  ids: readonly string[]
}

/** What `addToCampaign` answers. */
export interface AddToCampaignAnswer {
  /** Each contact once */
  results: {
    /** The contact (UUID) */
    lead_id: string
    /** Whether it is subscribed by this call */
    added: boolean
    /** Why not: already_subscribed, unsubscribed, no_email, do_not_contact, bounced, complained, manual, not_found */
    reason?: string
  }[]
}

/** What `removeFromCampaign` takes. */
export interface RemoveFromCampaignInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
  /** The contact (UUID) */
  contactId: string
}

/** What `getCampaignStats` takes. */
export interface GetCampaignStatsInput {
  /** Identifies one of the campaigns (UUID) */
  id: string
  /** Of this issue only */
  issue?: string
}

/** What `getCatalog` takes. */
export interface GetCatalogInput {
  /** Only these lists, comma separated */
  only?: string
  /** concise: only the enum of schemas in configurations, and only triggers that can be configured (default "full") */
  detail?: 'full' | 'concise'
}

/** What `getObjectSchema` takes. */
export interface GetObjectSchemaInput {
  /** Record type, plural or singular */
  object: string
}

/** Who accepted it. */
export type AcceptedBy = {
  /** Who accepted */
  name: string
  /** E-mail address of who accepted */
  email: string | null
  /** Address of the browser; null when a user recorded it */
  ip: string | null
} | null

/** Activity. */
export interface Activity {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Kind of activity */
  type: 'note' | 'call' | 'meeting' | 'email' | 'linkedin' | 'whatsapp' | 'stage_change' | 'task' | 'quote' | 'system'
  /** Heading, in a few words */
  subject: string | null
  /** What was said or done */
  body: string | null
  /** When it happened, or will happen; now when left out (RFC 3339) */
  at: string
  /** `in`: from the contact */
  direction: 'in' | 'out' | null
  /** By what means */
  channel: 'email' | 'linkedin' | 'whatsapp' | 'phone' | null
  /** How long it took */
  duration_seconds: number | null
  /** How it went; of calls, one of the call outcomes */
  outcome: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The company that it is about (UUID) */
  company_id: string | null
  /** The deal that it is about (UUID) */
  deal_id: string | null
  /** The quote that it is about (UUID) */
  quote_id: string | null
  /** The task that it is about (UUID) */
  task_id: string | null
  /** The e-mail that it tells of (UUID) */
  email_id: string | null
  /** Owner; `me` when left out */
  owner_email: string | null
  /** E-mail addresses or names of who took part */
  participants: string[]
  /** Where it can be heard or seen */
  recording_url: string | null
  /** Who made it */
  source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
  /** Stands above the others */
  pinned: boolean
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** What `include` asked for */
  included?: ActivityIncluded
}

/** ActivityAnalytics. */
export interface ActivityAnalytics {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Activities in all */
  total: number
  /** By kind */
  types: {
    /** Kind of activity */
    type: string
    /** How many */
    count: number
  }[]
  /** Whoever did most first */
  owners: {
    /** Owner; null for none */
    owner_email: string | null
    /** How many */
    count: number
  }[]
  /** By day */
  days: {
    /** Day, where the organization is (YYYY-MM-DD) */
    day: string
    /** How many */
    count: number
  }[]
  /** Calls by how they went */
  call_outcomes: {
    /** How the call went; null = unknown */
    outcome: string | null
    /** How many */
    count: number
  }[]
}

/** What `include` asked for. */
export interface ActivityIncluded {
  /** The company */
  company?: IncludedCompany
  /** The contact */
  contact?: IncludedCompany
  /** The deal */
  deal?: IncludedCompany
  /** The task that it is about */
  task?: IncludedCompany
  /** The quote */
  quote?: IncludedCompany
}

/** Who did it. */
export interface Actor {
  /** user, api_key, workflow, sync, form, plugin or system */
  type: string
  /** Id of who did it */
  id: string
  /** Name of who did it */
  label: string
}

/** AddSuppressionAnswer. */
export interface AddSuppressionAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Address in lower case, or `*@` and a domain; null when its person was erased */
  value: string | null
  /** Why it is blocked */
  kind: 'unsubscribed' | 'bounced' | 'complained' | 'manual'
  /** Of kind `unsubscribed`: the only topic that is blocked; null blocks all marketing */
  topic: string | null
  /** In words */
  reason: string | null
  /** Where this was said: a form, another system, the answer of a server */
  source: string | null
  /** The e-mail that led to it (UUID) */
  email_id: string | null
  /** E-mail address of the user who made it */
  created_by: string
  /** When it was made (RFC 3339) */
  created_at: string
}

/** Where the invoice goes. */
export type Address = {
  /** Street and house number */
  street?: string | null
  /** Postal code */
  postal_code?: string | null
  /** City */
  city?: string | null
  /** State, province or canton */
  region?: string | null
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
} | null

/** Agenda. */
export interface Agenda {
  /** Today where the teammate is, else the organization (YYYY-MM-DD) */
  day: string
  /** Due before today */
  overdue: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Ids of the record in other systems */
    external_ids: {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** E-mail address of the user who made it */
    created_by: string
    /** By what it was made: a key, a workflow, an import, ... */
    created_via: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** When it was deleted; null while it is live (RFC 3339) */
    deleted_at: string | null
    /** Bumps on each write; for `If-Match` */
    version: number
    /** What is to be done */
    title: string
    /** Kind of task */
    type: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
    /** Whether it is still to be done */
    status: 'open' | 'completed' | 'cancelled'
    /** How much it matters */
    priority: 'low' | 'medium' | 'high'
    /** Owner; `me` when left out */
    owner_email: string | null
    /** When it must be done (RFC 3339) */
    due_at: string | null
    /** When to remind its owner (RFC 3339) */
    remind_at: string | null
    /** Contact (UUID) */
    lead_id: string | null
    /** The deal that it is about (UUID) */
    deal_id: string | null
    /** The company that it is about (UUID) */
    company_id: string | null
    /** The quote that it is about (UUID) */
    quote_id: string | null
    /** Who made it */
    source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
    /** More about it, in free words */
    description: string | null
    /** How it went; of calls, one of the call outcomes */
    outcome: string | null
    /** How it comes again: when it is completed, the next one is made */
    recurrence: Recurrence
    /** The first task of its series; null of that one (UUID) */
    series_id: string | null
    /** Which one of its series it is; null of the first */
    occurrence: number | null
    /** When it was completed (RFC 3339) */
    completed_at: string | null
    /** Who completed it */
    completed_by: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom: Custom
    /** Open, and past its due time */
    overdue: boolean
    /** Name of the contact */
    contact_name: string | null
    /** Name of the company */
    company_name: string | null
  }[]
  /** Due today */
  today: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Ids of the record in other systems */
    external_ids: {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** E-mail address of the user who made it */
    created_by: string
    /** By what it was made: a key, a workflow, an import, ... */
    created_via: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** When it was deleted; null while it is live (RFC 3339) */
    deleted_at: string | null
    /** Bumps on each write; for `If-Match` */
    version: number
    /** What is to be done */
    title: string
    /** Kind of task */
    type: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
    /** Whether it is still to be done */
    status: 'open' | 'completed' | 'cancelled'
    /** How much it matters */
    priority: 'low' | 'medium' | 'high'
    /** Owner; `me` when left out */
    owner_email: string | null
    /** When it must be done (RFC 3339) */
    due_at: string | null
    /** When to remind its owner (RFC 3339) */
    remind_at: string | null
    /** Contact (UUID) */
    lead_id: string | null
    /** The deal that it is about (UUID) */
    deal_id: string | null
    /** The company that it is about (UUID) */
    company_id: string | null
    /** The quote that it is about (UUID) */
    quote_id: string | null
    /** Who made it */
    source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
    /** More about it, in free words */
    description: string | null
    /** How it went; of calls, one of the call outcomes */
    outcome: string | null
    /** How it comes again: when it is completed, the next one is made */
    recurrence: Recurrence
    /** The first task of its series; null of that one (UUID) */
    series_id: string | null
    /** Which one of its series it is; null of the first */
    occurrence: number | null
    /** When it was completed (RFC 3339) */
    completed_at: string | null
    /** Who completed it */
    completed_by: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom: Custom
    /** Open, and past its due time */
    overdue: boolean
    /** Name of the contact */
    contact_name: string | null
    /** Name of the company */
    company_name: string | null
  }[]
  /** Due within the next 7 days */
  next_days: {
    /** Its id (UUID) */
    id: string
    /** Organization */
    user_from: string
    /** Ids of the record in other systems */
    external_ids: {
      /** `custom:<name>` or the name of a plugin */
      provider: string
      /** Id in that system */
      id: string
      /** Web address where the record is seen there */
      url?: string
      /** When it was read there last; when it was told, unless given (RFC 3339) */
      synced_at?: string
    }[]
    /** E-mail address of the user who made it */
    created_by: string
    /** By what it was made: a key, a workflow, an import, ... */
    created_via: string
    /** When it was made (RFC 3339) */
    created_at: string
    /** When it was changed last (RFC 3339) */
    updated_at: string
    /** When it was deleted; null while it is live (RFC 3339) */
    deleted_at: string | null
    /** Bumps on each write; for `If-Match` */
    version: number
    /** What is to be done */
    title: string
    /** Kind of task */
    type: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
    /** Whether it is still to be done */
    status: 'open' | 'completed' | 'cancelled'
    /** How much it matters */
    priority: 'low' | 'medium' | 'high'
    /** Owner; `me` when left out */
    owner_email: string | null
    /** When it must be done (RFC 3339) */
    due_at: string | null
    /** When to remind its owner (RFC 3339) */
    remind_at: string | null
    /** Contact (UUID) */
    lead_id: string | null
    /** The deal that it is about (UUID) */
    deal_id: string | null
    /** The company that it is about (UUID) */
    company_id: string | null
    /** The quote that it is about (UUID) */
    quote_id: string | null
    /** Who made it */
    source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
    /** More about it, in free words */
    description: string | null
    /** How it went; of calls, one of the call outcomes */
    outcome: string | null
    /** How it comes again: when it is completed, the next one is made */
    recurrence: Recurrence
    /** The first task of its series; null of that one (UUID) */
    series_id: string | null
    /** Which one of its series it is; null of the first */
    occurrence: number | null
    /** When it was completed (RFC 3339) */
    completed_at: string | null
    /** Who completed it */
    completed_by: string | null
    /** Custom values by name; an update changes those that it names, null clears one */
    custom: Custom
    /** Open, and past its due time */
    overdue: boolean
    /** Name of the contact */
    contact_name: string | null
    /** Name of the company */
    company_name: string | null
  }[]
  /** How many there are in all, with those that are not shown */
  counts: {
    /** Due before today */
    overdue: number
    /** Due today */
    today: number
    /** Due within the next 7 days */
    next_days: number
  }
}

/** AnalyticsOverview. */
export interface AnalyticsOverview {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** As many months before them where they are whole months, else as many days */
  previous_period: {
    /** First day; null = without an end */
    from: string | null
    /** Last day */
    to: string | null
    /** Of the organization, in which days are counted */
    timezone: string
  } | null
  /** Of all amounts: that of the organization */
  currency: string
  /** Of all pipelines, now */
  open_pipeline: {
    /** How many */
    count: number
    /** Sum of their amounts, net */
    amount: number
    /** The same, by probability */
    weighted_amount: number
  }
  /** The period that was asked for */
  current: {
    /** Contacts that were made */
    new_contacts: number
    /** Companies that were made */
    new_companies: number
    /** Deals that were made */
    new_deals: number
    /** Deals that were won */
    won_deals: number
    /** Deals that were lost */
    lost_deals: number
    /** Worth of the deals that were won, net */
    won_amount: number
    /** Won / closed */
    win_rate: number | null
    /** Activities of any kind */
    activities: number
    /** Tasks that were completed */
    completed_tasks: number
    /** Invoiced - credited, without tax */
    revenue: number
  }
  /** The period before */
  previous: {
    /** Contacts that were made */
    new_contacts: number
    /** Companies that were made */
    new_companies: number
    /** Deals that were made */
    new_deals: number
    /** Deals that were won */
    won_deals: number
    /** Deals that were lost */
    lost_deals: number
    /** Worth of the deals that were won, net */
    won_amount: number
    /** Won / closed */
    win_rate: number | null
    /** Activities of any kind */
    activities: number
    /** Tasks that were completed */
    completed_tasks: number
    /** Invoiced - credited, without tax */
    revenue: number
  } | null
  /** From the previous to the current period */
  change: {
    /** Growth over the previous period; 0.1 = ten percent */
    new_contacts: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    new_companies: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    new_deals: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    won_deals: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    lost_deals: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    won_amount: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    win_rate: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    activities: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    completed_tasks: number | null
    /** Growth over the previous period; 0.1 = ten percent */
    revenue: number | null
  }
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** The days that were asked for. */
export interface AnalyticsOverviewPeriod {
  /** First day; null = without an end */
  from: string | null
  /** Last day */
  to: string | null
  /** Of the organization, in which days are counted */
  timezone: string
}

/** ApiKeyAnswer. */
export interface ApiKeyAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The teammate as whom the key acts; the user who adds it unless given (UUID) */
  user_id: string
  /** What the key is for */
  name: string
  /** First characters of the key, to tell keys apart */
  prefix: string
  /** Until then the key before the last rotation works, too (RFC 3339) */
  previous_until: string | null
  /** What the key may do */
  scopes: ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
  /** For public forms and tracking only; such a key has no scopes */
  widget: boolean
  /** Whether it may administrate, if its user may: users, teams, keys, the organization; only a key that may or a session gives it */
  administration: boolean
  /** When it stops working; null = never; unless given, when the key that makes it does (RFC 3339) */
  expires_at: string | null
  /** Addresses and CIDR blocks from which it works; empty = any; unless given, those of the key that makes it */
  allowed_ips: string[]
  /** Sites whose pages may use it, for widget-only keys; null or empty = any */
  allowed_origins: string[] | null
  /** When it was revoked (RFC 3339) */
  revoked_at: string | null
  /** When it was used last (RFC 3339) */
  last_used_at: string | null
  /** E-mail address of the user who made it */
  created_by: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Whether the key works */
  status: 'active' | 'expired' | 'revoked'
  /** The key itself, shown only once; null when an idempotent call is repeated */
  key: string | null
}

/** ApiKeyUsage. */
export interface ApiKeyUsage {
  /** Day by day, the oldest first */
  usage: {
    /** Day of UTC (YYYY-MM-DD) */
    date: string
    /** Calls of the key */
    calls: number
    /** Answers of 400 and above */
    errors: number
    /** Answers of 429 */
    rate_limited: number
  }[]
}

/** Attachment. */
export interface Attachment {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Plural of the record type */
  object: string
  /** The record; of a merged one the survivor (UUID) */
  record_id: string
  /** Name of the file */
  name: string
  /** By its bytes */
  media_type: string
  /** Its bytes */
  size: number
  /** SHA-256 of the bytes, in hex */
  sha256: string
  /** Who uploaded it */
  created_by: string
  /** When it was uploaded (RFC 3339) */
  created_at: string
  /** When it was renamed, deleted or restored last (RFC 3339) */
  updated_at: string
  /** When it was deleted; its bytes go 30 days later (RFC 3339) */
  deleted_at: string | null
  /** For `If-Match` */
  version: number
}

/** Whom it is for. */
export interface Audience {
  /** Members of these lists of contacts */
  list_ids: string[]
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter: Filter
  /** Members of these lists get nothing */
  exclude_list_ids: string[]
}

/** Whom it is for: whoever is in one of its lists or found by its filter, and in none of the excluded lists. */
export interface AudienceInput {
  /** Members of these lists of contacts */
  list_ids?: readonly string[]
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: Filter
  /** Members of these lists get nothing */
  exclude_list_ids?: readonly string[]
}

/** Why it came back. */
export type Bounce = {
  /** `hard`: there is no such address; `soft`: it may pass; `blocked`: refused */
  kind: 'hard' | 'soft' | 'blocked'
  /** Code of the server, such as 550 or 5.1.1 */
  code: string | null
  /** What the server said */
  text: string | null
} | null

/** BulkDeleteAnswer. */
export interface BulkDeleteAnswer {
  /** Records that were found */
  matched: number
  /** Records that were deleted */
  deleted?: number
  /** Records that may not be changed so, where there are any; the result of a job has the first 500 */
  rejected?: {
    /** The record (UUID) */
    id: string
    /** What is wrong, for people */
    reason: string
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field: string | null
    /** The record that stands in the way (UUID) */
    existing_id?: string
  }[]
  /** Where the progress is read, when there are too many to be done at once (UUID) */
  job_id?: string
}

/** BulkDeleteInput. */
export interface BulkDeleteInput {
  /** Records, by id */
  ids?: readonly string[]
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter?: FilterInput
  /** How many there are: another number deletes nothing */
  confirm_count: number
}

/** BulkUpdateAnswer. */
export interface BulkUpdateAnswer {
  /** Records that were found */
  matched: number
  /** Records that were changed */
  updated?: number
  /** Records that may not be changed so, where there are any; the result of a job has the first 500 */
  rejected?: {
    /** The record (UUID) */
    id: string
    /** What is wrong, for people */
    reason: string
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field: string | null
    /** The record that stands in the way (UUID) */
    existing_id?: string
  }[]
  /** Where the progress is read, when there are too many to be done at once (UUID) */
  job_id?: string
}

/** BulkUpsertAnswer. */
export interface BulkUpsertAnswer {
  /** Records that were made */
  created: number
  /** Records that were changed */
  updated: number
  /** Records that were so already */
  unchanged: number
  /** Records that could not be written */
  rejected: {
    /** Position in `records`, from 0 */
    index: number
    /** What is wrong, for people */
    reason: string
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field: string | null
    /** What would be accepted, where that can be listed; of the first 100 that were rejected */
    allowed?: unknown[]
    /** The record that stands in the way (UUID) */
    existing_id?: string
  }[]
  /** One for each record, in their order */
  results: {
    /** Position in `records`, from 0 */
    index: number
    /** Null for what was rejected, and for what a dry run would make (UUID) */
    id: string | null
    /** What became of it */
    status: 'created' | 'updated' | 'unchanged' | 'rejected' | 'not_written'
  }[]
}

/** Campaign. */
export interface Campaign {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the campaign */
  name: string
  /** Sent once, or again and again */
  kind: 'one_off' | 'recurring'
  /** How far it is */
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  /** Why it is paused: `manual`, `missed` (its start), `no_mailbox`, `no_text` */
  reason: string | null
  /** E-mail of the teammate in whose name it is sent, or `me`; null = who made it */
  owner_email: string | null
  /** What its recipients can unsubscribe from */
  topic: string
  /** The template that it sends (UUID) */
  template_id: string | null
  /** Subject, with merge tags; comes before that of the template */
  subject: string | null
  /** HTML, with merge tags; comes before that of the template */
  html: string | null
  /** Plain text, with merge tags; made of the HTML unless given */
  text: string | null
  /** The mailbox that sends; that of the owner, else of the owner of the contact, else the default one (UUID) */
  mailbox_id: string | null
  /** Name of the sender */
  from_name: string | null
  /** Where answers go */
  reply_to: string | null
  /** When it is sent */
  schedule: Schedule
  /** Texts that are tried: none, or 2 to 5 */
  variants: CampaignVariant[]
  /** Tries the variants on a part of the audience; the rest gets the best one */
  test: CampaignTest
  /** Messages in an hour at most */
  throttle_per_hour: number | null
  /** Added to its web links, where they have no such parameter */
  utm: CampaignUtm
  /** The variant that the rest of the audience gets */
  winner: Winner
  /** When it begins next (RFC 3339) */
  next_run_at: string | null
  /** Whom it is for */
  audience: Audience
  /** Counted from the rows of its recipients, those of contacts that the caller sees */
  stats: StatsOfCampaign
}

/** CampaignStats. */
export interface CampaignStats {
  /** Contacts that it was frozen for */
  recipients: number
  /** Not sent yet */
  pending: number
  /** Left by the mailbox */
  sent: number
  /** Sent, and not bounced */
  delivered: number
  /** Not sent, because they must not be written to */
  skipped: number
  /** Refused or not sent */
  failed: number
  /** Came back */
  bounced: number
  /** May have arrived or not: POST /emails/resolve says what became of them */
  uncertain: number
  /** Not sent, because it was cancelled */
  cancelled: number
  /** Opened by people */
  opened: number
  /** Followed by people to one of its links */
  clicked: number
  /** Answered */
  replied: number
  /** Unsubscribed by it */
  unsubscribed: number
  /** Recipients that got nothing, by reason */
  reasons: Record<string, number>
  /** Of each variant */
  variants: {
    /** The variant */
    variant: string
    /** Who were to get it */
    recipients: number
    /** Who got it */
    sent: number
    /** A figure with its uncertainty */
    opened: Clicked
    /** A figure with its uncertainty */
    clicked: Clicked
    /** A figure with its uncertainty */
    replied: Clicked
  }[]
  /** The 100 links that were followed most */
  links: {
    /** Where it leads */
    url: string
    /** How often people followed it */
    clicks: number
    /** How many did */
    people: number
  }[]
  /** The newest 100 issues */
  issues: {
    /** Its local date */
    issue: string
    /** For how many */
    recipients: number
    /** To how many */
    sent: number
  }[]
}

/** Tries the variants on a part of the audience; the rest gets the best one. */
export type CampaignTest = {
  /** Share of the audience that gets the variants, in equal parts */
  percent: number
  /** What decides: opens, clicks or answers of people */
  metric: 'opened' | 'clicked' | 'replied'
  /** Hours after the variants were sent at which it is decided */
  after_hours: number
  /** Who gets the rest if the figures do not tell; the first variant unless given */
  fallback?: string
} | null

/** Added to its web links, where they have no such parameter. */
export type CampaignUtm = {
  /** utm_source */
  source?: string
  /** utm_medium */
  medium?: string
  /** utm_campaign */
  campaign?: string
} | null

/** CampaignVariant. */
export interface CampaignVariant {
  /** By which its figures name it */
  id: string
  /** Its subject; that of its template, else of the campaign, unless given */
  subject?: string
  /** Its template; that of the campaign unless given (UUID) */
  template_id?: string
}

/** Catalog. */
export interface Catalog {
  /** Changes with every change of the catalog */
  version: number
  /** Events */
  event_types?: {
    /** Event type */
    type: string
    /** Label for people */
    label: string
    /** Group in which it is shown */
    group: string | null
    /** Beyond the 50 of the contract: a general event of a record type */
    extension?: true
  }[]
  /** Triggers of workflows */
  trigger_types?: {
    /** Event type, or schedule */
    type: string
    /** Label for people */
    label: string
    /** Group in which it is shown */
    group: string | null
    /** Beyond the 50 of the contract: a general event of a record type */
    extension?: true
    /** Keys of its configuration */
    config: {
      /** Name of the key */
      name: string
      /** Whether it is required */
      required: boolean
      /** JSON Schema of its value */
      schema: Record<string, unknown>
    }[]
  }[]
  /** Steps of workflows */
  action_types?: {
    /** Type of the step */
    type: string
    /** Label for people */
    label: string
    /** Effect of the step */
    effect: string
    /** Keys of its configuration */
    config: {
      /** Name of the key */
      name: string
      /** Whether it is required */
      required: boolean
      /** JSON Schema of its value */
      schema: Record<string, unknown>
    }[]
    /** Names of its paths */
    branches: string[]
  }[]
  /** By object: fields whose change is a property_changed event */
  watched_fields?: Record<string, string[]>
  /** By object; `workflow`: fields of the run */
  condition_fields?: Record<string, {
    /** Name, as conditions write it */
    field: string
    /** One of condition_value_types */
    type: string
    /** Meaning of its values */
    meaning?: string
    /** Computed when a condition reads it */
    computed?: boolean
  }[]>
  /** Types of values with their operators */
  condition_value_types?: {
    /** Type of value */
    type: string
    /** Operators for this type */
    operators: string[]
  }[]
  /** Operators of conditions */
  operators?: {
    /** Name in conditions */
    operator: string
    /** Label for people */
    label: string
  }[]
  /** Days as seen from today, which conditions on days and times take instead of a day */
  relative_days?: {
    /** Value of a condition */
    value: string
    /** Days that it means */
    meaning: string
  }[]
  /** Lifecycle stages of contacts and companies */
  lifecycle_stages?: {
    /** Value in records */
    id: string
    /** Label for people */
    label: string
  }[]
  /** Types of tasks */
  task_types?: string[]
  /** Priorities of tasks */
  task_priorities?: string[]
  /** Types of activities */
  activity_types?: string[]
  /** Outcomes of calls */
  call_outcomes?: string[]
  /** Reasons for lost deals; listPicklists has those of the organization */
  lost_reasons?: string[]
  /** Types of deals; listPicklists has those of the organization */
  deal_types?: string[]
  /** Priorities of deals; listPicklists has those of the organization */
  deal_priorities?: string[]
  /** Forecast categories of deals */
  forecast_categories?: string[]
  /** Templates of pipelines */
  pipeline_templates?: {
    /** Id of the template */
    id: string
    /** Name of the template */
    name: string
    /** Stages in their order */
    stages: {
      /** Id of the stage */
      id: string
      /** Name of the stage */
      name: string
      /** Percent */
      probability: number
      /** Status of the deals in this stage */
      type: 'open' | 'won' | 'lost'
      /** Days after which a deal in this stage is stuck; null = never */
      stuck_after_days: number | null
    }[]
  }[]
  /** Steps of sequences */
  sequence_step_types?: {
    /** Type of the step */
    type: string
    /** Label for people */
    label: string
    /** Whether it runs automatically or creates a task */
    runs: 'automatically' | 'creates_task'
  }[]
  /** Tags of texts */
  merge_tags?: {
    /** Tags by subject */
    groups: {
      /** Subject of the tags */
      group: string
      /** The tags */
      tags: string[]
    }[]
    /** Further tags in workflows */
    workflow: {
      /** The tags */
      tags: string[]
      /** Objects of which every field is a tag */
      any_field_of: string[]
    }
    /** Forms of a tag, by name */
    syntax: Record<string, string>
  }
  /** Named periods of time */
  periods?: {
    /** Name in queries */
    id: string
    /** Label for people */
    label: string
  }[]
  /** Objects that ingest accepts */
  data_source_objects?: {
    /** Name in ingest */
    object: string
    /** Meaning */
    meaning: string
    /** Other accepted names */
    aliases: string[]
  }[]
  /** Scopes of API keys */
  api_scopes?: {
    /** Name in keys */
    scope: 'read' | 'write' | 'delete' | 'webhooks' | 'mcp'
    /** What it allows */
    allows: string
  }[]
  /** Limits of requests, batches and deliveries */
  limits?: Record<string, unknown>
}

/** A figure with its uncertainty. */
export interface Clicked {
  /** How many */
  count: number
  /** Share of those that were sent, 0 to 1 */
  rate: number
  /** Lower end of the 95 % interval (Wilson) */
  low: number
  /** Upper end of the 95 % interval (Wilson) */
  high: number
}

/** Cohorts. */
export interface Cohorts {
  /** What was counted */
  of: string
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** By the month in which they began */
  cohorts: {
    /** First day (YYYY-MM-DD) */
    month: string
    /** How many began in that month */
    size: number
    /** What became of them, month by month */
    months: {
      /** Months after that of the cohort */
      offset: number
      /** Contacts that were won then; customers that were invoiced then */
      count: number
      /** Of the cohort */
      share: number | null
      /** Of customers: invoiced then, without tax, before credit notes */
      revenue: number
    }[]
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** New values of fields. */
export interface CompaniesOverridesInput {
  /** Name of the company */
  name?: string
  /** Registrable domain without www, no free-mail domain; unique */
  domain?: string | null
  /** Further domains that match this company */
  domains?: readonly string[]
  /** Customer number in the ERP; unique */
  code?: string | null
  /** VAT number, as the country writes it */
  vat_number?: string | null
  /** Number in the register of companies */
  registration_number?: string | null
  /** Branch, in free words */
  industry?: string | null
  /** Number of employees */
  employees?: number | null
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
  /** Class of customer, such as A or gold; price rules go by it */
  tier?: string | null
  /** How far it has come as a customer */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** What it is to the organization */
  company_type?: 'prospect' | 'customer' | 'partner' | 'supplier' | 'other' | null
  /** How well the relation stands, on a scale of your own */
  health_score?: number | null
  /** Owner, or `me` */
  owner_email?: string | null
  /** General e-mail address */
  email?: string | null
  /** General telephone number */
  phone?: string | null
  /** Address of its web site */
  website?: string | null
  /** Its page on the professional network */
  linkedin_url?: string | null
  /** What is worth knowing, in free words */
  description?: string | null
  /** Revenue of a year, in its currency */
  annual_revenue?: number | null
  /** Where invoices go */
  billing_address?: Address
  /** Where goods go */
  shipping_address?: Address
  /** The company that it belongs to (UUID) */
  parent_company_id?: string | null
  /** ISO 4217 */
  currency?: string | null
  /** Days from invoice to due date */
  payment_terms_days?: number | null
  /** Name of its price list in the ERP */
  price_list?: string | null
  /** Lines of its documents have no tax unless they give a rate */
  tax_exempt?: boolean
  /** Labels */
  tags?: readonly string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom?: Custom
  /** Same as owner_email */
  assigned_to?: string | null
  /** Custom values by name; an update changes those that it names, null clears one (default {}) */
  custom_properties?: CustomPropertiesInput
}

/** A company. */
export interface Company {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the company */
  name: string
  /** Registrable domain without www, no free-mail domain; unique */
  domain: string | null
  /** Further domains that match this company */
  domains: string[]
  /** Customer number in the ERP; unique */
  code: string | null
  /** VAT number, as the country writes it */
  vat_number: string | null
  /** Number in the register of companies */
  registration_number: string | null
  /** Branch, in free words */
  industry: string | null
  /** Number of employees */
  employees: number | null
  /** ISO 3166-1 alpha-2; a name is accepted */
  country: string | null
  /** Class of customer, such as A or gold; price rules go by it */
  tier: string | null
  /** How far it has come as a customer */
  lifecycle_stage: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** What it is to the organization */
  company_type: 'prospect' | 'customer' | 'partner' | 'supplier' | 'other' | null
  /** How well the relation stands, on a scale of your own */
  health_score: number | null
  /** Owner, or `me` */
  owner_email: string | null
  /** General e-mail address */
  email: string | null
  /** General telephone number */
  phone: string | null
  /** Address of its web site */
  website: string | null
  /** Its page on the professional network */
  linkedin_url: string | null
  /** What is worth knowing, in free words */
  description: string | null
  /** Revenue of a year, in its currency */
  annual_revenue: number | null
  /** Where invoices go */
  billing_address: Address
  /** Where goods go */
  shipping_address: Address
  /** The company that it belongs to (UUID) */
  parent_company_id: string | null
  /** ISO 4217 */
  currency: string | null
  /** Days from invoice to due date */
  payment_terms_days: number | null
  /** Name of its price list in the ERP */
  price_list: string | null
  /** Lines of its documents have no tax unless they give a rate */
  tax_exempt: boolean
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Ids of the records that were merged into it */
  merged_ids: string[]
  /** The id that was asked for, of a record that this one has taken in (UUID) */
  merged_from?: string
  /** Contacts of the company; not in lists and events */
  contacts_count?: number
  /** Open deals; not in lists and events */
  open_deals_count?: number
  /** Amount of the open deals in the currency of the organization; not in lists and events */
  open_deals_amount?: number
  /** Won deals; not in lists and events */
  won_deals_count?: number
  /** Records whose amounts are left out, because no exchange rate is known */
  other_currencies?: {
    /** ISO 4217 */
    currency: string
    /** Records that are left out of the amounts */
    records: number
  }[]
  /** Invoices less credit notes of the last 12 months, without tax, in the currency of the organization; not in lists and events */
  revenue_12m?: number
  /** What of its invoices is still to be paid, in the currency of the organization; not in lists and events */
  unpaid_amount?: number
  /** What of that is past its due date, in the currency of the organization; not in lists and events */
  overdue_amount?: number
  /** What of its credit notes is not used yet, in the currency of the organization; not in lists and events */
  open_credit_amount?: number
  /** Day of its newest order that is not cancelled, as midnight of UTC; not in lists and events (RFC 3339) */
  last_order_at?: string | null
  /** What `include` asked for */
  included?: CompanyIncluded
}

/** What `include` asked for. */
export interface CompanyIncluded {
  /** Its contacts, the newest 50 */
  contacts?: Record<string, unknown>[]
  /** Its deals, the newest 50 */
  deals?: Record<string, unknown>[]
  /** Its invoices, the newest 50 */
  invoices?: Record<string, unknown>[]
}

/** CompanySummary. */
export interface CompanySummary {
  /** A company */
  company: Company
  /** Of the organization: every amount but that of last_order is in it */
  currency: string
  /** Deals that are not closed */
  open_deals: Overdue
  /** Invoices less credit notes, without tax, by the day of issue */
  revenue: {
    /** Since 1 January */
    this_year: number
    /** Of the year before */
    last_year: number
  }
  /** What is still to be paid */
  unpaid_amount: number
  /** What of that is past its due date */
  overdue_amount: number
  /** What of its credit notes is not used yet */
  open_credit_amount: number
  /** Records whose amounts are left out, because no exchange rate is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** Records that are left out of the amounts */
    records: number
  }[]
  /** The newest order that is not cancelled */
  last_order: {
    /** The order */
    id: string
    /** Its number */
    number: string | null
    /** Its status */
    status: string
    /** Day of the order (YYYY-MM-DD) */
    order_date: string | null
    /** ISO 4217, of its total */
    currency: string | null
    /** Gross total */
    total_incl_tax: number | null
  } | null
  /** Rules for this company alone that apply today */
  price_rules: number
  /** The open task that is due first */
  next_task: NextTask
}

/** What people agree to. */
export type Consent = {
  /** What people agree to, beside a box that they check */
  text: string
  /** Version of the text, kept as proof (default "1") */
  version?: string
  /** Whether nothing is sent without it (default false) */
  required?: boolean
  /** What the consent is about (default "marketing") */
  topic?: string
} | null

/** What the contact agreed to, by topic. */
export type Consents = Record<string, {
  /** subscribed or unsubscribed */
  state: string
  /** When this was said (RFC 3339) */
  at: string
  /** Where this was said */
  source: string | null
  /** Version of the text that was agreed to */
  text_version: string | null
}>

/** A contact. */
export interface Contact {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Unique; same as email */
  primary_email: string | null
  /** All e-mail addresses */
  emails: ContactEmail[]
  /** Given name */
  first_name: string | null
  /** Family name */
  last_name: string | null
  /** Full name; made of the two when left out */
  name: string | null
  /** Job title */
  title: string | null
  /** Company name */
  company: string | null
  /** The company, found or made by name and e-mail when left out (UUID) */
  company_id: string | null
  /** Owner, or `me` */
  assigned_to: string | null
  /** E.164 where the number is valid */
  phone: string | null
  /** The number as it was given */
  phone_raw: string | null
  /** All telephone numbers */
  phones: ContactPhone[]
  /** ISO 3166-1 alpha-2; a name is accepted */
  country: string | null
  /** City */
  city: string | null
  /** Postal address */
  address: Address
  /** Labels */
  tags: string[]
  /** The sales cycle that the contact is in (UUID) */
  sales_cycle_id: string | null
  /** Stage in the sales cycle */
  pipeline_stage: string | null
  /** Every move from stage to stage, the oldest first */
  stage_history: {
    /** When it moved (RFC 3339) */
    at: string
    /** Stage before; null for the first */
    from: string | null
    /** Stage after */
    to: string | null
    /** Days that were spent in the stage before */
    days_in_stage: number
  }[]
  /** Where the first talks stand, in words of your own */
  lead_status: string | null
  /** How far the contact has come as a customer */
  lifecycle_stage: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** How promising the contact is; workflows and people add to it */
  lead_score: number
  /** Does not want to be contacted */
  do_not_contact: boolean
  /** What the contact agreed to, by topic */
  consents: Consents
  /** Rank, such as director */
  seniority: string | null
  /** Of the company */
  organization_industry: string | null
  /** Of the company */
  organization_num_employees: number | null
  /** Where the contact came from first */
  primary_source: string | null
  /** Where the contact came from last */
  last_source: string | null
  /** Marketing words of the first visit */
  utm: Utm
  /** Page on the professional network */
  linkedin_url: string | null
  /** Whether the two are connected there */
  linkedin_connection_status: 'none' | 'pending' | 'connected' | null
  /** BCP 47 */
  language: string | null
  /** IANA time zone */
  timezone: string | null
  /** E-mails that the contact answered */
  total_email_replies: number
  /** E-mails that the contact opened */
  total_emails_opened: number
  /** Visits to the web site */
  total_website_visits: number
  /** When somebody last wrote or called (RFC 3339) */
  last_contacted_at: string | null
  /** When something last happened (RFC 3339) */
  last_activity_at: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom_properties: Custom
  /** Ids of the records that were merged into this one */
  merged_ids: string[]
  /** Same as primary_email */
  email: string | null
  /** What follows the @ of the e-mail address */
  email_domain: string | null
  /** The id that was asked for, of a record that this one has taken in (UUID) */
  merged_from?: string
  /** Days since the contact was made */
  days_since_created: number
  /** Days since last_contacted_at; null for never */
  days_since_last_contact: number | null
  /** Open deals; not in lists and events */
  open_deals_count?: number
  /** Amount of the open deals in the currency of the organization; not in lists and events */
  open_deals_amount?: number
  /** Won deals; not in lists and events */
  won_deals_count?: number
  /** Records whose amounts are left out, because no exchange rate is known */
  other_currencies?: {
    /** ISO 4217 */
    currency: string
    /** Records that are left out of the amounts */
    records: number
  }[]
  /** Tasks that are still to be done; not in lists and events */
  open_tasks?: number
  /** Sequences that it is in; not in lists and events */
  active_sequences?: number
  /** What `include` asked for */
  included?: Included
}

/** ContactConsent. */
export interface ContactConsent {
  /** What the consent is about: `newsletter`, `calls`; `all` = everything */
  topic: string
  /** subscribed or unsubscribed */
  state: string
  /** When the contact said so (RFC 3339) */
  at: string
  /** Where the contact said so: a form, a call, a letter */
  source: string | null
  /** Version of the text that the contact agreed to */
  text_version: string | null
}

/** ContactEmail. */
export interface ContactEmail {
  /** The address */
  email: string
  /** What it is for, such as work or private */
  label?: string | null
  /** The one to use first */
  primary?: boolean
}

/** ContactPhone. */
export interface ContactPhone {
  /** The number, as people dial it */
  phone: string
  /** What it is for, such as work or private */
  label?: string | null
  /** The one to use first */
  primary?: boolean
}

/** ContactTimeline. */
export interface ContactTimeline {
  /** One page, the newest first */
  timeline: {
    /** event, activity, email, task, quote, order or invoice */
    type: string
    /** Id of the entry */
    id: string
    /** When it happened (RFC 3339) */
    at: string
    /** What happened, in a few words */
    title: string
    /** The record, or what the event says */
    data: Record<string, unknown>
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** CreateAssociationAnswer. */
export interface CreateAssociationAnswer {
  /** Id of the link (UUID) */
  id: string
  /** Plural of a record type: contacts, companies, deals, invoices, ... */
  from_object: string
  /** The record that was asked for (UUID) */
  from_id: string
  /** Plural of a record type: contacts, companies, deals, invoices, ... */
  to_object: string
  /** The record that it is linked with; of a merged one the survivor (UUID) */
  to_id: string
  /** Name, number or title of that record */
  to_name: string | null
  /** What the other record (`to`) is to this one (`from`), such as billing contact; null = linked only */
  label: string | null
  /** What this record is to the other one */
  inverse_label: string | null
  /** Field of a record that says it, and that changes when the link is removed; null = a link of its own */
  field: string | null
  /** E-mail address of the user who linked them; of a field, who made its record */
  created_by: string
  /** When they were linked; of a field, when its record was made (RFC 3339) */
  created_at: string
}

/** Opens a deal with each submission. */
export type CreateDeal = {
  /** The default pipeline when left out (UUID) */
  pipeline_id?: string | null
  /** Stage, by id or name; the first open one when left out */
  stage_id?: string | null
  /** Name of the deal; that of the form and the person when left out */
  name?: string | null
} | null

/** CreatePrivacyAnswer. */
export interface CreatePrivacyAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** What was requested */
  kind: 'export' | 'erasure'
  /** The person; after an erasure no record has this id (UUID) */
  contact_id: string
  /** SHA-256 of the e-mail in lower case */
  subject_hash: string | null
  /** Why, as proof */
  reason: string | null
  /** `GET /jobs/{id}` shows the progress; the result of an export has everything that is stored (UUID) */
  job_id: string
  /** Records by table, once it is finished */
  tables: Record<string, number> | null
  /** E-mail address of the user who requested it */
  created_by: string
  /** When it was requested (RFC 3339) */
  created_at: string
  /** When it was finished (RFC 3339) */
  finished_at: string | null
  /** State of the job */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
}

/** CreatePrivacyInput. */
export interface CreatePrivacyInput {
  /** The person; the id of a merged contact means its survivor (UUID) */
  contact_id?: string
  /** Instead of contact_id: any e-mail of the person */
  email?: string
  /** Why, as proof; without personal data */
  reason?: string
}

/** A credit note with its lines. */
export interface CreditNote {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Unique among the documents of its type; `DRAFT-00001` until its issue */
  number: string
  /** The customer (UUID) */
  company_id: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it belongs to (UUID) */
  deal_id: string | null
  /** Owner, or `me` */
  owner_email: string | null
  /** ISO 4217 */
  currency: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate: number | null
  /** Heading */
  title: string | null
  /** For the customer, below the lines */
  notes: string | null
  /** Conditions of payment and delivery */
  terms: string | null
  /** Order number of the customer */
  reference: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date: string | null
  /** Where the invoice goes */
  billing_address: Address
  /** Where the goods go */
  shipping_address: Address
  /** Discount on the whole document, in percent */
  discount_percent: number | null
  /** Discount on the whole document, as an amount */
  discount_amount: number | null
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Net total less the costs of its lines; null where one has no cost */
  margin: number | null
  /** Totals are kept as given and never computed */
  source_totals: boolean
  /** Given totals minus computed ones; null when they agree */
  totals_difference: TotalsDifference
  /** Tax by rate */
  taxes: {
    /** Percent */
    tax_rate: number
    /** Net amount at this rate */
    taxable: number
    /** Tax on it */
    tax: number
  }[]
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Its status */
  status: 'draft' | 'issued' | 'applied' | 'void'
  /** The invoice that it corrects (UUID) */
  invoice_id: string | null
  /** Why it was given */
  reason: 'refund' | 'return' | 'discount' | 'correction' | null
  /** Amount of it that was applied to invoices */
  applied_amount: number
  /** What of it is left */
  remaining_amount: number | null
  /** What is sold, line by line */
  lines: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** What `include` asked for */
  included?: CreditNoteIncluded
}

/** What `include` asked for. */
export interface CreditNoteIncluded {
  /** The company */
  company?: IncludedCompany
  /** The contact */
  contact?: IncludedCompany
  /** The deal */
  deal?: IncludedCompany
  /** The invoice that it corrects */
  invoice?: IncludedCompany
}

/** What of the change is due to this. */
export interface CurrencyChanged {
  /** How many deals */
  count: number
  /** By which the pipeline grew, or shrank */
  amount: number
}

/** Custom values by name; an update changes those that it names, null clears one. */
export type Custom = Record<string, string | number | boolean | string[] | null>

/** Custom values by name; an update changes those that it names, null clears one. */
export type CustomPropertiesInput = Record<string, string | number | boolean | readonly string[] | null>

/** DataSource. */
export interface DataSource {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** `custom:<name>`; unique */
  provider: string
  /** Name for people */
  title: string | null
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale: string | null
  /** Overrules the locale */
  decimal_sign: '.' | ',' | null
  /** Overrules the locale */
  date_order: 'dmy' | 'mdy' | 'ymd' | null
  /** IANA name: the day of times given as seconds */
  time_zone: string | null
  /** Of amounts that name none; never guessed */
  currency: string | null
  /** Owner of the records that this source creates */
  owner_email: string | null
  /** By object: source column -> field (`lines.sku` for a line), null = ignore */
  mapping: Mapping
  /** By object: keys that find a record besides its external id; all when absent */
  match_keys: MatchKeys
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty */
  conflict_policy: 'own_fields' | 'source_wins' | 'fill_empty'
  /** An empty text or list clears the field instead of leaving it */
  empty_means_clear: boolean
  /** E-mail address of the user who created it */
  created_by: string
  /** When it was created (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Its last run (UUID) */
  last_run_id: string | null
  /** When it sent something last (RFC 3339) */
  last_run_at: string | null
  /** How many runs it has sent */
  runs: number
  /** Share of all records so far that were rejected, 0 to 1 */
  reject_rate: number | null
  /** By object */
  objects: {
    /** As ingest writes it */
    object: string
    /** Records that the source has sent */
    records: number
    /** Its last run (UUID) */
    last_run_id: string | null
    /** How the columns of the last batch were understood */
    fields: {
      /** Header, as it was sent */
      source: string
      /** Field of ours */
      target: string
      /** The rule that decided */
      via: string
      /** How sure that is, from 0 to 1 */
      confidence: number
      /** Some of its values */
      samples: string[]
      /** In a preview: what else it may be */
      second_best?: SecondBest
      /** In a preview: why, for people */
      why?: string
    }[]
  }[]
}

/** A deal. */
export interface Deal {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the deal */
  name: string
  /** The default pipeline when left out (UUID) */
  pipeline_id: string
  /** Name of its pipeline */
  pipeline_name: string
  /** Stage, by id or name; the first open one when left out */
  stage_id: string
  /** Name of its stage */
  stage_name: string
  /** Follows the type of the stage; given alone, it leads to a stage of that type */
  status: 'open' | 'won' | 'lost'
  /** Amount, net */
  amount: number
  /** What it costs, by its lines or the quote that was accepted; null where that is not known */
  cost: number | null
  /** ISO 4217; that of the company or the organization when left out */
  currency: string
  /** Percent; that of the stage when left out */
  probability: number | null
  /** How sure it is, in the forecast */
  forecast_category: 'pipeline' | 'best_case' | 'commit' | 'closed' | 'omitted'
  /** When it is expected to be closed (YYYY-MM-DD) */
  close_date: string | null
  /** Owner; `me` when left out */
  owner_email: string
  /** The company of the primary contact when left out (UUID) */
  company_id: string | null
  /** Primary contact (UUID) */
  primary_lead_id: string | null
  /** All contacts, with what they are in the deal */
  contacts: {
    /** Contact (UUID) */
    lead_id: string
    /** Such as decision maker */
    role?: string | null
    /** The contact to talk to first */
    primary?: boolean
  }[]
  /** How much it matters: a value of the picklist priorities */
  priority: string
  /** New or further business: a value of the picklist deal_types */
  deal_type: string
  /** Where it came from, in free words */
  source: string | null
  /** Is paid again and again */
  recurring: boolean
  /** Monthly recurring revenue */
  mrr: number | null
  /** Likelihood on a scale of your own */
  score: number | null
  /** What is to be done next */
  next_step: string | null
  /** Until when (YYYY-MM-DD) */
  next_step_date: string | null
  /** What is worth knowing, in free words */
  description: string | null
  /** One of the picklist lost_reasons, or other words */
  lost_reason: string | null
  /** Why it was won */
  won_reason: string | null
  /** Who else is asked */
  competitors: string[]
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** When it came into its stage (RFC 3339) */
  stage_entered_at: string
  /** Every move from stage to stage, the oldest first */
  stage_history: {
    /** When it moved (RFC 3339) */
    at: string
    /** Stage before */
    from: string | null
    /** Stage after */
    to: string | null
    /** Days it had spent in the stage before */
    days_in_stage: number
  }[]
  /** When it was won or lost; given with a closed status only (RFC 3339) */
  closed_at: string | null
  /** When something was last done about it (RFC 3339) */
  last_activity_at: string | null
  /** Ids of the deals that were merged into it */
  merged_ids: string[]
  /** amount x probability */
  weighted_amount: number
  /** amount less cost; null where the cost is not known */
  margin: number | null
  /** Fractional days */
  days_in_stage: number
  /** Longer in its stage than the stage allows */
  rotting: boolean
  /** The id that was asked for, of a deal that this one has taken in (UUID) */
  merged_from?: string
  /** Its product lines */
  lines?: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** What `include` asked for */
  included?: DealIncluded
}

/** DealBoard. */
export interface DealBoard {
  /** The pipeline (UUID) */
  pipeline_id: string
  /** Name of the pipeline */
  pipeline_name: string
  /** Of amount and weighted_amount of the stages: that of the organization */
  currency: string
  /** A column for each stage, in their order */
  stages: {
    /** Stage */
    stage_id: string
    /** Name of the stage */
    name: string
    /** Percent; 100 where deals are won, 0 where they are lost */
    probability: number
    /** What it means for the deals in it */
    type: 'open' | 'won' | 'lost'
    /** Days after which a deal in it is stuck; null = never */
    stuck_after_days: number | null
    /** Fields of a deal that must be known before it enters; `custom.<name>` too */
    required_fields: string[]
    /** How many */
    count: number
    /** Sum of their amounts, net */
    amount: number
    /** amount x probability, rounded once */
    weighted_amount: number
    /** Deals that are longer in the stage than it allows */
    stuck_count: number
    /** By currency, each in its own */
    amounts: {
      /** ISO 4217 */
      currency: string
      /** How many */
      count: number
      /** Sum of their amounts, net */
      amount: number
      /** amount x probability, rounded once */
      weighted_amount: number
    }[]
    /** Deals that entered the stage last */
    deals: Deal[]
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** What `include` asked for. */
export interface DealIncluded {
  /** The company */
  company?: IncludedCompany
  /** The primary contact */
  contact?: IncludedCompany
  /** Its tasks, the newest 50 */
  tasks?: Record<string, unknown>[]
  /** Its product lines */
  lines?: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
}

/** Value of records that are made without one. */
export type Default = string | number | boolean | string[] | null

/** From the step before, or from the enrollment. */
export interface Delay {
  /** How long; 0 is at once */
  amount: number
  /** Of which length (default "business_days") */
  unit?: 'minutes' | 'hours' | 'days' | 'business_days'
}

/** DeleteAnswer. */
export interface DeleteAnswer {
  /** Always true: the record is gone */
  deleted: true
}

/** By what its messages are signed here. */
export type Dkim = {
  /** Domain that signs */
  domain: string
  /** Selector of its key */
  selector: string
} | null

/** Key by which messages are signed here. */
export type DkimInput = {
  /** Domain that signs */
  domain: string
  /** Selector of its key */
  selector: string
  /** PEM of the private key; kept encrypted and never shown */
  private_key: string
} | null

/** What the next activation publishes; null where that is what runs follow. */
export type Draft = {
  /** What starts it */
  trigger: Trigger
  /** What starts it; any of them */
  triggers: WorkflowTrigger[]
  /** All must hold */
  conditions: Record<string, unknown>[]
  /** What is done, in this order */
  steps: {
    /** Stays the same across edits; the engine gives one unless it is told */
    id?: string
    /** Type of the action, see `GET /catalog` */
    type: string
    /** Configuration; its keys follow from the type, see `GET /catalog` */
    config?: Record<string, unknown>
    /** Steps of each way on, which join again at the next step */
    branches?: Record<string, Record<string, unknown>[]>
    /** What the run does when this step fails; default: as the settings say */
    on_error?: 'stop' | 'continue'
  }[]
  /** How it enrolls and runs */
  settings: WorkflowSettings
} | null

/** Email. */
export interface Email {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Its Message-ID, with its angle brackets */
  message_id: string | null
  /** Its conversation: the id of the first message of it (UUID) */
  thread_id: string | null
  /** `in`: from the contact */
  direction: 'in' | 'out'
  /** State of the message */
  status: 'queued' | 'sending' | 'sent' | 'uncertain' | 'bounced' | 'failed' | 'cancelled' | 'received'
  /** Why a queued message waits: `throttle`, `mailbox` (fails), `mailbox_sync` (is read), `campaign` or `sequence` (paused), `window` */
  waiting_for: string | null
  /** Address of the mailbox that sends or receives it, in lower case */
  mailbox: string
  /** That mailbox (UUID) */
  mailbox_id: string | null
  /** Address of the sender */
  from: string | null
  /** Addresses that it is for */
  to: string[]
  /** Addresses that get a copy */
  cc: string[]
  /** Addresses that get a copy which the others do not see */
  bcc: string[]
  /** Subject */
  subject: string | null
  /** Its text */
  text: string | null
  /** Its HTML */
  html: string | null
  /** Beginning of its text, quotes cut */
  snippet: string | null
  /** What it is for, which decides what consent it needs */
  purpose: 'personal' | 'marketing' | 'system'
  /** Topic from which its recipients can unsubscribe */
  topic: string | null
  /** The contact (UUID) */
  lead_id: string | null
  /** The deal that it is about (UUID) */
  deal_id: string | null
  /** The company that it is about (UUID) */
  company_id: string | null
  /** Its campaign (UUID) */
  campaign_id: string | null
  /** Its sequence (UUID) */
  sequence_id: string | null
  /** The enrollment of the contact in the sequence (UUID) */
  enrollment_id: string | null
  /** The step of the sequence (UUID) */
  step_id: string | null
  /** The variant of its campaign or step */
  variant: string | null
  /** Its workflow (UUID) */
  workflow_id: string | null
  /** The run of the workflow (UUID) */
  run_id: string | null
  /** Its template (UUID) */
  template_id: string | null
  /** The version of its template */
  template_version: number | null
  /** Owner */
  owner_email: string | null
  /** The message that it answers (UUID) */
  reply_to_email_id: string | null
  /** Of an incoming one: no person has written it */
  automatic: boolean
  /** Its opens are counted */
  track_opens: boolean
  /** Its clicks are counted */
  track_clicks: boolean
  /** When it is or was due (RFC 3339) */
  scheduled_at: string | null
  /** When it was sent (RFC 3339) */
  sent_at: string | null
  /** When it could not be sent (RFC 3339) */
  failed_at: string | null
  /** When it bounced (RFC 3339) */
  bounced_at: string | null
  /** When it was first opened (RFC 3339) */
  opened_at: string | null
  /** How often it was opened */
  open_count: number
  /** When a link in it was first followed (RFC 3339) */
  clicked_at: string | null
  /** How often links were followed */
  click_count: number
  /** When the contact replied (RFC 3339) */
  replied_at: string | null
  /** When the contact unsubscribed with it (RFC 3339) */
  unsubscribed_at: string | null
  /** What became of each address */
  recipients: {
    /** E-mail address, in lower case */
    address: string
    /** What became of it */
    status: 'pending' | 'sent' | 'refused' | 'bounced' | 'delayed' | 'delivered' | 'complained'
    /** Code of the server, such as 550 or 5.1.1 */
    code: string | null
    /** What the server said */
    text: string | null
  }[]
  /** Why it came back */
  bounce: Bounce
  /** Why it failed, was cancelled, or is tried again */
  error: Error
  /** Its links that are counted */
  links: {
    /** Its place among the links */
    index: number
    /** Where it leads */
    url: string
    /** How often people followed it */
    click_count: number
  }[]
  /** Its files */
  attachments: {
    /** File name */
    name: string
    /** Such as application/pdf */
    media_type: string
    /** Its size */
    bytes: number
  }[]
  /** E-mail of the sender */
  created_by: string
  /** When it was made (RFC 3339) */
  created_at: string
}

/** EmailAnalytics. */
export interface EmailAnalytics {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** All of the period, by the time of sending */
  total: {
    /** Messages that were sent */
    sent: number
    /** Messages that could not be sent */
    failed: number
    /** Sent ones that came back */
    bounced: number
    /** Sent ones that did not */
    delivered: number
    /** Messages that were opened, however often */
    opened: number
    /** Messages of which a link was followed */
    clicked: number
    /** Messages that were answered */
    replied: number
    /** Messages by which a contact unsubscribed */
    unsubscribed: number
    /** Delivered / sent */
    delivery_rate: number | null
    /** Opened / delivered */
    open_rate: number | null
    /** Clicked / delivered */
    click_rate: number | null
    /** Replied / delivered */
    reply_rate: number | null
    /** Unsubscribed / delivered */
    unsubscribe_rate: number | null
    /** E-mails to contacts that were logged as activities: of these nothing more is known */
    logged_sent: number
    /** E-mails from contacts that were logged as activities */
    logged_received: number
  }
  /** By campaign */
  campaigns: {
    /** The campaign */
    campaign_id: string
    /** Messages that were sent */
    sent: number
    /** Messages that could not be sent */
    failed: number
    /** Sent ones that came back */
    bounced: number
    /** Sent ones that did not */
    delivered: number
    /** Messages that were opened, however often */
    opened: number
    /** Messages of which a link was followed */
    clicked: number
    /** Messages that were answered */
    replied: number
    /** Messages by which a contact unsubscribed */
    unsubscribed: number
    /** Delivered / sent */
    delivery_rate: number | null
    /** Opened / delivered */
    open_rate: number | null
    /** Clicked / delivered */
    click_rate: number | null
    /** Replied / delivered */
    reply_rate: number | null
    /** Unsubscribed / delivered */
    unsubscribe_rate: number | null
  }[]
  /** By sequence */
  sequences: {
    /** The sequence */
    sequence_id: string
    /** Messages that were sent */
    sent: number
    /** Messages that could not be sent */
    failed: number
    /** Sent ones that came back */
    bounced: number
    /** Sent ones that did not */
    delivered: number
    /** Messages that were opened, however often */
    opened: number
    /** Messages of which a link was followed */
    clicked: number
    /** Messages that were answered */
    replied: number
    /** Messages by which a contact unsubscribed */
    unsubscribed: number
    /** Delivered / sent */
    delivery_rate: number | null
    /** Opened / delivered */
    open_rate: number | null
    /** Clicked / delivered */
    click_rate: number | null
    /** Replied / delivered */
    reply_rate: number | null
    /** Unsubscribed / delivered */
    unsubscribe_rate: number | null
  }[]
  /** By sender */
  senders: {
    /** Mailbox, or owner of a logged e-mail, in lower case */
    sender: string | null
    /** Messages that were sent */
    sent: number
    /** Messages that could not be sent */
    failed: number
    /** Sent ones that came back */
    bounced: number
    /** Sent ones that did not */
    delivered: number
    /** Messages that were opened, however often */
    opened: number
    /** Messages of which a link was followed */
    clicked: number
    /** Messages that were answered */
    replied: number
    /** Messages by which a contact unsubscribed */
    unsubscribed: number
    /** Delivered / sent */
    delivery_rate: number | null
    /** Opened / delivered */
    open_rate: number | null
    /** Clicked / delivered */
    click_rate: number | null
    /** Replied / delivered */
    reply_rate: number | null
    /** Unsubscribed / delivered */
    unsubscribe_rate: number | null
    /** E-mails to contacts that were logged as activities: of these nothing more is known */
    logged_sent: number
    /** E-mails from contacts that were logged as activities */
    logged_received: number
  }[]
}

/** EmailTemplate. */
export interface EmailTemplate {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the template */
  name: string
  /** Subject, with merge tags */
  subject: string
  /** HTML, with merge tags */
  html: string | null
  /** Plain text, with merge tags; made of the HTML where none is given */
  text: string | null
  /** marketing: may be unsubscribed from; personal: written to one person */
  kind: 'marketing' | 'personal'
  /** Language of the text (BCP 47) */
  locale: string | null
  /** Folder in which it is shown */
  folder: string | null
  /** Is sent with its style sheets written into the elements */
  inline_css: boolean
  /** Tags that its texts name */
  merge_tags: string[]
  /** What sends it */
  used_by: {
    /** workflow, sequence or campaign */
    type: string
    /** Its id (UUID) */
    id: string
    /** Its name */
    name: string
  }[]
}

/** How it comes to a site. */
export interface Embed {
  /** Its page, which needs no script */
  url: string
  /** Script that puts it into a page of another site, one of `allowed_origins` */
  script: string
  /** What is pasted into that page */
  html: string
}

/** EnrollmentAnswer. */
export interface EnrollmentAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The sequence (UUID) */
  sequence_id: string
  /** Version of the sequence that it follows */
  sequence_version: number
  /** The contact (UUID) */
  lead_id: string
  /** State of the enrollment */
  status: 'active' | 'paused' | 'completed' | 'exited' | 'failed'
  /** The step that comes next (UUID) */
  current_step: string | null
  /** When that step is due (RFC 3339) */
  next_run_at: string | null
  /** E-mail of the user who enrolled the contact */
  enrolled_by: string
  /** How: user, api_key:<id>, workflow:<run> */
  enrolled_via: string
  /** When it started (RFC 3339) */
  started_at: string
  /** When it ended (RFC 3339) */
  finished_at: string | null
  /** Why it ended: completed, replied, meeting_booked, unsubscribed, manual, ... */
  reason: string | null
  /** Steps that were done */
  history: History[]
}

/** Why it failed, was cancelled, or is tried again. */
export type Error = {
  /** In one word: `expired`, `unsubscribed`, `refused`, ... */
  code: string
  /** For people */
  text: string
} | null

/** Event. */
export interface Event {
  /** Number of the event in the organization; numbers only grow */
  id: number
  /** Event type */
  type: string
  /** contact, task, deal, ... */
  entity_type: string
  /** Id of the record */
  entity_id: string
  /** Depends on the event */
  payload: Record<string, unknown>
  /** Who made it happen */
  actor: Actor
  /** The `X-Request-Id` of the call that led to it; null where none did */
  request_id: string | null
  /** When the event happened (RFC 3339) */
  created_at: string
  /** When workflows and webhooks processed it (RFC 3339) */
  processed_at: string | null
  /** What was sent because of it */
  deliveries?: {
    /** Id of the delivery */
    id: string
    /** The webhook (UUID) */
    webhook_id: string
    /** State of the delivery */
    status: string
    /** Attempts made */
    attempt: number
    /** When it is tried again (RFC 3339) */
    next_retry_at: string | null
  }[]
  /** What workflows did with it */
  enrollments?: {
    /** The workflow (UUID) */
    workflow_id: string
    /** Whether it started a run */
    outcome: 'enrolled' | 'skipped'
    /** Why it did not */
    reason: string | null
    /** The run (UUID) */
    run_id: string | null
  }[]
}

/** What ends an enrollment. */
export interface ExitOn {
  /** The contact answers (default true) */
  reply?: boolean
  /** A meeting with the contact is booked (default true) */
  meeting_booked?: boolean
  /** The contact unsubscribes; nothing is sent then in any case (default true) */
  unsubscribed?: boolean
  /** A deal of the contact is created (default false) */
  deal_created?: boolean
  /** The contact comes into one of these lifecycle stages */
  lifecycle_stage?: ('subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other')[]
}

/** Export. */
export interface Export {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Plural of the record type: contacts, deals, ... */
  object: string
  /** The list of which it has the members (UUID) */
  list_id: string | null
  /** The report of which it has the answer (UUID) */
  report_id: string | null
  /** `csv`: RFC 4180; `xlsx`: one sheet; `jsonl`: records as the API shows them */
  format: 'csv' | 'xlsx' | 'jsonl'
  /** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x */
  filter: Filter
  /** Words that the records contain */
  q: string | null
  /** Only these fields, in this order */
  fields: string[] | null
  /** Order of the records; `-` in front = descending */
  sort: string | null
  /** Of a report: instead of its own period */
  period: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all' | null
  /** The job that writes the file; `POST /jobs/{id}/cancel` stops it (UUID) */
  job_id: string
  /** Who requested it: the file has the records that this user sees, and users who see fewer cannot read it */
  created_by: string
  /** When it was requested (RFC 3339) */
  created_at: string
  /** Its progress; an `expired` file is deleted: request it again */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'
  /** Records that are written */
  done: number
  /** Records in all, as counted at the start */
  total: number | null
  /** Size of the file once it is done; null of xlsx */
  bytes: number | null
  /** What the file is called */
  filename: string
  /** Whether it has a row for each line */
  lines: boolean
  /** Where the file is once it is done: `GET` with a key of the user who requested it, as any call of the API */
  url: string | null
  /** Until when the file is kept: 7 days (RFC 3339) */
  expires_at: string | null
  /** Why it failed */
  error: ImportError
}

/** Which records; all when left out. */
export type Filter = {
  /** Field of the record, of a related one (company.tier) or a custom property (custom.x) */
  field?: string
  /** How the field is compared with the value */
  op?: 'eq' | 'neq' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_not_set' | 'in'
  /** What to compare with; for `in` a list, or a text with commas; none for is_set and is_not_set. Days also in words: today, last 7 days, since monday, tomorrow 9am, -30d */
  value?: unknown
  /** All of these hold; an empty list always does */
  and?: Record<string, unknown>[]
  /** One of these holds; an empty list never does */
  or?: Record<string, unknown>[]
  /** This does not hold */
  not?: Record<string, unknown>
} | null

/** One condition {field, op, value}, or {and: [...]}, {or: [...]}, {not: {...}} of such. Fields of related records: company.tier, deal.amount (any deal, the same within an and); custom properties: custom.x. */
export interface FilterInput {
  /** Field of the record, of a related one (company.tier) or a custom property (custom.x) */
  field?: string
  /** How the field is compared with the value */
  op?: 'eq' | 'neq' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_not_set' | 'in'
  /** What to compare with; for `in` a list, or a text with commas; none for is_set and is_not_set. Days also in words: today, last 7 days, since monday, tomorrow 9am, -30d */
  value?: unknown
  /** All of these hold; an empty list always does */
  and?: readonly Record<string, unknown>[]
  /** One of these holds; an empty list never does */
  or?: readonly Record<string, unknown>[]
  /** This does not hold */
  not?: Record<string, unknown>
}

/** Forecast. */
export interface Forecast {
  /** Of all amounts: that of the organization */
  currency: string
  /** Month by month */
  months: {
    /** First day (YYYY-MM-DD) */
    month: string
    /** Won */
    closed: number
    /** Deals that are sure */
    commit: number
    /** Deals that may come */
    best_case: number
    /** Open deals of no better category */
    pipeline: number
    /** Open amounts x probability */
    weighted: number
    /** Deals that are open */
    open_count: number
    /** Deals that were won */
    closed_count: number
    /** Amount to reach; null = no goal */
    goal: number | null
    /** Amount that is missing to reach the goal */
    gap: number | null
    /** closed / goal */
    attainment: number | null
  }[]
  /** Past their close date */
  overdue: Overdue
  /** Without a close date */
  undated: Overdue
  /** Beyond the last month */
  later: Overdue
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** Form. */
export interface Form {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the form, for teammates and in events */
  name: string
  /** Only an active form takes submissions */
  status: 'active' | 'inactive'
  /** BCP 47, language of the page; that of the visitor when null */
  locale: string | null
  /** Heading of the page; the name when null */
  title: string | null
  /** Text below the heading */
  introduction: string | null
  /** What is asked for, in the order of the page */
  fields: {
    /** By which values are sent; unique in the form */
    name: string
    /** Question above the field; the name when left out */
    label?: string
    /** What is asked for (default "text") */
    type?: 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'select' | 'radio' | 'checkbox' | 'checkboxes'
    /** Whether it must be filled in (default false) */
    required?: boolean
    /** Of `select`, `radio` and `checkboxes` */
    options?: string[]
    /** Field of a record: `contact.email`, `company.name`, `deal.amount`, `contact.custom.<property>`; null = only kept */
    maps_to?: string | null
    /** Whether it replaces what is known; otherwise fills what is empty (default false) */
    overwrite?: boolean
    /** Value before anybody types */
    default?: string | null
    /** Not shown; sends its default */
    hidden?: boolean
  }[]
  /** What people agree to */
  consent: Consent
  /** Page (https) that follows a submission */
  redirect_url: string | null
  /** What is shown after a submission, unless it redirects */
  thanks: string | null
  /** Opens a deal with each submission */
  create_deal: CreateDeal
  /** Owner of new contacts and deals */
  assign_to: string | null
  /** Tags that contacts get */
  tags: string[]
  /** Teammates who are notified of each submission */
  notify: string[]
  /** Sites whose pages may send it: scheme, host and port */
  allowed_origins: string[]
  /** Consent counts once it was confirmed by the link of an e-mail */
  double_opt_in: boolean
  /** How submissions of machines are told */
  spam: Spam
  /** What is counted of its submissions */
  stats: FormStats
  /** How it comes to a site */
  embed: Embed
}

/** What is counted of its submissions. */
export interface FormStats {
  /** Submissions that count */
  submissions: number
  /** Submissions that were taken for spam, of the last 30 days */
  spam: number
  /** Contacts that they made */
  new_contacts: number
  /** When the last one that counts was sent (RFC 3339) */
  last_submission_at: string | null
}

/** Funnel. */
export interface Funnel {
  /** The pipeline (UUID) */
  pipeline_id: string
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** Created in the period, in this pipeline */
  deals: number
  /** By stage, in the order of pipelines and their stages, deleted ones last */
  stages: {
    /** Stage */
    stage_id: string
    /** Name of the stage */
    name: string
    /** What the stage means */
    type: 'open' | 'won' | 'lost'
    /** Deals that were in this stage or one behind it */
    reached: number
    /** Sum of their amounts, net */
    amount: number
    /** Of these, how many reached the next stage */
    conversion: number | null
    /** Lost from here */
    lost: number
    /** Open deals that got no further than this stage */
    still_here: number
  }[]
  /** Won of all */
  conversion: number | null
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** History. */
export interface History {
  /** The step (UUID) */
  step_id: string
  /** When it was done (RFC 3339) */
  at: string
  /** Result of the step */
  result: string
  /** The e-mail that the step sent (UUID) */
  email_id?: string | null
  /** The task that the step added (UUID) */
  task_id?: string | null
}

/** By what a repeated delivery is known; unless given, `webhook-id` of those that are signed by `standard_webhooks`. */
export type IdFrom = {
  /** Header that names the delivery */
  header?: string
  /** Path in the body that names the delivery where no header does */
  path?: string
} | null

/** The server by which it is read; null: it is not read. */
export type Imap = {
  /** Name or address of the server */
  host: string
  /** Port: 143, 993 */
  port: number
  /** `tls` from the first byte; `starttls` before anything is told; `none` only to this machine itself */
  security: 'tls' | 'starttls' | 'none'
  /** User name of the account */
  user: string | null
  /** Folders that are read; empty: all messages where the server has such a folder, else the inbox and the sent ones */
  folders: string[]
} | null

/** Server that is read; null: answers are not read. */
export type ImapInput = {
  /** Name or address of the server */
  host: string
  /** Port: 143, 993 */
  port?: number
  /** `tls` from the first byte; `starttls` before anything is told; `none` only to this machine itself */
  security?: 'tls' | 'starttls' | 'none'
  /** User name of the account */
  user?: string | null
  /** Password; kept encrypted and never shown */
  password?: string
  /** Instead of a password: OAuth 2.0; kept encrypted and never shown */
  oauth?: OauthInput
  /** Folders that are read; empty: all messages where the server has such a folder, else the inbox and the sent ones */
  folders?: readonly string[]
} | null

/** Import. */
export interface Import {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** What the records are */
  object: 'products' | 'companies' | 'contacts' | 'deals' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'price_rules' | 'tasks' | 'activities'
  /** Whose ids the external ids are: `custom:<name>`; its settings are used */
  provider: string
  /** Name of the file */
  filename: string | null
  /** Form of the file */
  format: 'csv' | 'xlsx' | 'json'
  /** Character encoding, as found */
  encoding: string | null
  /** What separates the columns, as found */
  delimiter: string | null
  /** Sheet of the workbook */
  sheet: string | null
  /** Titles of a table */
  columns: string[] | null
  /** Rows below the titles */
  rows: number
  /** What each column is taken for; `mapping` overrules it */
  fields: {
    /** Header, as it was sent */
    source: string
    /** Field of ours */
    target: string
    /** The rule that decided */
    via: string
    /** How sure that is, from 0 to 1 */
    confidence: number
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Columns that become custom fields */
  unknown: {
    /** Header, as it was sent */
    source: string
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Column -> field, null = ignore; kept for a `provider` that is named, once it is started */
  mapping: ImportMapping
  /** Keys by which records are found besides the external id; null = all */
  match_keys: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[] | null
  /** Whether records may be made, changed, or both */
  mode: 'upsert' | 'create' | 'update'
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale: string | null
  /** Overrules the locale */
  decimal_sign: '.' | ',' | null
  /** Overrules the locale */
  date_order: 'dmy' | 'mdy' | 'ymd' | null
  /** Of amounts that name none; never guessed */
  currency: string | null
  /** Owner of the records that this source creates */
  owner_email: string | null
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty (default "own_fields") */
  conflict_policy: 'own_fields' | 'source_wins' | 'fill_empty' | null
  /** Job that stores the records (UUID) */
  job_id: string | null
  /** Job that undoes it (UUID) */
  revert_job_id: string | null
  /** E-mail address of the user who sent it */
  created_by: string
  /** When it was sent (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Its progress */
  state: 'uploaded' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'reverting' | 'reverted'
  /** Rows that are processed */
  done: number
  /** Records that were created */
  created: number
  /** Records that were updated */
  updated: number
  /** Records that were the same already */
  unchanged: number
  /** Records that could not be accepted */
  rejected: number
  /** How many warnings the rows have so far */
  warnings: number
  /** Some of them, each text once before any is repeated */
  warning_samples: {
    /** Row below the titles, from 1 */
    row: number
    /** What was noticed; the record is stored anyway */
    warning: string
  }[]
  /** Why it failed */
  error: ImportError
}

/** Why it failed. */
export type ImportError = {
  /** Error code */
  code: string
  /** What went wrong */
  message: string
} | null

/** Column -> field, null = ignore; kept for a `provider` that is named, once it is started. */
export type ImportMapping = Record<string, string | null>

/** InboundWebhookAnswer. */
export interface InboundWebhookAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Who sends */
  name: string
  /** Whether it takes requests */
  active: boolean
  /** How senders prove who they are */
  signature: Signature
  /** By what a repeated delivery is known; unless given, `webhook-id` of those that are signed by `standard_webhooks` */
  id_from: IdFrom
  /** `auto` recognizes contacts by the names of their fields in twelve languages; otherwise which field is filled from where */
  mapping: InboundWebhookMapping
  /** Of a mapping: path to the id of the record where it comes from (`/id`, `user.id`); the same id is the same record */
  match_by: string | null
  /** When the last request came (RFC 3339) */
  last_received_at: string | null
  /** Until then the secret before the last rotation works, too (RFC 3339) */
  previous_until: string | null
  /** Where senders send */
  url: string
  /** Whether there is a secret */
  has_secret: boolean
  /** Requests of the last 30 days */
  stats: InboundWebhookStats
}

/** `auto` recognizes contacts by the names of their fields in twelve languages; otherwise which field is filled from where. */
export type InboundWebhookMapping = "auto" | ListInboundWebhooksMapping

/** Requests of the last 30 days. */
export interface InboundWebhookStats {
  /** Requests that wait */
  received: number
  /** Requests that were worked */
  processed: number
  /** Requests that could not be worked */
  failed: number
}

/** What `include` asked for. */
export interface Included {
  /** The company */
  company?: IncludedCompany
  /** Deals in which it takes part, the newest 50 */
  deals?: Record<string, unknown>[]
  /** Its tasks, the newest 50 */
  tasks?: Record<string, unknown>[]
}

/** The company. */
export type IncludedCompany = Record<string, unknown> | null

/** IngestInput. */
export interface IngestInput {
  /** `custom:<name>`; one per API key */
  provider: string
  /** products, companies, contacts, deals, quotes, orders, invoices, credit_notes, price_rules, tasks, activities, or another name of one of them (`documents` = invoices, `customers` = companies) */
  object: string
  /** Records under the source's own field names */
  records: readonly unknown[]
  /** Column -> field, null = ignore; what is stored so is read so from then on */
  mapping?: ImportMapping
  /** Store more than 200 records as a job, and answer its `job_id` at once (default false) */
  background?: boolean
}

/** IngestRecordsAnswer. */
export interface IngestRecordsAnswer {
  /** Records that were created */
  created: number
  /** Records that were updated */
  updated: number
  /** Records that were the same already */
  unchanged: number
  /** Records that could not be accepted */
  rejected: {
    /** Zero-based position in `records` */
    index: number
    /** What is wrong, for people */
    reason: string
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field?: string
  }[]
  /** The run, which reports how each header was read; of a job once it is done (UUID) */
  run_id: string
  /** The job that stores them, with `background`; its result has the counts (UUID) */
  job_id?: string
}

/** An invoice with its lines. */
export interface Invoice {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Unique among the documents of its type; `DRAFT-00001` until its issue */
  number: string
  /** The customer (UUID) */
  company_id: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it belongs to (UUID) */
  deal_id: string | null
  /** Owner, or `me` */
  owner_email: string | null
  /** ISO 4217 */
  currency: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate: number | null
  /** Heading */
  title: string | null
  /** For the customer, below the lines */
  notes: string | null
  /** Conditions of payment and delivery */
  terms: string | null
  /** Order number of the customer */
  reference: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date: string | null
  /** Where the invoice goes */
  billing_address: Address
  /** Where the goods go */
  shipping_address: Address
  /** Discount on the whole document, in percent */
  discount_percent: number | null
  /** Discount on the whole document, as an amount */
  discount_amount: number | null
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Net total less the costs of its lines; null where one has no cost */
  margin: number | null
  /** Totals are kept as given and never computed */
  source_totals: boolean
  /** Given totals minus computed ones; null when they agree */
  totals_difference: TotalsDifference
  /** Tax by rate */
  taxes: {
    /** Percent */
    tax_rate: number
    /** Net amount at this rate */
    taxable: number
    /** Tax on it */
    tax: number
  }[]
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** overdue: sent, not paid, and past its due date */
  status: 'draft' | 'sent' | 'partially_paid' | 'paid' | 'void' | 'overdue'
  /** Day until which it is to be paid (YYYY-MM-DD) */
  due_date: string | null
  /** Sum of its payments */
  amount_paid: number
  /** Sum of the credit notes that were applied to it */
  amount_credited: number
  /** What of its total is neither paid nor credited */
  balance_due: number | null
  /** When the payment that settled it was recorded (RFC 3339) */
  paid_at: string | null
  /** The order that it bills (UUID) */
  order_id: string | null
  /** The quote that it came from (UUID) */
  quote_id: string | null
  /** What was paid, in the order of recording */
  payments: {
    /** Id of the payment (UUID) */
    id: string
    /** Amount, in the currency of the invoice */
    amount: number
    /** Day of payment (YYYY-MM-DD) */
    date: string
    /** transfer, card, direct_debit, cash, ... */
    method: string | null
    /** Reference of the bank or the payment service */
    reference: string | null
    /** All invoices that it pays, where it was allocated */
    invoice_ids?: string[]
  }[]
  /** Days since its due date; 0 when it is not overdue */
  days_overdue: number
  /** Credit notes that correct it */
  credit_note_ids: string[]
  /** What is sold, line by line */
  lines: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** What `include` asked for */
  included?: InvoiceIncluded
}

/** What `include` asked for. */
export interface InvoiceIncluded {
  /** The company */
  company?: IncludedCompany
  /** The contact */
  contact?: IncludedCompany
  /** The deal */
  deal?: IncludedCompany
  /** The quote that it came from */
  quote?: IncludedCompany
  /** The order */
  order?: IncludedCompany
  /** Credit notes that correct it, the newest 50 */
  credit_notes?: Record<string, unknown>[]
}

/** Job. */
export interface Job {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** What it does: `import`, `import_revert`, `bulk_update`, `export`, ... */
  kind: string
  /** State of the job */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** What it works for, such as the import (UUID) */
  record_id: string | null
  /** Records that are finished */
  done: number
  /** All records, once their number is known */
  total: number | null
  /** Result, by kind of job */
  result: Record<string, unknown> | null
  /** Why it failed */
  error: ImportError
  /** E-mail address of the user who started it */
  created_by: string
  /** When it was requested (RFC 3339) */
  created_at: string
  /** When work on it began (RFC 3339) */
  started_at: string | null
  /** When it ended (RFC 3339) */
  finished_at: string | null
}

/** What became of it the last time. */
export type LastSending = {
  /** When (RFC 3339) */
  at: string
  /** Messages that were queued */
  queued: number
  /** Why some or all were not: no mailbox sends for the user, recipients are suppressed, the user is gone or sees less, the question cannot be answered any longer, its time passed more than 24 hours ago */
  reason: 'no_mailbox' | 'blocked' | 'user_gone' | 'not_answerable' | 'missed' | null
} | null

/** Leaderboard. */
export interface Leaderboard {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** By owner */
  owners: {
    /** Equal results have the same rank */
    rank: number
    /** Owner */
    owner_email: string
    /** Worth of the deals that were won, net */
    won_amount: number
    /** Deals that were won */
    won_deals: number
    /** Activities of any kind */
    activities: number
    /** Meetings */
    meetings: number
    /** Calls */
    calls: number
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** LifecycleAnalytics. */
export interface LifecycleAnalytics {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Live contacts today */
  contacts: number
  /** By lifecycle stage */
  stages: {
    /** Lifecycle stage; null for none */
    stage: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
    /** Contacts in it */
    count: number
    /** Of all contacts */
    share: number | null
  }[]
  /** By source */
  sources: {
    /** Where they came from; null = unknown */
    source: string | null
    /** Contacts from there */
    count: number
    /** Those of them that became customers */
    customers: number
    /** Customers of these */
    share: number | null
  }[]
  /** How often contacts went from one stage to another in the period, from the log of changes */
  changes: {
    /** Stage before; null for none */
    from: string | null
    /** Stage after; null for none */
    to: string | null
    /** How many moved so */
    count: number
  }[]
}

/** List. */
export interface List {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the list */
  name: string
  /** What it is for */
  description: string | null
  /** Of what it is a list */
  object: 'contacts' | 'companies' | 'deals'
  /** A static list has the members that were added, a dynamic one all that its filter finds */
  type: 'static' | 'dynamic'
  /** Of a dynamic list: what finds its members */
  filter: Filter
  /** Live records that are in it */
  members_count: number
  /** Where the progress is read, when there are more than 5,000 (UUID) */
  job_id?: string
}

/** ListCurrenciesCurrency. */
export interface ListCurrenciesCurrency {
  /** ISO 4217 */
  code: string
  /** English name */
  name: string
  /** Decimals of its amounts */
  decimals: number
  /** The currency of the organization */
  home: boolean
  /** Rate on the requested day; null before the first rate */
  rate: number | null
  /** First day of that rate; null for the organization's own currency (YYYY-MM-DD) */
  valid_from: string | null
  /** History of the requested days, newest first, at most 100 rates */
  rates: {
    /** First day on which it holds (YYYY-MM-DD) */
    valid_from: string
    /** Units of the organization's currency for one unit */
    rate: number
    /** E-mail address of the user who set it */
    set_by: string
    /** When it was set, or corrected last (RFC 3339) */
    set_at: string
  }[]
}

/** ListDuplicatesAnswer. */
export interface ListDuplicatesAnswer {
  /** One page of groups, the most alike first */
  groups: {
    /** What they have in common */
    reason: string
    /** How likely they are one, from 0 to 1 */
    score: number
    /** What they share, as it is compared */
    value: string
    /** Oldest first, 50 at most */
    ids: string[]
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** ListHistoryAnswer. */
export interface ListHistoryAnswer {
  /** One page, the newest first */
  history: {
    /** Field that was changed */
    field: string
    /** The value before */
    from: unknown
    /** The value after */
    to: unknown
    /** Who did it */
    actor: Actor
    /** When it was changed (RFC 3339) */
    at: string
  }[]
  /** Where the next page begins: send it as `cursor`; null on the last */
  next_cursor: string | null
}

/** ListInboundWebhooksMapping. */
export interface ListInboundWebhooksMapping {
  /** What is made; `email_feedback`: what a relay tells of a message, as `POST /emails/feedback` takes it */
  object: 'contacts' | 'companies' | 'deals' | 'email_feedback'
  /** By path in what is received (`/user/email`, `user.email`), the field of the record: `email`, `address.city`, `custom.plan` */
  fields: Record<string, string>
}

/** ListedDataSource. */
export interface ListedDataSource {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** `custom:<name>`; unique */
  provider: string
  /** Name for people */
  title: string | null
  /** BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways */
  locale: string | null
  /** Overrules the locale */
  decimal_sign: '.' | ',' | null
  /** Overrules the locale */
  date_order: 'dmy' | 'mdy' | 'ymd' | null
  /** IANA name: the day of times given as seconds */
  time_zone: string | null
  /** Of amounts that name none; never guessed */
  currency: string | null
  /** Owner of the records that this source creates */
  owner_email: string | null
  /** By object: source column -> field (`lines.sku` for a line), null = ignore */
  mapping: Mapping
  /** By object: keys that find a record besides its external id; all when absent */
  match_keys: MatchKeys
  /** own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; source_wins: takes all it sends; fill_empty: only what is empty */
  conflict_policy: 'own_fields' | 'source_wins' | 'fill_empty'
  /** An empty text or list clears the field instead of leaving it */
  empty_means_clear: boolean
  /** E-mail address of the user who created it */
  created_by: string
  /** When it was created (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Its last run (UUID) */
  last_run_id: string | null
  /** When it sent something last (RFC 3339) */
  last_run_at: string | null
  /** How many runs it has sent */
  runs: number
  /** Share of all records so far that were rejected, 0 to 1 */
  reject_rate: number | null
}

/** ListedSalesCycle. */
export interface ListedSalesCycle {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the cycle */
  name: string
  /** Takes the contacts that get a stage and are in no cycle; where there are cycles, exactly one is the default */
  is_default: boolean
  /** Its stages, in their order */
  stages: {
    /** What `pipeline_stage` of its contacts is: the name that the stage was made with, unless another is given */
    id: string
    /** Name of the stage */
    name: string
  }[]
}

/** ListedWebhook. */
export interface ListedWebhook {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** https address that deliveries are sent to */
  url: string
  /** Event types, `family.*`, or `*` */
  events: string[]
  /** What it is for */
  description: string | null
  /** How it was made */
  source: 'api' | 'rest_hook'
  /** Deliveries are sent */
  active: boolean
  /** Consecutive failures */
  failure_count: number
  /** Last HTTP status received */
  last_status: number | null
  /** When something was sent to it last (RFC 3339) */
  last_delivery_at: string | null
  /** E-mail address of the user who created it */
  created_by: string
  /** When it was created (RFC 3339) */
  created_at: string
  /** Signing secret */
  secret: string
  /** Share of the attempts of this hour and the 23 before it that succeeded, 0 to 1; null without any */
  success_rate_24h: number | null
}

/** ListedWorkflowRun. */
export interface ListedWorkflowRun {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The workflow (UUID) */
  workflow_id: string
  /** Type of the record that was enrolled; null for a schedule without one */
  entity_type: string | null
  /** The record that was enrolled (UUID) */
  entity_id: string | null
  /** Contact of the run (UUID) */
  contact_id: string | null
  /** Deal of the run (UUID) */
  deal_id: string | null
  /** Company of the run (UUID) */
  company_id: string | null
  /** The event that started it */
  event_id: number | null
  /** Workflows that led to it */
  cause_chain: string[]
  /** State of the run */
  status: 'running' | 'waiting' | 'frozen' | 'completed' | 'failed' | 'cancelled'
  /** Path of the step that comes next */
  cursor: string | null
  /** When it continues (RFC 3339) */
  wake_at: string | null
  /** What it waits for */
  waiting_for: string | null
  /** When it started (RFC 3339) */
  started_at: string
  /** When it ended (RFC 3339) */
  ended_at: string | null
  /** Why: end, stopped, exit, loop, record_deleted, cancelled, error */
  end_reason: string | null
  /** Version of the workflow that it follows */
  version: number
  /** The enrolled record; null for a schedule without one */
  entity: WorkflowRunEntity
  /** The `X-Request-Id` of the call that led to it; null where none did */
  request_id: string | null
  /** A schedule that fired later than it should have */
  late: boolean
}

/** Mailbox. */
export interface Mailbox {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** The teammate whose mailbox it is, or `me`; null: that of the installation */
  owner_email: string | null
  /** Its address, in lower case; one mailbox has it */
  address: string
  /** Further addresses from which it may send */
  aliases: string[]
  /** The name that recipients see; that of its owner unless given */
  name: string | null
  /** Where answers go; to its address unless given */
  reply_to: string | null
  /** HTML of the signature */
  signature: string | null
  /** The server that sends; null where the installation has one for all */
  smtp: Smtp
  /** The server by which it is read; null: it is not read */
  imap: Imap
  /** State: `failing` ones are tried again by themselves */
  status: 'connected' | 'failing' | 'disabled'
  /** What failed last */
  last_error: string | null
  /** When it was read last (RFC 3339) */
  last_sync_at: string | null
  /** Messages in 24 hours at most; null: any number */
  daily_limit: number | null
  /** Messages in an hour at most; null: any number */
  hourly_limit: number | null
  /** Messages in flight at once */
  max_connections: number
  /** Whether sent messages are put into its folder of sent ones */
  save_sent: 'auto' | 'yes' | 'no'
  /** Address for reports, with `{token}` in it; its own address unless given */
  return_path: string | null
  /** By what its messages are signed here */
  dkim: Dkim
  /** Host of its tracked links; that of the installation unless given */
  tracking_domain: string | null
  /** Sends for those who have none */
  is_default: boolean
  /** Messages of the last 24 hours, which its limit counts */
  sent_24h: number
}

/** By object: source column -> field (`lines.sku` for a line), null = ignore. */
export interface Mapping {
  /** Of products */
  products?: ImportMapping
  /** Of companies */
  companies?: ImportMapping
  /** Of contacts */
  contacts?: ImportMapping
  /** Of deals */
  deals?: ImportMapping
  /** Of quotes */
  quotes?: ImportMapping
  /** Of orders */
  orders?: ImportMapping
  /** Of invoices */
  invoices?: ImportMapping
  /** Of credit_notes */
  credit_notes?: ImportMapping
  /** Of price_rules */
  price_rules?: ImportMapping
  /** Of tasks */
  tasks?: ImportMapping
  /** Of activities */
  activities?: ImportMapping
}

/** By object: keys that find a record besides its external id; all when absent. */
export interface MatchKeys {
  /** Keys of products */
  products?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of companies */
  companies?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of contacts */
  contacts?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of deals */
  deals?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of quotes */
  quotes?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of orders */
  orders?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of invoices */
  invoices?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of credit_notes */
  credit_notes?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of price_rules */
  price_rules?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of tasks */
  tasks?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
  /** Keys of activities */
  activities?: ('email' | 'domain' | 'vat_number' | 'code' | 'sku' | 'barcode' | 'number' | 'name')[]
}

/** Me. */
export interface Me {
  /** The user of this call */
  user: {
    /** Id of the user */
    id: string
    /** E-mail address of the user */
    email: string
    /** Name of the user */
    name: string | null
    /** What the user may do */
    role: 'admin' | 'member'
  }
  /** The organization of this call */
  organization: {
    /** Id of the organization */
    id: string
    /** Name of the organization */
    name: string
    /** What it may use */
    plan: 'unlimited' | 'free' | 'starter' | 'growth' | 'scale' | 'scale_automation'
    /** ISO 4217 */
    currency: string
    /** BCP 47 */
    locale: string
    /** IANA time zone */
    timezone: string
  }
  /** The API key of this call; null without one */
  key: {
    /** Id of the key */
    id: string
    /** What the key is for */
    name: string
    /** Whether the key may administrate, if the user is an administrator */
    administration: boolean
  } | null
  /** What this call may do */
  scopes: ('read' | 'write' | 'delete' | 'webhooks' | 'mcp')[]
  /** Which records of the organization the user sees */
  visibility: 'own' | 'team' | 'all'
  /** Calls of this key in the running minute; null = not limited */
  rate_limit: {
    /** Calls in all */
    limit: number
    /** Calls left */
    remaining: number
    /** Seconds until the next period */
    reset: number
  } | null
  /** Calls of the organization in this period of its plan; null = unlimited */
  quota: Quota
}

/** Measure. */
export interface Measure {
  /** How the values of a group become one */
  measure: 'count' | 'sum' | 'avg' | 'median' | 'min' | 'max' | 'count_distinct'
  /** What is measured; none for count */
  field?: string
  /** Name of the column */
  as?: string
}

/** MyAnswer. */
export interface MyAnswer {
  /** It is done; all sessions of the account have ended */
  changed: true
}

/** The open task that is due first. */
export type NextTask = {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** What is to be done */
  title: string
  /** Kind of task */
  type: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
  /** Whether it is still to be done */
  status: 'open' | 'completed' | 'cancelled'
  /** How much it matters */
  priority: 'low' | 'medium' | 'high'
  /** Owner; `me` when left out */
  owner_email: string | null
  /** When it must be done (RFC 3339) */
  due_at: string | null
  /** When to remind its owner (RFC 3339) */
  remind_at: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it is about (UUID) */
  deal_id: string | null
  /** The company that it is about (UUID) */
  company_id: string | null
  /** The quote that it is about (UUID) */
  quote_id: string | null
  /** Who made it */
  source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
  /** More about it, in free words */
  description: string | null
  /** How it went; of calls, one of the call outcomes */
  outcome: string | null
  /** How it comes again: when it is completed, the next one is made */
  recurrence: Recurrence
  /** The first task of its series; null of that one (UUID) */
  series_id: string | null
  /** Which one of its series it is; null of the first */
  occurrence: number | null
  /** When it was completed (RFC 3339) */
  completed_at: string | null
  /** Who completed it */
  completed_by: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Open, and past its due time */
  overdue: boolean
} | null

/** Notification. */
export interface Notification {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Address of the teammate who gets it */
  recipient: string
  /** `message` from a teammate or workflow, otherwise what happened, such as `webhook.deactivated` */
  type: string
  /** Heading */
  title: string
  /** What happened */
  body: string | null
  /** What it is about: contact, deal, webhook, ... */
  entity_type: string | null
  /** Id of what it is about (UUID) */
  entity_id: string | null
  /** Null while it is unread (RFC 3339) */
  read_at: string | null
  /** E-mail address of the user who caused it */
  created_by: string
  /** When it happened (RFC 3339) */
  created_at: string
}

/** NotificationSettings. */
export interface NotificationSettings {
  /** All kinds that the engine sends by itself */
  settings: {
    /** The `type` of such notifications */
    type: string
    /** What they tell */
    label: string
    /** Whether you get them */
    enabled: boolean
  }[]
}

/** Instead of a password: OAuth 2.0; kept encrypted and never shown. */
export interface OauthInput {
  /** Id of the application */
  client_id: string
  /** Secret of the application */
  client_secret: string
  /** Token by which access tokens are got */
  refresh_token: string
  /** https address that gives access tokens */
  token_url: string
}

/** ObjectSchema. */
export interface ObjectSchema {
  /** Name of the schema */
  title: string
  /** Its fields */
  properties: Record<string, unknown>
}

/** Option. */
export interface Option {
  /** What records hold */
  value: string
  /** What people read; the value unless given */
  label?: string
  /** What it was called before it was renamed: still taken for it */
  former?: string[]
}

/** An order with its lines. */
export interface Order {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Unique among the documents of its type; `DRAFT-00001` until its issue */
  number: string
  /** The customer (UUID) */
  company_id: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it belongs to (UUID) */
  deal_id: string | null
  /** Owner, or `me` */
  owner_email: string | null
  /** ISO 4217 */
  currency: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate: number | null
  /** Heading */
  title: string | null
  /** For the customer, below the lines */
  notes: string | null
  /** Conditions of payment and delivery */
  terms: string | null
  /** Order number of the customer */
  reference: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date: string | null
  /** Where the invoice goes */
  billing_address: Address
  /** Where the goods go */
  shipping_address: Address
  /** Discount on the whole document, in percent */
  discount_percent: number | null
  /** Discount on the whole document, as an amount */
  discount_amount: number | null
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Net total less the costs of its lines; null where one has no cost */
  margin: number | null
  /** Totals are kept as given and never computed */
  source_totals: boolean
  /** Given totals minus computed ones; null when they agree */
  totals_difference: TotalsDifference
  /** Tax by rate */
  taxes: {
    /** Percent */
    tax_rate: number
    /** Net amount at this rate */
    taxable: number
    /** Tax on it */
    tax: number
  }[]
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Its status */
  status: 'draft' | 'confirmed' | 'partially_delivered' | 'delivered' | 'invoiced' | 'cancelled'
  /** The issue date unless given (YYYY-MM-DD) */
  order_date: string | null
  /** Expected delivery (YYYY-MM-DD) */
  expected_at: string | null
  /** When it was delivered (RFC 3339) */
  delivered_at: string | null
  /** The quote that it came from (UUID) */
  quote_id: string | null
  /** Invoices that bill it */
  invoice_ids: string[]
  /** What is sold, line by line */
  lines: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** What `include` asked for */
  included?: OrderIncluded
}

/** What `include` asked for. */
export interface OrderIncluded {
  /** The company */
  company?: IncludedCompany
  /** The contact */
  contact?: IncludedCompany
  /** The deal */
  deal?: IncludedCompany
  /** The quote that it came from */
  quote?: IncludedCompany
  /** Invoices that bill it, the newest 50 */
  invoices?: Record<string, unknown>[]
}

/** Organization. */
export interface Organization {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Name of the organization */
  name: string
  /** What it may use */
  plan: 'unlimited' | 'free' | 'starter' | 'growth' | 'scale' | 'scale_automation'
  /** ISO 4217 */
  currency: string
  /** BCP 47 */
  locale: string
  /** IANA time zone */
  timezone: string
  /** Month in which the fiscal year begins, and its quarters with it */
  fiscal_year_start: number
  /** Local time; empty = always */
  business_hours: {
    /** Monday = 1 */
    weekday: number
    /** HH:MM */
    from: string
    /** HH:MM */
    to: string
  }[]
  /** Days that are no business days, beside Saturdays and Sundays */
  holidays: string[]
  /** Whether changes of products and price rules are events; null = no */
  catalog_events: boolean | null
  /** Who must have a second factor (an authenticator app or a passkey) before they are let in: nobody (`optional`), `administrators` or `everybody`; API keys and tokens of an identity provider outside are not concerned */
  second_factor: 'optional' | 'administrators' | 'everybody'
  /** Who sells, as the PDFs of documents say it; replaced as a whole */
  seller: Seller
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Bumps on each write; for `If-Match` */
  version: number
}

/** OrganizationUsage. */
export interface OrganizationUsage {
  /** What the organization has booked */
  plan: 'unlimited' | 'free' | 'starter' | 'growth' | 'scale' | 'scale_automation'
  /** Calls of the organization in this period of its plan; null = unlimited */
  quota: Quota
  /** By object: contacts, companies, ...; of the whole organization, also those that the caller does not see */
  records: Record<string, {
    /** Records */
    live: number
    /** Deleted ones that can be restored */
    deleted: number
  }>
  /** Live records of all objects */
  total_records: number
  /** Storage that the data takes */
  storage: {
    /** Records and their lines as JSON; of large tables by a sample */
    bytes: number
  }
  /** When records and storage were counted, at most a minute ago (RFC 3339) */
  measured_at: string
}

/** Past their close date. */
export interface Overdue {
  /** How many */
  count: number
  /** Sum of their amounts, net */
  amount: number
}

/** New values of fields. */
export interface OverridesInput {
  /** Unique; same as email */
  primary_email?: string | null
  /** All e-mail addresses */
  emails?: readonly ContactEmail[]
  /** Given name */
  first_name?: string | null
  /** Family name */
  last_name?: string | null
  /** Full name; made of the two when left out */
  name?: string | null
  /** Job title */
  title?: string | null
  /** Company name */
  company?: string | null
  /** The company, found or made by name and e-mail when left out (UUID) */
  company_id?: string | null
  /** Owner, or `me` */
  assigned_to?: string | null
  /** E.164 where the number is valid */
  phone?: string | null
  /** All telephone numbers */
  phones?: readonly ContactPhone[]
  /** ISO 3166-1 alpha-2; a name is accepted */
  country?: string | null
  /** City */
  city?: string | null
  /** Postal address */
  address?: Address
  /** Labels */
  tags?: readonly string[]
  /** The sales cycle that the contact is in (UUID) */
  sales_cycle_id?: string | null
  /** Stage in the sales cycle */
  pipeline_stage?: string | null
  /** Where the first talks stand, in words of your own */
  lead_status?: string | null
  /** How far the contact has come as a customer */
  lifecycle_stage?: 'subscriber' | 'lead' | 'mql' | 'sql' | 'opportunity' | 'customer' | 'evangelist' | 'churned' | 'other' | null
  /** How promising the contact is; workflows and people add to it */
  lead_score?: number
  /** Does not want to be contacted */
  do_not_contact?: boolean
  /** Rank, such as director */
  seniority?: string | null
  /** Where the contact came from first */
  primary_source?: string | null
  /** Where the contact came from last */
  last_source?: string | null
  /** Marketing words of the first visit */
  utm?: Utm
  /** Page on the professional network */
  linkedin_url?: string | null
  /** Whether the two are connected there */
  linkedin_connection_status?: 'none' | 'pending' | 'connected' | null
  /** BCP 47 */
  language?: string | null
  /** IANA time zone */
  timezone?: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom_properties?: Custom
  /** Same as primary_email */
  email?: string | null
  /** Same as assigned_to */
  owner_email?: string | null
  /** Same as custom_properties (default {}) */
  custom?: CustomPropertiesInput
}

/** PaymentAnswer. */
export interface PaymentAnswer {
  /** The payment (UUID) */
  id: string
  /** The company that paid (UUID) */
  company_id: string | null
  /** ISO 4217 */
  currency: string | null
  /** What came in */
  amount: number
  /** Day of payment (YYYY-MM-DD) */
  date: string
  /** How it was paid */
  method: string | null
  /** Reference of the bank or the payment service */
  reference: string | null
  /** What it pays */
  invoices: {
    /** The invoice (UUID) */
    invoice_id: string
    /** Its number */
    number: string
    /** What of the payment is its */
    amount: number
    /** What of it is still to be paid */
    balance_due: number | null
    /** Its status */
    status: string
  }[]
}

/** Picklist. */
export interface Picklist {
  /** Which list */
  name: 'lost_reasons' | 'deal_types' | 'priorities' | 'sources' | 'industries' | 'tiers'
  /** What the list is for */
  meaning: string
  /** Where records hold its values, such as deals.priority */
  fields: string[]
  /** Only values of the list are taken; else records may hold other words */
  strict: boolean
  /** What records get that say nothing; it stays in the list */
  initial: string | null
  /** In their order */
  values: {
    /** As records hold it */
    value: string
    /** What people read */
    label: string
    /** Place in the list, from 0 */
    position: number
    /** Whether pickers offer it; records may hold others still */
    active: boolean
  }[]
  /** E-mail address of the user who replaced it last; null = nobody has */
  updated_by: string | null
  /** When it was replaced last; null = never (RFC 3339) */
  updated_at: string | null
  /** Bumps on each write, 0 before the first; for `If-Match` */
  version: number
  /** Where the progress of renaming is read, when there are more than 500 records (UUID) */
  job_id?: string
}

/** Pipeline. */
export interface Pipeline {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the pipeline */
  name: string
  /** Takes the deals that name no pipeline; exactly one pipeline is the default */
  is_default: boolean
  /** Place among the pipelines */
  position: number
  /** Its stages, in their order */
  stages: {
    /** Id of the stage */
    id: string
    /** Name of the stage */
    name: string
    /** Percent; 100 where deals are won, 0 where they are lost */
    probability: number
    /** What it means for the deals in it */
    type: 'open' | 'won' | 'lost'
    /** Days after which a deal in it is stuck; null = never */
    stuck_after_days: number | null
    /** Fields of a deal that must be known before it enters; `custom.<name>` too */
    required_fields: string[]
  }[]
}

/** PipelineAnalytics. */
export interface PipelineAnalytics {
  /** The pipeline (UUID) */
  pipeline_id: string
  /** Name of the pipeline */
  pipeline_name: string
  /** The moment (RFC 3339) */
  as_of: string
  /** Of all amounts: that of the organization */
  currency: string
  /** Open deals, of any currency */
  count: number
  /** Sum of their amounts, net */
  amount: number
  /** amount x probability, rounded once */
  weighted_amount: number
  /** By stage, in their order */
  stages: {
    /** Stage */
    stage_id: string
    /** Name of the stage */
    name: string
    /** What the stage means */
    type: 'open' | 'won' | 'lost'
    /** Open deals, of any currency */
    count: number
    /** Sum of their amounts, net */
    amount: number
    /** amount x probability, rounded once */
    weighted_amount: number
  }[]
  /** By owner */
  owners: {
    /** Owner; null for none */
    owner_email: string | null
    /** Open deals, of any currency */
    count: number
    /** Sum of their amounts, net */
    amount: number
    /** amount x probability, rounded once */
    weighted_amount: number
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** PipelineChanges. */
export interface PipelineChanges {
  /** The pipeline (UUID) */
  pipeline_id: string
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** Open before the first day */
  opening: StageMoves
  /** Opening amount and all changes together are the closing amount, to the cent */
  changes: {
    /** What of the change is due to this */
    created: CurrencyChanged
    /** What of the change is due to this */
    restored: CurrencyChanged
    /** What of the change is due to this */
    reopened: CurrencyChanged
    /** What of the change is due to this */
    moved_in: CurrencyChanged
    /** What of the change is due to this */
    increased: CurrencyChanged
    /** What of the change is due to this */
    decreased: CurrencyChanged
    /** What of the change is due to this */
    won: CurrencyChanged
    /** What of the change is due to this */
    lost: CurrencyChanged
    /** What of the change is due to this */
    moved_out: CurrencyChanged
    /** What of the change is due to this */
    deleted: CurrencyChanged
    /** What of the change is due to this */
    currency_changed: CurrencyChanged
  }
  /** Moved within the pipeline */
  stage_moves: StageMoves
  /** Open after the last day */
  closing: StageMoves
  /** Currencies of open deals that are left out, because nothing converts them */
  other_currencies: string[]
}

/** PipelineStageAnswer. */
export interface PipelineStageAnswer {
  /** Id of the stage */
  id: string
  /** Name of the stage */
  name: string
  /** Percent; 100 where deals are won, 0 where they are lost */
  probability: number
  /** What it means for the deals in it */
  type: 'open' | 'won' | 'lost'
  /** Days after which a deal in it is stuck; null = never */
  stuck_after_days: number | null
  /** Fields of a deal that must be known before it enters; `custom.<name>` too */
  required_fields: string[]
  /** The pipeline (UUID) */
  pipeline_id: string
  /** From 1 */
  position: number
  /** That of the pipeline, for `If-Match`: any change of its stages bumps it */
  version: number
}

/** PriceRule. */
export interface PriceRule {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the rule */
  name: string | null
  /** For this customer only (UUID) */
  company_id: string | null
  /** For customers of this tier only */
  company_tier: string | null
  /** For this product only (UUID) */
  product_id: string | null
  /** For the product of this sku only */
  sku: string | null
  /** For products of this brand only */
  brand: string | null
  /** For products of this category only */
  category: string | null
  /** fixed_price: value is the price; discount_percent: off the price of the product; markup_percent: on its cost; tester: value is the price of testers only */
  kind: 'fixed_price' | 'discount_percent' | 'markup_percent' | 'tester'
  /** Net price or percent, by kind; for quantities below every tier where there are tiers */
  value: number | null
  /** Currency in which the rule applies; in every one where it is null */
  currency: string | null
  /** Other values from a quantity on */
  tiers: PriceRuleTier[]
  /** First day (YYYY-MM-DD) */
  valid_from: string | null
  /** Last day (YYYY-MM-DD) */
  valid_to: string | null
  /** The highest wins among rules that are equally specific */
  priority: number
  /** Applies at all */
  active: boolean
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** What `include` asked for */
  included?: PriceRuleIncluded
}

/** What `include` asked for. */
export interface PriceRuleIncluded {
  /** The customer */
  company?: IncludedCompany
  /** The product */
  product?: IncludedCompany
}

/** PriceRuleTier. */
export interface PriceRuleTier {
  /** From this quantity on */
  min_quantity: number
  /** Net price or percent, by the kind of the rule */
  value: number
}

/** PriceTier. */
export interface PriceTier {
  /** From this quantity on */
  min_quantity: number
  /** Net price of one unit */
  price: number
}

/** A product. */
export interface Product {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Article code; unique */
  sku: string
  /** Name of the product */
  name: string
  /** What is worth knowing, in free words */
  description: string | null
  /** Brand */
  brand: string | null
  /** Product group */
  category: string | null
  /** Unit that is counted: piece, kg, hour, ... */
  unit: string | null
  /** GTIN or another bar code */
  barcode: string | null
  /** Default net sales price */
  price: number | null
  /** ISO 4217 */
  currency: string | null
  /** Percent */
  tax_rate: number | null
  /** Net cost of one unit */
  cost: number | null
  /** Other prices from a quantity on */
  price_tiers: PriceTier[]
  /** In other currencies, one entry for each */
  prices: ProductPrice[]
  /** Null = stock is not kept */
  stock_on_hand: number | null
  /** Promised to customers, not yet delivered */
  stock_reserved: number
  /** What is ordered from suppliers */
  stock_incoming: ProductStockIncoming[]
  /** The company that supplies it (UUID) */
  supplier_company_id: string | null
  /** Article code of the supplier */
  supplier_sku: string | null
  /** ISO 4217, of the supplier's price */
  supplier_currency: string | null
  /** Net price of the supplier */
  supplier_price: number | null
  /** A sample that is priced by its own rules */
  is_tester: boolean
  /** Can be sold */
  active: boolean
  /** Address of a picture */
  image_url: string | null
  /** Weight of one unit in kilograms */
  weight: number | null
  /** Further facts by name, of any form */
  details: Record<string, unknown>
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** On hand and not reserved; null where stock is not kept */
  stock_available: number | null
  /** What `include` asked for */
  included?: ProductIncluded
}

/** ProductAnalytics. */
export interface ProductAnalytics {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** By article, the greatest first */
  skus: {
    /** Article code; null for lines without one */
    sku: string | null
    /** How many were invoiced */
    quantity: number
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
    /** Companies that were invoiced it */
    customers: number
  }[]
  /** By brand, the greatest first */
  brands: {
    /** Brand; null for none */
    brand: string | null
    /** How many were invoiced */
    quantity: number
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
    /** Companies that were invoiced it */
    customers: number
  }[]
  /** By product group, the greatest first */
  categories: {
    /** Product group; null for none */
    category: string | null
    /** How many were invoiced */
    quantity: number
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
    /** Companies that were invoiced it */
    customers: number
  }[]
  /** Companies that were invoiced in the period before, of the same length, and not in this one */
  stopped: {
    /** The company; null where none is named (UUID) */
    company_id: string | null
    /** Its name */
    name: string | null
    /** Day of the last invoice (YYYY-MM-DD) */
    last_bought: string
    /** In the period before */
    revenue: number
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** What `include` asked for. */
export interface ProductIncluded {
  /** The company that supplies it */
  supplier?: IncludedCompany
}

/** ProductPrice. */
export interface ProductPrice {
  /** ISO 4217, another than that of the product */
  currency: string
  /** Net sales price */
  price: number
  /** Other prices from a quantity on */
  price_tiers?: {
    /** From this quantity on */
    min_quantity: number
    /** Net price of one unit */
    price: number
  }[]
  /** Net cost of one unit */
  cost?: number | null
}

/** ProductStockIncoming. */
export interface ProductStockIncoming {
  /** How many are expected */
  quantity: number
  /** The day on which they are expected (YYYY-MM-DD) */
  expected_at?: string | null
  /** Number of the purchase order */
  reference?: string | null
}

/** Property. */
export interface Property {
  /** Null for a standard property (UUID) */
  id: string | null
  /** Plural of the record type */
  object: string
  /** Key, by which records hold it */
  name: string
  /** As conditions, sorts and merge tags name it: `custom.x` */
  field: string
  /** What people read */
  label: string
  /** What it means */
  description: string | null
  /** Of a custom property one of text, long_text, number, money, boolean, date, datetime, select, multi_select, email, url, phone; of a standard one also object or list */
  type: string
  /** `standard` for what every organization has */
  group: string
  /** Made by the organization */
  custom: boolean
  /** Set by the engine alone, or computed by a formula */
  read_only: boolean
  /** Of select and multi_select, in their order */
  options: Option[]
  /** What values must obey */
  validation: Validation
  /** Value of records that are made without one */
  default: Default
  /** Computes the values, which are read-only then */
  formula: string | null
  /** Who enters a record gives a value */
  required: boolean
  /** No two live records of the object have the same value */
  unique: boolean
  /** Conditions on it are answered from an index */
  indexed: boolean
  /** Holds what identifies a person */
  pii: boolean
  /** Its values are kept for 90 days from then on (RFC 3339) */
  archived_at: string | null
  /** When it was made (RFC 3339) */
  created_at: string | null
  /** When it was changed last (RFC 3339) */
  updated_at: string | null
  /** Bumps on each write */
  version: number | null
  /** What goes on with the values that records have already, where they are many (UUID) */
  job_id?: string
  /** What names the property in its conditions */
  usage?: {
    /** list or report */
    type: string
    /** Id of what uses it (UUID) */
    id: string
    /** Name of what uses it */
    name: string
  }[]
}

/** Calls of the organization in this period of its plan; null = unlimited. */
export type Quota = {
  /** Period of the quota */
  period: 'day' | 'month'
  /** Calls made */
  used: number
  /** Calls in all */
  limit: number
  /** Calls left */
  remaining: number
  /** Seconds until the next period */
  reset: number
} | null

/** A quote with its lines. */
export interface Quote {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Unique among the documents of its type; `DRAFT-00001` until its issue */
  number: string
  /** The customer (UUID) */
  company_id: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it belongs to (UUID) */
  deal_id: string | null
  /** Owner, or `me` */
  owner_email: string | null
  /** ISO 4217 */
  currency: string | null
  /** To the currency of the organization; when left out, that of the day of issue, frozen then */
  exchange_rate: number | null
  /** Heading */
  title: string | null
  /** For the customer, below the lines */
  notes: string | null
  /** Conditions of payment and delivery */
  terms: string | null
  /** Order number of the customer */
  reference: string | null
  /** Day of issue (YYYY-MM-DD) */
  issue_date: string | null
  /** Where the invoice goes */
  billing_address: Address
  /** Where the goods go */
  shipping_address: Address
  /** Discount on the whole document, in percent */
  discount_percent: number | null
  /** Discount on the whole document, as an amount */
  discount_amount: number | null
  /** Net total */
  total_excl_tax: number | null
  /** Tax */
  tax_total: number | null
  /** Gross total */
  total_incl_tax: number | null
  /** Net total less the costs of its lines; null where one has no cost */
  margin: number | null
  /** Totals are kept as given and never computed */
  source_totals: boolean
  /** Given totals minus computed ones; null when they agree */
  totals_difference: TotalsDifference
  /** Tax by rate */
  taxes: {
    /** Percent */
    tax_rate: number
    /** Net amount at this rate */
    taxable: number
    /** Tax on it */
    tax: number
  }[]
  /** Labels */
  tags: string[]
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Its status */
  status: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'cancelled'
  /** Last day on which it can be accepted (YYYY-MM-DD) */
  valid_until: string | null
  /** From 1; every edit of a sent quote makes the next */
  quote_version: number
  /** The version before (UUID) */
  previous_quote_id: string | null
  /** The version that took its place (UUID) */
  next_quote_id: string | null
  /** When it was sent (RFC 3339) */
  sent_at: string | null
  /** When the customer first saw it (RFC 3339) */
  first_viewed_at: string | null
  /** When the customer last saw it (RFC 3339) */
  last_viewed_at: string | null
  /** Views of the public page, half an hour or more apart */
  view_count: number
  /** When it was accepted (RFC 3339) */
  accepted_at: string | null
  /** Who accepted it */
  accepted_by: AcceptedBy
  /** When it was declined (RFC 3339) */
  declined_at: string | null
  /** Why, in the words of the customer */
  decline_reason: string | null
  /** The order that it became (UUID) */
  order_id: string | null
  /** The invoice that it became (UUID) */
  invoice_id: string | null
  /** Null until it is sent */
  public_token: string | null
  /** Page on which the customer accepts or declines; null until it is sent */
  public_url: string | null
  /** What is sold, line by line */
  lines: {
    /** Its id (UUID) */
    id: string
    /** Place in the document, from 1 */
    position: number
    /** The product (UUID) */
    product_id: string | null
    /** Kept even if the catalog does not know it */
    sku: string | null
    /** What the line sells */
    name: string | null
    /** More about it */
    description: string | null
    /** Unit that is counted */
    unit: string | null
    /** How many */
    quantity: number
    /** Net price of one unit */
    unit_price: number | null
    /** Discount on the line, in percent */
    discount_percent: number | null
    /** Discount on the line, as an amount */
    discount_amount: number | null
    /** Percent */
    tax_rate: number | null
    /** Net */
    total_excl_tax: number | null
    /** Tax */
    tax_amount: number | null
    /** Gross */
    total_incl_tax: number | null
    /** The rule that the price came from (UUID) */
    price_rule_id: string | null
    /** Of one unit, for the margin */
    cost: number | null
    /** Which of these were not given; they follow when a draft changes currency or customer */
    from_catalog: ('unit_price' | 'tax_rate' | 'cost')[] | null
    /** Net less cost; null where the cost is not known */
    margin: number | null
    /** Values of custom properties, by name */
    custom: Custom
  }[]
  /** What `include` asked for */
  included?: QuoteIncluded
}

/** What `include` asked for. */
export interface QuoteIncluded {
  /** The company */
  company?: IncludedCompany
  /** The contact */
  contact?: IncludedCompany
  /** The deal */
  deal?: IncludedCompany
  /** The order that it became */
  order?: IncludedCompany
  /** The invoice that it became */
  invoice?: IncludedCompany
}

/** QuoteLink. */
export interface QuoteLink {
  /** The quote */
  id: string
  /** Page on which the customer accepts or declines */
  public_url: string
  /** Its status */
  status: 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'cancelled'
  /** Last day on which it can be accepted (YYYY-MM-DD) */
  valid_until: string | null
  /** When it was sent (RFC 3339) */
  sent_at: string | null
  /** How often the customer has seen it */
  view_count: number
  /** When the customer first saw it (RFC 3339) */
  first_viewed_at: string | null
  /** When the customer last saw it (RFC 3339) */
  last_viewed_at: string | null
  /** The version that took its place: the page says so (UUID) */
  next_quote_id: string | null
}

/** Receivables. */
export interface Receivables {
  /** Today, where the organization is (YYYY-MM-DD) */
  as_of: string
  /** Of all amounts: that of the organization */
  currency: string
  /** What is still to be paid */
  total: number
  /** What is past its due date */
  overdue: number
  /** How many invoices */
  invoices: number
  /** By days past the due date; without one an invoice is current */
  ageing: {
    /** Not past the due date */
    current: number
    /** 1 to 30 days past the due date */
    '1_30': number
    /** 31 to 60 days past the due date */
    '31_60': number
    /** 61 to 90 days past the due date */
    '61_90': number
    /** More than 90 days past the due date */
    over_90: number
  }
  /** Days of sales outstanding: total / invoiced with tax in the last 90 days x 90 */
  dso: number | null
  /** By company, the greatest balance first */
  debtors: {
    /** The company; null where none is named (UUID) */
    company_id: string | null
    /** Its name */
    name: string | null
    /** What is still to be paid */
    total: number
    /** What of that is past its due date */
    overdue: number
    /** How many invoices */
    invoices: number
    /** The first due date of them (YYYY-MM-DD) */
    oldest_due: string | null
    /** Not past the due date */
    current: number
    /** 1 to 30 days past the due date */
    '1_30': number
    /** 31 to 60 days past the due date */
    '31_60': number
    /** 61 to 90 days past the due date */
    '61_90': number
    /** More than 90 days past the due date */
    over_90: number
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** How it comes again: when it is completed, the next one is made. */
export type Recurrence = {
  /** How often */
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  /** Every so many days, weeks, months or years (default 1) */
  interval?: number
  /** Of weekly ones: 1 = Monday to 7 = Sunday; the weekday of due_at when left out */
  weekdays?: number[]
  /** Not after this day (YYYY-MM-DD) */
  until?: string
  /** So many tasks in all */
  count?: number
} | null

/** Report. */
export interface Report {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** What the report is called */
  name: string
  /** What it is for */
  description: string | null
  /** Records that the report is about */
  object: 'contacts' | 'companies' | 'deals' | 'tasks' | 'activities' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'products'
  /** Which records; all when left out */
  filter: Filter
  /** At most three; none: one row over all */
  group_by: ReportGroupBy[]
  /** The number of records when left out */
  measures: Measure[]
  /** Only records of this period, by date_field */
  period: 'week' | 'month' | 'quarter' | 'year' | 'last_month' | 'last_quarter' | 'last_year' | 'd30' | 'd90' | 'm12' | 'all' | null
  /** Field that period, from and to are about; that of the record type when left out */
  date_field: string | null
  /** A column of the answer; `-` in front = descending. By its groups when left out */
  sort: string | null
  /** Rows of the answer */
  limit: number
  /** How it is best shown */
  chart: 'table' | 'number' | 'bar' | 'line' | 'area' | 'pie' | 'funnel'
  /** When it is sent, and to whom: with what the user sees who set it, who must see all records; weekly on Mondays, monthly on the 1st */
  schedule: ReportSchedule
  /** User with whose sight and mailbox it is sent */
  scheduled_by: string | null
  /** When it is sent next; null until that is counted (RFC 3339) */
  next_run_at: string | null
  /** What became of it the last time */
  last_sending: LastSending
}

/** ReportAnswer. */
export interface ReportAnswer {
  /** Records that the report is about */
  object: string
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of the rows, in their order */
  columns: {
    /** Name of the column */
    name: string
    /** What it shows */
    kind: 'group' | 'measure'
    /** An amount: in `currency`, or in that of the row where records are grouped by it */
    money: boolean
  }[]
  /** One per group; groups of what is unknown have null */
  rows: Record<string, unknown>[]
  /** Rows that there are in all */
  groups: number
  /** Records that the report is about */
  records: number
  /** Of all amounts: that of the organization */
  currency: string
  /** Records whose amounts are left out, because no rate of exchange is known; the number of records counts them */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many were left out */
    records: number
  }[]
  /** With format csv */
  csv: string | null
}

/** ReportGroupBy. */
export interface ReportGroupBy {
  /** Field of the record, of a related one (company.country), of its lines (lines.sku, lines.product.category) or a custom property */
  field: string
  /** Of a day or time, in the time zone of the organization; weeks begin on Monday */
  bucket?: 'day' | 'week' | 'month' | 'quarter' | 'year'
  /** Name of the column */
  as?: string
}

/** When it is sent, and to whom: with what the user sees who set it, who must see all records; weekly on Mondays, monthly on the 1st. */
export type ReportSchedule = {
  /** How often */
  frequency: 'daily' | 'weekly' | 'monthly'
  /** HH:MM where the organization is */
  time?: string
  /** E-mail addresses that it is sent to */
  recipients: string[]
} | null

/** RevenueAnalytics. */
export interface RevenueAnalytics {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** Without tax; drafts and void invoices do not count */
  invoiced: number
  /** Of issued credit notes */
  credited: number
  /** invoiced - credited */
  revenue: number
  /** Month by month */
  months: {
    /** First day (YYYY-MM-DD) */
    month: string
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
  }[]
  /** By company, the greatest first */
  companies: {
    /** The company; null where none is named (UUID) */
    company_id: string | null
    /** Its name */
    name: string | null
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
  }[]
  /** By lines: discounts of whole documents are not in them */
  products: {
    /** Article code; null for lines without one */
    sku: string | null
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
  }[]
  /** By owner, the greatest first */
  owners: {
    /** Owner; null for none */
    owner_email: string | null
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
  }[]
  /** As invoiced, not converted */
  currencies: {
    /** ISO 4217 */
    currency: string
    /** Without tax; drafts and void invoices do not count */
    invoiced: number
    /** Of issued credit notes */
    credited: number
    /** invoiced - credited */
    revenue: number
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** All fields, or `fields`. */
export interface SalesCycle {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the cycle */
  name: string
  /** Takes the contacts that get a stage and are in no cycle; where there are cycles, exactly one is the default */
  is_default: boolean
  /** Its stages, in their order, with the contacts in them */
  stages: {
    /** What `pipeline_stage` of its contacts is: the name that the stage was made with, unless another is given */
    id: string
    /** Name of the stage */
    name: string
    /** Contacts that are in it */
    contacts_count: number
  }[]
}

/** SalesVelocity. */
export interface SalesVelocity {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** Deals that were won */
  won: number
  /** Deals that were lost */
  lost: number
  /** Won / closed */
  win_rate: number | null
  /** Of won deals */
  average_amount: number | null
  /** Mean days from creation to the win */
  cycle_days: number | null
  /** Deals that are open now */
  open: number
  /** Amount a day: open deals x win rate x average amount / cycle days */
  velocity: number | null
  /** By stage, in their order */
  stages: {
    /** Stage */
    stage_id: string
    /** Moves out of it */
    moves: number
    /** Mean days in the stage, of deals closed in the period */
    average_days: number | null
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** When it is sent. */
export interface Schedule {
  /** When a campaign that is sent once begins; left out: when it is scheduled (RFC 3339) */
  at?: string
  /** How often a recurring campaign is sent */
  frequency?: 'daily' | 'weekdays' | 'weekly' | 'monthly'
  /** Time of the day at which it is sent */
  time?: string
  /** Of a weekly one: 1 = Monday, 0 or 7 = Sunday */
  weekday?: number
  /** Of a monthly one: its day, 31 = the last of the month */
  day?: number
  /** IANA name of the time zone; that of the organization unless given */
  timezone?: string
}

/** In a preview: what else it may be. */
export type SecondBest = {
  /** Field of ours */
  target: string
  /** 0 to 1 */
  confidence: number
} | null

/** Who sells, as the PDFs of documents say it; replaced as a whole. */
export type Seller = {
  /** Legal name; that of the organization when left out */
  name?: string | null
  /** Where it has its seat */
  address?: Address
  /** VAT number */
  vat_number?: string | null
  /** Register and number */
  registration?: string | null
  /** Where its money goes */
  bank?: {
    /** Bank */
    name?: string | null
    /** IBAN, with or without spaces */
    iban?: string | null
    /** BIC */
    bic?: string | null
  } | null
  /** For questions */
  email?: string | null
  /** For questions */
  phone?: string | null
  /** At the foot of each page */
  footer?: string | null
} | null

/** Steps that run by themselves wait until it is open. */
export type SendWindow = {
  /** Days of the week, 1 = Monday */
  days: number[]
  /** First time of the day */
  from: string
  /** First time at which it is closed again, later than from */
  to: string
  /** By whose clock (default "contact") */
  timezone?: 'contact' | 'organization'
} | null

/** Sequence. */
export interface Sequence {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the sequence */
  name: string
  /** What it is for */
  description: string | null
  /** Only an active sequence enrolls; a paused one holds its enrollments */
  status: 'draft' | 'active' | 'paused' | 'archived'
  /** Owner, or `me` */
  owner_email: string | null
  /** In their order */
  steps: {
    /** The step (UUID) */
    id: string
    /** Place in the sequence; both variants of a step have the same */
    position: number
    /** email and linkedin run by themselves, the others are tasks */
    type: 'email' | 'manual_email' | 'linkedin_invite' | 'linkedin_message' | 'call' | 'task'
    /** From the step before, or from the enrollment */
    delay: Delay
    /** Template of the e-mail; what is written here comes before what it says (UUID) */
    template_id: string | null
    /** Subject, with merge tags; empty in a reply: that of the message before */
    subject: string | null
    /** HTML of an e-mail or text of a message or task, with merge tags */
    body: string | null
    /** Count opens and clicks (default true) */
    track: boolean
    /** Title of the task, with merge tags */
    title: string | null
    /** Priority of the task (default "medium") */
    priority: 'low' | 'medium' | 'high'
    /** A step a with a step b right behind it: each contact gets one of them */
    variant: 'a' | 'b' | null
    /** As a reply to the last e-mail of the enrollment (default false) */
    reply_in_thread: boolean
    /** The next step waits until the task is completed (default true) */
    wait_for_task: boolean
  }[]
  /** Steps that run by themselves wait until it is open */
  send_window: SendWindow
  /** What ends an enrollment */
  exit_on: ExitOn
  /** E-mails on a day of the organization */
  daily_limit: number | null
  /** `owner`: the owner of the contact, else of the sequence; or the e-mail of a teammate or a mailbox */
  sender: string
  /** What its contacts can unsubscribe from */
  topic: string
  /** yes: a visible link; header: only where clients show one */
  unsubscribe_link: 'yes' | 'no' | 'header'
  /** Tags */
  tags: string[]
  /** What is counted of its enrollments */
  stats: StatsOfSequence
}

/** SequenceStats. */
export interface SequenceStats {
  /** Contacts that were enrolled */
  enrolled: number
  /** Enrollments that go on, the paused ones included */
  active: number
  /** Enrollments that did all steps */
  completed: number
  /** Enrollments that ended before, the failed ones included */
  exited: number
  /** Enrollments that ended because the contact answered */
  replied: number
  /** Enrollments that ended, by reason */
  reasons: Record<string, number>
  /** In their order */
  steps: {
    /** The step (UUID) */
    step_id: string
    /** Its place; null for one that is gone */
    position: number | null
    /** email and linkedin run by themselves, the others are tasks */
    type: 'email' | 'manual_email' | 'linkedin_invite' | 'linkedin_message' | 'call' | 'task'
    /** A step a with a step b right behind it: each contact gets one of them */
    variant: 'a' | 'b' | null
    /** Enrollments that stand at it */
    waiting: number
    /** E-mails that left */
    sent: number
    /** A figure with its uncertainty */
    opened: Clicked
    /** A figure with its uncertainty */
    clicked: Clicked
    /** A figure with its uncertainty */
    replied: Clicked
    /** A figure with its uncertainty */
    bounced: Clicked
    /** Meetings that were booked after it, before any other e-mail of the enrollment */
    meetings: Clicked
    /** When it was sent last (RFC 3339) */
    last_sent_at: string | null
  }[]
}

/** How senders prove who they are. */
export interface Signature {
  /** How requests are signed */
  scheme: 'hmac_sha256' | 'stripe' | 'standard_webhooks' | 'none'
  /** Of `hmac_sha256`: header with the signature */
  header?: string
  /** Of `hmac_sha256`: what stands before the signature */
  prefix?: string
  /** Of `hmac_sha256`: how the signature is written (default "hex") */
  encoding?: 'hex' | 'base64'
  /** Of `hmac_sha256`: header with Unix seconds, which are signed as `<seconds>.<body>` */
  timestamp_header?: string
  /** Seconds by which a signed time may differ from now (default 300) */
  tolerance?: number
}

/** The server that sends; null where the installation has one for all. */
export type Smtp = {
  /** Name or address of the server */
  host: string
  /** Port: 25, 465, 587, 2525 */
  port: number
  /** `tls` from the first byte; `starttls` before anything is told; `none` only to this machine itself */
  security: 'tls' | 'starttls' | 'none'
  /** User name of the account */
  user: string | null
} | null

/** Server that sends. */
export interface SmtpInput {
  /** Name or address of the server */
  host: string
  /** Port: 25, 465, 587, 2525 */
  port?: number
  /** `tls` from the first byte; `starttls` before anything is told; `none` only to this machine itself */
  security?: 'tls' | 'starttls' | 'none'
  /** User name of the account */
  user?: string | null
  /** Password; kept encrypted and never shown */
  password?: string
  /** Instead of a password: OAuth 2.0; kept encrypted and never shown */
  oauth?: OauthInput
}

/** How submissions of machines are told. */
export interface Spam {
  /** Who is faster on the page is asked to send it again (default 3) */
  min_seconds?: number
  /** Whether the field `captcha` must hold an answer that the port `Captcha` accepts (default false) */
  captcha?: boolean
}

/** Open before the first day. */
export interface StageMoves {
  /** How many deals */
  count: number
  /** Sum of their amounts, net */
  amount: number
}

/** Counted from the rows of its recipients, those of contacts that the caller sees. */
export interface StatsOfCampaign {
  /** Contacts that it was frozen for */
  recipients: number
  /** Not sent yet */
  pending: number
  /** Left by the mailbox */
  sent: number
  /** Sent, and not bounced */
  delivered: number
  /** Not sent, because they must not be written to */
  skipped: number
  /** Refused or not sent */
  failed: number
  /** Came back */
  bounced: number
  /** May have arrived or not: POST /emails/resolve says what became of them */
  uncertain: number
  /** Not sent, because it was cancelled */
  cancelled: number
  /** Opened by people */
  opened: number
  /** Followed by people to one of its links */
  clicked: number
  /** Answered */
  replied: number
  /** Unsubscribed by it */
  unsubscribed: number
}

/** What is counted of its enrollments. */
export interface StatsOfSequence {
  /** Contacts that were enrolled */
  enrolled: number
  /** Enrollments that go on, the paused ones included */
  active: number
  /** Enrollments that did all steps */
  completed: number
  /** Enrollments that ended before, the failed ones included */
  exited: number
  /** Enrollments that ended because the contact answered */
  replied: number
}

/** What is counted of its runs. */
export interface StatsOfWorkflow {
  /** Runs that were started */
  enrolled: number
  /** Runs that have not ended */
  active: number
  /** Runs that have done all their steps */
  completed: number
  /** Runs that ended with an error */
  failed: number
  /** When a run was started last (RFC 3339) */
  last_run_at: string | null
  /** Share of the ended runs that failed */
  error_rate: number
}

/** StuckDeals. */
export interface StuckDeals {
  /** Of all amounts: that of the organization */
  currency: string
  /** Longer in their stage than it allows */
  rotting: Overdue
  /** Past their close date */
  overdue: Overdue
  /** Both together, each deal once */
  at_risk: Overdue
  /** The longest in their stage first */
  deals: {
    /** The deal (UUID) */
    id: string
    /** Name of the deal */
    name: string
    /** Stage */
    stage_id: string
    /** Name of the stage */
    stage_name: string
    /** Owner */
    owner_email: string | null
    /** Amount, net */
    amount: number
    /** ISO 4217 */
    currency: string
    /** When it was to be closed (YYYY-MM-DD) */
    close_date: string | null
    /** Longer in its stage than it allows */
    rotting: boolean
    /** Past its close date */
    overdue: boolean
    /** Days in its stage */
    days_in_stage: number
    /** Days past its close date; 0 = not */
    days_overdue: number
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** SubmitFormAnswer. */
export interface SubmitFormAnswer {
  /** The submission (UUID) */
  id: string
  /** The form (UUID) */
  form_id: string
  /** By which a repetition is known */
  submission_id: string
  /** The contact that it made or found; null for a widget-only key, and for a contact that the caller does not see (UUID) */
  contact_id: string | null
  /** What the form says after it was sent */
  thanks: string | null
  /** Page that follows */
  redirect_url: string | null
}

/** SyncRun. */
export interface SyncRun {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The source (UUID) */
  source_id: string
  /** Name of the source */
  provider: string
  /** What the records are */
  object: 'products' | 'companies' | 'contacts' | 'deals' | 'quotes' | 'orders' | 'invoices' | 'credit_notes' | 'price_rules' | 'tasks' | 'activities'
  /** Call of `/sync/import` that it was part of (UUID) */
  import_id: string | null
  /** Run whose rejects were sent again (UUID) */
  replay_of: string | null
  /** The product whose field names the batch uses */
  vocabulary: string | null
  /** Records that were sent */
  received: number
  /** Records that were created */
  created: number
  /** Records that were updated */
  updated: number
  /** Records that were the same already */
  unchanged: number
  /** Records that could not be accepted */
  rejected: number
  /** Records of other objects that were created with them, by object */
  also_created: Record<string, number>
  /** How each header was read */
  fields: {
    /** Header, as it was sent */
    source: string
    /** Field of ours */
    target: string
    /** The rule that decided */
    via: string
    /** How sure that is, from 0 to 1 */
    confidence: number
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Headers that no field takes */
  unknown: {
    /** Header, as it was sent */
    source: string
    /** Some of its values */
    samples: string[]
    /** In a preview: what else it may be */
    second_best?: SecondBest
    /** In a preview: why, for people */
    why?: string
  }[]
  /** Some of the rejects */
  reject_samples: {
    /** Zero-based position in `records` */
    index: number
    /** What is wrong, for people */
    reason: string
    /** What is wrong, for programs */
    code: string
    /** Field that is at fault */
    field?: string
  }[]
  /** How many warnings */
  warnings: number
  /** Some of the warnings */
  warning_samples: {
    /** Position in `records`, from 0 */
    index: number
    /** What was noticed */
    warning: string
  }[]
  /** E-mail address of the user who sent it */
  created_by: string
  /** When it began (RFC 3339) */
  started_at: string
  /** When it ended (RFC 3339) */
  created_at: string
}

/** SyncVocabulary. */
export interface SyncVocabulary {
  /** What is sent, object by object */
  objects: {
    /** As ingest writes it */
    object: string
    /** Can be sent */
    accepted: boolean
    /** Other names of the object */
    aliases: string[]
    /** Canonical fields; those of a line as `lines.<field>` */
    fields: string[]
  }[]
  /** By language: concept -> words in column titles */
  languages: {
    /** ISO 639-1 */
    language: string
    /** Concept and its words */
    words: Record<string, string[]>
  }[]
  /** Systems whose field names are known */
  products: {
    /** Name of the plugin */
    name: string
    /** Name of the system */
    title: string
    /** What each of its fields means */
    fields: {
      /** What the records are */
      object: string
      /** Name of the field in that system */
      source: string
      /** Field of ours; null = never read */
      target: string | null
    }[]
  }[]
}

/** TagAnswer. */
export interface TagAnswer {
  /** Id of the tag (UUID) */
  id: string
  /** As records show it */
  name: string
  /** For people, such as #d32f2f */
  color: string | null
  /** Live records that have it, by object */
  counts: Record<string, number>
  /** Live records that have it */
  total: number
  /** Null for a tag that only records know (RFC 3339) */
  created_at: string | null
  /** When its name or color was changed last (RFC 3339) */
  updated_at: string | null
  /** Bumps on each write; null for a tag that only records know */
  version: number | null
  /** Where the progress is read, when there are more than 500 records (UUID) */
  job_id?: string
}

/** A task. */
export interface Task {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** What is to be done */
  title: string
  /** Kind of task */
  type: 'todo' | 'call' | 'email' | 'meeting' | 'linkedin' | 'follow_up'
  /** Whether it is still to be done */
  status: 'open' | 'completed' | 'cancelled'
  /** How much it matters */
  priority: 'low' | 'medium' | 'high'
  /** Owner; `me` when left out */
  owner_email: string | null
  /** When it must be done (RFC 3339) */
  due_at: string | null
  /** When to remind its owner (RFC 3339) */
  remind_at: string | null
  /** Contact (UUID) */
  lead_id: string | null
  /** The deal that it is about (UUID) */
  deal_id: string | null
  /** The company that it is about (UUID) */
  company_id: string | null
  /** The quote that it is about (UUID) */
  quote_id: string | null
  /** Who made it */
  source: 'manual' | 'workflow' | 'sequence' | 'api' | 'import'
  /** More about it, in free words */
  description: string | null
  /** How it went; of calls, one of the call outcomes */
  outcome: string | null
  /** How it comes again: when it is completed, the next one is made */
  recurrence: Recurrence
  /** The first task of its series; null of that one (UUID) */
  series_id: string | null
  /** Which one of its series it is; null of the first */
  occurrence: number | null
  /** When it was completed (RFC 3339) */
  completed_at: string | null
  /** Who completed it */
  completed_by: string | null
  /** Custom values by name; an update changes those that it names, null clears one */
  custom: Custom
  /** Open, and past its due time */
  overdue: boolean
  /** What `include` asked for */
  included?: TaskIncluded
}

/** What `include` asked for. */
export interface TaskIncluded {
  /** The company */
  company?: IncludedCompany
  /** The contact */
  contact?: IncludedCompany
  /** The deal */
  deal?: IncludedCompany
  /** The quote */
  quote?: IncludedCompany
}

/** TeamAnswer. */
export interface TeamAnswer {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Name of the team */
  name: string
  /** User who leads the team (UUID) */
  manager_id: string | null
  /** E-mail address of the user who made it */
  created_by: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Users of the team */
  members: User[]
}

/** The event that starts it; a sample of the trigger by default. */
export interface TestWorkflowEventInput {
  /** An event type */
  type: string
  /** Its data, as `event.*` and the trigger read it */
  payload?: Record<string, unknown>
}

/** Given totals minus computed ones; null when they agree. */
export type TotalsDifference = {
  /** Net, given minus computed */
  total_excl_tax: number
  /** Tax, given minus computed */
  tax_total: number
  /** Gross, given minus computed */
  total_incl_tax: number
} | null

/** TrackingSnippet. */
export interface TrackingSnippet {
  /** To be put into every page; replace YOUR_WIDGET_KEY by a widget-only key that is bound to the site */
  html: string
  /** Address of the script */
  script_url: string
  /** Its hash, for `integrity` */
  integrity: string
  /** Sites whose pages may use the widget-only keys; a key that is bound to none works on any page */
  allowed_origins: string[]
  /** Signs `contact_id` or `email` of `identify`: keep it on your server */
  identity_secret: string | null
}

/** What starts it. */
export type Trigger = {
  /** An event type, or `schedule` */
  type: string
  /** Configuration; its keys follow from the type, see `GET /catalog` */
  config?: Record<string, unknown>
} | null

/** User. */
export interface User {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Address, lower-case */
  email: string
  /** Name of the user */
  name: string | null
  /** What the user may do; administrators also manage users and keys */
  role: 'admin' | 'member'
  /** Whose records the user sees: `own`, those of the `team`, or `all`; of administrators always `all` */
  visibility: 'own' | 'team' | 'all'
  /** Team of the user (UUID) */
  team_id: string | null
  /** Only active users can sign in and their keys work */
  active: boolean
  /** IANA time zone; null = that of the organization */
  timezone: string | null
  /** BCP 47; null = that of the organization */
  language: string | null
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** Bumps on each write; for `If-Match` */
  version: number
}

/** Marketing words of the first visit. */
export type Utm = {
  /** Where the visit came from */
  source?: string | null
  /** By what means */
  medium?: string | null
  /** Name of the campaign */
  campaign?: string | null
  /** Search words */
  term?: string | null
  /** Which of several links */
  content?: string | null
} | null

/** What values must obey. */
export interface Validation {
  /** Least number or amount */
  min?: number
  /** Greatest number or amount */
  max?: number
  /** Least length of a text, least number of chosen options */
  min_length?: number
  /** Greatest length of a text, greatest number of chosen options */
  max_length?: number
}

/** Webhook. */
export interface Webhook {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** https address that deliveries are sent to */
  url: string
  /** Event types, `family.*`, or `*` */
  events: string[]
  /** What it is for */
  description: string | null
  /** How it was made */
  source: 'api' | 'rest_hook'
  /** Deliveries are sent */
  active: boolean
  /** Consecutive failures */
  failure_count: number
  /** Last HTTP status received */
  last_status: number | null
  /** When something was sent to it last (RFC 3339) */
  last_delivery_at: string | null
  /** E-mail address of the user who created it */
  created_by: string
  /** When it was created (RFC 3339) */
  created_at: string
  /** Signing secret */
  secret: string
  /** Share of the attempts of this hour and the 23 before it that succeeded, 0 to 1; null without any */
  success_rate_24h: number | null
  /** Attempts of this hour and the 23 before it, without tests */
  attempts_24h: number
  /** Deliveries that wait for their first or next attempt */
  pending: number
  /** Deliveries that wait for the webhook to become active */
  held: number
  /** When it was made inactive (RFC 3339) */
  disabled_at: string | null
  /** `failures` or `user` */
  disabled_reason: string | null
}

/** WebhookAnswer. */
export interface WebhookAnswer {
  /** The endpoint answered 2xx in time */
  ok: boolean
  /** 0 without an HTTP answer */
  status: number
  /** Milliseconds until the answer */
  duration_ms: number
  /** First 500 characters of the answer */
  response: string
  /** 1 for the first try */
  attempt: number
  /** When it is tried again; null = never (RFC 3339) */
  next_retry_at: string | null
}

/** WinLoss. */
export interface WinLoss {
  /** The days that were asked for */
  period: AnalyticsOverviewPeriod
  /** Of all amounts: that of the organization */
  currency: string
  /** Deals that were won */
  won: Overdue
  /** Deals that were lost */
  lost: Overdue
  /** Won / closed */
  win_rate: number | null
  /** By reason */
  lost_reasons: {
    /** Why; null = unknown */
    reason: string | null
    /** How many */
    count: number
    /** Sum of their amounts, net */
    amount: number
  }[]
  /** By reason */
  won_reasons: {
    /** Why; null = unknown */
    reason: string | null
    /** How many */
    count: number
    /** Sum of their amounts, net */
    amount: number
  }[]
  /** By competitor */
  competitors: {
    /** What they are counted by; null = unknown */
    name: string | null
    /** Deals that were won */
    won: number
    /** Deals that were lost */
    lost: number
    /** Won / closed */
    win_rate: number | null
  }[]
  /** By source */
  sources: {
    /** What they are counted by; null = unknown */
    name: string | null
    /** Deals that were won */
    won: number
    /** Deals that were lost */
    lost: number
    /** Won / closed */
    win_rate: number | null
  }[]
  /** By owner */
  owners: {
    /** What they are counted by; null = unknown */
    name: string | null
    /** Deals that were won */
    won: number
    /** Deals that were lost */
    lost: number
    /** Won / closed */
    win_rate: number | null
  }[]
  /** What is left out of the amounts, because no rate of exchange is known */
  other_currencies: {
    /** ISO 4217 */
    currency: string
    /** How many */
    count: number
    /** Their sum */
    amount: number
  }[]
}

/** The variant that the rest of the audience gets. */
export type Winner = {
  /** Which one the rest gets */
  variant: string
  /** The figures do not tell: it is the fallback */
  inconclusive: boolean
  /** What has decided */
  metric: 'opened' | 'clicked' | 'replied'
  /** When it was decided (RFC 3339) */
  decided_at: string
  /** What was counted of each */
  variants: {
    /** The variant */
    id: string
    /** How many got it */
    sent: number
    /** How many of them did what decides */
    count: number
    /** Their share, 0 to 1 */
    rate: number
    /** Lower end of the 95 % interval (Wilson) */
    low: number
    /** Upper end of the 95 % interval (Wilson) */
    high: number
  }[]
} | null

/** Workflow. */
export interface Workflow {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** Ids of the record in other systems */
  external_ids: {
    /** `custom:<name>` or the name of a plugin */
    provider: string
    /** Id in that system */
    id: string
    /** Web address where the record is seen there */
    url?: string
    /** When it was read there last; when it was told, unless given (RFC 3339) */
    synced_at?: string
  }[]
  /** E-mail address of the user who made it */
  created_by: string
  /** By what it was made: a key, a workflow, an import, ... */
  created_via: string
  /** When it was made (RFC 3339) */
  created_at: string
  /** When it was changed last (RFC 3339) */
  updated_at: string
  /** When it was deleted; null while it is live (RFC 3339) */
  deleted_at: string | null
  /** Bumps on each write; for `If-Match` */
  version: number
  /** Name of the workflow */
  name: string
  /** What it is for */
  description: string | null
  /** Only an active workflow enrolls; the runs of a paused one are frozen */
  status: 'draft' | 'active' | 'paused'
  /** Version that new runs follow; null before the first activation */
  published_version: number | null
  /** Version that the next activation publishes */
  draft_version: number
  /** When that version was published (RFC 3339) */
  published_at: string | null
  /** What starts it */
  trigger: Trigger
  /** What starts it; any of them */
  triggers: WorkflowTrigger[]
  /** All must hold */
  conditions: Record<string, unknown>[]
  /** What is done, in this order */
  steps: {
    /** Stays the same across edits; the engine gives one unless it is told */
    id?: string
    /** Type of the action, see `GET /catalog` */
    type: string
    /** Configuration; its keys follow from the type, see `GET /catalog` */
    config?: Record<string, unknown>
    /** Steps of each way on, which join again at the next step */
    branches?: Record<string, Record<string, unknown>[]>
    /** What the run does when this step fails; default: as the settings say */
    on_error?: 'stop' | 'continue'
  }[]
  /** How it enrolls and runs */
  settings: WorkflowSettings
  /** Type of the records that it enrolls, as events name it: contact, deal, ...; null where its triggers say different ones */
  record_type: string | null
  /** What the next activation publishes; null where that is what runs follow */
  draft: Draft
  /** What is counted of its runs */
  stats: StatsOfWorkflow
  /** With `format=mermaid`: its steps as a flowchart, each with how often it was done */
  diagram?: string
}

/** The enrolled record; null for a schedule without one. */
export type WorkflowEntity = {
  /** Its type */
  type: string
  /** Its id */
  id: string
} | null

/** WorkflowRun. */
export interface WorkflowRun {
  /** Its id (UUID) */
  id: string
  /** Organization */
  user_from: string
  /** The workflow (UUID) */
  workflow_id: string
  /** Type of the record that was enrolled; null for a schedule without one */
  entity_type: string | null
  /** The record that was enrolled (UUID) */
  entity_id: string | null
  /** Contact of the run (UUID) */
  contact_id: string | null
  /** Deal of the run (UUID) */
  deal_id: string | null
  /** Company of the run (UUID) */
  company_id: string | null
  /** The event that started it */
  event_id: number | null
  /** Workflows that led to it */
  cause_chain: string[]
  /** State of the run */
  status: 'running' | 'waiting' | 'frozen' | 'completed' | 'failed' | 'cancelled'
  /** Path of the step that comes next */
  cursor: string | null
  /** When it continues (RFC 3339) */
  wake_at: string | null
  /** What it waits for */
  waiting_for: string | null
  /** When it started (RFC 3339) */
  started_at: string
  /** When it ended (RFC 3339) */
  ended_at: string | null
  /** Why: end, stopped, exit, loop, record_deleted, cancelled, error */
  end_reason: string | null
  /** Version of the workflow that it follows */
  version: number
  /** The enrolled record; null for a schedule without one */
  entity: WorkflowRunEntity
  /** The `X-Request-Id` of the call that led to it; null where none did */
  request_id: string | null
  /** A schedule that fired later than it should have */
  late: boolean
  /** The first one first */
  steps: {
    /** Its place in the history */
    seq: number
    /** Where the step stands: `s3.yes.s7` is on the way `yes` of `s3` */
    path: string
    /** The step */
    step_id: string
    /** Type of its action */
    type: string
    /** What became of it */
    status: 'done' | 'skipped' | 'waiting' | 'failed'
    /** Why it was skipped, or how its wait ended */
    reason: string | null
    /** Tries before this one */
    attempt: number
    /** Its configuration with its texts filled in; secrets are masked */
    input: IncludedCompany
    /** What it did */
    output: IncludedCompany
    /** Code and message of what went wrong */
    error: IncludedCompany
    /** When it began (RFC 3339) */
    started_at: string
    /** When it ended (RFC 3339) */
    ended_at: string | null
    /** Ids of the events that it made */
    emitted: number[]
  }[]
}

/** The enrolled record; null for a schedule without one. */
export type WorkflowRunEntity = {
  /** Its type */
  type: string
  /** Its id (UUID) */
  id: string
} | null

/** How it enrolls and runs. */
export interface WorkflowSettings {
  /** What a record does that meets the trigger again (default "when_not_active") */
  reenroll?: 'when_not_active' | 'once' | 'parallel'
  /** Its own changes may enroll records in it again (default false) */
  allow_self_trigger?: boolean
  /** Type of the enrolled records where the trigger does not say it: contact (default), deal, company, ... */
  record_type?: string
  /** A run ends when all of these hold */
  exit_conditions?: Record<string, unknown>[]
  /** A step that failed ends the run, which can be tried again; or the run goes on after it (default "stop") */
  on_error?: 'stop' | 'continue'
  /** IANA zone of delays; that of the organization by default */
  timezone?: string
}

/** WorkflowStats. */
export interface WorkflowStats {
  /** Runs that were started */
  enrolled: number
  /** Runs that have not ended */
  active: number
  /** Runs that have done all their steps */
  completed: number
  /** Runs that ended with an error */
  failed: number
  /** When a run was started last (RFC 3339) */
  last_run_at: string | null
  /** Share of the ended runs that failed */
  error_rate: number
  /** Runs that were stopped */
  cancelled: number
  /** Runs that wait */
  waiting: number
  /** Runs that are held */
  frozen: number
  /** Events that met the trigger and enrolled nothing, by reason */
  dropped: Record<string, number>
  /** Times of a schedule that nobody was there for */
  missed: {
    /** When it should have fired (RFC 3339) */
    at: string
  }[]
  /** In the order of the published version */
  steps: {
    /** The step */
    step_id: string
    /** Type of its action */
    type: string
    /** Where it stands */
    path: string
    /** How often it was done */
    done: number
    /** How often it was skipped */
    skipped: number
    /** How often it failed */
    failed: number
    /** Runs that stand at it */
    waiting: number
  }[]
  /** A/B splits */
  splits: {
    /** The split */
    step_id: string
    /** Runs on the way a */
    a: number
    /** Runs on the way b */
    b: number
  }[]
}

/** What starts it. */
export interface WorkflowTrigger {
  /** An event type, or `schedule` */
  type: string
  /** Configuration; its keys follow from the type, see `GET /catalog` */
  config?: Record<string, unknown>
}
