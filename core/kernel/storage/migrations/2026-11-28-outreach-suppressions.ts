import type { Migration } from '../connection/migrate.ts'

/** Addresses and domains to which nothing is sent. */
export const outreachSuppressions: Migration = {
  name: '2026-11-28-outreach-suppressions',
  up: {
    postgresql: `create table "{p}suppressions" (
  "id" uuid not null,
  "user_from" text not null,
  "value" text null,
  "hash" text not null,
  "kind" text not null,
  "topic" text null,
  "reason" text null,
  "source" text null,
  "email_id" uuid null,
  "key" text not null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}suppressions_created_at_id_index" on "{p}suppressions" ("user_from", "created_at", "id");
create index "{p}suppressions_hash_index" on "{p}suppressions" ("user_from", "hash");
alter table "{p}suppressions" add constraint "{p}suppressions_key_unique" unique ("user_from", "key");`,
    sqlite: `create table "{p}suppressions" (
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
create index "{p}suppressions_created_at_id_index" on "{p}suppressions" ("user_from", "created_at", "id");
create index "{p}suppressions_hash_index" on "{p}suppressions" ("user_from", "hash");
create unique index "{p}suppressions_key_unique" on "{p}suppressions" ("user_from", "key");`,
  },
}
