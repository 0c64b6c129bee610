import type { Migration } from '../../kernel/storage/connection/migrate.ts'

/** Sequences, what their enrollments keep, and whose steps a workflow does. */
export const sequenceTables: Migration = {
  name: '2026-11-28-outreach-sequences',
  up: {
    postgresql: `
alter table "{p}workflows" add column "managed_by" text null;
alter table "{p}sequence_enrollments" add column "mailbox_id" uuid null;
alter table "{p}sequence_enrollments" add column "last_email_id" uuid null;
alter table "{p}sequence_enrollments" add column "task_id" uuid null;
alter table "{p}sequence_enrollments" add column "ai_line" text null;
create index "{p}sequence_enrollments_task_id_index" on "{p}sequence_enrollments" ("user_from", "task_id");
create table "{p}sequences" (
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
  "status" text not null,
  "owner_email" text null,
  "steps" json not null,
  "send_window" json null,
  "exit_on" json not null,
  "daily_limit" int null,
  "sender" text not null,
  "topic" text not null,
  "unsubscribe_link" text not null,
  "tags" jsonb not null,
  "steps_version" int not null, primary key (
  "id"));
create index "{p}sequences_created_at_id_index" on "{p}sequences" ("user_from", "created_at", "id");
create index "{p}sequences_status_index" on "{p}sequences" ("user_from", "status");
create table "{p}sequence_days" (
  "sequence_id" text not null,
  "day" text not null,
  "user_from" text not null,
  "amount" int not null, primary key ("sequence_id",
  "day"));
`,
    sqlite: `
alter table "{p}workflows" add column "managed_by" text null;
alter table "{p}sequence_enrollments" add column "mailbox_id" text null;
alter table "{p}sequence_enrollments" add column "last_email_id" text null;
alter table "{p}sequence_enrollments" add column "task_id" text null;
alter table "{p}sequence_enrollments" add column "ai_line" text null;
create index "{p}sequence_enrollments_task_id_index" on "{p}sequence_enrollments" ("user_from", "task_id");
create table "{p}sequences" (
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
create index "{p}sequences_created_at_id_index" on "{p}sequences" ("user_from", "created_at", "id");
create index "{p}sequences_status_index" on "{p}sequences" ("user_from", "status");
create table "{p}sequence_days" (
  "sequence_id" text not null,
  "day" text not null,
  "user_from" text not null,
  "amount" integer not null, primary key ("sequence_id",
  "day"));
`,
  },
}
