import type { Baseline } from '../../connection/baseline.ts'

/** Written by `node -C source test/support/baseline.ts`, from the migrations. */
export const baseline: Baseline = {
  migrations: [
    '2026-11-21-initial',
    '2026-11-27-access-generation',
    '2026-11-27-change-events',
    '2026-11-27-domain-scope',
    '2026-11-27-event-steps',
    '2026-11-27-holidays',
    '2026-11-27-idempotency-caller',
    '2026-11-27-key-administration',
    '2026-11-27-reminders',
    '2026-11-27-workflow-timers',
    '2026-11-27-workflows',
    '2026-11-27-workflows-progress',
    '2026-11-27-workflows-retention',
    '2026-11-27-write-probe',
    '2026-11-28-outreach-emails',
    '2026-11-28-outreach-forms',
    '2026-11-28-outreach-hits',
    '2026-11-28-outreach-inbound-webhooks',
    '2026-11-28-outreach-inbox',
    '2026-11-28-outreach-mailboxes',
    '2026-11-28-outreach-secrets',
    '2026-11-28-outreach-sending',
    '2026-11-28-outreach-sequences',
    '2026-11-28-outreach-suppressions',
    '2026-11-28-outreach-templates',
    '2026-11-28-outreach-visits',
    '2026-11-28-outreach-widget-keys',
    '2026-11-28-search-deletes',
    '2026-11-29-access-guard',
    '2026-11-29-outreach-campaigns',
    '2026-11-29-outreach-sending-begun',
    '2026-11-29-outreach-sent-copies',
    '2026-11-29-workflow-order',
    '2026-11-30-event-numbers',
    '2026-12-01-accounts',
    '2026-12-02-grants',
    '2026-12-03-sign-in-sessions',
    '2026-12-04-passkeys',
    '2026-12-05-second-factor',
    '2026-12-06-agreed-rates',
    '2026-12-06-suspended-organizations',
    '2026-12-07-request-ids',
    '2026-12-07-signed-out-users',
    '2026-12-08-followed-invoices',
    '2026-12-08-numbers-once',
    '2026-12-08-report-sendings',
    '2026-12-09-text-order',
    '2026-12-10-recurring-tasks',
    '2026-12-11-sort-keys',
    '2026-12-12-deal-contacts',
    '2026-12-13-deal-merges',
    '2026-12-13-sellers',
    '2026-12-14-attachments',
    '2026-12-14-margins',
    '2026-12-16-further-prices',
    '2026-12-16-prices-of-lines',
    '2026-12-17-parties-at-issue',
    '2026-12-17-property-defaults',
    '2026-12-18-property-formulas',
    '2026-12-19-event-bodies',
    '2026-12-21-large-organizations',
    '2026-12-22-events-of-steps',
    '2026-12-23-sort-keys-with-rows',
    '2026-12-24-email-listing',
    '2026-12-24-inbound-counts',
    '2026-12-24-sequence-listing',
    '2026-12-24-workflow-listing',
    '2026-12-25-event-dispatches',
  ],
  sql: `CREATE TABLE "{p}activities" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "type" text not null,
  "subject" text null,
  "body" text null,
  "at" datetime not null,
  "direction" text null,
  "channel" text null,
  "duration_seconds" integer null,
  "outcome" text null,
  "lead_id" text null,
  "company_id" text null,
  "deal_id" text null,
  "quote_id" text null,
  "task_id" text null,
  "email_id" text null,
  "owner_email" text null,
  "participants" json not null,
  "recording_url" text null,
  "source" text not null,
  "pinned" integer not null,
  "custom" json not null);
CREATE INDEX "{p}activities_at_id_index" on "{p}activities" ("user_from", "at", "id");
CREATE INDEX "{p}activities_created_at_id_index" on "{p}activities" ("user_from", "created_at", "id");
CREATE INDEX "{p}activities_updated_at_id_index" on "{p}activities" ("user_from", "updated_at", "id");
CREATE INDEX "{p}activities_lead_id_at_id_index" on "{p}activities" ("user_from", "lead_id", "at", "id");
CREATE INDEX "{p}activities_company_id_at_id_index" on "{p}activities" ("user_from", "company_id", "at", "id");
CREATE INDEX "{p}activities_deal_id_at_id_index" on "{p}activities" ("user_from", "deal_id", "at", "id");
CREATE INDEX "{p}activities_quote_id_index" on "{p}activities" ("user_from", "quote_id");
CREATE INDEX "{p}activities_task_id_index" on "{p}activities" ("user_from", "task_id");
CREATE TABLE "{p}api_calls" (
  "id" text not null primary key,
  "user_from" text not null,
  "api_key_id" text null,
  "user_email" text not null,
  "operation" text not null,
  "method" text not null,
  "path" text not null,
  "status" integer not null,
  "code" text null,
  "duration_ms" integer not null,
  "request_id" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}api_calls_created_at_id_index" on "{p}api_calls" ("user_from", "created_at", "id");
CREATE INDEX "{p}api_calls_api_key_id_created_at_index" on "{p}api_calls" ("user_from", "api_key_id", "created_at");
CREATE TABLE "{p}api_key_secrets" (
  "id" text not null primary key,
  "user_from" text not null,
  "api_key_id" text not null,
  "hash" text not null,
  "until" datetime null);
CREATE INDEX "{p}api_key_secrets_api_key_id_index" on "{p}api_key_secrets" ("user_from", "api_key_id");
CREATE UNIQUE INDEX "{p}api_key_secrets_hash_global" on "{p}api_key_secrets" ("hash");
CREATE TABLE "{p}associations" (
  "id" text not null primary key,
  "user_from" text not null,
  "from_object" text not null,
  "from_id" text not null,
  "to_object" text not null,
  "to_id" text not null,
  "label" text null,
  "inverse_label" text null,
  "created_by" text not null,
  "created_at" datetime not null,
  "link_key" text not null);
CREATE INDEX "{p}associations_from_id_index" on "{p}associations" ("user_from", "from_id");
CREATE INDEX "{p}associations_to_id_index" on "{p}associations" ("user_from", "to_id");
CREATE UNIQUE INDEX "{p}associations_link_key_unique" on "{p}associations" ("user_from", "link_key");
CREATE TABLE "{p}sync_awaited_contacts" (
  "id" text not null primary key,
  "user_from" text not null,
  "provider" text not null,
  "word" text not null,
  "deal_id" text not null);
CREATE INDEX "{p}sync_awaited_contacts_word_index" on "{p}sync_awaited_contacts" ("user_from", "word");
CREATE INDEX "{p}sync_awaited_contacts_deal_id_index" on "{p}sync_awaited_contacts" ("user_from", "deal_id");
CREATE TABLE "{p}sync_awaited_links" (
  "id" text not null primary key,
  "user_from" text not null,
  "provider" text not null,
  "external_id" text not null,
  "contact_id" text not null);
CREATE INDEX "{p}sync_awaited_links_provider_external_id_index" on "{p}sync_awaited_links" ("user_from", "provider", "external_id");
CREATE INDEX "{p}sync_awaited_links_contact_id_index" on "{p}sync_awaited_links" ("user_from", "contact_id");
CREATE TABLE "{p}record_changes" (
  "id" integer not null primary key autoincrement,
  "user_from" text not null,
  "entity_type" text not null,
  "record_id" text not null,
  "changes" json not null,
  "action" text null,
  "actor" json not null,
  "operation" text null,
  "request_id" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}record_changes_record_id_id_index" on "{p}record_changes" ("user_from", "record_id", "id");
CREATE INDEX "{p}record_changes_created_at_id_index" on "{p}record_changes" ("user_from", "created_at", "id");
CREATE TABLE "{p}companies" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "name_key" text not null,
  "domain" text null,
  "domains" json not null,
  "code" text null,
  "vat_number" text null,
  "registration_number" text null,
  "industry" text null,
  "employees" integer null,
  "country" text null,
  "tier" text null,
  "lifecycle_stage" text null,
  "company_type" text null,
  "health_score" double null,
  "owner_email" text null,
  "email" text null,
  "phone" text null,
  "website" text null,
  "linkedin_url" text null,
  "description" text null,
  "annual_revenue" integer null,
  "billing_address" json null,
  "shipping_address" json null,
  "parent_company_id" text null,
  "currency" text null,
  "payment_terms_days" integer null,
  "price_list" text null,
  "tax_exempt" integer not null,
  "tags" json not null,
  "custom" json not null,
  "merged_ids" json not null, "domain_scope" text not null default '', "name_sort_key" text not null default '');
CREATE INDEX "{p}companies_created_at_id_index" on "{p}companies" ("user_from", "created_at", "id");
CREATE INDEX "{p}companies_updated_at_id_index" on "{p}companies" ("user_from", "updated_at", "id");
CREATE INDEX "{p}companies_name_key_index" on "{p}companies" ("user_from", "name_key");
CREATE INDEX "{p}companies_vat_number_index" on "{p}companies" ("user_from", "vat_number");
CREATE INDEX "{p}companies_registration_number_index" on "{p}companies" ("user_from", "registration_number");
CREATE UNIQUE INDEX "{p}companies_code_unique" on "{p}companies" ("user_from", "code") where deleted_at is null;
CREATE TABLE "{p}contacts" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "primary_email" text null,
  "emails" json not null,
  "first_name" text null,
  "last_name" text null,
  "name" text null,
  "title" text null,
  "company" text null,
  "company_id" text null,
  "assigned_to" text null,
  "phone" text null,
  "phone_raw" text null,
  "phones" json not null,
  "country" text null,
  "city" text null,
  "address" json null,
  "tags" json not null,
  "sales_cycle_id" text null,
  "pipeline_stage" text null,
  "stage_history" json not null,
  "lead_status" text null,
  "lifecycle_stage" text null,
  "lead_score" double not null,
  "do_not_contact" integer not null,
  "consents" json not null,
  "seniority" text null,
  "organization_industry" text null,
  "organization_num_employees" integer null,
  "primary_source" text null,
  "last_source" text null,
  "utm" json null,
  "linkedin_url" text null,
  "linkedin_connection_status" text null,
  "language" text null,
  "timezone" text null,
  "total_email_replies" integer not null,
  "total_emails_opened" integer not null,
  "total_website_visits" integer not null,
  "last_contacted_at" datetime null,
  "last_activity_at" datetime null,
  "custom_properties" json not null,
  "merged_ids" json not null, "last_name_sort_key" text not null default '', "primary_email_sort_key" text generated always as (coalesce("primary_email", '')) virtual);
CREATE INDEX "{p}contacts_created_at_id_index" on "{p}contacts" ("user_from", "created_at", "id");
CREATE INDEX "{p}contacts_updated_at_id_index" on "{p}contacts" ("user_from", "updated_at", "id");
CREATE INDEX "{p}contacts_company_id_created_at_id_index" on "{p}contacts" ("user_from", "company_id", "created_at", "id");
CREATE INDEX "{p}contacts_assigned_to_created_at_id_index" on "{p}contacts" ("user_from", "assigned_to", "created_at", "id");
CREATE UNIQUE INDEX "{p}contacts_primary_email_unique" on "{p}contacts" ("user_from", "primary_email") where deleted_at is null;
CREATE TABLE "{p}credit_notes" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "number" text not null,
  "company_id" text null,
  "lead_id" text null,
  "deal_id" text null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "total_excl_tax" integer null,
  "tax_total" integer null,
  "total_incl_tax" integer null,
  "source_totals" integer not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" json not null,
  "custom" json not null,
  "status" text not null,
  "invoice_id" text null,
  "reason" text null,
  "applied_amount" integer not null,
  "remaining_amount" integer null, "rate_frozen" integer null, "margin" integer null, "parties" json null);
CREATE INDEX "{p}credit_notes_created_at_id_index" on "{p}credit_notes" ("user_from", "created_at", "id");
CREATE INDEX "{p}credit_notes_updated_at_id_index" on "{p}credit_notes" ("user_from", "updated_at", "id");
CREATE INDEX "{p}credit_notes_issue_date_id_index" on "{p}credit_notes" ("user_from", "issue_date", "id");
CREATE INDEX "{p}credit_notes_company_id_issue_date_index" on "{p}credit_notes" ("user_from", "company_id", "issue_date");
CREATE INDEX "{p}credit_notes_invoice_id_index" on "{p}credit_notes" ("user_from", "invoice_id");
CREATE UNIQUE INDEX "{p}credit_notes_number_unique" on "{p}credit_notes" ("user_from", "number") where deleted_at is null;
CREATE TABLE "{p}credit_note_lines" (
  "id" text not null primary key,
  "user_from" text not null,
  "document_id" text not null,
  "position" integer not null,
  "product_id" text null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double not null,
  "unit_price" integer null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "tax_rate" double null,
  "total_excl_tax" integer null,
  "tax_amount" integer null,
  "total_incl_tax" integer null,
  "price_rule_id" text null,
  "cost" integer null,
  "custom" json not null, "margin" integer null, "from_catalog" json null);
CREATE UNIQUE INDEX "{p}credit_note_lines_document_id_position_unique" on "{p}credit_note_lines" ("user_from", "document_id", "position");
CREATE TABLE "{p}currency_rates" (
  "id" text not null primary key,
  "user_from" text not null,
  "base" text not null,
  "currency" text not null,
  "valid_from" date not null,
  "rate" double not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
CREATE UNIQUE INDEX "{p}currency_rates_base_currency_valid_from_unique" on "{p}currency_rates" ("user_from", "base", "currency", "valid_from");
CREATE TABLE "{p}data_sources" (
  "id" text not null primary key,
  "user_from" text not null,
  "provider" text not null,
  "title" text null,
  "locale" text null,
  "decimal_sign" text null,
  "date_order" text null,
  "time_zone" text null,
  "currency" text null,
  "owner_email" text null,
  "mapping" json not null,
  "match_keys" json not null,
  "conflict_policy" text not null,
  "empty_means_clear" integer not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "last_run_id" text null,
  "last_run_at" datetime null,
  "runs" integer not null,
  "records" integer not null,
  "rejected" integer not null);
CREATE INDEX "{p}data_sources_created_at_id_index" on "{p}data_sources" ("user_from", "created_at", "id");
CREATE UNIQUE INDEX "{p}data_sources_provider_unique" on "{p}data_sources" ("user_from", "provider");
CREATE TABLE "{p}deals" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "pipeline_id" text not null,
  "pipeline_name" text not null,
  "stage_id" text not null,
  "stage_name" text not null,
  "status" text not null,
  "amount" integer not null,
  "currency" text not null,
  "probability" double null,
  "forecast_category" text not null,
  "close_date" date null,
  "owner_email" text not null,
  "company_id" text null,
  "primary_lead_id" text null,
  "contacts" json not null,
  "priority" text not null,
  "deal_type" text not null,
  "source" text null,
  "recurring" integer not null,
  "mrr" integer null,
  "score" double null,
  "next_step" text null,
  "next_step_date" date null,
  "description" text null,
  "lost_reason" text null,
  "won_reason" text null,
  "competitors" json not null,
  "tags" json not null,
  "custom" json not null,
  "stage_entered_at" datetime not null,
  "stage_history" json not null,
  "closed_at" datetime null,
  "last_activity_at" datetime null,
  "stuck_at" datetime null,
  "rotting_for" datetime null,
  "overdue_for" date null, "name_sort_key" text not null default '', "merged_ids" json not null default '[]', "cost" integer null);
CREATE INDEX "{p}deals_created_at_id_index" on "{p}deals" ("user_from", "created_at", "id");
CREATE INDEX "{p}deals_updated_at_id_index" on "{p}deals" ("user_from", "updated_at", "id");
CREATE INDEX "{p}deals_pipeline_id_stage_id_stage_entered_at_id_index" on "{p}deals" ("user_from", "pipeline_id", "stage_id", "stage_entered_at", "id");
CREATE INDEX "{p}deals_owner_email_created_at_id_index" on "{p}deals" ("user_from", "owner_email", "created_at", "id");
CREATE INDEX "{p}deals_close_date_id_index" on "{p}deals" ("user_from", "close_date", "id");
CREATE INDEX "{p}deals_company_id_created_at_id_index" on "{p}deals" ("user_from", "company_id", "created_at", "id");
CREATE INDEX "{p}deals_primary_lead_id_created_at_id_index" on "{p}deals" ("user_from", "primary_lead_id", "created_at", "id");
CREATE TABLE "{p}deal_lines" (
  "id" text not null primary key,
  "user_from" text not null,
  "document_id" text not null,
  "position" integer not null,
  "product_id" text null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double not null,
  "unit_price" integer null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "tax_rate" double null,
  "total_excl_tax" integer null,
  "tax_amount" integer null,
  "total_incl_tax" integer null,
  "price_rule_id" text null,
  "cost" integer null,
  "custom" json not null, "margin" integer null, "from_catalog" json null);
CREATE UNIQUE INDEX "{p}deal_lines_document_id_position_unique" on "{p}deal_lines" ("user_from", "document_id", "position");
CREATE TABLE "{p}encryption_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "key" text not null,
  "created_at" datetime not null);
CREATE INDEX "{p}encryption_keys_id_index" on "{p}encryption_keys" ("user_from", "id");
CREATE TABLE "{p}sequence_enrollments" (
  "id" text not null primary key,
  "user_from" text not null,
  "sequence_id" text not null,
  "sequence_version" integer not null,
  "lead_id" text not null,
  "status" text not null,
  "current_step" text null,
  "next_run_at" datetime null,
  "enrolled_by" text not null,
  "enrolled_via" text not null,
  "started_at" datetime not null,
  "finished_at" datetime null,
  "reason" text null,
  "history" json not null, "mailbox_id" text null, "last_email_id" text null, "task_id" text null, "ai_line" text null);
CREATE INDEX "{p}sequence_enrollments_lead_id_started_at_id_index" on "{p}sequence_enrollments" ("user_from", "lead_id", "started_at", "id");
CREATE INDEX "{p}sequence_enrollments_sequence_id_status_id_index" on "{p}sequence_enrollments" ("user_from", "sequence_id", "status", "id");
CREATE TABLE "{p}events" (
  "position" integer not null primary key autoincrement,
  "user_from" text not null,
  "type" text not null,
  "entity_type" text not null,
  "entity_id" text not null,
  "payload" text not null,
  "body" text not null,
  "actor" json not null,
  "cause_chain" json null,
  "created_at" datetime not null,
  "processed_at" datetime null, "step" text null, "id" integer not null default 0, "request_id" text null);
CREATE TABLE "{p}exports" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "list_id" text null,
  "report_id" text null,
  "format" text not null,
  "filter" json null,
  "q" text null,
  "fields" json null,
  "sort" text null,
  "period" text null,
  "job_id" text not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "columns" json null,
  "sees" json null);
CREATE INDEX "{p}exports_created_at_id_index" on "{p}exports" ("user_from", "created_at", "id");
CREATE TABLE "{p}export_parts" (
  "id" text not null primary key,
  "user_from" text not null,
  "export_id" text not null,
  "position" integer not null,
  "content" text not null);
CREATE UNIQUE INDEX "{p}export_parts_export_id_position_unique" on "{p}export_parts" ("user_from", "export_id", "position");
CREATE TABLE "{p}external_references" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "provider" text not null,
  "external_id" text not null,
  "record_id" text not null);
CREATE INDEX "{p}external_references_record_id_index" on "{p}external_references" ("user_from", "record_id");
CREATE UNIQUE INDEX "{p}external_references_object_provider_external_id_unique" on "{p}external_references" ("user_from", "object", "provider", "external_id");
CREATE TABLE "{p}imports" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "provider" text not null,
  "filename" text null,
  "format" text not null,
  "encoding" text null,
  "delimiter" text null,
  "sheet" text null,
  "columns" json null,
  "rows" integer not null,
  "fields" json not null,
  "unknown" json not null,
  "mapping" json not null,
  "match_keys" json null,
  "mode" text not null,
  "locale" text null,
  "decimal_sign" text null,
  "date_order" text null,
  "currency" text null,
  "owner_email" text null,
  "conflict_policy" text null,
  "job_id" text null,
  "revert_job_id" text null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null);
CREATE INDEX "{p}imports_created_at_id_index" on "{p}imports" ("user_from", "created_at", "id");
CREATE TABLE "{p}import_changes" (
  "id" text not null primary key,
  "user_from" text not null,
  "import_id" text not null,
  "object" text not null,
  "record_id" text not null,
  "before" json null,
  "after" json null);
CREATE INDEX "{p}import_changes_import_id_id_index" on "{p}import_changes" ("user_from", "import_id", "id");
CREATE TABLE "{p}import_errors" (
  "id" text not null primary key,
  "user_from" text not null,
  "import_id" text not null,
  "row" integer not null,
  "code" text not null,
  "field" text null,
  "reason" text not null,
  "record" json null);
CREATE UNIQUE INDEX "{p}import_errors_import_id_row_unique" on "{p}import_errors" ("user_from", "import_id", "row");
CREATE TABLE "{p}import_parts" (
  "id" text not null primary key,
  "user_from" text not null,
  "import_id" text not null,
  "position" integer not null,
  "rows" json not null);
CREATE UNIQUE INDEX "{p}import_parts_import_id_position_unique" on "{p}import_parts" ("user_from", "import_id", "position");
CREATE TABLE "{p}invoices" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "number" text not null,
  "company_id" text null,
  "lead_id" text null,
  "deal_id" text null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "total_excl_tax" integer null,
  "tax_total" integer null,
  "total_incl_tax" integer null,
  "source_totals" integer not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" json not null,
  "custom" json not null,
  "status" text not null,
  "due_date" date null,
  "amount_paid" integer not null,
  "amount_credited" integer not null,
  "balance_due" integer null,
  "paid_at" datetime null,
  "order_id" text null,
  "quote_id" text null,
  "payments" json not null, "overdue_for" date null, "rate_frozen" integer null, "margin" integer null, "parties" json null);
CREATE INDEX "{p}invoices_created_at_id_index" on "{p}invoices" ("user_from", "created_at", "id");
CREATE INDEX "{p}invoices_updated_at_id_index" on "{p}invoices" ("user_from", "updated_at", "id");
CREATE INDEX "{p}invoices_issue_date_id_index" on "{p}invoices" ("user_from", "issue_date", "id");
CREATE INDEX "{p}invoices_company_id_issue_date_index" on "{p}invoices" ("user_from", "company_id", "issue_date");
CREATE INDEX "{p}invoices_due_date_id_index" on "{p}invoices" ("user_from", "due_date", "id");
CREATE UNIQUE INDEX "{p}invoices_number_unique" on "{p}invoices" ("user_from", "number") where deleted_at is null;
CREATE TABLE "{p}invoice_lines" (
  "id" text not null primary key,
  "user_from" text not null,
  "document_id" text not null,
  "position" integer not null,
  "product_id" text null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double not null,
  "unit_price" integer null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "tax_rate" double null,
  "total_excl_tax" integer null,
  "tax_amount" integer null,
  "total_incl_tax" integer null,
  "price_rule_id" text null,
  "cost" integer null,
  "custom" json not null, "margin" integer null, "from_catalog" json null);
CREATE UNIQUE INDEX "{p}invoice_lines_document_id_position_unique" on "{p}invoice_lines" ("user_from", "document_id", "position");
CREATE TABLE "{p}jobs" (
  "id" text not null primary key,
  "user_from" text not null,
  "kind" text not null,
  "state" text not null,
  "record_id" text null,
  "done" integer not null,
  "total" integer null,
  "result" json null,
  "error" json null,
  "created_by" text not null,
  "created_at" datetime not null,
  "started_at" datetime null,
  "finished_at" datetime null,
  "input" json null,
  "at" json null,
  "actor" json not null,
  "due_at" datetime null,
  "attempts" integer not null);
CREATE INDEX "{p}jobs_created_at_id_index" on "{p}jobs" ("user_from", "created_at", "id");
CREATE INDEX "{p}jobs_record_id_index" on "{p}jobs" ("user_from", "record_id");
CREATE TABLE "{p}lists" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "description" text null,
  "object" text not null,
  "type" text not null,
  "filter" json null);
CREATE INDEX "{p}lists_created_at_id_index" on "{p}lists" ("user_from", "created_at", "id");
CREATE TABLE "{p}list_members" (
  "id" text not null primary key,
  "user_from" text not null,
  "list_id" text not null,
  "object" text not null,
  "record_id" text not null,
  "added_by" text not null,
  "added_at" datetime not null);
CREATE INDEX "{p}list_members_record_id_index" on "{p}list_members" ("user_from", "record_id");
CREATE UNIQUE INDEX "{p}list_members_list_id_record_id_unique" on "{p}list_members" ("user_from", "list_id", "record_id");
CREATE TABLE "{p}merges" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "survivor_id" text not null,
  "merged_ids" json not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "undone_by" text null,
  "undone_at" datetime null,
  "snapshot" json not null);
CREATE INDEX "{p}merges_created_at_id_index" on "{p}merges" ("user_from", "created_at", "id");
CREATE INDEX "{p}merges_survivor_id_index" on "{p}merges" ("user_from", "survivor_id");
CREATE TABLE "{p}notifications" (
  "id" text not null primary key,
  "user_from" text not null,
  "recipient" text not null,
  "type" text not null,
  "title" text not null,
  "body" text null,
  "entity_type" text null,
  "entity_id" text null,
  "read_at" datetime null,
  "created_by" text not null,
  "created_at" datetime not null);
CREATE INDEX "{p}notifications_recipient_created_at_id_index" on "{p}notifications" ("user_from", "recipient", "created_at", "id");
CREATE INDEX "{p}notifications_recipient_read_at_index" on "{p}notifications" ("user_from", "recipient", "read_at");
CREATE TABLE "{p}number_series" (
  "id" text not null primary key,
  "user_from" text not null,
  "series" text not null,
  "last" integer not null);
CREATE UNIQUE INDEX "{p}number_series_series_unique" on "{p}number_series" ("user_from", "series");
CREATE TABLE "{p}orders" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "number" text not null,
  "company_id" text null,
  "lead_id" text null,
  "deal_id" text null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "total_excl_tax" integer null,
  "tax_total" integer null,
  "total_incl_tax" integer null,
  "source_totals" integer not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" json not null,
  "custom" json not null,
  "status" text not null,
  "order_date" date null,
  "expected_at" date null,
  "delivered_at" datetime null,
  "quote_id" text null, "rate_frozen" integer null, "invoiced_from" text null, "margin" integer null, "parties" json null);
CREATE INDEX "{p}orders_created_at_id_index" on "{p}orders" ("user_from", "created_at", "id");
CREATE INDEX "{p}orders_updated_at_id_index" on "{p}orders" ("user_from", "updated_at", "id");
CREATE INDEX "{p}orders_issue_date_id_index" on "{p}orders" ("user_from", "issue_date", "id");
CREATE INDEX "{p}orders_company_id_issue_date_index" on "{p}orders" ("user_from", "company_id", "issue_date");
CREATE INDEX "{p}orders_quote_id_index" on "{p}orders" ("user_from", "quote_id");
CREATE INDEX "{p}orders_deal_id_index" on "{p}orders" ("user_from", "deal_id");
CREATE UNIQUE INDEX "{p}orders_number_unique" on "{p}orders" ("user_from", "number") where deleted_at is null;
CREATE TABLE "{p}order_lines" (
  "id" text not null primary key,
  "user_from" text not null,
  "document_id" text not null,
  "position" integer not null,
  "product_id" text null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double not null,
  "unit_price" integer null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "tax_rate" double null,
  "total_excl_tax" integer null,
  "tax_amount" integer null,
  "total_incl_tax" integer null,
  "price_rule_id" text null,
  "cost" integer null,
  "custom" json not null, "margin" integer null, "from_catalog" json null);
CREATE UNIQUE INDEX "{p}order_lines_document_id_position_unique" on "{p}order_lines" ("user_from", "document_id", "position");
CREATE TABLE "{p}organizations" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "plan" text not null,
  "currency" text not null,
  "locale" text not null,
  "timezone" text not null,
  "fiscal_year_start" integer not null,
  "business_hours" json not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null, "catalog_events" integer null, "holidays" json not null default '[]', "suspended_at" datetime null, "second_factor" text not null default 'optional', "seller" json null);
CREATE UNIQUE INDEX "{p}organizations_user_from_global" on "{p}organizations" ("user_from");
CREATE TABLE "{p}picklists" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "values" json not null,
  "updated_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
CREATE UNIQUE INDEX "{p}picklists_name_unique" on "{p}picklists" ("user_from", "name");
CREATE TABLE "{p}pipelines" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "is_default" integer not null,
  "position" integer not null,
  "stages" json not null);
CREATE INDEX "{p}pipelines_created_at_id_index" on "{p}pipelines" ("user_from", "created_at", "id");
CREATE INDEX "{p}pipelines_updated_at_id_index" on "{p}pipelines" ("user_from", "updated_at", "id");
CREATE TABLE "{p}price_rules" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text null,
  "company_id" text null,
  "company_tier" text null,
  "product_id" text null,
  "sku" text null,
  "brand" text null,
  "category" text null,
  "kind" text not null,
  "value" double null,
  "currency" text null,
  "tiers" json not null,
  "valid_from" date null,
  "valid_to" date null,
  "priority" integer not null,
  "active" integer not null,
  "custom" json not null,
  "source_key" text null);
CREATE INDEX "{p}price_rules_created_at_id_index" on "{p}price_rules" ("user_from", "created_at", "id");
CREATE INDEX "{p}price_rules_updated_at_id_index" on "{p}price_rules" ("user_from", "updated_at", "id");
CREATE INDEX "{p}price_rules_company_id_sku_index" on "{p}price_rules" ("user_from", "company_id", "sku");
CREATE INDEX "{p}price_rules_product_id_index" on "{p}price_rules" ("user_from", "product_id");
CREATE INDEX "{p}price_rules_sku_index" on "{p}price_rules" ("user_from", "sku");
CREATE INDEX "{p}price_rules_source_key_index" on "{p}price_rules" ("user_from", "source_key");
CREATE TABLE "{p}privacy_requests" (
  "id" text not null primary key,
  "user_from" text not null,
  "kind" text not null,
  "contact_id" text not null,
  "subject_hash" text null,
  "reason" text null,
  "job_id" text not null,
  "tables" json null,
  "created_by" text not null,
  "created_at" datetime not null,
  "finished_at" datetime null);
CREATE INDEX "{p}privacy_requests_created_at_id_index" on "{p}privacy_requests" ("user_from", "created_at", "id");
CREATE TABLE "{p}products" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "sku" text not null,
  "name" text not null,
  "description" text null,
  "brand" text null,
  "category" text null,
  "unit" text null,
  "barcode" text null,
  "price" integer null,
  "currency" text null,
  "tax_rate" double null,
  "cost" integer null,
  "price_tiers" json not null,
  "stock_on_hand" double null,
  "stock_reserved" double not null,
  "stock_incoming" json not null,
  "supplier_company_id" text null,
  "supplier_sku" text null,
  "supplier_currency" text null,
  "supplier_price" integer null,
  "is_tester" integer not null,
  "active" integer not null,
  "image_url" text null,
  "weight" double null,
  "details" json not null,
  "tags" json not null,
  "custom" json not null, "name_sort_key" text not null default '', "prices" json not null default '[]');
CREATE INDEX "{p}products_created_at_id_index" on "{p}products" ("user_from", "created_at", "id");
CREATE INDEX "{p}products_updated_at_id_index" on "{p}products" ("user_from", "updated_at", "id");
CREATE INDEX "{p}products_barcode_index" on "{p}products" ("user_from", "barcode");
CREATE UNIQUE INDEX "{p}products_sku_unique" on "{p}products" ("user_from", "sku") where deleted_at is null;
CREATE TABLE "{p}properties" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "object" text not null,
  "name" text not null,
  "label" text not null,
  "description" text null,
  "type" text not null,
  "group" text not null,
  "options" json not null,
  "validation" json not null,
  "unique" integer not null,
  "indexed" integer not null,
  "pii" integer not null, "default" json null, "required" integer not null default false, "formula" text null);
CREATE INDEX "{p}properties_deleted_at_index" on "{p}properties" ("user_from", "deleted_at");
CREATE UNIQUE INDEX "{p}properties_object_name_unique" on "{p}properties" ("user_from", "object", "name") where deleted_at is null;
CREATE TABLE "{p}property_values" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "property_id" text not null,
  "record_id" text not null,
  "text_value" text null,
  "number_value" double null,
  "claimed" text null);
CREATE INDEX "{p}property_values_record_id_index" on "{p}property_values" ("user_from", "record_id");
CREATE INDEX "{p}property_values_property_id_text_value_record_id_index" on "{p}property_values" ("user_from", "property_id", "text_value", "record_id");
CREATE INDEX "{p}property_values_property_id_number_value_record_id_index" on "{p}property_values" ("user_from", "property_id", "number_value", "record_id");
CREATE UNIQUE INDEX "{p}property_values_property_id_claimed_unique" on "{p}property_values" ("user_from", "property_id", "claimed");
CREATE TABLE "{p}quota_usage" ("user_from" text not null,
  "period" text not null,
  "calls" integer not null, primary key ("user_from",
  "period"));
CREATE TABLE "{p}quotes" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "number" text not null,
  "company_id" text null,
  "lead_id" text null,
  "deal_id" text null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "total_excl_tax" integer null,
  "tax_total" integer null,
  "total_incl_tax" integer null,
  "source_totals" integer not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" json not null,
  "custom" json not null,
  "status" text not null,
  "valid_until" date null,
  "quote_version" integer not null,
  "previous_quote_id" text null,
  "next_quote_id" text null,
  "sent_at" datetime null,
  "first_viewed_at" datetime null,
  "last_viewed_at" datetime null,
  "view_count" integer not null,
  "accepted_at" datetime null,
  "accepted_by" json null,
  "declined_at" datetime null,
  "decline_reason" text null,
  "order_id" text null,
  "invoice_id" text null,
  "public_token" text null,
  "token_hash" text null, "rate_frozen" integer null, "margin" integer null, "parties" json null);
CREATE INDEX "{p}quotes_created_at_id_index" on "{p}quotes" ("user_from", "created_at", "id");
CREATE INDEX "{p}quotes_updated_at_id_index" on "{p}quotes" ("user_from", "updated_at", "id");
CREATE INDEX "{p}quotes_issue_date_id_index" on "{p}quotes" ("user_from", "issue_date", "id");
CREATE INDEX "{p}quotes_company_id_issue_date_index" on "{p}quotes" ("user_from", "company_id", "issue_date");
CREATE INDEX "{p}quotes_deal_id_index" on "{p}quotes" ("user_from", "deal_id");
CREATE INDEX "{p}quotes_previous_quote_id_index" on "{p}quotes" ("user_from", "previous_quote_id");
CREATE INDEX "{p}quotes_valid_until_id_index" on "{p}quotes" ("user_from", "valid_until", "id");
CREATE UNIQUE INDEX "{p}quotes_number_unique" on "{p}quotes" ("user_from", "number") where deleted_at is null;
CREATE UNIQUE INDEX "{p}quotes_token_hash_global" on "{p}quotes" ("token_hash");
CREATE TABLE "{p}quote_lines" (
  "id" text not null primary key,
  "user_from" text not null,
  "document_id" text not null,
  "position" integer not null,
  "product_id" text null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double not null,
  "unit_price" integer null,
  "discount_percent" double null,
  "discount_amount" integer null,
  "tax_rate" double null,
  "total_excl_tax" integer null,
  "tax_amount" integer null,
  "total_incl_tax" integer null,
  "price_rule_id" text null,
  "cost" integer null,
  "custom" json not null, "margin" integer null, "from_catalog" json null);
CREATE UNIQUE INDEX "{p}quote_lines_document_id_position_unique" on "{p}quote_lines" ("user_from", "document_id", "position");
CREATE TABLE "{p}rate_windows" ("key" text not null primary key,
  "points" integer not null,
  "expires" bigint not null);
CREATE TABLE "{p}reports" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "description" text null,
  "object" text not null,
  "filter" json null,
  "group_by" json not null,
  "measures" json not null,
  "period" text null,
  "date_field" text null,
  "sort" text null,
  "limit" integer not null,
  "chart" text not null,
  "schedule" json null, "scheduled_by" text null, "next_run_at" datetime null, "last_sending" json null);
CREATE INDEX "{p}reports_created_at_id_index" on "{p}reports" ("user_from", "created_at", "id");
CREATE INDEX "{p}reports_updated_at_id_index" on "{p}reports" ("user_from", "updated_at", "id");
CREATE TABLE "{p}sales_cycles" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "is_default" integer not null,
  "stages" json not null);
CREATE INDEX "{p}sales_cycles_created_at_id_index" on "{p}sales_cycles" ("user_from", "created_at", "id");
CREATE INDEX "{p}sales_cycles_updated_at_id_index" on "{p}sales_cycles" ("user_from", "updated_at", "id");
CREATE TABLE "{p}data_source_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "api_key_id" text not null,
  "source_id" text not null);
CREATE INDEX "{p}data_source_keys_source_id_index" on "{p}data_source_keys" ("user_from", "source_id");
CREATE UNIQUE INDEX "{p}data_source_keys_api_key_id_unique" on "{p}data_source_keys" ("user_from", "api_key_id");
CREATE TABLE "{p}sync_states" ("user_from" text not null,
  "provider" text not null,
  "object" text not null,
  "key" text not null,
  "record_id" text not null,
  "hash" text not null,
  "sent" json not null, primary key ("user_from",
  "provider",
  "object",
  "key"));
CREATE INDEX "{p}sync_states_record_id_index" on "{p}sync_states" ("user_from", "record_id");
CREATE TABLE "{p}sync_rejects" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "index" integer not null,
  "code" text not null,
  "field" text null,
  "reason" text not null,
  "record" json null,
  "taken_by" text null,
  "rows" json null);
CREATE UNIQUE INDEX "{p}sync_rejects_run_id_index_unique" on "{p}sync_rejects" ("user_from", "run_id", "index");
CREATE TABLE "{p}sync_runs" (
  "id" text not null primary key,
  "user_from" text not null,
  "source_id" text not null,
  "provider" text not null,
  "object" text not null,
  "import_id" text null,
  "replay_of" text null,
  "vocabulary" text null,
  "received" integer not null,
  "created" integer not null,
  "updated" integer not null,
  "unchanged" integer not null,
  "rejected" integer not null,
  "also_created" json not null,
  "fields" json not null,
  "unknown" json not null,
  "reject_samples" json not null,
  "warnings" integer not null,
  "warning_samples" json not null,
  "created_by" text not null,
  "started_at" datetime not null,
  "created_at" datetime not null);
CREATE INDEX "{p}sync_runs_created_at_id_index" on "{p}sync_runs" ("user_from", "created_at", "id");
CREATE INDEX "{p}sync_runs_source_id_created_at_index" on "{p}sync_runs" ("user_from", "source_id", "created_at");
CREATE TABLE "{p}tags" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "name_key" text not null,
  "color" text null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
CREATE UNIQUE INDEX "{p}tags_name_key_unique" on "{p}tags" ("user_from", "name_key");
CREATE TABLE "{p}tasks" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "title" text not null,
  "type" text not null,
  "status" text not null,
  "priority" text not null,
  "owner_email" text null,
  "due_at" datetime null,
  "remind_at" datetime null,
  "lead_id" text null,
  "deal_id" text null,
  "company_id" text null,
  "quote_id" text null,
  "source" text not null,
  "description" text null,
  "outcome" text null,
  "completed_at" datetime null,
  "completed_by" text null,
  "custom" json not null,
  "overdue_for" datetime null, "reminded_for" datetime null, "recurrence" json null, "series_id" text null, "occurrence" integer null, "series_monthday" integer null);
CREATE INDEX "{p}tasks_created_at_id_index" on "{p}tasks" ("user_from", "created_at", "id");
CREATE INDEX "{p}tasks_updated_at_id_index" on "{p}tasks" ("user_from", "updated_at", "id");
CREATE INDEX "{p}tasks_due_at_id_index" on "{p}tasks" ("user_from", "due_at", "id");
CREATE INDEX "{p}tasks_owner_email_due_at_id_index" on "{p}tasks" ("user_from", "owner_email", "due_at", "id");
CREATE INDEX "{p}tasks_lead_id_created_at_id_index" on "{p}tasks" ("user_from", "lead_id", "created_at", "id");
CREATE INDEX "{p}tasks_deal_id_created_at_id_index" on "{p}tasks" ("user_from", "deal_id", "created_at", "id");
CREATE INDEX "{p}tasks_company_id_created_at_id_index" on "{p}tasks" ("user_from", "company_id", "created_at", "id");
CREATE TABLE "{p}teams" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "manager_id" text null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
CREATE INDEX "{p}teams_created_at_id_index" on "{p}teams" ("user_from", "created_at", "id");
CREATE UNIQUE INDEX "{p}teams_name_unique" on "{p}teams" ("user_from", "name");
CREATE TABLE "{p}search_entries" (
  "id" integer not null primary key autoincrement,
  "user_from" text not null,
  "object" text not null,
  "record_id" text not null,
  "scope" text not null,
  "title" text not null,
  "body" text not null);
CREATE INDEX "{p}search_entries_record_id_index" on "{p}search_entries" ("user_from", "record_id");
CREATE TABLE "{p}users" (
  "id" text not null primary key,
  "user_from" text not null,
  "email" text not null,
  "name" text null,
  "role" text not null,
  "visibility" text not null,
  "team_id" text null,
  "active" integer not null,
  "timezone" text null,
  "language" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null, "account_id" text null, "signed_out_at" datetime null);
CREATE INDEX "{p}users_created_at_id_index" on "{p}users" ("user_from", "created_at", "id");
CREATE INDEX "{p}users_team_id_index" on "{p}users" ("user_from", "team_id");
CREATE UNIQUE INDEX "{p}users_email_unique" on "{p}users" ("user_from", "email");
CREATE TABLE "{p}webhooks" (
  "id" text not null primary key,
  "user_from" text not null,
  "url" text not null,
  "events" json not null,
  "description" text null,
  "source" text not null,
  "active" integer not null,
  "failure_count" integer not null,
  "last_status" integer null,
  "last_delivery_at" datetime null,
  "created_by" text not null,
  "created_at" datetime not null,
  "sealed_secret" text not null,
  "previous_sealed_secret" text null,
  "previous_secret_until" datetime null,
  "switches" json not null,
  "recent" json not null,
  "disabled_at" datetime null,
  "disabled_reason" text null);
CREATE INDEX "{p}webhooks_created_at_id_index" on "{p}webhooks" ("user_from", "created_at", "id");
CREATE TABLE "{p}webhook_attempts" (
  "id" text not null primary key,
  "user_from" text not null,
  "webhook_id" text not null,
  "delivery_id" text not null,
  "kind" text not null,
  "attempt" integer not null,
  "status_code" integer not null,
  "ok" integer not null,
  "duration_ms" integer not null,
  "response" text not null,
  "error_code" text null,
  "retry_after" text null,
  "next_retry_at" datetime null,
  "created_at" datetime not null);
CREATE INDEX "{p}webhook_attempts_webhook_id_created_at_id_index" on "{p}webhook_attempts" ("user_from", "webhook_id", "created_at", "id");
CREATE UNIQUE INDEX "{p}webhook_attempts_delivery_id_attempt_unique" on "{p}webhook_attempts" ("user_from", "delivery_id", "attempt");
CREATE TABLE "{p}webhook_deliveries" (
  "id" text not null primary key,
  "user_from" text not null,
  "webhook_id" text not null,
  "event_id" bigint null,
  "event_type" text not null,
  "status" text not null,
  "attempt" integer not null,
  "step" integer not null,
  "due_at" datetime null,
  "lease_until" datetime null,
  "lease_token" text null,
  "body" text null,
  "created_at" datetime not null, "request_id" text null);
CREATE UNIQUE INDEX "{p}webhook_deliveries_webhook_id_event_id_unique" on "{p}webhook_deliveries" ("user_from", "webhook_id", "event_id");
CREATE INDEX "{p}webhook_deliveries_pending_index" on "{p}webhook_deliveries" ("webhook_id", "due_at", "id") where "status" = 'pending';
CREATE INDEX "{p}webhook_deliveries_held_index" on "{p}webhook_deliveries" ("webhook_id", "id") where "status" = 'held';
CREATE INDEX "{p}webhook_deliveries_inflight_index" on "{p}webhook_deliveries" ("webhook_id", "lease_until") where "status" = 'inflight';
CREATE INDEX "{p}quotes_expiring_due_index" on "{p}quotes" ("valid_until")
  where status in ('sent', 'viewed') and deleted_at is null and valid_until is not null;
CREATE INDEX "{p}invoices_billed_order_index" on "{p}invoices" ("user_from", "order_id") where order_id is not null;
CREATE INDEX "{p}invoices_billed_quote_index" on "{p}invoices" ("user_from", "quote_id") where quote_id is not null;
CREATE INDEX "{p}invoice_lines_unlinked_index" on "{p}invoice_lines" ("user_from", "sku") where "product_id" is null;
CREATE INDEX "{p}credit_note_lines_unlinked_index" on "{p}credit_note_lines" ("user_from", "sku") where "product_id" is null;
CREATE INDEX "{p}order_lines_unlinked_index" on "{p}order_lines" ("user_from", "sku") where "product_id" is null;
CREATE INDEX "{p}quote_lines_unlinked_index" on "{p}quote_lines" ("user_from", "sku") where "product_id" is null;
CREATE INDEX "{p}companies_gone_code_index" on "{p}companies" ("user_from", "code") where "deleted_at" is not null and "code" is not null;
CREATE INDEX "{p}jobs_due_index" on "{p}jobs" ("due_at", "id") where "due_at" is not null;
CREATE INDEX "{p}contacts_cycle_index" on "{p}contacts" ("user_from", "sales_cycle_id", "pipeline_stage") where sales_cycle_id is not null;
CREATE INDEX "{p}tasks_overdue_index" on "{p}tasks" ("due_at")
  where status = 'open' and deleted_at is null and due_at is not null and (overdue_for is null or overdue_for <> due_at);
CREATE INDEX "{p}deals_rotting_index" on "{p}deals" ("stuck_at")
  where status = 'open' and deleted_at is null and stuck_at is not null and (rotting_for is null or rotting_for <> stage_entered_at);
CREATE INDEX "{p}deals_overdue_index" on "{p}deals" ("close_date")
  where status = 'open' and deleted_at is null and close_date is not null and (overdue_for is null or overdue_for <> close_date);
CREATE VIRTUAL TABLE "{p}search_index" using fts5(scope, title, body,
  content='{p}search_entries', content_rowid='id', tokenize='ascii', detail=column, prefix='2 3');
CREATE TRIGGER "{p}search_entries_added" after insert on "{p}search_entries" begin insert into "{p}search_index"(rowid, scope, title, body) values (new.id, new.scope, new.title, new.body); end;
CREATE TRIGGER "{p}search_entries_gone" after delete on "{p}search_entries" begin insert into "{p}search_index"("{p}search_index", rowid, scope, title, body) values ('delete', old.id, old.scope, old.title, old.body); end;
CREATE TABLE "{p}access_generation" (
  "name" text not null primary key,
  "number" bigint not null);
CREATE INDEX "{p}invoices_overdue_index" on "{p}invoices" ("due_date")
  where status in ('sent', 'partially_paid') and coalesce(balance_due, 0) > 0 and deleted_at is null and due_date is not null and (overdue_for is null or overdue_for <> due_date);
CREATE UNIQUE INDEX "{p}companies_domain_domain_scope_unique" on "{p}companies" ("user_from", "domain", "domain_scope") where deleted_at is null;
CREATE TABLE "{p}idempotency_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "caller" text not null,
  "key" text not null,
  "operation" text not null,
  "input_hash" text not null,
  "result" json null,
  "matched_by" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}idempotency_keys_created_at_index" on "{p}idempotency_keys" ("user_from", "created_at");
CREATE UNIQUE INDEX "{p}idempotency_keys_caller_operation_key_unique" on "{p}idempotency_keys" ("user_from", "caller", "operation", "key");
CREATE TABLE "{p}api_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "user_id" text not null,
  "name" text not null,
  "prefix" text not null,
  "previous_until" datetime null,
  "scopes" json not null,
  "widget" integer not null,
  "administration" integer not null,
  "expires_at" datetime null,
  "allowed_ips" json not null,
  "revoked_at" datetime null,
  "last_used_at" datetime null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null, "allowed_origins" json null);
CREATE INDEX "{p}api_keys_created_at_id_index" on "{p}api_keys" ("user_from", "created_at", "id");
CREATE INDEX "{p}tasks_remind_due_index" on "{p}tasks" ("remind_at")
  where status = 'open' and deleted_at is null and remind_at is not null and (reminded_for is null or reminded_for <> remind_at);
CREATE TABLE "{p}notification_settings" (
  "id" text not null primary key,
  "user_from" text not null,
  "recipient" text not null,
  "type" text not null,
  "enabled" integer not null);
CREATE UNIQUE INDEX "{p}notification_settings_recipient_type_unique" on "{p}notification_settings" ("user_from", "recipient", "type");
CREATE TABLE "{p}workflow_timers" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "days" integer not null,
  "passed_at" datetime null,
  "passed_id" text null,
  "next_at" datetime null);
CREATE UNIQUE INDEX "{p}workflow_timers_workflow_id_unique" on "{p}workflow_timers" ("user_from", "workflow_id");
CREATE INDEX "{p}workflow_timers_due_index" on "{p}workflow_timers" ("next_at") where "next_at" is not null;
CREATE INDEX "{p}deals_entered_due_index" on "{p}deals" ("user_from", "stage_entered_at", "id") where status = 'open' and deleted_at is null;
CREATE TABLE "{p}workflows" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "description" text null,
  "status" text not null,
  "published_version" integer null,
  "draft_version" integer not null,
  "published_at" datetime null,
  "definition" json null,
  "draft" json null, "managed_by" text null);
CREATE INDEX "{p}workflows_created_at_id_index" on "{p}workflows" ("user_from", "created_at", "id");
CREATE INDEX "{p}workflows_status_index" on "{p}workflows" ("user_from", "status");
CREATE TABLE "{p}workflow_counts" ("workflow_id" text not null,
  "name" text not null,
  "user_from" text not null,
  "amount" integer not null, primary key ("workflow_id",
  "name"));
CREATE TABLE "{p}workflow_effects" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "seq" integer not null,
  "action" text not null,
  "key" text not null,
  "payload" json not null,
  "status" text not null,
  "attempt" integer not null,
  "due_at" datetime null,
  "lease_token" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}workflow_effects_run_id_index" on "{p}workflow_effects" ("user_from", "run_id");
CREATE UNIQUE INDEX "{p}workflow_effects_key_unique" on "{p}workflow_effects" ("user_from", "key");
CREATE TABLE "{p}workflow_rotations" ("workflow_id" text not null,
  "step" text not null,
  "user_from" text not null,
  "position" text not null, primary key ("workflow_id",
  "step"));
CREATE TABLE "{p}workflow_runs" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "workflow_version" integer not null,
  "entity_type" text null,
  "entity_id" text null,
  "contact_id" text null,
  "deal_id" text null,
  "company_id" text null,
  "event_id" bigint null,
  "cause_chain" json not null,
  "status" text not null,
  "cursor" text null,
  "wake_at" datetime null,
  "waiting_for" text null,
  "started_at" datetime not null,
  "ended_at" datetime null,
  "end_reason" text null,
  "seq" integer not null,
  "attempt" integer not null,
  "wait_result" text null,
  "split_variant" text null,
  "memory" json not null,
  "active_key" text null);
CREATE INDEX "{p}workflow_runs_contact_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "contact_id", "started_at", "id");
CREATE INDEX "{p}workflow_runs_entity_id_id_index" on "{p}workflow_runs" ("user_from", "entity_id", "id");
CREATE TABLE "{p}workflow_schedules" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "position" integer not null,
  "next_at" datetime null,
  "last_date" text null, "firing" json null);
CREATE UNIQUE INDEX "{p}workflow_schedules_workflow_id_position_unique" on "{p}workflow_schedules" ("user_from", "workflow_id", "position");
CREATE TABLE "{p}workflow_skips" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "event_id" bigint not null,
  "reason" text not null,
  "created_at" datetime not null);
CREATE INDEX "{p}workflow_skips_event_id_index" on "{p}workflow_skips" ("user_from", "event_id");
CREATE TABLE "{p}workflow_steps" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "seq" integer not null,
  "workflow_id" text not null,
  "path" text not null,
  "step_id" text not null,
  "type" text not null,
  "status" text not null,
  "reason" text null,
  "attempt" integer not null,
  "input" json null,
  "output" json null,
  "error" json null,
  "started_at" datetime not null,
  "ended_at" datetime null);
CREATE UNIQUE INDEX "{p}workflow_steps_run_id_seq_unique" on "{p}workflow_steps" ("user_from", "run_id", "seq");
CREATE TABLE "{p}workflow_versions" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "version" integer not null,
  "definition" json not null,
  "parsed" json not null,
  "created_by" text not null,
  "created_at" datetime not null);
CREATE UNIQUE INDEX "{p}workflow_versions_workflow_id_version_unique" on "{p}workflow_versions" ("user_from", "workflow_id", "version");
CREATE TABLE "{p}workflow_waits" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "subject" text not null,
  "event_type" text null,
  "registered_at" datetime not null, "event_id" bigint null);
CREATE INDEX "{p}workflow_waits_subject_event_type_index" on "{p}workflow_waits" ("user_from", "subject", "event_type");
CREATE INDEX "{p}workflow_waits_run_id_index" on "{p}workflow_waits" ("user_from", "run_id");
CREATE INDEX "{p}workflow_runs_due_index" on "{p}workflow_runs" ("wake_at") where "wake_at" is not null;
CREATE UNIQUE INDEX "{p}workflow_runs_active_due_unique" on "{p}workflow_runs" ("user_from", "active_key") where "active_key" is not null;
CREATE UNIQUE INDEX "{p}workflow_runs_event_due_unique" on "{p}workflow_runs" ("user_from", "event_id", "workflow_id", "entity_id") where "event_id" is not null;
CREATE INDEX "{p}workflow_effects_due_index" on "{p}workflow_effects" ("due_at") where "due_at" is not null;
CREATE INDEX "{p}workflow_schedules_due_index" on "{p}workflow_schedules" ("next_at") where "next_at" is not null;
CREATE INDEX "{p}workflow_runs_ended_due_index" on "{p}workflow_runs" ("ended_at", "id") where "ended_at" is not null;
CREATE TABLE "{p}write_probe" ("id" integer not null primary key, "filler" text not null);
CREATE TABLE "{p}emails" (
  "id" text not null primary key,
  "user_from" text not null,
  "message_id" text null,
  "thread_id" text null,
  "direction" text not null,
  "status" text not null,
  "waiting_for" text null,
  "mailbox" text not null,
  "mailbox_id" text null,
  "from" text null,
  "to" json not null,
  "cc" json not null,
  "bcc" json not null,
  "subject" text null,
  "text" text null,
  "html" text null,
  "snippet" text null,
  "purpose" text not null,
  "topic" text null,
  "lead_id" text null,
  "deal_id" text null,
  "company_id" text null,
  "campaign_id" text null,
  "sequence_id" text null,
  "enrollment_id" text null,
  "step_id" text null,
  "variant" text null,
  "workflow_id" text null,
  "run_id" text null,
  "template_id" text null,
  "template_version" integer null,
  "owner_email" text null,
  "reply_to_email_id" text null,
  "automatic" integer not null,
  "track_opens" integer not null,
  "track_clicks" integer not null,
  "scheduled_at" datetime null,
  "sent_at" datetime null,
  "failed_at" datetime null,
  "bounced_at" datetime null,
  "opened_at" datetime null,
  "open_count" integer not null,
  "clicked_at" datetime null,
  "click_count" integer not null,
  "replied_at" datetime null,
  "unsubscribed_at" datetime null,
  "recipients" json not null,
  "bounce" json null,
  "error" json null,
  "links" json not null,
  "attachments" json not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "key" text null,
  "due_at" datetime null,
  "rank" integer not null,
  "attempt" integer not null,
  "lease_token" text null,
  "begun_at" datetime null,
  "unsubscribe_link" text not null,
  "from_name" text null,
  "reply_to" text null,
  "references" json not null,
  "server_answer" text null,
  "queue_id" text null);
CREATE INDEX "{p}emails_sent_at_id_index" on "{p}emails" ("user_from", "sent_at", "id");
CREATE INDEX "{p}emails_failed_at_id_index" on "{p}emails" ("user_from", "failed_at", "id");
CREATE INDEX "{p}emails_lead_id_created_at_id_index" on "{p}emails" ("user_from", "lead_id", "created_at", "id");
CREATE INDEX "{p}emails_campaign_id_id_index" on "{p}emails" ("user_from", "campaign_id", "id");
CREATE INDEX "{p}emails_sequence_id_id_index" on "{p}emails" ("user_from", "sequence_id", "id");
CREATE INDEX "{p}emails_thread_id_id_index" on "{p}emails" ("user_from", "thread_id", "id");
CREATE INDEX "{p}emails_deal_id_id_index" on "{p}emails" ("user_from", "deal_id", "id");
CREATE INDEX "{p}emails_enrollment_id_id_index" on "{p}emails" ("user_from", "enrollment_id", "id");
CREATE INDEX "{p}emails_created_at_id_index" on "{p}emails" ("user_from", "created_at", "id");
CREATE INDEX "{p}emails_mailbox_id_begun_at_index" on "{p}emails" ("user_from", "mailbox_id", "begun_at");
CREATE UNIQUE INDEX "{p}emails_key_unique" on "{p}emails" ("user_from", "key");
CREATE UNIQUE INDEX "{p}emails_message_id_unique" on "{p}emails" ("user_from", "message_id");
CREATE TABLE "{p}email_files" (
  "id" text not null primary key,
  "user_from" text not null,
  "email_id" text not null,
  "position" integer not null,
  "name" text not null,
  "media_type" text not null,
  "content_id" text null,
  "content" text not null);
CREATE UNIQUE INDEX "{p}email_files_email_id_position_unique" on "{p}email_files" ("user_from", "email_id", "position");
CREATE TABLE "{p}email_contacts" (
  "id" text not null primary key,
  "user_from" text not null,
  "email_id" text not null,
  "contact_id" text not null,
  "in_copy" integer not null,
  "sent_at" datetime null);
CREATE INDEX "{p}email_contacts_contact_id_sent_at_email_id_index" on "{p}email_contacts" ("user_from", "contact_id", "sent_at", "email_id");
CREATE UNIQUE INDEX "{p}email_contacts_email_id_contact_id_unique" on "{p}email_contacts" ("user_from", "email_id", "contact_id");
CREATE INDEX "{p}emails_due_at_due_index" on "{p}emails" ("due_at") where "due_at" is not null;
CREATE INDEX "{p}emails_mailbox_due_index" on "{p}emails" ("user_from", "mailbox_id", "rank", "due_at", "id") where "due_at" is not null;
CREATE TABLE "{p}forms" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "status" text not null,
  "locale" text null,
  "title" text null,
  "introduction" text null,
  "fields" json not null,
  "consent" json null,
  "redirect_url" text null,
  "thanks" text null,
  "create_deal" json null,
  "assign_to" text null,
  "tags" json not null,
  "notify" json not null,
  "allowed_origins" json not null,
  "double_opt_in" integer not null,
  "spam" json not null,
  "token" text not null,
  "secret" text not null);
CREATE INDEX "{p}forms_created_at_id_index" on "{p}forms" ("user_from", "created_at", "id");
CREATE UNIQUE INDEX "{p}forms_token_global" on "{p}forms" ("token");
CREATE TABLE "{p}form_submissions" (
  "id" text not null primary key,
  "user_from" text not null,
  "form_id" text not null,
  "submission_id" text not null,
  "status" text not null,
  "reason" text null,
  "via" text not null,
  "values" json not null,
  "consent" integer null,
  "opt_in" text null,
  "opted_in_at" datetime null,
  "contact_id" text null,
  "company_id" text null,
  "deal_id" text null,
  "visitor_id" text null,
  "matched" integer not null,
  "key" text not null,
  "created_at" datetime not null);
CREATE INDEX "{p}form_submissions_created_at_id_index" on "{p}form_submissions" ("user_from", "created_at", "id");
CREATE INDEX "{p}form_submissions_form_id_created_at_id_index" on "{p}form_submissions" ("user_from", "form_id", "created_at", "id");
CREATE UNIQUE INDEX "{p}form_submissions_key_unique" on "{p}form_submissions" ("user_from", "key");
CREATE INDEX "{p}form_submissions_spam_due_index" on "{p}form_submissions" ("id") where "status" = 'spam';
CREATE TABLE "{p}email_hits" (
  "id" text not null primary key,
  "user_from" text not null,
  "email_id" text not null,
  "kind" text not null,
  "link_index" integer null,
  "at" datetime not null,
  "due_at" datetime null,
  "network" text null,
  "suspicion" text null,
  "verdict" text null,
  "reason" text null);
CREATE INDEX "{p}email_hits_email_id_at_index" on "{p}email_hits" ("user_from", "email_id", "at");
CREATE INDEX "{p}email_hits_due_at_due_index" on "{p}email_hits" ("due_at") where "due_at" is not null;
CREATE INDEX "{p}email_hits_network_due_index" on "{p}email_hits" ("id") where "network" is not null;
CREATE TABLE "{p}inbound_requests" (
  "id" text not null primary key,
  "user_from" text not null,
  "inbound_webhook_id" text not null,
  "delivery_id" text null,
  "status" text not null,
  "reason" text null,
  "object" text null,
  "record_id" text null,
  "contact_id" text null,
  "payload" json null,
  "truncated" integer not null,
  "processed_at" datetime null,
  "created_at" datetime not null,
  "media" text not null,
  "body" text not null,
  "key" text not null);
CREATE INDEX "{p}inbound_requests_inbound_webhook_id_created_at_id_index" on "{p}inbound_requests" ("user_from", "inbound_webhook_id", "created_at", "id");
CREATE UNIQUE INDEX "{p}inbound_requests_key_unique" on "{p}inbound_requests" ("user_from", "key");
CREATE TABLE "{p}inbound_webhooks" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "active" integer not null,
  "signature" json not null,
  "id_from" json null,
  "mapping" json not null,
  "match_by" text null,
  "last_received_at" datetime null,
  "token" text not null,
  "sealed" text null,
  "previous_sealed" text null,
  "previous_until" datetime null);
CREATE INDEX "{p}inbound_webhooks_created_at_id_index" on "{p}inbound_webhooks" ("user_from", "created_at", "id");
CREATE UNIQUE INDEX "{p}inbound_webhooks_token_global" on "{p}inbound_webhooks" ("token");
CREATE INDEX "{p}inbound_requests_due_index" on "{p}inbound_requests" ("id") where "status" = 'received';
CREATE TABLE "{p}mailbox_syncs" (
  "id" text not null primary key,
  "user_from" text not null,
  "mailbox_id" text not null,
  "due_at" datetime not null,
  "lease_token" text null,
  "lease_until" datetime null,
  "connected_at" datetime not null,
  "failures" integer not null, "copied_until" datetime null);
CREATE INDEX "{p}mailbox_syncs_due_at_index" on "{p}mailbox_syncs" ("user_from", "due_at");
CREATE UNIQUE INDEX "{p}mailbox_syncs_mailbox_id_unique" on "{p}mailbox_syncs" ("user_from", "mailbox_id");
CREATE TABLE "{p}mail_folders" (
  "id" text not null primary key,
  "user_from" text not null,
  "mailbox_id" text not null,
  "name" text not null,
  "uid_validity" text not null,
  "next_uid" text not null,
  "reading_since" datetime null,
  "stuck" integer not null);
CREATE UNIQUE INDEX "{p}mail_folders_mailbox_id_name_unique" on "{p}mail_folders" ("user_from", "mailbox_id", "name");
CREATE TABLE "{p}email_reports" (
  "id" text not null primary key,
  "user_from" text not null,
  "key" text not null,
  "email_id" text null,
  "hash" text not null,
  "kind" text not null,
  "code" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}email_reports_hash_created_at_index" on "{p}email_reports" ("user_from", "hash", "created_at");
CREATE UNIQUE INDEX "{p}email_reports_key_unique" on "{p}email_reports" ("user_from", "key");
CREATE TABLE "{p}mail_leftovers" (
  "id" text not null primary key,
  "user_from" text not null,
  "mailbox_id" text not null,
  "folder" text not null,
  "uid" text not null,
  "kind" text not null,
  "note" text not null,
  "raw" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}mail_leftovers_created_at_index" on "{p}mail_leftovers" ("user_from", "created_at");
CREATE UNIQUE INDEX "{p}mail_leftovers_mailbox_id_folder_uid_kind_unique" on "{p}mail_leftovers" ("user_from", "mailbox_id", "folder", "uid", "kind");
CREATE TABLE "{p}mailboxes" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "owner_email" text null,
  "address" text not null,
  "aliases" json not null,
  "name" text null,
  "reply_to" text null,
  "signature" text null,
  "smtp" json null,
  "imap" json null,
  "status" text not null,
  "last_error" text null,
  "last_sync_at" datetime null,
  "daily_limit" integer null,
  "hourly_limit" integer null,
  "max_connections" integer not null,
  "save_sent" text not null,
  "return_path" text null,
  "dkim" json null,
  "tracking_domain" text null,
  "is_default" integer not null,
  "of_installation" integer not null,
  "sealed_smtp" text null,
  "sealed_imap" text null,
  "sealed_dkim" text null,
  "failures" integer not null,
  "retry_at" datetime null, "failing_since" datetime null);
CREATE INDEX "{p}mailboxes_created_at_id_index" on "{p}mailboxes" ("user_from", "created_at", "id");
CREATE UNIQUE INDEX "{p}mailboxes_address_unique" on "{p}mailboxes" ("user_from", "address") where deleted_at is null;
CREATE TABLE "{p}outreach_secrets" (
  "id" text not null primary key,
  "user_from" text not null,
  "purpose" text not null,
  "sealed_key" text not null,
  "created_at" datetime not null);
CREATE UNIQUE INDEX "{p}outreach_secrets_purpose_unique" on "{p}outreach_secrets" ("user_from", "purpose");
CREATE INDEX "{p}sequence_enrollments_task_id_index" on "{p}sequence_enrollments" ("user_from", "task_id");
CREATE TABLE "{p}sequences" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "description" text null,
  "status" text not null,
  "owner_email" text null,
  "steps" json not null,
  "send_window" json null,
  "exit_on" json not null,
  "daily_limit" integer null,
  "sender" text not null,
  "topic" text not null,
  "unsubscribe_link" text not null,
  "tags" json not null,
  "steps_version" integer not null);
CREATE INDEX "{p}sequences_created_at_id_index" on "{p}sequences" ("user_from", "created_at", "id");
CREATE INDEX "{p}sequences_status_index" on "{p}sequences" ("user_from", "status");
CREATE TABLE "{p}sequence_days" (
  "sequence_id" text not null,
  "day" text not null,
  "user_from" text not null,
  "amount" integer not null, primary key ("sequence_id",
  "day"));
CREATE TABLE "{p}suppressions" (
  "id" text not null primary key,
  "user_from" text not null,
  "value" text null,
  "hash" text not null,
  "kind" text not null,
  "topic" text null,
  "reason" text null,
  "source" text null,
  "email_id" text null,
  "key" text not null,
  "created_by" text not null,
  "created_at" datetime not null);
CREATE INDEX "{p}suppressions_created_at_id_index" on "{p}suppressions" ("user_from", "created_at", "id");
CREATE INDEX "{p}suppressions_hash_index" on "{p}suppressions" ("user_from", "hash");
CREATE UNIQUE INDEX "{p}suppressions_key_unique" on "{p}suppressions" ("user_from", "key");
CREATE TABLE "{p}email_templates" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "subject" text not null,
  "html" text null,
  "text" text null,
  "kind" text not null,
  "locale" text null,
  "folder" text null,
  "inline_css" integer not null,
  "merge_tags" json not null,
  "has_own_text" integer not null);
CREATE INDEX "{p}email_templates_created_at_id_index" on "{p}email_templates" ("user_from", "created_at", "id");
CREATE INDEX "{p}email_templates_folder_index" on "{p}email_templates" ("user_from", "folder");
CREATE TABLE "{p}email_template_versions" (
  "id" text not null primary key,
  "user_from" text not null,
  "template_id" text not null,
  "version" integer not null,
  "subject" text not null,
  "html" text null,
  "text" text null,
  "created_by" text not null,
  "created_at" datetime not null);
CREATE UNIQUE INDEX "{p}email_template_versions_template_id_version_unique" on "{p}email_template_versions" ("user_from", "template_id", "version");
CREATE TABLE "{p}visitors" (
  "id" text not null primary key,
  "user_from" text not null,
  "key" text not null,
  "contact_id" text null,
  "created_at" datetime not null);
CREATE INDEX "{p}visitors_contact_id_id_index" on "{p}visitors" ("user_from", "contact_id", "id");
CREATE TABLE "{p}page_visits" (
  "id" text not null primary key,
  "user_from" text not null,
  "visit_id" text not null,
  "is_start" integer not null,
  "visitor" text not null,
  "contact_id" text null,
  "url" text not null,
  "title" text null,
  "referrer" text null,
  "at" datetime not null,
  "duration_seconds" integer null,
  "key" text not null,
  "created_at" datetime not null);
CREATE INDEX "{p}page_visits_at_id_index" on "{p}page_visits" ("user_from", "at", "id");
CREATE INDEX "{p}page_visits_visitor_at_index" on "{p}page_visits" ("user_from", "visitor", "at");
CREATE INDEX "{p}page_visits_contact_id_at_id_index" on "{p}page_visits" ("user_from", "contact_id", "at", "id");
CREATE UNIQUE INDEX "{p}visitors_key_unique" on "{p}visitors" ("user_from", "key");
CREATE UNIQUE INDEX "{p}page_visits_key_unique" on "{p}page_visits" ("user_from", "key");
CREATE TABLE "{p}campaigns" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "kind" text not null,
  "status" text not null,
  "reason" text null,
  "owner_email" text null,
  "topic" text not null,
  "template_id" text null,
  "subject" text null,
  "html" text null,
  "text" text null,
  "mailbox_id" text null,
  "from_name" text null,
  "reply_to" text null,
  "schedule" json not null,
  "variants" json not null,
  "test" json null,
  "throttle_per_hour" integer null,
  "utm" json null,
  "winner" json null,
  "next_run_at" datetime null,
  "object" text not null,
  "filter" json null);
CREATE INDEX "{p}campaigns_created_at_id_index" on "{p}campaigns" ("user_from", "created_at", "id");
CREATE INDEX "{p}campaigns_status_index" on "{p}campaigns" ("user_from", "status");
CREATE TABLE "{p}campaign_issues" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "issue" text not null,
  "started_at" datetime not null,
  "texts" json not null,
  "utm" json null,
  "looked_at" text null,
  "frozen_at" datetime null,
  "decide_at" datetime null,
  "winner" text null,
  "next_batch_at" datetime null,
  "work_at" datetime null,
  "finished_at" datetime null);
CREATE UNIQUE INDEX "{p}campaign_issues_campaign_id_issue_unique" on "{p}campaign_issues" ("user_from", "campaign_id", "issue");
CREATE TABLE "{p}campaign_lists" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "list_id" text not null,
  "excluded" integer not null,
  "position" integer not null);
CREATE INDEX "{p}campaign_lists_list_id_index" on "{p}campaign_lists" ("user_from", "list_id");
CREATE UNIQUE INDEX "{p}campaign_lists_campaign_id_list_id_excluded_unique" on "{p}campaign_lists" ("user_from", "campaign_id", "list_id", "excluded");
CREATE TABLE "{p}campaign_recipients" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "issue" text not null,
  "lead_id" text not null,
  "address" text null,
  "status" text not null,
  "reason" text null,
  "variant" text null,
  "email_id" text null,
  "sent_at" datetime null,
  "bounced_at" datetime null,
  "opened_at" datetime null,
  "clicked_at" datetime null,
  "replied_at" datetime null,
  "unsubscribed_at" datetime null,
  "created_at" datetime not null,
  "step" integer not null,
  "values" json null);
CREATE INDEX "{p}campaign_recipients_campaign_id_issue_status_step_id_index" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "status", "step", "id");
CREATE INDEX "{p}campaign_recipients_campaign_id_created_at_id_index" on "{p}campaign_recipients" ("user_from", "campaign_id", "created_at", "id");
CREATE INDEX "{p}campaign_recipients_email_id_index" on "{p}campaign_recipients" ("user_from", "email_id");
CREATE INDEX "{p}campaign_recipients_lead_id_index" on "{p}campaign_recipients" ("user_from", "lead_id");
CREATE UNIQUE INDEX "{p}campaign_recipients_campaign_id_issue_lead_id_unique" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "lead_id");
CREATE UNIQUE INDEX "{p}campaign_recipients_campaign_id_issue_address_unique" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "address");
CREATE TABLE "{p}campaign_subscriptions" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "lead_id" text not null,
  "subscribed" integer not null,
  "changed_by" text not null,
  "changed_at" datetime not null);
CREATE INDEX "{p}campaign_subscriptions_lead_id_index" on "{p}campaign_subscriptions" ("user_from", "lead_id");
CREATE UNIQUE INDEX "{p}campaign_subscriptions_campaign_id_lead_id_unique" on "{p}campaign_subscriptions" ("user_from", "campaign_id", "lead_id");
CREATE INDEX "{p}campaigns_run_due_index" on "{p}campaigns" ("next_run_at") where "next_run_at" is not null;
CREATE INDEX "{p}campaign_issues_work_due_index" on "{p}campaign_issues" ("work_at") where "work_at" is not null;
CREATE INDEX "{p}emails_begun_due_index" on "{p}emails" ("user_from", "mailbox_id", "due_at") where "status" = 'sending';
CREATE INDEX "{p}workflow_runs_due_by_organization_index" on "{p}workflow_runs" ("user_from", "wake_at", "id") where "wake_at" is not null;
CREATE UNIQUE INDEX "{p}events_id_unique" on "{p}events" ("user_from", "id");
CREATE INDEX "{p}events_type_id_index" on "{p}events" ("user_from", "type", "id");
CREATE INDEX "{p}events_entity_id_id_index" on "{p}events" ("user_from", "entity_id", "id");
CREATE TABLE "{p}accounts" (
  "id" text not null primary key,
  "email" text not null,
  "password_hash" text not null,
  "totp_secret" text null,
  "totp_pending" text null,
  "totp_step" bigint null,
  "recovery_hashes" json not null,
  "proven_at" datetime null,
  "credentials_changed_at" datetime not null,
  "created_at" datetime not null);
CREATE UNIQUE INDEX "{p}accounts_email_id_global" on "{p}accounts" ("email", "id");
CREATE TABLE "{p}invitations" (
  "id" text not null primary key,
  "user_from" text not null,
  "user_id" text not null,
  "hash" text not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "expires_at" datetime not null);
CREATE UNIQUE INDEX "{p}invitations_user_id_unique" on "{p}invitations" ("user_from", "user_id");
CREATE UNIQUE INDEX "{p}invitations_hash_global" on "{p}invitations" ("hash");
CREATE TABLE "{p}password_resets" (
  "hash" text not null primary key,
  "email" text not null,
  "expires_at" datetime not null);
CREATE UNIQUE INDEX "{p}password_resets_email_hash_global" on "{p}password_resets" ("email", "hash");
CREATE TABLE "{p}sign_in_attempts" (
  "key" text not null primary key,
  "failures" integer not null,
  "next_at" bigint not null,
  "last_at" bigint not null,
  "known_until" bigint not null);
CREATE UNIQUE INDEX "{p}users_account_id_id_global" on "{p}users" ("account_id", "id");
CREATE TABLE "{p}sign_in_artifacts" (
  "key" text not null primary key,
  "model" text not null,
  "content" text not null,
  "grant_key" text null,
  "session_key" text null,
  "account_id" text null,
  "consumed_at" datetime null,
  "created_at" datetime not null,
  "expires_at" datetime not null);
CREATE TABLE "{p}sign_in_secrets" (
  "name" text not null primary key,
  "secret" text not null,
  "created_at" datetime not null);
CREATE TABLE "{p}sign_in_grants" (
  "id" text not null primary key,
  "user_from" text not null,
  "user_id" text not null,
  "account_id" text not null,
  "client" text not null,
  "client_host" text null,
  "scopes" json not null,
  "audience" text not null,
  "administration" integer not null,
  "created_at" datetime not null,
  "last_used_at" datetime null,
  "ended_at" datetime null,
  "key" text not null);
CREATE INDEX "{p}sign_in_grants_user_id_created_at_id_index" on "{p}sign_in_grants" ("user_from", "user_id", "created_at", "id");
CREATE INDEX "{p}sign_in_grants_created_at_id_index" on "{p}sign_in_grants" ("user_from", "created_at", "id");
CREATE UNIQUE INDEX "{p}sign_in_artifacts_grant_key_key_global" on "{p}sign_in_artifacts" ("grant_key", "key");
CREATE UNIQUE INDEX "{p}sign_in_artifacts_session_key_key_global" on "{p}sign_in_artifacts" ("session_key", "key");
CREATE UNIQUE INDEX "{p}sign_in_artifacts_account_id_key_global" on "{p}sign_in_artifacts" ("account_id", "key");
CREATE UNIQUE INDEX "{p}sign_in_artifacts_expires_at_key_global" on "{p}sign_in_artifacts" ("expires_at", "key");
CREATE UNIQUE INDEX "{p}sign_in_grants_key_global" on "{p}sign_in_grants" ("key");
CREATE TABLE "{p}sign_in_sessions" (
  "id" text not null primary key,
  "account_id" text not null,
  "session_key" text null,
  "methods" json not null,
  "address" text null,
  "browser" text null,
  "signed_in_at" datetime not null,
  "confirmed_at" datetime not null,
  "last_used_at" datetime not null);
CREATE UNIQUE INDEX "{p}sign_in_sessions_session_key_global" on "{p}sign_in_sessions" ("session_key");
CREATE UNIQUE INDEX "{p}sign_in_sessions_account_id_id_global" on "{p}sign_in_sessions" ("account_id", "id");
CREATE UNIQUE INDEX "{p}sign_in_sessions_last_used_at_id_global" on "{p}sign_in_sessions" ("last_used_at", "id");
CREATE TABLE "{p}passkeys" (
  "id" text not null primary key,
  "account_id" text not null,
  "credential_id" text not null,
  "user_handle" text not null,
  "public_key" text not null,
  "counter" bigint not null,
  "transports" json not null,
  "name" text not null,
  "synced" integer not null,
  "created_at" datetime not null,
  "last_used_at" datetime null);
CREATE UNIQUE INDEX "{p}passkeys_credential_id_global" on "{p}passkeys" ("credential_id");
CREATE UNIQUE INDEX "{p}passkeys_account_id_id_global" on "{p}passkeys" ("account_id", "id");
CREATE INDEX "{p}organizations_suspended_index" on "{p}organizations" ("user_from") where suspended_at is not null;
CREATE INDEX "{p}invoices_order_id_index" on "{p}invoices" ("user_from", "order_id");
CREATE INDEX "{p}invoices_quote_id_index" on "{p}invoices" ("user_from", "quote_id");
CREATE INDEX "{p}reports_next_run_at_due_index" on "{p}reports" ("next_run_at") where "next_run_at" is not null;
CREATE INDEX "{p}tasks_series_id_occurrence_index" on "{p}tasks" ("user_from", "series_id", "occurrence");
CREATE INDEX "{p}contacts_last_name_sort_key_index" on "{p}contacts" ("user_from", "last_name_sort_key", "id");
CREATE TRIGGER "{p}contacts_last_name_sort_key_changed" after update of "last_name" on "{p}contacts" when new."last_name" is not old."last_name" begin update "{p}contacts" set "last_name_sort_key" = case when new."last_name" is null then '' when octet_length(new."last_name") = length(new."last_name") then lower(substr(new."last_name", 1, 100)) else rapport_order(new."last_name") end where rowid = new.rowid; end;
CREATE INDEX "{p}companies_name_sort_key_index" on "{p}companies" ("user_from", "name_sort_key", "id");
CREATE TRIGGER "{p}companies_name_sort_key_changed" after update of "name" on "{p}companies" when new."name" is not old."name" begin update "{p}companies" set "name_sort_key" = case when new."name" is null then '' when octet_length(new."name") = length(new."name") then lower(substr(new."name", 1, 100)) else rapport_order(new."name") end where rowid = new.rowid; end;
CREATE INDEX "{p}deals_name_sort_key_index" on "{p}deals" ("user_from", "name_sort_key", "id");
CREATE TRIGGER "{p}deals_name_sort_key_changed" after update of "name" on "{p}deals" when new."name" is not old."name" begin update "{p}deals" set "name_sort_key" = case when new."name" is null then '' when octet_length(new."name") = length(new."name") then lower(substr(new."name", 1, 100)) else rapport_order(new."name") end where rowid = new.rowid; end;
CREATE INDEX "{p}products_name_sort_key_index" on "{p}products" ("user_from", "name_sort_key", "id");
CREATE TRIGGER "{p}products_name_sort_key_changed" after update of "name" on "{p}products" when new."name" is not old."name" begin update "{p}products" set "name_sort_key" = case when new."name" is null then '' when octet_length(new."name") = length(new."name") then lower(substr(new."name", 1, 100)) else rapport_order(new."name") end where rowid = new.rowid; end;
CREATE INDEX "{p}contacts_primary_email_sort_key_index" on "{p}contacts" ("user_from", "primary_email_sort_key", "id");
CREATE TABLE "{p}deal_contacts" ("user_from" text not null, "deal_id" text not null, "contact_id" text not null, primary key ("deal_id", "contact_id"));
CREATE INDEX "{p}deal_contacts_contact_id_deal_id_index" on "{p}deal_contacts" ("user_from", "contact_id", "deal_id");
CREATE TRIGGER "{p}deal_contacts_added" after insert on "{p}deals" when new."contacts" <> '[]' and (json_array_length(new."contacts") > 1 or new."contacts" ->> '$[0].lead_id' is not new."primary_lead_id") begin insert or ignore into "{p}deal_contacts" select new."user_from", new."id", case type when 'object' then value ->> 'lead_id' end from json_each(new."contacts") where case type when 'object' then value ->> 'lead_id' end is not null and case type when 'object' then value ->> 'lead_id' end is not new."primary_lead_id"; end;
CREATE TRIGGER "{p}deal_contacts_changed" after update of "contacts", "primary_lead_id" on "{p}deals" when new."contacts" is not old."contacts" or new."primary_lead_id" is not old."primary_lead_id" begin delete from "{p}deal_contacts" where "deal_id" = old."id"; insert or ignore into "{p}deal_contacts" select new."user_from", new."id", case type when 'object' then value ->> 'lead_id' end from json_each(new."contacts") where case type when 'object' then value ->> 'lead_id' end is not null and case type when 'object' then value ->> 'lead_id' end is not new."primary_lead_id"; end;
CREATE TRIGGER "{p}deal_contacts_removed" after delete on "{p}deals" when old."contacts" <> '[]' begin delete from "{p}deal_contacts" where "deal_id" = old."id"; end;
CREATE TABLE "{p}attachments" ("id" text not null, "user_from" text not null, "object" text not null, "record_id" text not null, "name" text not null, "media_type" text not null, "size" bigint not null, "sha256" text not null, "file_id" text not null, "created_by" text not null, "created_at" datetime not null, "updated_at" datetime not null, "deleted_at" datetime null, "version" integer not null, primary key ("id"));
CREATE INDEX "{p}attachments_record_id_id_index" on "{p}attachments" ("user_from", "record_id", "id");
CREATE INDEX "{p}attachments_file_id_index" on "{p}attachments" ("user_from", "file_id");
CREATE INDEX "{p}attachments_gone_index" on "{p}attachments" ("deleted_at") where "deleted_at" is not null;
CREATE TABLE "{p}stored_files" ("id" text not null, "user_from" text not null, "state" text not null, "store" text not null, "size" bigint not null, "created_at" datetime not null, primary key ("id"));
CREATE INDEX "{p}stored_files_size_index" on "{p}stored_files" ("user_from", "size");
CREATE UNIQUE INDEX "{p}stored_files_state_id_global" on "{p}stored_files" ("state", "id");
CREATE TABLE "{p}file_parts" ("user_from" text not null, "file_id" text not null, "position" bigint not null, "content" blob not null, primary key ("file_id", "position"));
CREATE TRIGGER "{p}attachments_gone_follow" after delete on "{p}attachments" begin update "{p}stored_files" set "state" = 'dropping' where "id" = old."file_id"; end;
CREATE INDEX "{p}contacts_lead_score_id_index" on "{p}contacts" ("user_from", "lead_score", "id");
CREATE INDEX "{p}events_step_due_index" on "{p}events" ("user_from", "step", "id") where "step" is not null;
CREATE TRIGGER "{p}contacts_last_name_sort_key_added" after insert on "{p}contacts" when new."last_name" is not null and new."last_name_sort_key" = '' begin update "{p}contacts" set "last_name_sort_key" = case when new."last_name" is null then '' when octet_length(new."last_name") = length(new."last_name") then lower(substr(new."last_name", 1, 100)) else rapport_order(new."last_name") end where rowid = new.rowid; end;
CREATE TRIGGER "{p}companies_name_sort_key_added" after insert on "{p}companies" when new."name" is not null and new."name_sort_key" = '' begin update "{p}companies" set "name_sort_key" = case when new."name" is null then '' when octet_length(new."name") = length(new."name") then lower(substr(new."name", 1, 100)) else rapport_order(new."name") end where rowid = new.rowid; end;
CREATE TRIGGER "{p}deals_name_sort_key_added" after insert on "{p}deals" when new."name" is not null and new."name_sort_key" = '' begin update "{p}deals" set "name_sort_key" = case when new."name" is null then '' when octet_length(new."name") = length(new."name") then lower(substr(new."name", 1, 100)) else rapport_order(new."name") end where rowid = new.rowid; end;
CREATE TRIGGER "{p}products_name_sort_key_added" after insert on "{p}products" when new."name" is not null and new."name_sort_key" = '' begin update "{p}products" set "name_sort_key" = case when new."name" is null then '' when octet_length(new."name") = length(new."name") then lower(substr(new."name", 1, 100)) else rapport_order(new."name") end where rowid = new.rowid; end;
CREATE INDEX "{p}emails_rare_index" on "{p}emails" ("user_from", "status", "created_at", "id") where "status" = 'queued' or "status" = 'sending' or "status" = 'uncertain' or "status" = 'bounced' or "status" = 'failed' or "status" = 'cancelled';
CREATE INDEX "{p}inbound_requests_inbound_webhook_id_status_created_at_index" on "{p}inbound_requests" ("user_from", "inbound_webhook_id", "status", "created_at");
CREATE INDEX "{p}sequence_enrollments_sequence_id_started_at_id_index" on "{p}sequence_enrollments" ("user_from", "sequence_id", "started_at", "id");
CREATE INDEX "{p}workflow_runs_started_at_id_index" on "{p}workflow_runs" ("user_from", "started_at", "id");
CREATE INDEX "{p}workflow_runs_workflow_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "workflow_id", "started_at", "id");
CREATE INDEX "{p}workflow_runs_rare_index" on "{p}workflow_runs" ("user_from", "status", "started_at", "id") where "status" = 'waiting' or "status" = 'frozen' or "status" = 'failed' or "status" = 'cancelled';
CREATE TABLE "{p}event_dispatches" ("position" integer not null, "user_from" text not null, "processed_at" datetime null, primary key ("position"));
CREATE INDEX "{p}event_dispatches_unprocessed_index" on "{p}event_dispatches" ("position") where "processed_at" is null;
CREATE TRIGGER "{p}event_dispatches_added" after insert on "{p}events" when new."processed_at" is null begin
  insert into "{p}event_dispatches" ("position", "user_from") values (new."position", new."user_from"); end;
`,
}
