import type { Migration } from '../connection/migrate.ts'

/** Makes idempotency keys belong to their callers. Kept results are dropped, because nobody knows whose they are. */
export const idempotencyCaller: Migration = {
  name: '2026-11-27-idempotency-caller',
  up: {
    postgresql: `
delete from "{p}idempotency_keys";
alter table "{p}idempotency_keys" add column "caller" text not null;
alter table "{p}idempotency_keys" drop constraint "{p}idempotency_keys_operation_key_unique";
alter table "{p}idempotency_keys" add constraint "{p}idempotency_keys_caller_operation_key_unique" unique ("user_from", "caller", "operation", "key");
`,
    sqlite: `
drop table "{p}idempotency_keys";
create table "{p}idempotency_keys" (
  "id" text not null primary key,
  "user_from" text not null,
  "caller" text not null,
  "key" text not null,
  "operation" text not null,
  "input_hash" text not null,
  "result" json null,
  "matched_by" text null,
  "created_at" datetime not null);
create index "{p}idempotency_keys_created_at_index" on "{p}idempotency_keys" ("user_from", "created_at");
create unique index "{p}idempotency_keys_caller_operation_key_unique" on "{p}idempotency_keys" ("user_from", "caller", "operation", "key");
`,
  },
}
