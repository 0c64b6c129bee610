import type { Migration } from '../connection/migrate.ts'

interface Words {
  readonly id: string
  readonly time: string
  readonly whole: string
  readonly large: string
  readonly bytes: string
}

// What every change of the time of a delete asks for has few rows: those that are deleted.
const tables = ({ id, time, whole, large, bytes }: Words) => `
create table "{p}attachments" ("id" ${id} not null, "user_from" text not null, "object" text not null, "record_id" ${id} not null, "name" text not null, "media_type" text not null, "size" ${large} not null, "sha256" text not null, "file_id" ${id} not null, "created_by" text not null, "created_at" ${time} not null, "updated_at" ${time} not null, "deleted_at" ${time} null, "version" ${whole} not null, primary key ("id"));
create index "{p}attachments_record_id_id_index" on "{p}attachments" ("user_from", "record_id", "id");
create index "{p}attachments_file_id_index" on "{p}attachments" ("user_from", "file_id");
create index "{p}attachments_gone_index" on "{p}attachments" ("deleted_at") where "deleted_at" is not null;
create table "{p}stored_files" ("id" ${id} not null, "user_from" text not null, "state" text not null, "store" text not null, "size" ${large} not null, "created_at" ${time} not null, primary key ("id"));
create index "{p}stored_files_size_index" on "{p}stored_files" ("user_from", "size");
create unique index "{p}stored_files_state_id_global" on "{p}stored_files" ("state", "id");
create table "{p}file_parts" ("user_from" text not null, "file_id" ${id} not null, "position" ${large} not null, "content" ${bytes} not null, primary key ("file_id", "position"));
`
const marked = `update "{p}stored_files" set "state" = 'dropping' where "id" = old."file_id"`

const postgresql = `${tables({ id: 'uuid', time: 'timestamptz(3)', whole: 'int', large: 'bigint', bytes: 'bytea' })}
alter table "{p}file_parts" alter column "content" set storage external;
create function "{p}attachments_gone_follow"() returns trigger language plpgsql as $$ begin
  ${marked}; \
  return null; end $$;
create trigger "attachments_gone_follow" after delete on "{p}attachments" for each row execute function "{p}attachments_gone_follow"();
`
const sqlite = `${tables({ id: 'text', time: 'datetime', whole: 'integer', large: 'bigint', bytes: 'blob' })}
create trigger "{p}attachments_gone_follow" after delete on "{p}attachments" begin ${marked}; end;
`

/** Files on records, and what is known of their bytes: those of an attachment that is deleted for good are marked, whoever deletes it. */
export const attachmentTables: Migration = { name: '2026-12-14-attachments', up: { postgresql, sqlite } }
