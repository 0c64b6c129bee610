import type { Migration } from '../connection/migrate.ts'

// Both take the lock of a user: a write shares it until it has ended, and whoever takes something from the user holds it alone until that
// is committed. So a write that began before is over by then, and a later one waits, reads the new number and fails. Each statement of
// these functions sees what was committed before it, the number after the lock. A transaction that still holds the lock after five
// seconds, of a process that stands still, say, is ended.
const postgresql = `
create function "{p}access_guard"("user" text, "expected" bigint) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared('"{p}access_generation"'::regclass::bigint::bit(32)::int, hashtext("user")); \
  if coalesce((select "number" from "{p}access_generation" where "name" = 'access'), 0) <> "expected" then
    raise exception 'What keys and users may do has changed' using errcode = 'RP001'; \
  end if; end $$;
create function "{p}access_withdraw"("user" text) returns void language plpgsql as $$ declare
  "space" int := '"{p}access_generation"'::regclass::bigint::bit(32)::int; "name" int := hashtext("user"); \
  "before" text := current_setting('lock_timeout'); \
  begin
    begin
      perform set_config('lock_timeout', '5s', true); \
      perform pg_advisory_xact_lock("space", "name"); \
    exception when lock_not_available then
      perform pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 2 and granted and pid <> pg_backend_pid()
        and classid::bigint::bit(32)::int = "space" and objid::bigint::bit(32)::int = "name"
        and database = (select oid from pg_database where datname = current_database()); \
      perform pg_advisory_xact_lock("space", "name"); \
    end; \
    perform set_config('lock_timeout', "before", true); \
  end $$`

/** Lets writes be judged by what their caller may do when they commit, on PostgreSQL, where several processes share the database. */
export const accessGuard: Migration = { name: '2026-11-29-access-guard', up: { postgresql, sqlite: 'select 1' } }
