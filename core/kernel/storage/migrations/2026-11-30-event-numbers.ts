import type { Migration } from '../connection/migrate.ts'

// Events are numbered within their organization, so that their ids tell nothing of others; `position` is the order over all of them, which
// nobody outside sees. What was written before keeps its id.
const both = (column: string) => `
alter table "{p}events" rename column "id" to "position";
alter table "{p}events" add column "id" ${column};
update "{p}events" set "id" = "position";
drop index "{p}events_id_index";
drop index "{p}events_type_id_index";
drop index "{p}events_entity_id_id_index";
create unique index "{p}events_id_unique" on "{p}events" ("user_from", "id");
create index "{p}events_type_id_index" on "{p}events" ("user_from", "type", "id");
create index "{p}events_entity_id_id_index" on "{p}events" ("user_from", "entity_id", "id")`

// PostgreSQL numbers by a sequence for each organization, because nobody waits for anybody to draw from one. Numbers are drawn in one order
// and committed in another: before a transaction draws its first one, it takes a shared lock named by the sequence and the last number
// that was drawn from it (its lower 32 bits; other writers are not hindered by it), and keeps it until it has ended. So what is still
// open has numbers above those of the locks, and up to the lowest of them the log is complete. The horizon reads the sequence first and
// the locks second: whoever is not seen there has ended, or draws numbers above what was read of the sequence. Rows that are read in a
// later statement, up to the horizon, are all that there will ever be.
//
// What a transaction has numbered last it knows by the first ten characters of `rapport.numbered`, so that a set looks its sequence up once.
//
// An organization comes with its sequence, or its first event makes it: who would make it too waits until that transaction has ended. The
// sequences go with the table.
const postgresql = `${both('bigint')};
alter table "{p}events" alter column "id" set not null;
drop view "{p}event_horizon";
drop function "{p}events_horizon"(regclass, regclass);
drop trigger "events_announce" on "{p}events";
drop function "{p}events_announce"();
alter sequence "{p}events_id_seq" rename to "{p}events_position_seq";
create function "{p}events_sequence"("organization" text) returns text language sql immutable as $$
  select '"{p}events_' || left(encode(sha256(convert_to("organization", 'UTF8')), 'hex'), 32) || '"' $$;
create function "{p}events_numbers"("organization" text) returns regclass language plpgsql as $$ declare
  "name" text := "{p}events_sequence"("organization"); "numbers" regclass := to_regclass("name"); begin
  if "numbers" is null then
    begin
      execute 'create sequence ' || "name" || ' owned by "{p}events"."id"'; \
    exception when duplicate_table or unique_violation then null; \
    end; \
    "numbers" := to_regclass("name"); \
  end if; \
  return "numbers"; end $$;
create function "{p}organizations_number"() returns trigger language plpgsql as $$ begin
  perform "{p}events_numbers"(new."user_from"); \
  return null; end $$;
create trigger "organizations_number" after insert on "{p}organizations" for each row execute function "{p}organizations_number"();
create function "{p}events_number"() returns trigger language plpgsql as $$ declare
  "last" text := current_setting('rapport.numbered', true); "numbers" regclass; "held" text; "done" text; begin
  if new."id" is not null then return new; end if; \
  if substr("last", 11) = new."user_from" then
    new."id" := nextval(substr("last", 1, 10)::oid); \
    return new; \
  end if; \
  "numbers" := "{p}events_numbers"(new."user_from"); \
  "held" := coalesce(current_setting('rapport.numbers', true), ''); \
  if position(',' || "numbers"::oid || ',' in "held") = 0 then
    "done" := pg_advisory_xact_lock_shared("numbers"::bigint::bit(32)::int, coalesce(pg_sequence_last_value("numbers"), 0)::bit(32)::int); \
    "done" := set_config('rapport.numbers', "held" || ',' || "numbers"::oid || ',', true); \
  end if; \
  "done" := set_config('rapport.numbered', lpad("numbers"::oid::text, 10) || new."user_from", true); \
  new."id" := nextval("numbers"); \
  return new; end $$;
create trigger "events_number" before insert on "{p}events" for each row execute function "{p}events_number"();
create function "{p}event_horizon"("organization" text) returns bigint language plpgsql as $$
  declare "numbers" regclass := to_regclass("{p}events_sequence"("organization")); "last" bigint; "open" bigint; begin
  if "numbers" is null then return 0; end if; \
  "last" := coalesce(pg_sequence_last_value("numbers"), 0); \
  select max("back") into "open" from (select ("last" - objid::bigint) & 4294967295 as "back" from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = "numbers"
      and database = (select oid from pg_database where datname = current_database())) as "held" where "back" < 2147483648; \
  return "last" - coalesce("open", 0); end $$;
do $$ declare "each" record; begin
  for "each" in select "user_from", max("id") as "last" from "{p}events" group by "user_from" loop
    perform setval("{p}events_numbers"("each"."user_from"), "each"."last"); \
  end loop; end $$`

/** Numbers events within their organization, and gives them a position among those of all. */
export const eventNumbers: Migration = { name: '2026-11-30-event-numbers', up: { postgresql, sqlite: both('integer not null default 0') } }
