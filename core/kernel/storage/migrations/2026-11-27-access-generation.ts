import type { Migration } from '../connection/migrate.ts'

const table = `
create table "{p}access_generation" (
  "name" text not null primary key,
  "number" bigint not null);
`

/** Adds the number of changes of keys, users and teams, by which processes know whether what they have read is out of date. */
export const accessGeneration: Migration = {
  name: '2026-11-27-access-generation',
  up: { postgresql: table, sqlite: table },
}
