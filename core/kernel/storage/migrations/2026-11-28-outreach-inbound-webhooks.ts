import type { Migration } from '../connection/migrate.ts'

// By this, requests that wait are found in the order in which they came.
const due = `
create index "{p}inbound_requests_due_index" on "{p}inbound_requests" ("id") where "status" = 'received';`

/** Addresses at which other systems tell something, and what they told. */
export const inboundWebhooks: Migration = {
  name: '2026-11-28-outreach-inbound-webhooks',
  up: {
    postgresql: `create table "{p}inbound_requests" (
  "id" uuid not null,
  "user_from" text not null,
  "inbound_webhook_id" uuid not null,
  "delivery_id" text null,
  "status" text not null,
  "reason" text null,
  "object" text null,
  "record_id" uuid null,
  "contact_id" uuid null,
  "payload" json null,
  "truncated" boolean not null,
  "processed_at" timestamptz(3) null,
  "created_at" timestamptz(3) not null,
  "media" text not null,
  "body" text not null,
  "key" text not null, primary key (
  "id"));
create index "{p}inbound_requests_inbound_webhook_id_created_at_id_index" on "{p}inbound_requests" ("user_from", "inbound_webhook_id", "created_at", "id");
alter table "{p}inbound_requests" add constraint "{p}inbound_requests_key_unique" unique ("user_from", "key");
create table "{p}inbound_webhooks" (
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
  "active" boolean not null,
  "signature" json not null,
  "id_from" json null,
  "mapping" json not null,
  "match_by" text null,
  "last_received_at" timestamptz(3) null,
  "token" text not null,
  "sealed" text null,
  "previous_sealed" text null,
  "previous_until" timestamptz(3) null, primary key (
  "id"));
create index "{p}inbound_webhooks_created_at_id_index" on "{p}inbound_webhooks" ("user_from", "created_at", "id");
alter table "{p}inbound_webhooks" add constraint "{p}inbound_webhooks_token_global" unique ("token");${due}`,
    sqlite: `create table "{p}inbound_requests" (
  "id" text not null primary key,
  "user_from" text not null,
  "inbound_webhook_id" text not null,
  "delivery_id" text null,
  "status" text not null,
  "reason" text null,
  "object" text null,
  "record_id" text null,
  "contact_id" text null,
  "payload" json null,
  "truncated" integer not null,
  "processed_at" datetime null,
  "created_at" datetime not null,
  "media" text not null,
  "body" text not null,
  "key" text not null);
create index "{p}inbound_requests_inbound_webhook_id_created_at_id_index" on "{p}inbound_requests" ("user_from", "inbound_webhook_id", "created_at", "id");
create unique index "{p}inbound_requests_key_unique" on "{p}inbound_requests" ("user_from", "key");
create table "{p}inbound_webhooks" (
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
  "active" integer not null,
  "signature" json not null,
  "id_from" json null,
  "mapping" json not null,
  "match_by" text null,
  "last_received_at" datetime null,
  "token" text not null,
  "sealed" text null,
  "previous_sealed" text null,
  "previous_until" datetime null);
create index "{p}inbound_webhooks_created_at_id_index" on "{p}inbound_webhooks" ("user_from", "created_at", "id");
create unique index "{p}inbound_webhooks_token_global" on "{p}inbound_webhooks" ("token");${due}`,
  },
}
