import type { Migration } from '../connection/migrate.ts'

/**
 * The full-text index of SQLite no longer wipes each word that it takes out, which took most of the time of every write that changes a text.
 * An erasure rewrites the index instead (`rewriteTexts`).
 */
export const searchDeletes: Migration = {
  name: '2026-11-28-search-deletes',
  up: {
    postgresql: 'select 1',
    sqlite: `insert into "{p}search_index"("{p}search_index", rank) values ('secure-delete', 0)`,
  },
}
