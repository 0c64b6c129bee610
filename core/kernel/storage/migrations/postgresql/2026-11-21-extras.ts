// What no entity declares: how far the event log is complete, and the indexes by which work is found.
//
// Numbers of events are drawn in one order and committed in another. Before a transaction draws its first one, it takes a shared lock
// named by the last number that was drawn before (its lower 32 bits; other writers are not hindered by it), and keeps it until it has
// ended. So what is still open has numbers above those of the locks, and up to the lowest of them the log is complete. The horizon reads
// the sequence first and the locks second: whoever is not seen there has ended, or draws numbers above what was read of the sequence.
// Rows that are read in a later statement, up to the horizon, are all that there will ever be.

// Tags as a list asks for them: in any case.
const folded = '(lower(normalize("tags"::text, nfc) collate "und-x-icu")::jsonb)'

export const extras = `
create function "{p}events_announce"() returns trigger language plpgsql as $$ declare "done" text; begin
  if current_setting('rapport.announced', true) is distinct from tg_relid::text then
    "done" := pg_advisory_xact_lock_shared(tg_relid::bigint::bit(32)::int, coalesce(pg_sequence_last_value(
      (quote_ident(tg_table_schema) || '.' || quote_ident(tg_argv[0]))::regclass), 0)::bit(32)::int); \
    "done" := set_config('rapport.announced', tg_relid::text, true); \
  end if; \
  return null; end $$;
create trigger "events_announce" before insert on "{p}events" for each statement execute function "{p}events_announce"('{p}events_id_seq');
create function "{p}events_horizon"("log" regclass, "numbers" regclass) returns bigint language plpgsql as $$
  declare "last" bigint; "open" bigint; begin
  "last" := coalesce(pg_sequence_last_value("numbers"), 0); \
  select max("back") into "open" from (select ("last" - objid::bigint) & 4294967295 as "back" from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = "log"
      and database = (select oid from pg_database where datname = current_database())) as "held" where "back" < 2147483648; \
  return "last" - coalesce("open", 0); end $$;
create view "{p}event_horizon" as select "{p}events_horizon"('{p}events'::regclass, '{p}events_id_seq'::regclass) as "id";
create index "{p}events_unprocessed_index" on "{p}events" ("id") where "processed_at" is null;
create index "{p}webhook_deliveries_pending_index" on "{p}webhook_deliveries" ("webhook_id", "due_at", "id") where "status" = 'pending';
create index "{p}webhook_deliveries_held_index" on "{p}webhook_deliveries" ("webhook_id", "id") where "status" = 'held';
create index "{p}webhook_deliveries_inflight_index" on "{p}webhook_deliveries" ("webhook_id", "lease_until") where "status" = 'inflight';
create index "{p}contacts_tags_index" on "{p}contacts" using gin (${folded});
create index "{p}companies_tags_index" on "{p}companies" using gin (${folded});
create index "{p}products_tags_index" on "{p}products" using gin (${folded});
create index "{p}quotes_tags_index" on "{p}quotes" using gin (${folded});
create index "{p}orders_tags_index" on "{p}orders" using gin (${folded});
create index "{p}deals_tags_index" on "{p}deals" using gin (${folded});
create index "{p}quotes_expiring_due_index" on "{p}quotes" ("valid_until")
  where status in ('sent', 'viewed') and deleted_at is null and valid_until is not null;
create index "{p}invoices_billed_order_index" on "{p}invoices" ("user_from", "order_id") where order_id is not null;
create index "{p}invoices_billed_quote_index" on "{p}invoices" ("user_from", "quote_id") where quote_id is not null;
create index "{p}invoice_lines_unlinked_index" on "{p}invoice_lines" ("user_from", "sku") where "product_id" is null;
create index "{p}credit_note_lines_unlinked_index" on "{p}credit_note_lines" ("user_from", "sku") where "product_id" is null;
create index "{p}order_lines_unlinked_index" on "{p}order_lines" ("user_from", "sku") where "product_id" is null;
create index "{p}quote_lines_unlinked_index" on "{p}quote_lines" ("user_from", "sku") where "product_id" is null;
create index "{p}companies_gone_code_index" on "{p}companies" ("user_from", "code") where "deleted_at" is not null and "code" is not null;
create index "{p}jobs_due_index" on "{p}jobs" ("due_at", "id") where "due_at" is not null;
create index "{p}contacts_cycle_index" on "{p}contacts" ("user_from", "sales_cycle_id", "pipeline_stage") where sales_cycle_id is not null;
create index "{p}tasks_overdue_index" on "{p}tasks" ("due_at")
  where status = 'open' and deleted_at is null and due_at is not null and (overdue_for is null or overdue_for <> due_at);
create index "{p}deals_rotting_index" on "{p}deals" ("stuck_at")
  where status = 'open' and deleted_at is null and stuck_at is not null and (rotting_for is null or rotting_for <> stage_entered_at);
create index "{p}deals_overdue_index" on "{p}deals" ("close_date")
  where status = 'open' and deleted_at is null and close_date is not null and (overdue_for is null or overdue_for <> close_date);
-- The words are cut already: putting their weights behind them costs a third of what PostgreSQL's own parser does.
alter table "{p}search_entries" add column "document" tsvector not null generated always as ((
  case "title" when '' then '' else replace("title", ' ', ':1A ') || ':1A ' end ||
  case "body" when '' then '' else replace("body", ' ', ':1B ') || ':1B ' end || "scope" || ':1C')::tsvector) stored;
create index "{p}search_entries_document_index" on "{p}search_entries" using gin ("document");
`
