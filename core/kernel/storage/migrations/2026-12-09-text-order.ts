import type { Migration } from '../connection/migrate.ts'

// As `textOrder` says it, of which no more than 100 characters are kept: PostgreSQL refuses longer entries of an index.
const key = (column: string) =>
  `(case when ${column} is null then '' when octet_length(${column}) = length(${column}) then lower(left(${column}, 100) collate "C") else left(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(${column}, nfkd), '[\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u065f\\u3099\\u309a]', '', 'g') collate "und-x-icu"), 'øłđðıħŧς', 'olddihtσ'), 'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 100) collate "C" end)`
const index = (table: string, name: string) =>
  `create index "{p}${table}_${name}_sorted_index" on "{p}${table}" ("user_from", ${key(`"${name}"`)}) where "deleted_at" is null;\n`

/**
 * Adds indexes in the order of people to the names by which lists are sorted. SQLite has none: whoever opened its file with another program could not
 * vacuum or check it, for want of the function.
 */
export const textOrders: Migration = {
  name: '2026-12-09-text-order',
  up: {
    postgresql: `${index('contacts', 'last_name')}${index('companies', 'name')}${index('deals', 'name')}${index('products', 'name')}`,
    sqlite: 'select 1',
  },
}
