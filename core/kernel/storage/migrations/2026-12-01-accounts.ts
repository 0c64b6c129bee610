import type { Migration } from '../connection/migrate.ts'

const both = (uuid: string, timestamp: string, integer: string) => `
create table "{p}accounts" (
  "id" ${uuid} not null primary key,
  "email" text not null,
  "password_hash" text not null,
  "totp_secret" text null,
  "totp_pending" text null,
  "totp_step" bigint null,
  "recovery_hashes" json not null,
  "proven_at" ${timestamp} null,
  "credentials_changed_at" ${timestamp} not null,
  "created_at" ${timestamp} not null);
create unique index "{p}accounts_email_id_global" on "{p}accounts" ("email", "id");
create table "{p}invitations" (
  "id" ${uuid} not null primary key,
  "user_from" text not null,
  "user_id" ${uuid} not null,
  "hash" text not null,
  "created_by" text not null,
  "created_at" ${timestamp} not null,
  "expires_at" ${timestamp} not null);
create unique index "{p}invitations_user_id_unique" on "{p}invitations" ("user_from", "user_id");
create unique index "{p}invitations_hash_global" on "{p}invitations" ("hash");
create table "{p}password_resets" (
  "hash" text not null primary key,
  "email" text not null,
  "expires_at" ${timestamp} not null);
create unique index "{p}password_resets_email_hash_global" on "{p}password_resets" ("email", "hash");
create table "{p}sign_in_attempts" (
  "key" text not null primary key,
  "failures" ${integer} not null,
  "next_at" bigint not null,
  "last_at" bigint not null,
  "known_until" bigint not null);
alter table "{p}users" add column "account_id" ${uuid} null;
create unique index "{p}users_account_id_id_global" on "{p}users" ("account_id", "id");
alter table "{p}organizations" add column "suspended_at" ${timestamp} null;
`

/** Adds accounts of people who sign in, invitations, and the suspension of organizations. */
export const accounts: Migration = {
  name: '2026-12-01-accounts',
  up: { postgresql: both('uuid', 'timestamptz(3)', 'int'), sqlite: both('text', 'datetime', 'integer') },
}
