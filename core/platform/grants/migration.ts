import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const tables = (time: string, uuid: string, json: string, boolean: string) => `create table "{p}sign_in_artifacts" (
  "key" text not null primary key,
  "model" text not null,
  "content" text not null,
  "grant_key" text null,
  "session_key" text null,
  "account_id" text null,
  "consumed_at" ${time} null,
  "created_at" ${time} not null,
  "expires_at" ${time} not null);
create table "{p}sign_in_secrets" (
  "name" text not null primary key,
  "secret" text not null,
  "created_at" ${time} not null);
create table "{p}sign_in_grants" (
  "id" ${uuid} not null primary key,
  "user_from" text not null,
  "user_id" ${uuid} not null,
  "account_id" text not null,
  "client" text not null,
  "client_host" text null,
  "scopes" ${json} not null,
  "audience" text not null,
  "administration" ${boolean} not null,
  "created_at" ${time} not null,
  "last_used_at" ${time} null,
  "ended_at" ${time} null,
  "key" text not null);
create index "{p}sign_in_grants_user_id_created_at_id_index" on "{p}sign_in_grants" ("user_from", "user_id", "created_at", "id");
create index "{p}sign_in_grants_created_at_id_index" on "{p}sign_in_grants" ("user_from", "created_at", "id");`

const uniques = [
  ['sign_in_artifacts', 'grant_key', 'key'],
  ['sign_in_artifacts', 'session_key', 'key'],
  ['sign_in_artifacts', 'account_id', 'key'],
  ['sign_in_artifacts', 'expires_at', 'key'],
  ['sign_in_grants', 'key'],
] as const

const named = ([table, ...columns]: readonly string[], text: (name: string, on: string) => string) =>
  text(`{p}${table}_${columns.join('_')}_global`, columns.map((each) => `"${each}"`).join(', '))

/** What people allow programs to do as them, and what the authorization server remembers. */
export const grantTables: Migration = {
  name: '2026-12-02-grants',
  up: {
    postgresql: [
      tables('timestamptz(3)', 'uuid', 'json', 'boolean'),
      ...uniques.map((each) => named(each, (name, on) => `alter table "{p}${each[0]}" add constraint "${name}" unique (${on});`)),
    ].join('\n'),
    sqlite: [
      tables('datetime', 'text', 'json', 'integer'),
      ...uniques.map((each) => named(each, (name, on) => `create unique index "${name}" on "{p}${each[0]}" (${on});`)),
    ].join('\n'),
  },
}
