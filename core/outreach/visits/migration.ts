import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const tables = (id: string, time: string, yes: string, end: string) => `create table "{p}visitors" (
  ${id},
  "user_from" text not null,
  "key" text not null,
  "contact_id" ${id.includes('uuid') ? 'uuid' : 'text'} null,
  "created_at" ${time} not null${end});
create index "{p}visitors_contact_id_id_index" on "{p}visitors" ("user_from", "contact_id", "id");
create table "{p}page_visits" (
  ${id},
  "user_from" text not null,
  "visit_id" ${id.includes('uuid') ? 'uuid' : 'text'} not null,
  "is_start" ${yes} not null,
  "visitor" ${id.includes('uuid') ? 'uuid' : 'text'} not null,
  "contact_id" ${id.includes('uuid') ? 'uuid' : 'text'} null,
  "url" text not null,
  "title" text null,
  "referrer" text null,
  "at" ${time} not null,
  "duration_seconds" ${id.includes('uuid') ? 'int' : 'integer'} null,
  "key" text not null,
  "created_at" ${time} not null${end});
create index "{p}page_visits_at_id_index" on "{p}page_visits" ("user_from", "at", "id");
create index "{p}page_visits_visitor_at_index" on "{p}page_visits" ("user_from", "visitor", "at");
create index "{p}page_visits_contact_id_at_id_index" on "{p}page_visits" ("user_from", "contact_id", "at", "id");`

/** Visitors of web sites, and the pages that they open. */
export const visitTables: Migration = {
  name: '2026-11-28-outreach-visits',
  up: {
    postgresql: `${tables('"id" uuid not null', 'timestamptz(3)', 'boolean', ', primary key (\n  "id")')}
alter table "{p}visitors" add constraint "{p}visitors_key_unique" unique ("user_from", "key");
alter table "{p}page_visits" add constraint "{p}page_visits_key_unique" unique ("user_from", "key");`,
    sqlite: `${tables('"id" text not null primary key', 'datetime', 'integer', '')}
create unique index "{p}visitors_key_unique" on "{p}visitors" ("user_from", "key");
create unique index "{p}page_visits_key_unique" on "{p}page_visits" ("user_from", "key");`,
  },
}
