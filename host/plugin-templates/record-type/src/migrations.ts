import type { Migration } from 'rapport-crm'

// The same table in the words of each database; `{p}` is the prefix of tables. A released migration never changes: add another one.
const table = (id: string, time: string, list: string) => `create table "{p}sample_parts" (
  id ${id} not null primary key, user_from text not null, external_ids json not null, created_by text not null, created_via text not null,
  created_in text null, created_at ${time} not null, updated_at ${time} not null, deleted_at ${time} null, version integer not null,
  tags ${list} not null, custom json not null, merged_ids json not null,
  code text not null, title text not null, quantity integer null, company_id ${id} null, owner_email text null, notes text null);
create unique index "{p}sample_parts_code_unique" on "{p}sample_parts" (user_from, code) where deleted_at is null;
create index "{p}sample_parts_company_id_created_at_id_index" on "{p}sample_parts" (user_from, company_id, created_at, id);`

/** Makes the table. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-01-15-sample-part',
    up: { sqlite: table('text', 'datetime', 'json'), postgresql: table('uuid', 'timestamptz(3)', 'jsonb') },
  },
]
