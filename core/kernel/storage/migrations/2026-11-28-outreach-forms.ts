import type { Migration } from '../connection/migrate.ts'

// By this, submissions that were taken for spam are found when their time is over.
const spam = `
create index "{p}form_submissions_spam_due_index" on "{p}form_submissions" ("id") where "status" = 'spam';`

/** Forms and what is sent with them. */
export const outreachForms: Migration = {
  name: '2026-11-28-outreach-forms',
  up: {
    postgresql: `create table "{p}forms" (
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
  "tags" jsonb not null,
  "notify" json not null,
  "allowed_origins" json not null,
  "double_opt_in" boolean not null,
  "spam" json not null,
  "token" text not null,
  "secret" text not null, primary key (
  "id"));
create index "{p}forms_created_at_id_index" on "{p}forms" ("user_from", "created_at", "id");
alter table "{p}forms" add constraint "{p}forms_token_global" unique ("token");
create table "{p}form_submissions" (
  "id" uuid not null,
  "user_from" text not null,
  "form_id" uuid not null,
  "submission_id" text not null,
  "status" text not null,
  "reason" text null,
  "via" text not null,
  "values" json not null,
  "consent" boolean null,
  "opt_in" text null,
  "opted_in_at" timestamptz(3) null,
  "contact_id" uuid null,
  "company_id" uuid null,
  "deal_id" uuid null,
  "visitor_id" text null,
  "matched" boolean not null,
  "key" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}form_submissions_created_at_id_index" on "{p}form_submissions" ("user_from", "created_at", "id");
create index "{p}form_submissions_form_id_created_at_id_index" on "{p}form_submissions" ("user_from", "form_id", "created_at", "id");
alter table "{p}form_submissions" add constraint "{p}form_submissions_key_unique" unique ("user_from", "key");${spam}`,
    sqlite: `create table "{p}forms" (
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
create index "{p}forms_created_at_id_index" on "{p}forms" ("user_from", "created_at", "id");
create unique index "{p}forms_token_global" on "{p}forms" ("token");
create table "{p}form_submissions" (
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
create index "{p}form_submissions_created_at_id_index" on "{p}form_submissions" ("user_from", "created_at", "id");
create index "{p}form_submissions_form_id_created_at_id_index" on "{p}form_submissions" ("user_from", "form_id", "created_at", "id");
create unique index "{p}form_submissions_key_unique" on "{p}form_submissions" ("user_from", "key");${spam}`,
  },
}
