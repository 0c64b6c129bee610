import type { Migration } from '../connection/migrate.ts'

const add = `alter table "{p}deals" add column "merged_ids" json not null default '[]';
`

/** The deals that one has taken in by merges. */
export const dealMerges: Migration = {
  name: '2026-12-13-deal-merges',
  up: { postgresql: `${add}alter table "{p}deals" alter column "merged_ids" drop default;\n`, sqlite: add },
}
