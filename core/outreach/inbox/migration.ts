import type { Migration } from '../../kernel/storage/connection/migrate.ts'

/** How mailboxes are read: who reads which, how far each folder was read, what was reported, and what could not be stored. */
export const inboxTables: Migration = {
  name: '2026-11-28-outreach-inbox',
  up: {
    postgresql: `create table "{p}mailbox_syncs" (
  "id" uuid not null,
  "user_from" text not null,
  "mailbox_id" uuid not null,
  "due_at" timestamptz(3) not null,
  "lease_token" uuid null,
  "lease_until" timestamptz(3) null,
  "connected_at" timestamptz(3) not null,
  "failures" int not null, primary key (
  "id"));
create index "{p}mailbox_syncs_due_at_index" on "{p}mailbox_syncs" ("user_from", "due_at");
alter table "{p}mailbox_syncs" add constraint "{p}mailbox_syncs_mailbox_id_unique" unique ("user_from", "mailbox_id");
create table "{p}mail_folders" (
  "id" uuid not null,
  "user_from" text not null,
  "mailbox_id" uuid not null,
  "name" text not null,
  "uid_validity" text not null,
  "next_uid" text not null,
  "reading_since" timestamptz(3) null,
  "stuck" int not null, primary key (
  "id"));
alter table "{p}mail_folders" add constraint "{p}mail_folders_mailbox_id_name_unique" unique ("user_from", "mailbox_id", "name");
create table "{p}email_reports" (
  "id" uuid not null,
  "user_from" text not null,
  "key" text not null,
  "email_id" uuid null,
  "hash" text not null,
  "kind" text not null,
  "code" text null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}email_reports_hash_created_at_index" on "{p}email_reports" ("user_from", "hash", "created_at");
alter table "{p}email_reports" add constraint "{p}email_reports_key_unique" unique ("user_from", "key");
create table "{p}mail_leftovers" (
  "id" uuid not null,
  "user_from" text not null,
  "mailbox_id" uuid not null,
  "folder" text not null,
  "uid" text not null,
  "kind" text not null,
  "note" text not null,
  "raw" text null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}mail_leftovers_created_at_index" on "{p}mail_leftovers" ("user_from", "created_at");
alter table "{p}mail_leftovers" add constraint "{p}mail_leftovers_mailbox_id_folder_uid_kind_unique" unique ("user_from", "mailbox_id", "folder", "uid", "kind");`,
    sqlite: `create table "{p}mailbox_syncs" (
  "id" text not null primary key,
  "user_from" text not null,
  "mailbox_id" text not null,
  "due_at" datetime not null,
  "lease_token" text null,
  "lease_until" datetime null,
  "connected_at" datetime not null,
  "failures" integer not null);
create index "{p}mailbox_syncs_due_at_index" on "{p}mailbox_syncs" ("user_from", "due_at");
create unique index "{p}mailbox_syncs_mailbox_id_unique" on "{p}mailbox_syncs" ("user_from", "mailbox_id");
create table "{p}mail_folders" (
  "id" text not null primary key,
  "user_from" text not null,
  "mailbox_id" text not null,
  "name" text not null,
  "uid_validity" text not null,
  "next_uid" text not null,
  "reading_since" datetime null,
  "stuck" integer not null);
create unique index "{p}mail_folders_mailbox_id_name_unique" on "{p}mail_folders" ("user_from", "mailbox_id", "name");
create table "{p}email_reports" (
  "id" text not null primary key,
  "user_from" text not null,
  "key" text not null,
  "email_id" text null,
  "hash" text not null,
  "kind" text not null,
  "code" text null,
  "created_at" datetime not null);
create index "{p}email_reports_hash_created_at_index" on "{p}email_reports" ("user_from", "hash", "created_at");
create unique index "{p}email_reports_key_unique" on "{p}email_reports" ("user_from", "key");
create table "{p}mail_leftovers" (
  "id" text not null primary key,
  "user_from" text not null,
  "mailbox_id" text not null,
  "folder" text not null,
  "uid" text not null,
  "kind" text not null,
  "note" text not null,
  "raw" text null,
  "created_at" datetime not null);
create index "{p}mail_leftovers_created_at_index" on "{p}mail_leftovers" ("user_from", "created_at");
create unique index "{p}mail_leftovers_mailbox_id_folder_uid_kind_unique" on "{p}mail_leftovers" ("user_from", "mailbox_id", "folder", "uid", "kind");`,
  },
}

/** Until when copies of what a mailbox has sent are in its folder of sent messages. */
export const sentCopies: Migration = {
  name: '2026-11-29-outreach-sent-copies',
  up: {
    postgresql: `alter table "{p}mailbox_syncs" add column "copied_until" timestamptz(3) null;`,
    sqlite: `alter table "{p}mailbox_syncs" add column "copied_until" datetime null;`,
  },
}
