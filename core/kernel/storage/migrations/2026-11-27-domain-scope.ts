import type { Migration } from '../connection/migrate.ts'

const up = `alter table "{p}companies" add column "domain_scope" text not null default '';
drop index "{p}companies_domain_unique";
create unique index "{p}companies_domain_domain_scope_unique" on "{p}companies" ("user_from", "domain", "domain_scope") where deleted_at is null`

/** Lets a second company have a domain where the writer does not see the first. */
export const domainScope: Migration = {
  name: '2026-11-27-domain-scope',
  up: {
    postgresql: up.replace(" default ''", ' default \'\';\nalter table "{p}companies" alter column "domain_scope" drop default'),
    sqlite: up,
  },
}
