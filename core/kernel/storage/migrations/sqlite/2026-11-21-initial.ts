export const sql = `
create table "{p}activities" (
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
create index "{p}activities_at_id_index" on "{p}activities" ("user_from", "at", "id");
create index "{p}activities_created_at_id_index" on "{p}activities" ("user_from", "created_at", "id");
create index "{p}activities_updated_at_id_index" on "{p}activities" ("user_from", "updated_at", "id");
create index "{p}activities_lead_id_at_id_index" on "{p}activities" ("user_from", "lead_id", "at", "id");
create index "{p}activities_company_id_at_id_index" on "{p}activities" ("user_from", "company_id", "at", "id");
create index "{p}activities_deal_id_at_id_index" on "{p}activities" ("user_from", "deal_id", "at", "id");
create index "{p}activities_quote_id_index" on "{p}activities" ("user_from", "quote_id");
create index "{p}activities_task_id_index" on "{p}activities" ("user_from", "task_id");
create table "{p}api_calls" (
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
create index "{p}api_calls_created_at_id_index" on "{p}api_calls" ("user_from", "created_at", "id");
create index "{p}api_calls_api_key_id_created_at_index" on "{p}api_calls" ("user_from", "api_key_id", "created_at");
create table "{p}api_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "user_id" text not null,
  "name" text not null,
  "prefix" text not null,
  "previous_until" datetime null,
  "scopes" json not null,
  "widget" integer not null,
  "expires_at" datetime null,
  "allowed_ips" json not null,
  "revoked_at" datetime null,
  "last_used_at" datetime null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
create index "{p}api_keys_created_at_id_index" on "{p}api_keys" ("user_from", "created_at", "id");
create table "{p}api_key_secrets" (
  "id" text not null primary key,
  "user_from" text not null,
  "api_key_id" text not null,
  "hash" text not null,
  "until" datetime null);
create index "{p}api_key_secrets_api_key_id_index" on "{p}api_key_secrets" ("user_from", "api_key_id");
create unique index "{p}api_key_secrets_hash_global" on "{p}api_key_secrets" ("hash");
create table "{p}associations" (
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
create index "{p}associations_from_id_index" on "{p}associations" ("user_from", "from_id");
create index "{p}associations_to_id_index" on "{p}associations" ("user_from", "to_id");
create unique index "{p}associations_link_key_unique" on "{p}associations" ("user_from", "link_key");
create table "{p}sync_awaited_contacts" (
  "id" text not null primary key,
  "user_from" text not null,
  "provider" text not null,
  "word" text not null,
  "deal_id" text not null);
create index "{p}sync_awaited_contacts_word_index" on "{p}sync_awaited_contacts" ("user_from", "word");
create index "{p}sync_awaited_contacts_deal_id_index" on "{p}sync_awaited_contacts" ("user_from", "deal_id");
create table "{p}sync_awaited_links" (
  "id" text not null primary key,
  "user_from" text not null,
  "provider" text not null,
  "external_id" text not null,
  "contact_id" text not null);
create index "{p}sync_awaited_links_provider_external_id_index" on "{p}sync_awaited_links" ("user_from", "provider", "external_id");
create index "{p}sync_awaited_links_contact_id_index" on "{p}sync_awaited_links" ("user_from", "contact_id");
create table "{p}record_changes" (
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
create index "{p}record_changes_record_id_id_index" on "{p}record_changes" ("user_from", "record_id", "id");
create index "{p}record_changes_created_at_id_index" on "{p}record_changes" ("user_from", "created_at", "id");
create table "{p}companies" (
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
  "merged_ids" json not null);
create index "{p}companies_created_at_id_index" on "{p}companies" ("user_from", "created_at", "id");
create index "{p}companies_updated_at_id_index" on "{p}companies" ("user_from", "updated_at", "id");
create index "{p}companies_name_key_index" on "{p}companies" ("user_from", "name_key");
create index "{p}companies_vat_number_index" on "{p}companies" ("user_from", "vat_number");
create index "{p}companies_registration_number_index" on "{p}companies" ("user_from", "registration_number");
create unique index "{p}companies_domain_unique" on "{p}companies" ("user_from", "domain") where deleted_at is null;
create unique index "{p}companies_code_unique" on "{p}companies" ("user_from", "code") where deleted_at is null;
create table "{p}contacts" (
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
  "merged_ids" json not null);
create index "{p}contacts_created_at_id_index" on "{p}contacts" ("user_from", "created_at", "id");
create index "{p}contacts_updated_at_id_index" on "{p}contacts" ("user_from", "updated_at", "id");
create index "{p}contacts_company_id_created_at_id_index" on "{p}contacts" ("user_from", "company_id", "created_at", "id");
create index "{p}contacts_assigned_to_created_at_id_index" on "{p}contacts" ("user_from", "assigned_to", "created_at", "id");
create unique index "{p}contacts_primary_email_unique" on "{p}contacts" ("user_from", "primary_email") where deleted_at is null;
create table "{p}credit_notes" (
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
  "remaining_amount" integer null);
create index "{p}credit_notes_created_at_id_index" on "{p}credit_notes" ("user_from", "created_at", "id");
create index "{p}credit_notes_updated_at_id_index" on "{p}credit_notes" ("user_from", "updated_at", "id");
create index "{p}credit_notes_issue_date_id_index" on "{p}credit_notes" ("user_from", "issue_date", "id");
create index "{p}credit_notes_company_id_issue_date_index" on "{p}credit_notes" ("user_from", "company_id", "issue_date");
create index "{p}credit_notes_invoice_id_index" on "{p}credit_notes" ("user_from", "invoice_id");
create unique index "{p}credit_notes_number_unique" on "{p}credit_notes" ("user_from", "number") where deleted_at is null;
create table "{p}credit_note_lines" (
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
  "custom" json not null);
create unique index "{p}credit_note_lines_document_id_position_unique" on "{p}credit_note_lines" ("user_from", "document_id", "position");
create table "{p}currency_rates" (
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
create unique index "{p}currency_rates_base_currency_valid_from_unique" on "{p}currency_rates" ("user_from", "base", "currency", "valid_from");
create table "{p}data_sources" (
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
create index "{p}data_sources_created_at_id_index" on "{p}data_sources" ("user_from", "created_at", "id");
create unique index "{p}data_sources_provider_unique" on "{p}data_sources" ("user_from", "provider");
create table "{p}deals" (
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
  "overdue_for" date null);
create index "{p}deals_created_at_id_index" on "{p}deals" ("user_from", "created_at", "id");
create index "{p}deals_updated_at_id_index" on "{p}deals" ("user_from", "updated_at", "id");
create index "{p}deals_pipeline_id_stage_id_stage_entered_at_id_index" on "{p}deals" ("user_from", "pipeline_id", "stage_id", "stage_entered_at", "id");
create index "{p}deals_owner_email_created_at_id_index" on "{p}deals" ("user_from", "owner_email", "created_at", "id");
create index "{p}deals_close_date_id_index" on "{p}deals" ("user_from", "close_date", "id");
create index "{p}deals_company_id_created_at_id_index" on "{p}deals" ("user_from", "company_id", "created_at", "id");
create index "{p}deals_primary_lead_id_created_at_id_index" on "{p}deals" ("user_from", "primary_lead_id", "created_at", "id");
create table "{p}deal_lines" (
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
  "custom" json not null);
create unique index "{p}deal_lines_document_id_position_unique" on "{p}deal_lines" ("user_from", "document_id", "position");
create table "{p}emails" (
  "id" text not null primary key,
  "user_from" text not null,
  "direction" text not null,
  "status" text not null,
  "mailbox" text not null,
  "lead_id" text null,
  "deal_id" text null,
  "campaign_id" text null,
  "sequence_id" text null,
  "enrollment_id" text null,
  "workflow_id" text null,
  "template_id" text null,
  "subject" text null,
  "owner_email" text null,
  "sent_at" datetime null,
  "failed_at" datetime null,
  "bounced_at" datetime null,
  "opened_at" datetime null,
  "open_count" integer not null,
  "clicked_at" datetime null,
  "click_count" integer not null,
  "replied_at" datetime null,
  "unsubscribed_at" datetime null,
  "created_by" text not null,
  "created_at" datetime not null);
create index "{p}emails_sent_at_id_index" on "{p}emails" ("user_from", "sent_at", "id");
create index "{p}emails_failed_at_id_index" on "{p}emails" ("user_from", "failed_at", "id");
create index "{p}emails_lead_id_created_at_id_index" on "{p}emails" ("user_from", "lead_id", "created_at", "id");
create index "{p}emails_campaign_id_id_index" on "{p}emails" ("user_from", "campaign_id", "id");
create index "{p}emails_sequence_id_id_index" on "{p}emails" ("user_from", "sequence_id", "id");
create table "{p}encryption_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "key" text not null,
  "created_at" datetime not null);
create index "{p}encryption_keys_id_index" on "{p}encryption_keys" ("user_from", "id");
create table "{p}sequence_enrollments" (
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
  "history" json not null);
create index "{p}sequence_enrollments_lead_id_started_at_id_index" on "{p}sequence_enrollments" ("user_from", "lead_id", "started_at", "id");
create index "{p}sequence_enrollments_sequence_id_status_id_index" on "{p}sequence_enrollments" ("user_from", "sequence_id", "status", "id");
create table "{p}events" (
  "id" integer not null primary key autoincrement,
  "user_from" text not null,
  "type" text not null,
  "entity_type" text not null,
  "entity_id" text not null,
  "payload" text not null,
  "body" text not null,
  "actor" json not null,
  "cause_chain" json null,
  "created_at" datetime not null,
  "processed_at" datetime null);
create index "{p}events_id_index" on "{p}events" ("user_from", "id");
create index "{p}events_type_id_index" on "{p}events" ("user_from", "type", "id");
create index "{p}events_entity_id_id_index" on "{p}events" ("user_from", "entity_id", "id");
create table "{p}exports" (
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
create index "{p}exports_created_at_id_index" on "{p}exports" ("user_from", "created_at", "id");
create table "{p}export_parts" (
  "id" text not null primary key,
  "user_from" text not null,
  "export_id" text not null,
  "position" integer not null,
  "content" text not null);
create unique index "{p}export_parts_export_id_position_unique" on "{p}export_parts" ("user_from", "export_id", "position");
create table "{p}external_references" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "provider" text not null,
  "external_id" text not null,
  "record_id" text not null);
create index "{p}external_references_record_id_index" on "{p}external_references" ("user_from", "record_id");
create unique index "{p}external_references_object_provider_external_id_unique" on "{p}external_references" ("user_from", "object", "provider", "external_id");
create table "{p}idempotency_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "key" text not null,
  "operation" text not null,
  "input_hash" text not null,
  "result" json null,
  "matched_by" text null,
  "created_at" datetime not null);
create index "{p}idempotency_keys_created_at_index" on "{p}idempotency_keys" ("user_from", "created_at");
create unique index "{p}idempotency_keys_operation_key_unique" on "{p}idempotency_keys" ("user_from", "operation", "key");
create table "{p}imports" (
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
create index "{p}imports_created_at_id_index" on "{p}imports" ("user_from", "created_at", "id");
create table "{p}import_changes" (
  "id" text not null primary key,
  "user_from" text not null,
  "import_id" text not null,
  "object" text not null,
  "record_id" text not null,
  "before" json null,
  "after" json null);
create index "{p}import_changes_import_id_id_index" on "{p}import_changes" ("user_from", "import_id", "id");
create table "{p}import_errors" (
  "id" text not null primary key,
  "user_from" text not null,
  "import_id" text not null,
  "row" integer not null,
  "code" text not null,
  "field" text null,
  "reason" text not null,
  "record" json null);
create unique index "{p}import_errors_import_id_row_unique" on "{p}import_errors" ("user_from", "import_id", "row");
create table "{p}import_parts" (
  "id" text not null primary key,
  "user_from" text not null,
  "import_id" text not null,
  "position" integer not null,
  "rows" json not null);
create unique index "{p}import_parts_import_id_position_unique" on "{p}import_parts" ("user_from", "import_id", "position");
create table "{p}invoices" (
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
  "payments" json not null);
create index "{p}invoices_created_at_id_index" on "{p}invoices" ("user_from", "created_at", "id");
create index "{p}invoices_updated_at_id_index" on "{p}invoices" ("user_from", "updated_at", "id");
create index "{p}invoices_issue_date_id_index" on "{p}invoices" ("user_from", "issue_date", "id");
create index "{p}invoices_company_id_issue_date_index" on "{p}invoices" ("user_from", "company_id", "issue_date");
create index "{p}invoices_due_date_id_index" on "{p}invoices" ("user_from", "due_date", "id");
create unique index "{p}invoices_number_unique" on "{p}invoices" ("user_from", "number") where deleted_at is null;
create table "{p}invoice_lines" (
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
  "custom" json not null);
create unique index "{p}invoice_lines_document_id_position_unique" on "{p}invoice_lines" ("user_from", "document_id", "position");
create table "{p}jobs" (
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
create index "{p}jobs_created_at_id_index" on "{p}jobs" ("user_from", "created_at", "id");
create index "{p}jobs_record_id_index" on "{p}jobs" ("user_from", "record_id");
create table "{p}lists" (
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
create index "{p}lists_created_at_id_index" on "{p}lists" ("user_from", "created_at", "id");
create table "{p}list_members" (
  "id" text not null primary key,
  "user_from" text not null,
  "list_id" text not null,
  "object" text not null,
  "record_id" text not null,
  "added_by" text not null,
  "added_at" datetime not null);
create index "{p}list_members_record_id_index" on "{p}list_members" ("user_from", "record_id");
create unique index "{p}list_members_list_id_record_id_unique" on "{p}list_members" ("user_from", "list_id", "record_id");
create table "{p}merges" (
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
create index "{p}merges_created_at_id_index" on "{p}merges" ("user_from", "created_at", "id");
create index "{p}merges_survivor_id_index" on "{p}merges" ("user_from", "survivor_id");
create table "{p}notifications" (
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
create index "{p}notifications_recipient_created_at_id_index" on "{p}notifications" ("user_from", "recipient", "created_at", "id");
create index "{p}notifications_recipient_read_at_index" on "{p}notifications" ("user_from", "recipient", "read_at");
create table "{p}number_series" (
  "id" text not null primary key,
  "user_from" text not null,
  "series" text not null,
  "last" integer not null,
  "released" json not null);
create unique index "{p}number_series_series_unique" on "{p}number_series" ("user_from", "series");
create table "{p}orders" (
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
  "quote_id" text null);
create index "{p}orders_created_at_id_index" on "{p}orders" ("user_from", "created_at", "id");
create index "{p}orders_updated_at_id_index" on "{p}orders" ("user_from", "updated_at", "id");
create index "{p}orders_issue_date_id_index" on "{p}orders" ("user_from", "issue_date", "id");
create index "{p}orders_company_id_issue_date_index" on "{p}orders" ("user_from", "company_id", "issue_date");
create index "{p}orders_quote_id_index" on "{p}orders" ("user_from", "quote_id");
create index "{p}orders_deal_id_index" on "{p}orders" ("user_from", "deal_id");
create unique index "{p}orders_number_unique" on "{p}orders" ("user_from", "number") where deleted_at is null;
create table "{p}order_lines" (
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
  "custom" json not null);
create unique index "{p}order_lines_document_id_position_unique" on "{p}order_lines" ("user_from", "document_id", "position");
create table "{p}organizations" (
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
  "version" integer not null);
create unique index "{p}organizations_user_from_global" on "{p}organizations" ("user_from");
create table "{p}picklists" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "values" json not null,
  "updated_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
create unique index "{p}picklists_name_unique" on "{p}picklists" ("user_from", "name");
create table "{p}pipelines" (
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
create index "{p}pipelines_created_at_id_index" on "{p}pipelines" ("user_from", "created_at", "id");
create index "{p}pipelines_updated_at_id_index" on "{p}pipelines" ("user_from", "updated_at", "id");
create table "{p}price_rules" (
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
create index "{p}price_rules_created_at_id_index" on "{p}price_rules" ("user_from", "created_at", "id");
create index "{p}price_rules_updated_at_id_index" on "{p}price_rules" ("user_from", "updated_at", "id");
create index "{p}price_rules_company_id_sku_index" on "{p}price_rules" ("user_from", "company_id", "sku");
create index "{p}price_rules_product_id_index" on "{p}price_rules" ("user_from", "product_id");
create index "{p}price_rules_sku_index" on "{p}price_rules" ("user_from", "sku");
create index "{p}price_rules_source_key_index" on "{p}price_rules" ("user_from", "source_key");
create table "{p}privacy_requests" (
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
create index "{p}privacy_requests_created_at_id_index" on "{p}privacy_requests" ("user_from", "created_at", "id");
create table "{p}products" (
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
  "custom" json not null);
create index "{p}products_created_at_id_index" on "{p}products" ("user_from", "created_at", "id");
create index "{p}products_updated_at_id_index" on "{p}products" ("user_from", "updated_at", "id");
create index "{p}products_barcode_index" on "{p}products" ("user_from", "barcode");
create unique index "{p}products_sku_unique" on "{p}products" ("user_from", "sku") where deleted_at is null;
create table "{p}properties" (
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
  "pii" integer not null);
create index "{p}properties_deleted_at_index" on "{p}properties" ("user_from", "deleted_at");
create unique index "{p}properties_object_name_unique" on "{p}properties" ("user_from", "object", "name") where deleted_at is null;
create table "{p}property_values" (
  "id" text not null primary key,
  "user_from" text not null,
  "object" text not null,
  "property_id" text not null,
  "record_id" text not null,
  "text_value" text null,
  "number_value" double null,
  "claimed" text null);
create index "{p}property_values_record_id_index" on "{p}property_values" ("user_from", "record_id");
create index "{p}property_values_property_id_text_value_record_id_index" on "{p}property_values" ("user_from", "property_id", "text_value", "record_id");
create index "{p}property_values_property_id_number_value_record_id_index" on "{p}property_values" ("user_from", "property_id", "number_value", "record_id");
create unique index "{p}property_values_property_id_claimed_unique" on "{p}property_values" ("user_from", "property_id", "claimed");
create table "{p}quota_usage" ("user_from" text not null,
  "period" text not null,
  "calls" integer not null, primary key ("user_from",
  "period"));
create table "{p}quotes" (
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
  "token_hash" text null);
create index "{p}quotes_created_at_id_index" on "{p}quotes" ("user_from", "created_at", "id");
create index "{p}quotes_updated_at_id_index" on "{p}quotes" ("user_from", "updated_at", "id");
create index "{p}quotes_issue_date_id_index" on "{p}quotes" ("user_from", "issue_date", "id");
create index "{p}quotes_company_id_issue_date_index" on "{p}quotes" ("user_from", "company_id", "issue_date");
create index "{p}quotes_deal_id_index" on "{p}quotes" ("user_from", "deal_id");
create index "{p}quotes_previous_quote_id_index" on "{p}quotes" ("user_from", "previous_quote_id");
create index "{p}quotes_valid_until_id_index" on "{p}quotes" ("user_from", "valid_until", "id");
create unique index "{p}quotes_number_unique" on "{p}quotes" ("user_from", "number") where deleted_at is null;
create unique index "{p}quotes_token_hash_global" on "{p}quotes" ("token_hash");
create table "{p}quote_lines" (
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
  "custom" json not null);
create unique index "{p}quote_lines_document_id_position_unique" on "{p}quote_lines" ("user_from", "document_id", "position");
create table "{p}rate_windows" ("key" text not null primary key,
  "points" integer not null,
  "expires" bigint not null);
create table "{p}reports" (
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
  "schedule" json null);
create index "{p}reports_created_at_id_index" on "{p}reports" ("user_from", "created_at", "id");
create index "{p}reports_updated_at_id_index" on "{p}reports" ("user_from", "updated_at", "id");
create table "{p}sales_cycles" (
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
create index "{p}sales_cycles_created_at_id_index" on "{p}sales_cycles" ("user_from", "created_at", "id");
create index "{p}sales_cycles_updated_at_id_index" on "{p}sales_cycles" ("user_from", "updated_at", "id");
create table "{p}data_source_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "api_key_id" text not null,
  "source_id" text not null);
create index "{p}data_source_keys_source_id_index" on "{p}data_source_keys" ("user_from", "source_id");
create unique index "{p}data_source_keys_api_key_id_unique" on "{p}data_source_keys" ("user_from", "api_key_id");
create table "{p}sync_states" ("user_from" text not null,
  "provider" text not null,
  "object" text not null,
  "key" text not null,
  "record_id" text not null,
  "hash" text not null,
  "sent" json not null, primary key ("user_from",
  "provider",
  "object",
  "key"));
create index "{p}sync_states_record_id_index" on "{p}sync_states" ("user_from", "record_id");
create table "{p}sync_rejects" (
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
create unique index "{p}sync_rejects_run_id_index_unique" on "{p}sync_rejects" ("user_from", "run_id", "index");
create table "{p}sync_runs" (
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
create index "{p}sync_runs_created_at_id_index" on "{p}sync_runs" ("user_from", "created_at", "id");
create index "{p}sync_runs_source_id_created_at_index" on "{p}sync_runs" ("user_from", "source_id", "created_at");
create table "{p}tags" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "name_key" text not null,
  "color" text null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
create unique index "{p}tags_name_key_unique" on "{p}tags" ("user_from", "name_key");
create table "{p}tasks" (
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
  "overdue_for" datetime null);
create index "{p}tasks_created_at_id_index" on "{p}tasks" ("user_from", "created_at", "id");
create index "{p}tasks_updated_at_id_index" on "{p}tasks" ("user_from", "updated_at", "id");
create index "{p}tasks_due_at_id_index" on "{p}tasks" ("user_from", "due_at", "id");
create index "{p}tasks_owner_email_due_at_id_index" on "{p}tasks" ("user_from", "owner_email", "due_at", "id");
create index "{p}tasks_lead_id_created_at_id_index" on "{p}tasks" ("user_from", "lead_id", "created_at", "id");
create index "{p}tasks_deal_id_created_at_id_index" on "{p}tasks" ("user_from", "deal_id", "created_at", "id");
create index "{p}tasks_company_id_created_at_id_index" on "{p}tasks" ("user_from", "company_id", "created_at", "id");
create table "{p}teams" (
  "id" text not null primary key,
  "user_from" text not null,
  "name" text not null,
  "manager_id" text null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
create index "{p}teams_created_at_id_index" on "{p}teams" ("user_from", "created_at", "id");
create unique index "{p}teams_name_unique" on "{p}teams" ("user_from", "name");
create table "{p}search_entries" (
  "id" integer not null primary key autoincrement,
  "user_from" text not null,
  "object" text not null,
  "record_id" text not null,
  "scope" text not null,
  "title" text not null,
  "body" text not null);
create index "{p}search_entries_record_id_index" on "{p}search_entries" ("user_from", "record_id");
create table "{p}users" (
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
  "version" integer not null);
create index "{p}users_created_at_id_index" on "{p}users" ("user_from", "created_at", "id");
create index "{p}users_team_id_index" on "{p}users" ("user_from", "team_id");
create unique index "{p}users_email_unique" on "{p}users" ("user_from", "email");
create table "{p}webhooks" (
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
create index "{p}webhooks_created_at_id_index" on "{p}webhooks" ("user_from", "created_at", "id");
create table "{p}webhook_attempts" (
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
create index "{p}webhook_attempts_webhook_id_created_at_id_index" on "{p}webhook_attempts" ("user_from", "webhook_id", "created_at", "id");
create unique index "{p}webhook_attempts_delivery_id_attempt_unique" on "{p}webhook_attempts" ("user_from", "delivery_id", "attempt");
create table "{p}webhook_deliveries" (
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
  "created_at" datetime not null);
create unique index "{p}webhook_deliveries_webhook_id_event_id_unique" on "{p}webhook_deliveries" ("user_from", "webhook_id", "event_id");
create table "{p}workflow_runs" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "version" integer not null,
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
  "end_reason" text null);
create index "{p}workflow_runs_contact_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "contact_id", "started_at", "id");
create index "{p}workflow_runs_workflow_id_id_index" on "{p}workflow_runs" ("user_from", "workflow_id", "id");
`
