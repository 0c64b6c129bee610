import type { Migration } from '../connection/migrate.ts'

/** The days on which an organization does not work. */
export const holidays: Migration = {
  name: '2026-11-27-holidays',
  up: {
    postgresql: `alter table "{p}organizations" add column "holidays" json not null default '[]';
alter table "{p}organizations" alter column "holidays" drop default;`,
    sqlite: `alter table "{p}organizations" add column "holidays" json not null default '[]';`,
  },
}
