import type { Migration } from '../../kernel/storage/connection/migrate.ts'

/** The keys by which organizations know again what outreach has made. */
export const secretTable: Migration = {
  name: '2026-11-28-outreach-secrets',
  up: {
    postgresql: `create table "{p}outreach_secrets" (
  "id" uuid not null,
  "user_from" text not null,
  "purpose" text not null,
  "sealed_key" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
alter table "{p}outreach_secrets" add constraint "{p}outreach_secrets_purpose_unique" unique ("user_from", "purpose");`,
    sqlite: `create table "{p}outreach_secrets" (
  "id" text not null primary key,
  "user_from" text not null,
  "purpose" text not null,
  "sealed_key" text not null,
  "created_at" datetime not null);
create unique index "{p}outreach_secrets_purpose_unique" on "{p}outreach_secrets" ("user_from", "purpose");`,
  },
}
