import type { Migration } from '../connection/migrate.ts'

// Record types of which an organization has many; sorting the few that it has of others takes no time.
const sorted = [['contacts', 'last_name'] as const, ...['companies', 'deals', 'products'].map((table) => [table, 'name'] as const)]

// As `textOrder` says it for PostgreSQL, where the index of a key is one of an expression.
const expression = (column: string) =>
  `(case when ${column} is null then '' when octet_length(${column}) = length(${column}) then lower(left(${column}, 100) collate "C") else left(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(${column}, nfkd), '[\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u065f\\u3099\\u309a]', '', 'g') collate "und-x-icu"), 'øłđðıħŧς', 'olddihtσ'), 'ß', 'ss'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 100) collate "C" end)`

const postgresql = sorted
  .map(
    ([table, name]) => `drop index "{p}${table}_${name}_sorted_index";
create index "{p}${table}_${name}_sort_key_index" on "{p}${table}" ("user_from", ${expression(`"${name}"`)}, "id");
`,
  )
  .join('')

// Of a text whose letters are all ASCII, the key needs no function of ours.
const key = (text: string) =>
  `case when ${text} is null then '' when octet_length(${text}) = length(${text}) then lower(substr(${text}, 1, 100)) else rapport_order(${text}) end`

// So many statements fill the keys of a large table, because between two of them others get their turn.
const SLICES = 16
const rowsOf = (table: string, slice: number) => {
  const until = (parts: number) => `(select max(rowid) from "{p}${table}") * ${parts} / ${SLICES}`
  return `rowid > ${until(slice)} and rowid <= ${until(slice + 1)}`
}

function sqlite(table: string, name: string): string {
  const slices = Array.from({ length: SLICES }, (_, slice) => rowsOf(table, slice))
  const set = (text: string, rows: string) => `update "{p}${table}" set "${name}_sort_key" = ${key(text)} where ${rows}`
  const trigger = (when: string, event: string, changed: string) =>
    `create trigger "{p}${table}_${name}_sort_key_${when}" after ${event} on "{p}${table}" when ${changed} begin ${set(`new."${name}"`, 'rowid = new.rowid')}; end;\n`
  return `alter table "{p}${table}" add column "${name}_sort_key" text not null default '';
${slices.map((rows) => `${set(`"${name}"`, `"${name}" is not null and ${rows}`)};\n`).join('')}create index "{p}${table}_${name}_sort_key_index" on "{p}${table}" ("user_from", "${name}_sort_key", "id");
${trigger('added', 'insert', `new."${name}" is not null`)}${trigger('changed', `update of "${name}"`, `new."${name}" is not old."${name}"`)}`
}

// An address sorts as it is written; it needs a column because none comes first, and an index has no such order.
const address = `alter table "{p}contacts" add column "primary_email_sort_key" text generated always as (coalesce("primary_email", '')) virtual;
create index "{p}contacts_primary_email_sort_key_index" on "{p}contacts" ("user_from", "primary_email_sort_key", "id");
`

/**
 * Lets lists by name be read along an index, page by page. On PostgreSQL it is one of an expression. SQLite could not keep a file readable for
 * other programs with it, because they lack the function: it has a column with the key, which triggers write, whoever writes the name.
 */
export const sortKeys: Migration = {
  name: '2026-12-11-sort-keys',
  up: { postgresql, sqlite: `${sorted.map(([table, name]) => sqlite(table, name)).join('')}${address}` },
}
