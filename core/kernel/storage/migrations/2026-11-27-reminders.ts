import type { Migration } from '../connection/migrate.ts'

// What was to be reminded of before is no news.
const rest = `
update "{p}tasks" set "reminded_for" = "remind_at" where "remind_at" < current_timestamp;
create index "{p}tasks_remind_due_index" on "{p}tasks" ("remind_at")
  where status = 'open' and deleted_at is null and remind_at is not null and (reminded_for is null or reminded_for <> remind_at);`

/** The mark of tasks of which their owners were reminded, and the kinds of notifications that a teammate has switched off. */
export const reminders: Migration = {
  name: '2026-11-27-reminders',
  up: {
    postgresql: `alter table "{p}tasks" add column "reminded_for" timestamptz(3) null;${rest}
create table "{p}notification_settings" (
  "id" uuid not null,
  "user_from" text not null,
  "recipient" text not null,
  "type" text not null,
  "enabled" boolean not null, primary key (
  "id"));
alter table "{p}notification_settings" add constraint "{p}notification_settings_recipient_type_unique" unique ("user_from", "recipient", "type");`,
    sqlite: `alter table "{p}tasks" add column "reminded_for" datetime null;${rest.replace('current_timestamp', "unixepoch('now') * 1000")}
create table "{p}notification_settings" (
  "id" text not null primary key,
  "user_from" text not null,
  "recipient" text not null,
  "type" text not null,
  "enabled" integer not null);
create unique index "{p}notification_settings_recipient_type_unique" on "{p}notification_settings" ("user_from", "recipient", "type");`,
  },
}
