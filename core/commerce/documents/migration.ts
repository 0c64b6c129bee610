import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const tables = ['quotes', 'orders', 'invoices', 'credit_notes']
const added = (type: string) => tables.map((each) => `alter table "{p}${each}" add column "rate_frozen" ${type} null;`).join('\n')

/** Whether the rate of a document was agreed, or is that of its day of issue. */
export const agreedRates: Migration = {
  name: '2026-12-06-agreed-rates',
  up: { postgresql: added('boolean'), sqlite: added('integer') },
}
