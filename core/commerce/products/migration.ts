import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const added = `alter table "{p}products" add column "prices" json not null default '[]';`

/** Prices of products in further currencies. */
export const furtherPrices: Migration = {
  name: '2026-12-16-further-prices',
  up: { postgresql: `${added}\nalter table "{p}products" alter column "prices" drop default;`, sqlite: added },
}
