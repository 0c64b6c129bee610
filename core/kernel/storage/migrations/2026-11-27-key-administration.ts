import type { Migration } from '../connection/migrate.ts'

/** Adds `administration` to API keys. Keys of administrators that are there already keep what they can do. */
export const keyAdministration: Migration = {
  name: '2026-11-27-key-administration',
  up: {
    postgresql: `
alter table "{p}api_keys" add column "administration" boolean not null default false;
alter table "{p}api_keys" alter column "administration" drop default;
update "{p}api_keys" set "administration" = true where not "widget" and "user_id" in (select "id" from "{p}users" where "role" = 'admin');
`,
    // SQLite cannot add a column without a default, which the fields of the entity do not have in the database.
    sqlite: `
create table "{p}api_keys_new" (
  "id" text not null primary key,
  "user_from" text not null,
  "user_id" text not null,
  "name" text not null,
  "prefix" text not null,
  "previous_until" datetime null,
  "scopes" json not null,
  "widget" integer not null,
  "administration" integer not null,
  "expires_at" datetime null,
  "allowed_ips" json not null,
  "revoked_at" datetime null,
  "last_used_at" datetime null,
  "created_by" text not null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "version" integer not null);
insert into "{p}api_keys_new" ("id", "user_from", "user_id", "name", "prefix", "previous_until", "scopes", "widget", "administration", "expires_at", "allowed_ips", "revoked_at", "last_used_at", "created_by", "created_at", "updated_at", "version")
  select "id", "user_from", "user_id", "name", "prefix", "previous_until", "scopes", "widget",
    "widget" = 0 and "user_id" in (select "id" from "{p}users" where "role" = 'admin'),
    "expires_at", "allowed_ips", "revoked_at", "last_used_at", "created_by", "created_at", "updated_at", "version" from "{p}api_keys";
drop table "{p}api_keys";
alter table "{p}api_keys_new" rename to "{p}api_keys";
create index "{p}api_keys_created_at_id_index" on "{p}api_keys" ("user_from", "created_at", "id");
`,
  },
}
