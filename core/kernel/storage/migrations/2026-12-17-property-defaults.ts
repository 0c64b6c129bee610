import type { Migration } from '../connection/migrate.ts'

// A write that relies on there being no such definitions shares their name first, as `NamedLocks` does, and then sees what was committed
// before. It fails as one that another was first for, and runs again.
const guard = `
create function "{p}property_guard"("organization" text, "records" text) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(hashtextextended(
    "organization" || '/properties.' || "records", '"{p}access_generation"'::regclass::oid::bigint)); \
  if exists (select 1 from "{p}properties" p where p."user_from" = "organization" and p."object" = "records" and p."deleted_at" is null
    and (p."required" or p."default" is not null)) then
    raise exception 'Properties of % say something of new records', "records" using errcode = '40001'; \
  end if; end $$`

/** Values of records that are made without one, and which of them have to be given. */
export const propertyDefaults: Migration = {
  name: '2026-12-17-property-defaults',
  up: {
    postgresql: `
alter table "{p}properties" add column "default" json null;
alter table "{p}properties" add column "required" boolean not null default false;
alter table "{p}properties" alter column "required" drop default;
${guard}`,
    sqlite: `
alter table "{p}properties" add column "default" json null;
alter table "{p}properties" add column "required" integer not null default false;
`,
  },
}
