import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const tables = ['quotes', 'orders', 'invoices', 'credit_notes']
const added = (type: string) => tables.map((each) => `alter table "{p}${each}" add column "rate_frozen" ${type} null;`).join('\n')

const once = 'alter table "{p}number_series" drop column "released";'

/** Numbers of deleted drafts are given to no other document any more. */
export const numbersOnce: Migration = { name: '2026-12-08-numbers-once', up: { postgresql: once, sqlite: once } }

/** Whether the rate of a document was agreed, or is that of its day of issue. */
export const agreedRates: Migration = {
  name: '2026-12-06-agreed-rates',
  up: { postgresql: added('boolean'), sqlite: added('integer') },
}
