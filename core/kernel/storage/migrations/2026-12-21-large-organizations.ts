import type { Migration } from '../connection/migrate.ts'

// As filters compare texts (`core/records/search/grammar/phrases.ts`): without case, and without white space around them.
const BLANKS = String.raw`\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`
const compared: Readonly<Record<string, readonly string[]>> = {
  contacts: ['assigned_to', 'city', 'country', 'company', 'title', 'lead_status', 'primary_source', 'organization_industry'],
  companies: ['owner_email', 'industry', 'country', 'tier'],
  deals: ['owner_email'],
}
const statistics = Object.entries(compared).flatMap(([table, columns]) =>
  columns.map(
    (column) =>
      `create statistics "{p}${table}_${column}_compared" on (btrim(lower(normalize("${column}", nfc) collate "und-x-icu"), E'${BLANKS}')) from "{p}${table}";\n`,
  ),
)
// Only what PostgreSQL looks at again has them; of an empty table it is not to think that it stays so.
const looks = Object.keys(compared).map(
  (table) => `do $$ begin if exists (select 1 from "{p}${table}") then analyze "{p}${table}"; end if; end $$;\n`,
)
const byScore = `create index "{p}contacts_lead_score_id_index" on "{p}contacts" ("user_from", "lead_score", "id")`

/**
 * Lets contacts be listed by score along an index, and tells PostgreSQL how many rows have a text that filters compare: it took each for rare,
 * and read all rows of an organization for a page of those that many have.
 */
export const largeOrganizations: Migration = {
  name: '2026-12-21-large-organizations',
  up: { postgresql: `${statistics.join('')}${looks.join('')}${byScore}`, sqlite: byScore },
}
