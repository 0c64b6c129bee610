import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const tables = ['quotes', 'orders', 'invoices', 'credit_notes']
const added = (type: string) => tables.map((each) => `alter table "{p}${each}" add column "rate_frozen" ${type} null;`).join('\n')

const once = 'alter table "{p}number_series" drop column "released";'

/** Numbers of deleted drafts are given to no other document any more. */
export const numbersOnce: Migration = { name: '2026-12-08-numbers-once', up: { postgresql: once, sqlite: once } }

const parties = tables.map((each) => `alter table "{p}${each}" add column "parties" json null;`).join('\n')

/** Seller and customer as they were at the issue of a document. */
export const partiesAtIssue: Migration = { name: '2026-12-17-parties-at-issue', up: { postgresql: parties, sqlite: parties } }

/** Whether the rate of a document was agreed, or is that of its day of issue. */
export const agreedRates: Migration = {
  name: '2026-12-06-agreed-rates',
  up: { postgresql: added('boolean'), sqlite: added('integer') },
}

const lines = ['quote', 'order', 'invoice', 'credit_note', 'deal'].map((each) => `"{p}${each}_lines"`)
// Of older lines only a rule tells where their price came from: a price of the catalog cannot be told from one that was given.
const ofCatalog = lines
  .map(
    (table) => `alter table ${table} add column "from_catalog" json null;
update ${table} set "from_catalog" = '["unit_price"]' where "price_rule_id" is not null;`,
  )
  .join('\n')

/** What lines took from the catalog and the price rules, and what was given. */
export const pricesOfLines: Migration = { name: '2026-12-16-prices-of-lines', up: { postgresql: ofCatalog, sqlite: ofCatalog } }
