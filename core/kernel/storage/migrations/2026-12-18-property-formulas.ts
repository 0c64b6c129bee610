import type { Migration } from '../connection/migrate.ts'

// As in `2026-12-17-property-defaults`: new records get the values of formulas, too, and changes of other fields are followed by formulas alone.
const guard = (name: string, says: string, what: string) => `
create or replace function "{p}${name}"("organization" text, "records" text) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(hashtextextended(
    "organization" || '/properties.' || "records", '"{p}access_generation"'::regclass::oid::bigint)); \
  if exists (select 1 from "{p}properties" p where p."user_from" = "organization" and p."object" = "records" and p."deleted_at" is null
    and ${says}) then
    raise exception 'Properties of % say something of ${what}', "records" using errcode = '40001'; \
  end if; end $$`

/** Values that are computed from other fields of a record. */
export const propertyFormulas: Migration = {
  name: '2026-12-18-property-formulas',
  up: {
    postgresql: `
alter table "{p}properties" add column "formula" text null;
${guard('property_guard', `(p."required" or p."default" is not null or p."formula" is not null)`, 'new records')};
${guard('formula_guard', `p."formula" is not null`, 'changes')}`,
    sqlite: `
alter table "{p}properties" add column "formula" text null;
`,
  },
}
