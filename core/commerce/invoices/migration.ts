import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const added = `alter table "{p}orders" add column "invoiced_from" text null;
create index "{p}invoices_order_id_index" on "{p}invoices" ("user_from", "order_id");
create index "{p}invoices_quote_id_index" on "{p}invoices" ("user_from", "quote_id");`

/** From which state the invoices of an order made it `invoiced`, and how invoices are found by what they bill. */
export const followedInvoices: Migration = { name: '2026-12-08-followed-invoices', up: { postgresql: added, sqlite: added } }
