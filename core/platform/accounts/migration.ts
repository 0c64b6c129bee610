import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const sessions = (uuid: string, timestamp: string) => `create table "{p}sign_in_sessions" (
  "id" ${uuid} not null primary key,
  "account_id" ${uuid} not null,
  "session_key" text null,
  "methods" json not null,
  "address" text null,
  "browser" text null,
  "signed_in_at" ${timestamp} not null,
  "confirmed_at" ${timestamp} not null,
  "last_used_at" ${timestamp} not null);
create unique index "{p}sign_in_sessions_session_key_global" on "{p}sign_in_sessions" ("session_key");
create unique index "{p}sign_in_sessions_account_id_id_global" on "{p}sign_in_sessions" ("account_id", "id");
create unique index "{p}sign_in_sessions_last_used_at_id_global" on "{p}sign_in_sessions" ("last_used_at", "id");`

/** Adds the browsers in which people are signed in. */
export const sessionTables: Migration = {
  name: '2026-12-03-sign-in-sessions',
  up: { postgresql: sessions('uuid', 'timestamptz(3)'), sqlite: sessions('text', 'datetime') },
}

const passkeys = (uuid: string, timestamp: string, boolean: string) => `create table "{p}passkeys" (
  "id" ${uuid} not null primary key,
  "account_id" ${uuid} not null,
  "credential_id" text not null,
  "user_handle" text not null,
  "public_key" text not null,
  "counter" bigint not null,
  "transports" json not null,
  "name" text not null,
  "synced" ${boolean} not null,
  "created_at" ${timestamp} not null,
  "last_used_at" ${timestamp} null);
create unique index "{p}passkeys_credential_id_global" on "{p}passkeys" ("credential_id");
create unique index "{p}passkeys_account_id_id_global" on "{p}passkeys" ("account_id", "id");`

/** Adds passkeys of people. */
export const passkeyTables: Migration = {
  name: '2026-12-04-passkeys',
  up: { postgresql: passkeys('uuid', 'timestamptz(3)', 'boolean'), sqlite: passkeys('text', 'datetime', 'integer') },
}

const signedOut = (timestamp: string) => `alter table "{p}users" add column "signed_out_at" ${timestamp} null`

/** Adds when an administrator has signed a user out of their organization. */
export const signedOutUsers: Migration = {
  name: '2026-12-07-signed-out-users',
  up: { postgresql: signedOut('timestamptz(3)'), sqlite: signedOut('datetime') },
}

/** Adds who must have a second factor to enter an organization: nobody, until its administrators say so. */
export const secondFactorDemand: Migration = {
  name: '2026-12-05-second-factor',
  up: {
    postgresql: `alter table "{p}organizations" add column "second_factor" text not null default 'optional';
alter table "{p}organizations" alter column "second_factor" drop default`,
    sqlite: `alter table "{p}organizations" add column "second_factor" text not null default 'optional'`,
  },
}
