import type { Migration } from '../connection/migrate.ts'

// What was overdue before is no news.
const rest = `
update "{p}invoices" set "overdue_for" = "due_date" where "due_date" < current_date;
create index "{p}invoices_overdue_index" on "{p}invoices" ("due_date")
  where status in ('sent', 'partially_paid') and coalesce(balance_due, 0) > 0 and deleted_at is null and due_date is not null and (overdue_for is null or overdue_for <> due_date)`

/** The mark of overdue invoices, and whether an organization wants events of its products and prices. */
export const changeEvents: Migration = {
  name: '2026-11-27-change-events',
  up: {
    postgresql: `alter table "{p}invoices" add column "overdue_for" date null;
alter table "{p}organizations" add column "catalog_events" boolean null;${rest}`,
    sqlite: `alter table "{p}invoices" add column "overdue_for" date null;
alter table "{p}organizations" add column "catalog_events" integer null;${rest}`,
  },
}
