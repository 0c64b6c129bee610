import type { Migration } from '../connection/migrate.ts'

const sorted = [['contacts', 'last_name'] as const, ...['companies', 'deals', 'products'].map((table) => [table, 'name'] as const)]

// The words of `2026-12-11-sort-keys`.
const key = (text: string) =>
  `case when ${text} is null then '' when octet_length(${text}) = length(${text}) then lower(substr(${text}, 1, 100)) else rapport_order(${text}) end`

const sqlite = sorted
  .map(([table, name]) => {
    const trigger = `"{p}${table}_${name}_sort_key_added"`
    const isMissing = `new."${name}" is not null and new."${name}_sort_key" = ''`
    return `drop trigger ${trigger};
create trigger ${trigger} after insert on "{p}${table}" when ${isMissing} begin update "{p}${table}" set "${name}_sort_key" = ${key(`new."${name}"`)} where rowid = new.rowid; end;
`
  })
  .join('')

/**
 * Lets a row on SQLite come with its sort key (`RowWriter`): a trigger wrote each new row and its place in the index a second time. It still
 * does for those that come without one, whoever writes them.
 */
export const sortKeysWithRows: Migration = { name: '2026-12-23-sort-keys-with-rows', up: { postgresql: '', sqlite } }
