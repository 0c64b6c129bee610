import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const indexes = `
create index "{p}email_hits_email_id_at_index" on "{p}email_hits" ("user_from", "email_id", "at");
create index "{p}email_hits_due_at_due_index" on "{p}email_hits" ("due_at") where "due_at" is not null;
create index "{p}email_hits_network_due_index" on "{p}email_hits" ("id") where "network" is not null;`

/** Requests for pixels and links of messages. */
export const hitTable: Migration = {
  name: '2026-11-28-outreach-hits',
  up: {
    postgresql: `create table "{p}email_hits" (
  "id" uuid not null,
  "user_from" text not null,
  "email_id" uuid not null,
  "kind" text not null,
  "link_index" int null,
  "at" timestamptz(3) not null,
  "due_at" timestamptz(3) null,
  "network" text null,
  "suspicion" text null,
  "verdict" text null,
  "reason" text null, primary key (
  "id"));${indexes}`,
    sqlite: `create table "{p}email_hits" (
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
  "reason" text null);${indexes}`,
  },
}
