import type { Migration } from '../../kernel/storage/connection/migrate.ts'

/** Templates of e-mails and their versions. */
export const templateTables: Migration = {
  name: '2026-11-28-outreach-templates',
  up: {
    postgresql: `
create table "{p}email_templates" (
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
  "subject" text not null,
  "html" text null,
  "text" text null,
  "kind" text not null,
  "locale" text null,
  "folder" text null,
  "inline_css" boolean not null,
  "merge_tags" json not null,
  "has_own_text" boolean not null, primary key (
  "id"));
create index "{p}email_templates_created_at_id_index" on "{p}email_templates" ("user_from", "created_at", "id");
create index "{p}email_templates_folder_index" on "{p}email_templates" ("user_from", "folder");
create table "{p}email_template_versions" (
  "id" uuid not null,
  "user_from" text not null,
  "template_id" uuid not null,
  "version" int not null,
  "subject" text not null,
  "html" text null,
  "text" text null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
alter table "{p}email_template_versions" add constraint "{p}email_template_versions_template_id_version_unique" unique ("user_from", "template_id", "version");
`,
    sqlite: `
create table "{p}email_templates" (
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
create index "{p}email_templates_created_at_id_index" on "{p}email_templates" ("user_from", "created_at", "id");
create index "{p}email_templates_folder_index" on "{p}email_templates" ("user_from", "folder");
create table "{p}email_template_versions" (
  "id" text not null primary key,
  "user_from" text not null,
  "template_id" text not null,
  "version" integer not null,
  "subject" text not null,
  "html" text null,
  "text" text null,
  "created_by" text not null,
  "created_at" datetime not null);
create unique index "{p}email_template_versions_template_id_version_unique" on "{p}email_template_versions" ("user_from", "template_id", "version");
`,
  },
}
