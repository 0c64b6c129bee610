// What no entity declares: the indexes by which work is found.
export const extras = `
create index "{p}events_unprocessed_index" on "{p}events" ("id") where "processed_at" is null;
create index "{p}webhook_deliveries_pending_index" on "{p}webhook_deliveries" ("webhook_id", "due_at", "id") where "status" = 'pending';
create index "{p}webhook_deliveries_held_index" on "{p}webhook_deliveries" ("webhook_id", "id") where "status" = 'held';
create index "{p}webhook_deliveries_inflight_index" on "{p}webhook_deliveries" ("webhook_id", "lease_until") where "status" = 'inflight';
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
create virtual table "{p}search_index" using fts5(scope, title, body,
  content='{p}search_entries', content_rowid='id', tokenize='ascii', detail=column, prefix='2 3');
insert into "{p}search_index"("{p}search_index", rank) values ('secure-delete', 1);
create trigger "{p}search_entries_added" after insert on "{p}search_entries" begin insert into "{p}search_index"(rowid, scope, title, body) values (new.id, new.scope, new.title, new.body); end;
create trigger "{p}search_entries_gone" after delete on "{p}search_entries" begin insert into "{p}search_index"("{p}search_index", rowid, scope, title, body) values ('delete', old.id, old.scope, old.title, old.body); end;
`
