import type { Migration } from '../connection/migrate.ts'

const added = 'alter table "{p}organizations" add column "seller" json null;'

/** Who sells, as the documents of an organization say it. */
export const sellers: Migration = { name: '2026-12-13-sellers', up: { postgresql: added, sqlite: added } }
