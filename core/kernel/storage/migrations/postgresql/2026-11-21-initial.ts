export const sql = `
create table "{p}activities" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "type" text not null,
  "subject" text null,
  "body" text null,
  "at" timestamptz(3) not null,
  "direction" text null,
  "channel" text null,
  "duration_seconds" int null,
  "outcome" text null,
  "lead_id" uuid null,
  "company_id" uuid null,
  "deal_id" uuid null,
  "quote_id" uuid null,
  "task_id" uuid null,
  "email_id" uuid null,
  "owner_email" text null,
  "participants" jsonb not null,
  "recording_url" text null,
  "source" text not null,
  "pinned" boolean not null,
  "custom" json not null, primary key (
  "id"));
create index "{p}activities_at_id_index" on "{p}activities" ("user_from", "at", "id");
create index "{p}activities_created_at_id_index" on "{p}activities" ("user_from", "created_at", "id");
create index "{p}activities_updated_at_id_index" on "{p}activities" ("user_from", "updated_at", "id");
create index "{p}activities_lead_id_at_id_index" on "{p}activities" ("user_from", "lead_id", "at", "id");
create index "{p}activities_company_id_at_id_index" on "{p}activities" ("user_from", "company_id", "at", "id");
create index "{p}activities_deal_id_at_id_index" on "{p}activities" ("user_from", "deal_id", "at", "id");
create index "{p}activities_quote_id_index" on "{p}activities" ("user_from", "quote_id");
create index "{p}activities_task_id_index" on "{p}activities" ("user_from", "task_id");
create table "{p}api_calls" (
  "id" uuid not null,
  "user_from" text not null,
  "api_key_id" uuid null,
  "user_email" text not null,
  "operation" text not null,
  "method" text not null,
  "path" text not null,
  "status" int not null,
  "code" text null,
  "duration_ms" int not null,
  "request_id" text null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}api_calls_created_at_id_index" on "{p}api_calls" ("user_from", "created_at", "id");
create index "{p}api_calls_api_key_id_created_at_index" on "{p}api_calls" ("user_from", "api_key_id", "created_at");
create table "{p}api_keys" (
  "id" uuid not null,
  "user_from" text not null,
  "user_id" uuid not null,
  "name" text not null,
  "prefix" text not null,
  "previous_until" timestamptz(3) null,
  "scopes" json not null,
  "widget" boolean not null,
  "expires_at" timestamptz(3) null,
  "allowed_ips" json not null,
  "revoked_at" timestamptz(3) null,
  "last_used_at" timestamptz(3) null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
create index "{p}api_keys_created_at_id_index" on "{p}api_keys" ("user_from", "created_at", "id");
create table "{p}api_key_secrets" (
  "id" uuid not null,
  "user_from" text not null,
  "api_key_id" uuid not null,
  "hash" text not null,
  "until" timestamptz(3) null, primary key (
  "id"));
create index "{p}api_key_secrets_api_key_id_index" on "{p}api_key_secrets" ("user_from", "api_key_id");
alter table "{p}api_key_secrets" add constraint "{p}api_key_secrets_hash_global" unique ("hash");
create table "{p}associations" (
  "id" uuid not null,
  "user_from" text not null,
  "from_object" text not null,
  "from_id" uuid not null,
  "to_object" text not null,
  "to_id" uuid not null,
  "label" text null,
  "inverse_label" text null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "link_key" text not null, primary key (
  "id"));
create index "{p}associations_from_id_index" on "{p}associations" ("user_from", "from_id");
create index "{p}associations_to_id_index" on "{p}associations" ("user_from", "to_id");
alter table "{p}associations" add constraint "{p}associations_link_key_unique" unique ("user_from", "link_key");
create table "{p}sync_awaited_contacts" (
  "id" uuid not null,
  "user_from" text not null,
  "provider" text not null,
  "word" text not null,
  "deal_id" uuid not null, primary key (
  "id"));
create index "{p}sync_awaited_contacts_word_index" on "{p}sync_awaited_contacts" ("user_from", "word");
create index "{p}sync_awaited_contacts_deal_id_index" on "{p}sync_awaited_contacts" ("user_from", "deal_id");
create table "{p}sync_awaited_links" (
  "id" uuid not null,
  "user_from" text not null,
  "provider" text not null,
  "external_id" text not null,
  "contact_id" uuid not null, primary key (
  "id"));
create index "{p}sync_awaited_links_provider_external_id_index" on "{p}sync_awaited_links" ("user_from", "provider", "external_id");
create index "{p}sync_awaited_links_contact_id_index" on "{p}sync_awaited_links" ("user_from", "contact_id");
create table "{p}record_changes" (
  "id" bigserial primary key,
  "user_from" text not null,
  "entity_type" text not null,
  "record_id" uuid not null,
  "changes" json not null,
  "action" text null,
  "actor" json not null,
  "operation" text null,
  "request_id" text null,
  "created_at" timestamptz(3) not null);
create index "{p}record_changes_record_id_id_index" on "{p}record_changes" ("user_from", "record_id", "id");
create index "{p}record_changes_created_at_id_index" on "{p}record_changes" ("user_from", "created_at", "id");
create table "{p}companies" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "name_key" text not null,
  "domain" text null,
  "domains" jsonb not null,
  "code" text null,
  "vat_number" text null,
  "registration_number" text null,
  "industry" text null,
  "employees" int null,
  "country" text null,
  "tier" text null,
  "lifecycle_stage" text null,
  "company_type" text null,
  "health_score" double precision null,
  "owner_email" text null,
  "email" text null,
  "phone" text null,
  "website" text null,
  "linkedin_url" text null,
  "description" text null,
  "annual_revenue" numeric(19,4) null,
  "billing_address" json null,
  "shipping_address" json null,
  "parent_company_id" uuid null,
  "currency" text null,
  "payment_terms_days" int null,
  "price_list" text null,
  "tax_exempt" boolean not null,
  "tags" jsonb not null,
  "custom" json not null,
  "merged_ids" json not null, primary key (
  "id"));
create index "{p}companies_created_at_id_index" on "{p}companies" ("user_from", "created_at", "id");
create index "{p}companies_updated_at_id_index" on "{p}companies" ("user_from", "updated_at", "id");
create index "{p}companies_name_key_index" on "{p}companies" ("user_from", "name_key");
create index "{p}companies_vat_number_index" on "{p}companies" ("user_from", "vat_number");
create index "{p}companies_registration_number_index" on "{p}companies" ("user_from", "registration_number");
create unique index "{p}companies_domain_unique" on "{p}companies" ("user_from", "domain") where deleted_at is null;
create unique index "{p}companies_code_unique" on "{p}companies" ("user_from", "code") where deleted_at is null;
create table "{p}contacts" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "primary_email" text null,
  "emails" json not null,
  "first_name" text null,
  "last_name" text null,
  "name" text null,
  "title" text null,
  "company" text null,
  "company_id" uuid null,
  "assigned_to" text null,
  "phone" text null,
  "phone_raw" text null,
  "phones" json not null,
  "country" text null,
  "city" text null,
  "address" json null,
  "tags" jsonb not null,
  "sales_cycle_id" uuid null,
  "pipeline_stage" text null,
  "stage_history" json not null,
  "lead_status" text null,
  "lifecycle_stage" text null,
  "lead_score" double precision not null,
  "do_not_contact" boolean not null,
  "consents" json not null,
  "seniority" text null,
  "organization_industry" text null,
  "organization_num_employees" int null,
  "primary_source" text null,
  "last_source" text null,
  "utm" json null,
  "linkedin_url" text null,
  "linkedin_connection_status" text null,
  "language" text null,
  "timezone" text null,
  "total_email_replies" int not null,
  "total_emails_opened" int not null,
  "total_website_visits" int not null,
  "last_contacted_at" timestamptz(3) null,
  "last_activity_at" timestamptz(3) null,
  "custom_properties" json not null,
  "merged_ids" json not null, primary key (
  "id"));
create index "{p}contacts_created_at_id_index" on "{p}contacts" ("user_from", "created_at", "id");
create index "{p}contacts_updated_at_id_index" on "{p}contacts" ("user_from", "updated_at", "id");
create index "{p}contacts_company_id_created_at_id_index" on "{p}contacts" ("user_from", "company_id", "created_at", "id");
create index "{p}contacts_assigned_to_created_at_id_index" on "{p}contacts" ("user_from", "assigned_to", "created_at", "id");
create unique index "{p}contacts_primary_email_unique" on "{p}contacts" ("user_from", "primary_email") where deleted_at is null;
create table "{p}credit_notes" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "number" text not null,
  "company_id" uuid null,
  "lead_id" uuid null,
  "deal_id" uuid null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double precision null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "total_excl_tax" numeric(19,4) null,
  "tax_total" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "source_totals" boolean not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" jsonb not null,
  "custom" json not null,
  "status" text not null,
  "invoice_id" uuid null,
  "reason" text null,
  "applied_amount" numeric(19,4) not null,
  "remaining_amount" numeric(19,4) null, primary key (
  "id"));
create index "{p}credit_notes_created_at_id_index" on "{p}credit_notes" ("user_from", "created_at", "id");
create index "{p}credit_notes_updated_at_id_index" on "{p}credit_notes" ("user_from", "updated_at", "id");
create index "{p}credit_notes_issue_date_id_index" on "{p}credit_notes" ("user_from", "issue_date", "id");
create index "{p}credit_notes_company_id_issue_date_index" on "{p}credit_notes" ("user_from", "company_id", "issue_date");
create index "{p}credit_notes_invoice_id_index" on "{p}credit_notes" ("user_from", "invoice_id");
create unique index "{p}credit_notes_number_unique" on "{p}credit_notes" ("user_from", "number") where deleted_at is null;
create table "{p}credit_note_lines" (
  "id" uuid not null,
  "user_from" text not null,
  "document_id" uuid not null,
  "position" int not null,
  "product_id" uuid null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double precision not null,
  "unit_price" numeric(19,4) null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "tax_rate" double precision null,
  "total_excl_tax" numeric(19,4) null,
  "tax_amount" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "price_rule_id" uuid null,
  "cost" numeric(19,4) null,
  "custom" json not null, primary key (
  "id"));
alter table "{p}credit_note_lines" add constraint "{p}credit_note_lines_document_id_position_unique" unique ("user_from", "document_id", "position");
create table "{p}currency_rates" (
  "id" uuid not null,
  "user_from" text not null,
  "base" text not null,
  "currency" text not null,
  "valid_from" date not null,
  "rate" double precision not null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
alter table "{p}currency_rates" add constraint "{p}currency_rates_base_currency_valid_from_unique" unique ("user_from", "base", "currency", "valid_from");
create table "{p}data_sources" (
  "id" uuid not null,
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
  "empty_means_clear" boolean not null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "last_run_id" uuid null,
  "last_run_at" timestamptz(3) null,
  "runs" int not null,
  "records" int not null,
  "rejected" int not null, primary key (
  "id"));
create index "{p}data_sources_created_at_id_index" on "{p}data_sources" ("user_from", "created_at", "id");
alter table "{p}data_sources" add constraint "{p}data_sources_provider_unique" unique ("user_from", "provider");
create table "{p}deals" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "pipeline_id" uuid not null,
  "pipeline_name" text not null,
  "stage_id" text not null,
  "stage_name" text not null,
  "status" text not null,
  "amount" numeric(19,4) not null,
  "currency" text not null,
  "probability" double precision null,
  "forecast_category" text not null,
  "close_date" date null,
  "owner_email" text not null,
  "company_id" uuid null,
  "primary_lead_id" uuid null,
  "contacts" json not null,
  "priority" text not null,
  "deal_type" text not null,
  "source" text null,
  "recurring" boolean not null,
  "mrr" numeric(19,4) null,
  "score" double precision null,
  "next_step" text null,
  "next_step_date" date null,
  "description" text null,
  "lost_reason" text null,
  "won_reason" text null,
  "competitors" jsonb not null,
  "tags" jsonb not null,
  "custom" json not null,
  "stage_entered_at" timestamptz(3) not null,
  "stage_history" json not null,
  "closed_at" timestamptz(3) null,
  "last_activity_at" timestamptz(3) null,
  "stuck_at" timestamptz(3) null,
  "rotting_for" timestamptz(3) null,
  "overdue_for" date null, primary key (
  "id"));
create index "{p}deals_created_at_id_index" on "{p}deals" ("user_from", "created_at", "id");
create index "{p}deals_updated_at_id_index" on "{p}deals" ("user_from", "updated_at", "id");
create index "{p}deals_pipeline_id_stage_id_stage_entered_at_id_index" on "{p}deals" ("user_from", "pipeline_id", "stage_id", "stage_entered_at", "id");
create index "{p}deals_owner_email_created_at_id_index" on "{p}deals" ("user_from", "owner_email", "created_at", "id");
create index "{p}deals_close_date_id_index" on "{p}deals" ("user_from", "close_date", "id");
create index "{p}deals_company_id_created_at_id_index" on "{p}deals" ("user_from", "company_id", "created_at", "id");
create index "{p}deals_primary_lead_id_created_at_id_index" on "{p}deals" ("user_from", "primary_lead_id", "created_at", "id");
create table "{p}deal_lines" (
  "id" uuid not null,
  "user_from" text not null,
  "document_id" uuid not null,
  "position" int not null,
  "product_id" uuid null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double precision not null,
  "unit_price" numeric(19,4) null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "tax_rate" double precision null,
  "total_excl_tax" numeric(19,4) null,
  "tax_amount" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "price_rule_id" uuid null,
  "cost" numeric(19,4) null,
  "custom" json not null, primary key (
  "id"));
alter table "{p}deal_lines" add constraint "{p}deal_lines_document_id_position_unique" unique ("user_from", "document_id", "position");
create table "{p}emails" (
  "id" uuid not null,
  "user_from" text not null,
  "direction" text not null,
  "status" text not null,
  "mailbox" text not null,
  "lead_id" uuid null,
  "deal_id" uuid null,
  "campaign_id" uuid null,
  "sequence_id" uuid null,
  "enrollment_id" uuid null,
  "workflow_id" uuid null,
  "template_id" uuid null,
  "subject" text null,
  "owner_email" text null,
  "sent_at" timestamptz(3) null,
  "failed_at" timestamptz(3) null,
  "bounced_at" timestamptz(3) null,
  "opened_at" timestamptz(3) null,
  "open_count" int not null,
  "clicked_at" timestamptz(3) null,
  "click_count" int not null,
  "replied_at" timestamptz(3) null,
  "unsubscribed_at" timestamptz(3) null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}emails_sent_at_id_index" on "{p}emails" ("user_from", "sent_at", "id");
create index "{p}emails_failed_at_id_index" on "{p}emails" ("user_from", "failed_at", "id");
create index "{p}emails_lead_id_created_at_id_index" on "{p}emails" ("user_from", "lead_id", "created_at", "id");
create index "{p}emails_campaign_id_id_index" on "{p}emails" ("user_from", "campaign_id", "id");
create index "{p}emails_sequence_id_id_index" on "{p}emails" ("user_from", "sequence_id", "id");
create table "{p}encryption_keys" (
  "id" uuid not null,
  "user_from" text not null,
  "key" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}encryption_keys_id_index" on "{p}encryption_keys" ("user_from", "id");
create table "{p}sequence_enrollments" (
  "id" uuid not null,
  "user_from" text not null,
  "sequence_id" uuid not null,
  "sequence_version" int not null,
  "lead_id" uuid not null,
  "status" text not null,
  "current_step" uuid null,
  "next_run_at" timestamptz(3) null,
  "enrolled_by" text not null,
  "enrolled_via" text not null,
  "started_at" timestamptz(3) not null,
  "finished_at" timestamptz(3) null,
  "reason" text null,
  "history" json not null, primary key (
  "id"));
create index "{p}sequence_enrollments_lead_id_started_at_id_index" on "{p}sequence_enrollments" ("user_from", "lead_id", "started_at", "id");
create index "{p}sequence_enrollments_sequence_id_status_id_index" on "{p}sequence_enrollments" ("user_from", "sequence_id", "status", "id");
create table "{p}events" (
  "id" bigserial primary key,
  "user_from" text not null,
  "type" text not null,
  "entity_type" text not null,
  "entity_id" text not null,
  "payload" text not null,
  "body" text not null,
  "actor" json not null,
  "cause_chain" json null,
  "created_at" timestamptz(3) not null,
  "processed_at" timestamptz(3) null);
create index "{p}events_id_index" on "{p}events" ("user_from", "id");
create index "{p}events_type_id_index" on "{p}events" ("user_from", "type", "id");
create index "{p}events_entity_id_id_index" on "{p}events" ("user_from", "entity_id", "id");
create table "{p}exports" (
  "id" uuid not null,
  "user_from" text not null,
  "object" text not null,
  "list_id" uuid null,
  "report_id" uuid null,
  "format" text not null,
  "filter" json null,
  "q" text null,
  "fields" json null,
  "sort" text null,
  "period" text null,
  "job_id" uuid not null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "columns" json null,
  "sees" json null, primary key (
  "id"));
create index "{p}exports_created_at_id_index" on "{p}exports" ("user_from", "created_at", "id");
create table "{p}export_parts" (
  "id" uuid not null,
  "user_from" text not null,
  "export_id" uuid not null,
  "position" int not null,
  "content" text not null, primary key (
  "id"));
alter table "{p}export_parts" add constraint "{p}export_parts_export_id_position_unique" unique ("user_from", "export_id", "position");
create table "{p}external_references" (
  "id" uuid not null,
  "user_from" text not null,
  "object" text not null,
  "provider" text not null,
  "external_id" text not null,
  "record_id" uuid not null, primary key (
  "id"));
create index "{p}external_references_record_id_index" on "{p}external_references" ("user_from", "record_id");
alter table "{p}external_references" add constraint "{p}external_references_object_provider_external_id_unique" unique ("user_from", "object", "provider", "external_id");
create table "{p}idempotency_keys" (
  "id" uuid not null,
  "user_from" text not null,
  "key" text not null,
  "operation" text not null,
  "input_hash" text not null,
  "result" json null,
  "matched_by" text null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}idempotency_keys_created_at_index" on "{p}idempotency_keys" ("user_from", "created_at");
alter table "{p}idempotency_keys" add constraint "{p}idempotency_keys_operation_key_unique" unique ("user_from", "operation", "key");
create table "{p}imports" (
  "id" uuid not null,
  "user_from" text not null,
  "object" text not null,
  "provider" text not null,
  "filename" text null,
  "format" text not null,
  "encoding" text null,
  "delimiter" text null,
  "sheet" text null,
  "columns" json null,
  "rows" int not null,
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
  "job_id" uuid null,
  "revert_job_id" uuid null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}imports_created_at_id_index" on "{p}imports" ("user_from", "created_at", "id");
create table "{p}import_changes" (
  "id" uuid not null,
  "user_from" text not null,
  "import_id" uuid not null,
  "object" text not null,
  "record_id" uuid not null,
  "before" json null,
  "after" json null, primary key (
  "id"));
create index "{p}import_changes_import_id_id_index" on "{p}import_changes" ("user_from", "import_id", "id");
create table "{p}import_errors" (
  "id" uuid not null,
  "user_from" text not null,
  "import_id" uuid not null,
  "row" int not null,
  "code" text not null,
  "field" text null,
  "reason" text not null,
  "record" json null, primary key (
  "id"));
alter table "{p}import_errors" add constraint "{p}import_errors_import_id_row_unique" unique ("user_from", "import_id", "row");
create table "{p}import_parts" (
  "id" uuid not null,
  "user_from" text not null,
  "import_id" uuid not null,
  "position" int not null,
  "rows" json not null, primary key (
  "id"));
alter table "{p}import_parts" add constraint "{p}import_parts_import_id_position_unique" unique ("user_from", "import_id", "position");
create table "{p}invoices" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "number" text not null,
  "company_id" uuid null,
  "lead_id" uuid null,
  "deal_id" uuid null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double precision null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "total_excl_tax" numeric(19,4) null,
  "tax_total" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "source_totals" boolean not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" jsonb not null,
  "custom" json not null,
  "status" text not null,
  "due_date" date null,
  "amount_paid" numeric(19,4) not null,
  "amount_credited" numeric(19,4) not null,
  "balance_due" numeric(19,4) null,
  "paid_at" timestamptz(3) null,
  "order_id" uuid null,
  "quote_id" uuid null,
  "payments" json not null, primary key (
  "id"));
create index "{p}invoices_created_at_id_index" on "{p}invoices" ("user_from", "created_at", "id");
create index "{p}invoices_updated_at_id_index" on "{p}invoices" ("user_from", "updated_at", "id");
create index "{p}invoices_issue_date_id_index" on "{p}invoices" ("user_from", "issue_date", "id");
create index "{p}invoices_company_id_issue_date_index" on "{p}invoices" ("user_from", "company_id", "issue_date");
create index "{p}invoices_due_date_id_index" on "{p}invoices" ("user_from", "due_date", "id");
create unique index "{p}invoices_number_unique" on "{p}invoices" ("user_from", "number") where deleted_at is null;
create table "{p}invoice_lines" (
  "id" uuid not null,
  "user_from" text not null,
  "document_id" uuid not null,
  "position" int not null,
  "product_id" uuid null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double precision not null,
  "unit_price" numeric(19,4) null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "tax_rate" double precision null,
  "total_excl_tax" numeric(19,4) null,
  "tax_amount" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "price_rule_id" uuid null,
  "cost" numeric(19,4) null,
  "custom" json not null, primary key (
  "id"));
alter table "{p}invoice_lines" add constraint "{p}invoice_lines_document_id_position_unique" unique ("user_from", "document_id", "position");
create table "{p}jobs" (
  "id" uuid not null,
  "user_from" text not null,
  "kind" text not null,
  "state" text not null,
  "record_id" uuid null,
  "done" int not null,
  "total" int null,
  "result" json null,
  "error" json null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "started_at" timestamptz(3) null,
  "finished_at" timestamptz(3) null,
  "input" json null,
  "at" json null,
  "actor" json not null,
  "due_at" timestamptz(3) null,
  "attempts" int not null, primary key (
  "id"));
create index "{p}jobs_created_at_id_index" on "{p}jobs" ("user_from", "created_at", "id");
create index "{p}jobs_record_id_index" on "{p}jobs" ("user_from", "record_id");
create table "{p}lists" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "description" text null,
  "object" text not null,
  "type" text not null,
  "filter" json null, primary key (
  "id"));
create index "{p}lists_created_at_id_index" on "{p}lists" ("user_from", "created_at", "id");
create table "{p}list_members" (
  "id" uuid not null,
  "user_from" text not null,
  "list_id" uuid not null,
  "object" text not null,
  "record_id" uuid not null,
  "added_by" text not null,
  "added_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}list_members_record_id_index" on "{p}list_members" ("user_from", "record_id");
alter table "{p}list_members" add constraint "{p}list_members_list_id_record_id_unique" unique ("user_from", "list_id", "record_id");
create table "{p}merges" (
  "id" uuid not null,
  "user_from" text not null,
  "object" text not null,
  "survivor_id" uuid not null,
  "merged_ids" json not null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "undone_by" text null,
  "undone_at" timestamptz(3) null,
  "snapshot" json not null, primary key (
  "id"));
create index "{p}merges_created_at_id_index" on "{p}merges" ("user_from", "created_at", "id");
create index "{p}merges_survivor_id_index" on "{p}merges" ("user_from", "survivor_id");
create table "{p}notifications" (
  "id" uuid not null,
  "user_from" text not null,
  "recipient" text not null,
  "type" text not null,
  "title" text not null,
  "body" text null,
  "entity_type" text null,
  "entity_id" uuid null,
  "read_at" timestamptz(3) null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}notifications_recipient_created_at_id_index" on "{p}notifications" ("user_from", "recipient", "created_at", "id");
create index "{p}notifications_recipient_read_at_index" on "{p}notifications" ("user_from", "recipient", "read_at");
create table "{p}number_series" (
  "id" uuid not null,
  "user_from" text not null,
  "series" text not null,
  "last" int not null,
  "released" json not null, primary key (
  "id"));
alter table "{p}number_series" add constraint "{p}number_series_series_unique" unique ("user_from", "series");
create table "{p}orders" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "number" text not null,
  "company_id" uuid null,
  "lead_id" uuid null,
  "deal_id" uuid null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double precision null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "total_excl_tax" numeric(19,4) null,
  "tax_total" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "source_totals" boolean not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" jsonb not null,
  "custom" json not null,
  "status" text not null,
  "order_date" date null,
  "expected_at" date null,
  "delivered_at" timestamptz(3) null,
  "quote_id" uuid null, primary key (
  "id"));
create index "{p}orders_created_at_id_index" on "{p}orders" ("user_from", "created_at", "id");
create index "{p}orders_updated_at_id_index" on "{p}orders" ("user_from", "updated_at", "id");
create index "{p}orders_issue_date_id_index" on "{p}orders" ("user_from", "issue_date", "id");
create index "{p}orders_company_id_issue_date_index" on "{p}orders" ("user_from", "company_id", "issue_date");
create index "{p}orders_quote_id_index" on "{p}orders" ("user_from", "quote_id");
create index "{p}orders_deal_id_index" on "{p}orders" ("user_from", "deal_id");
create unique index "{p}orders_number_unique" on "{p}orders" ("user_from", "number") where deleted_at is null;
create table "{p}order_lines" (
  "id" uuid not null,
  "user_from" text not null,
  "document_id" uuid not null,
  "position" int not null,
  "product_id" uuid null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double precision not null,
  "unit_price" numeric(19,4) null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "tax_rate" double precision null,
  "total_excl_tax" numeric(19,4) null,
  "tax_amount" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "price_rule_id" uuid null,
  "cost" numeric(19,4) null,
  "custom" json not null, primary key (
  "id"));
alter table "{p}order_lines" add constraint "{p}order_lines_document_id_position_unique" unique ("user_from", "document_id", "position");
create table "{p}organizations" (
  "id" uuid not null,
  "user_from" text not null,
  "name" text not null,
  "plan" text not null,
  "currency" text not null,
  "locale" text not null,
  "timezone" text not null,
  "fiscal_year_start" int not null,
  "business_hours" json not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
alter table "{p}organizations" add constraint "{p}organizations_user_from_global" unique ("user_from");
create table "{p}picklists" (
  "id" uuid not null,
  "user_from" text not null,
  "name" text not null,
  "values" json not null,
  "updated_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
alter table "{p}picklists" add constraint "{p}picklists_name_unique" unique ("user_from", "name");
create table "{p}pipelines" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "is_default" boolean not null,
  "position" int not null,
  "stages" json not null, primary key (
  "id"));
create index "{p}pipelines_created_at_id_index" on "{p}pipelines" ("user_from", "created_at", "id");
create index "{p}pipelines_updated_at_id_index" on "{p}pipelines" ("user_from", "updated_at", "id");
create table "{p}price_rules" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text null,
  "company_id" uuid null,
  "company_tier" text null,
  "product_id" uuid null,
  "sku" text null,
  "brand" text null,
  "category" text null,
  "kind" text not null,
  "value" double precision null,
  "currency" text null,
  "tiers" json not null,
  "valid_from" date null,
  "valid_to" date null,
  "priority" int not null,
  "active" boolean not null,
  "custom" json not null,
  "source_key" text null, primary key (
  "id"));
create index "{p}price_rules_created_at_id_index" on "{p}price_rules" ("user_from", "created_at", "id");
create index "{p}price_rules_updated_at_id_index" on "{p}price_rules" ("user_from", "updated_at", "id");
create index "{p}price_rules_company_id_sku_index" on "{p}price_rules" ("user_from", "company_id", "sku");
create index "{p}price_rules_product_id_index" on "{p}price_rules" ("user_from", "product_id");
create index "{p}price_rules_sku_index" on "{p}price_rules" ("user_from", "sku");
create index "{p}price_rules_source_key_index" on "{p}price_rules" ("user_from", "source_key");
create table "{p}privacy_requests" (
  "id" uuid not null,
  "user_from" text not null,
  "kind" text not null,
  "contact_id" uuid not null,
  "subject_hash" text null,
  "reason" text null,
  "job_id" uuid not null,
  "tables" json null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "finished_at" timestamptz(3) null, primary key (
  "id"));
create index "{p}privacy_requests_created_at_id_index" on "{p}privacy_requests" ("user_from", "created_at", "id");
create table "{p}products" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "sku" text not null,
  "name" text not null,
  "description" text null,
  "brand" text null,
  "category" text null,
  "unit" text null,
  "barcode" text null,
  "price" numeric(19,4) null,
  "currency" text null,
  "tax_rate" double precision null,
  "cost" numeric(19,4) null,
  "price_tiers" json not null,
  "stock_on_hand" double precision null,
  "stock_reserved" double precision not null,
  "stock_incoming" json not null,
  "supplier_company_id" uuid null,
  "supplier_sku" text null,
  "supplier_currency" text null,
  "supplier_price" numeric(19,4) null,
  "is_tester" boolean not null,
  "active" boolean not null,
  "image_url" text null,
  "weight" double precision null,
  "details" json not null,
  "tags" jsonb not null,
  "custom" json not null, primary key (
  "id"));
create index "{p}products_created_at_id_index" on "{p}products" ("user_from", "created_at", "id");
create index "{p}products_updated_at_id_index" on "{p}products" ("user_from", "updated_at", "id");
create index "{p}products_barcode_index" on "{p}products" ("user_from", "barcode");
create unique index "{p}products_sku_unique" on "{p}products" ("user_from", "sku") where deleted_at is null;
create table "{p}properties" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "object" text not null,
  "name" text not null,
  "label" text not null,
  "description" text null,
  "type" text not null,
  "group" text not null,
  "options" json not null,
  "validation" json not null,
  "unique" boolean not null,
  "indexed" boolean not null,
  "pii" boolean not null, primary key (
  "id"));
create index "{p}properties_deleted_at_index" on "{p}properties" ("user_from", "deleted_at");
create unique index "{p}properties_object_name_unique" on "{p}properties" ("user_from", "object", "name") where deleted_at is null;
create table "{p}property_values" (
  "id" uuid not null,
  "user_from" text not null,
  "object" text not null,
  "property_id" uuid not null,
  "record_id" uuid not null,
  "text_value" text null,
  "number_value" double precision null,
  "claimed" text null, primary key (
  "id"));
create index "{p}property_values_record_id_index" on "{p}property_values" ("user_from", "record_id");
create index "{p}property_values_property_id_text_value_record_id_index" on "{p}property_values" ("user_from", "property_id", "text_value", "record_id");
create index "{p}property_values_property_id_number_value_record_id_index" on "{p}property_values" ("user_from", "property_id", "number_value", "record_id");
alter table "{p}property_values" add constraint "{p}property_values_property_id_claimed_unique" unique ("user_from", "property_id", "claimed");
create table "{p}quota_usage" ("user_from" text not null,
  "period" text not null,
  "calls" int not null, primary key ("user_from",
  "period"));
create table "{p}quotes" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "number" text not null,
  "company_id" uuid null,
  "lead_id" uuid null,
  "deal_id" uuid null,
  "owner_email" text null,
  "currency" text null,
  "exchange_rate" double precision null,
  "rate_base" text null,
  "title" text null,
  "notes" text null,
  "terms" text null,
  "reference" text null,
  "issue_date" date null,
  "billing_address" json null,
  "shipping_address" json null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "total_excl_tax" numeric(19,4) null,
  "tax_total" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "source_totals" boolean not null,
  "totals_difference" json null,
  "taxes" json not null,
  "tags" jsonb not null,
  "custom" json not null,
  "status" text not null,
  "valid_until" date null,
  "quote_version" int not null,
  "previous_quote_id" uuid null,
  "next_quote_id" uuid null,
  "sent_at" timestamptz(3) null,
  "first_viewed_at" timestamptz(3) null,
  "last_viewed_at" timestamptz(3) null,
  "view_count" int not null,
  "accepted_at" timestamptz(3) null,
  "accepted_by" json null,
  "declined_at" timestamptz(3) null,
  "decline_reason" text null,
  "order_id" uuid null,
  "invoice_id" uuid null,
  "public_token" text null,
  "token_hash" text null, primary key (
  "id"));
create index "{p}quotes_created_at_id_index" on "{p}quotes" ("user_from", "created_at", "id");
create index "{p}quotes_updated_at_id_index" on "{p}quotes" ("user_from", "updated_at", "id");
create index "{p}quotes_issue_date_id_index" on "{p}quotes" ("user_from", "issue_date", "id");
create index "{p}quotes_company_id_issue_date_index" on "{p}quotes" ("user_from", "company_id", "issue_date");
create index "{p}quotes_deal_id_index" on "{p}quotes" ("user_from", "deal_id");
create index "{p}quotes_previous_quote_id_index" on "{p}quotes" ("user_from", "previous_quote_id");
create index "{p}quotes_valid_until_id_index" on "{p}quotes" ("user_from", "valid_until", "id");
create unique index "{p}quotes_number_unique" on "{p}quotes" ("user_from", "number") where deleted_at is null;
alter table "{p}quotes" add constraint "{p}quotes_token_hash_global" unique ("token_hash");
create table "{p}quote_lines" (
  "id" uuid not null,
  "user_from" text not null,
  "document_id" uuid not null,
  "position" int not null,
  "product_id" uuid null,
  "sku" text null,
  "name" text null,
  "description" text null,
  "unit" text null,
  "quantity" double precision not null,
  "unit_price" numeric(19,4) null,
  "discount_percent" double precision null,
  "discount_amount" numeric(19,4) null,
  "tax_rate" double precision null,
  "total_excl_tax" numeric(19,4) null,
  "tax_amount" numeric(19,4) null,
  "total_incl_tax" numeric(19,4) null,
  "price_rule_id" uuid null,
  "cost" numeric(19,4) null,
  "custom" json not null, primary key (
  "id"));
alter table "{p}quote_lines" add constraint "{p}quote_lines_document_id_position_unique" unique ("user_from", "document_id", "position");
create unlogged table "{p}rate_windows" ("key" text not null,
  "points" int not null,
  "expires" bigint not null, primary key ("key"));
create table "{p}reports" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "description" text null,
  "object" text not null,
  "filter" json null,
  "group_by" json not null,
  "measures" json not null,
  "period" text null,
  "date_field" text null,
  "sort" text null,
  "limit" int not null,
  "chart" text not null,
  "schedule" json null, primary key (
  "id"));
create index "{p}reports_created_at_id_index" on "{p}reports" ("user_from", "created_at", "id");
create index "{p}reports_updated_at_id_index" on "{p}reports" ("user_from", "updated_at", "id");
create table "{p}sales_cycles" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "is_default" boolean not null,
  "stages" json not null, primary key (
  "id"));
create index "{p}sales_cycles_created_at_id_index" on "{p}sales_cycles" ("user_from", "created_at", "id");
create index "{p}sales_cycles_updated_at_id_index" on "{p}sales_cycles" ("user_from", "updated_at", "id");
create table "{p}data_source_keys" (
  "id" uuid not null,
  "user_from" text not null,
  "api_key_id" text not null,
  "source_id" uuid not null, primary key (
  "id"));
create index "{p}data_source_keys_source_id_index" on "{p}data_source_keys" ("user_from", "source_id");
alter table "{p}data_source_keys" add constraint "{p}data_source_keys_api_key_id_unique" unique ("user_from", "api_key_id");
create table "{p}sync_states" ("user_from" text not null,
  "provider" text not null,
  "object" text not null,
  "key" text not null,
  "record_id" uuid not null,
  "hash" text not null,
  "sent" json not null, primary key ("user_from",
  "provider",
  "object",
  "key"));
create index "{p}sync_states_record_id_index" on "{p}sync_states" ("user_from", "record_id");
create table "{p}sync_rejects" (
  "id" uuid not null,
  "user_from" text not null,
  "run_id" uuid not null,
  "index" int not null,
  "code" text not null,
  "field" text null,
  "reason" text not null,
  "record" json null,
  "taken_by" uuid null,
  "rows" json null, primary key (
  "id"));
alter table "{p}sync_rejects" add constraint "{p}sync_rejects_run_id_index_unique" unique ("user_from", "run_id", "index");
create table "{p}sync_runs" (
  "id" uuid not null,
  "user_from" text not null,
  "source_id" uuid not null,
  "provider" text not null,
  "object" text not null,
  "import_id" uuid null,
  "replay_of" uuid null,
  "vocabulary" text null,
  "received" int not null,
  "created" int not null,
  "updated" int not null,
  "unchanged" int not null,
  "rejected" int not null,
  "also_created" json not null,
  "fields" json not null,
  "unknown" json not null,
  "reject_samples" json not null,
  "warnings" int not null,
  "warning_samples" json not null,
  "created_by" text not null,
  "started_at" timestamptz(3) not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}sync_runs_created_at_id_index" on "{p}sync_runs" ("user_from", "created_at", "id");
create index "{p}sync_runs_source_id_created_at_index" on "{p}sync_runs" ("user_from", "source_id", "created_at");
create table "{p}tags" (
  "id" uuid not null,
  "user_from" text not null,
  "name" text not null,
  "name_key" text not null,
  "color" text null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
alter table "{p}tags" add constraint "{p}tags_name_key_unique" unique ("user_from", "name_key");
create table "{p}tasks" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "title" text not null,
  "type" text not null,
  "status" text not null,
  "priority" text not null,
  "owner_email" text null,
  "due_at" timestamptz(3) null,
  "remind_at" timestamptz(3) null,
  "lead_id" uuid null,
  "deal_id" uuid null,
  "company_id" uuid null,
  "quote_id" uuid null,
  "source" text not null,
  "description" text null,
  "outcome" text null,
  "completed_at" timestamptz(3) null,
  "completed_by" text null,
  "custom" json not null,
  "overdue_for" timestamptz(3) null, primary key (
  "id"));
create index "{p}tasks_created_at_id_index" on "{p}tasks" ("user_from", "created_at", "id");
create index "{p}tasks_updated_at_id_index" on "{p}tasks" ("user_from", "updated_at", "id");
create index "{p}tasks_due_at_id_index" on "{p}tasks" ("user_from", "due_at", "id");
create index "{p}tasks_owner_email_due_at_id_index" on "{p}tasks" ("user_from", "owner_email", "due_at", "id");
create index "{p}tasks_lead_id_created_at_id_index" on "{p}tasks" ("user_from", "lead_id", "created_at", "id");
create index "{p}tasks_deal_id_created_at_id_index" on "{p}tasks" ("user_from", "deal_id", "created_at", "id");
create index "{p}tasks_company_id_created_at_id_index" on "{p}tasks" ("user_from", "company_id", "created_at", "id");
create table "{p}teams" (
  "id" uuid not null,
  "user_from" text not null,
  "name" text not null,
  "manager_id" uuid null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
create index "{p}teams_created_at_id_index" on "{p}teams" ("user_from", "created_at", "id");
alter table "{p}teams" add constraint "{p}teams_name_unique" unique ("user_from", "name");
create table "{p}search_entries" (
  "id" bigserial primary key,
  "user_from" text not null,
  "object" text not null,
  "record_id" uuid not null,
  "scope" text not null,
  "title" text not null,
  "body" text not null);
create index "{p}search_entries_record_id_index" on "{p}search_entries" ("user_from", "record_id");
create table "{p}users" (
  "id" uuid not null,
  "user_from" text not null,
  "email" text not null,
  "name" text null,
  "role" text not null,
  "visibility" text not null,
  "team_id" uuid null,
  "active" boolean not null,
  "timezone" text null,
  "language" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "version" int not null, primary key (
  "id"));
create index "{p}users_created_at_id_index" on "{p}users" ("user_from", "created_at", "id");
create index "{p}users_team_id_index" on "{p}users" ("user_from", "team_id");
alter table "{p}users" add constraint "{p}users_email_unique" unique ("user_from", "email");
create table "{p}webhooks" (
  "id" uuid not null,
  "user_from" text not null,
  "url" text not null,
  "events" json not null,
  "description" text null,
  "source" text not null,
  "active" boolean not null,
  "failure_count" int not null,
  "last_status" int null,
  "last_delivery_at" timestamptz(3) null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null,
  "sealed_secret" text not null,
  "previous_sealed_secret" text null,
  "previous_secret_until" timestamptz(3) null,
  "switches" json not null,
  "recent" json not null,
  "disabled_at" timestamptz(3) null,
  "disabled_reason" text null, primary key (
  "id"));
create index "{p}webhooks_created_at_id_index" on "{p}webhooks" ("user_from", "created_at", "id");
create table "{p}webhook_attempts" (
  "id" uuid not null,
  "user_from" text not null,
  "webhook_id" uuid not null,
  "delivery_id" uuid not null,
  "kind" text not null,
  "attempt" int not null,
  "status_code" int not null,
  "ok" boolean not null,
  "duration_ms" int not null,
  "response" text not null,
  "error_code" text null,
  "retry_after" text null,
  "next_retry_at" timestamptz(3) null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}webhook_attempts_webhook_id_created_at_id_index" on "{p}webhook_attempts" ("user_from", "webhook_id", "created_at", "id");
alter table "{p}webhook_attempts" add constraint "{p}webhook_attempts_delivery_id_attempt_unique" unique ("user_from", "delivery_id", "attempt");
create table "{p}webhook_deliveries" (
  "id" uuid not null,
  "user_from" text not null,
  "webhook_id" uuid not null,
  "event_id" bigint null,
  "event_type" text not null,
  "status" text not null,
  "attempt" int not null,
  "step" int not null,
  "due_at" timestamptz(3) null,
  "lease_until" timestamptz(3) null,
  "lease_token" uuid null,
  "body" text null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
alter table "{p}webhook_deliveries" add constraint "{p}webhook_deliveries_webhook_id_event_id_unique" unique ("user_from", "webhook_id", "event_id");
create table "{p}workflow_runs" (
  "id" uuid not null,
  "user_from" text not null,
  "workflow_id" uuid not null,
  "version" int not null,
  "entity_type" text null,
  "entity_id" uuid null,
  "contact_id" uuid null,
  "deal_id" uuid null,
  "company_id" uuid null,
  "event_id" bigint null,
  "cause_chain" json not null,
  "status" text not null,
  "cursor" text null,
  "wake_at" timestamptz(3) null,
  "waiting_for" text null,
  "started_at" timestamptz(3) not null,
  "ended_at" timestamptz(3) null,
  "end_reason" text null, primary key (
  "id"));
create index "{p}workflow_runs_contact_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "contact_id", "started_at", "id");
create index "{p}workflow_runs_workflow_id_id_index" on "{p}workflow_runs" ("user_from", "workflow_id", "id");
`
