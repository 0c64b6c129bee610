// Statements of the engine write the names of tables in quotes, behind that of their schema where there is one.
const WRITES = /\b(?:insert into|update|delete from) (?:["`][^"`]+["`]\.)?["`]([^"`]+)["`]/gi
const KEPT = 500
// A longer text is that of a set, which is hardly sent twice.
const SHORT = 5000
const known = new Map<string, readonly string[]>()

/** The tables that a statement writes, as the database calls them; none for a read. For adapters of storages. */
export function writtenTables(sql: string): readonly string[] {
  const kept = known.get(sql)
  if (kept) return kept
  const found = [...new Set([...sql.matchAll(WRITES)].map(([, table = '']) => table))]
  if (sql.length > SHORT) return found
  if (known.size >= KEPT) known.delete(known.keys().next().value ?? '')
  known.set(sql, found)
  return found
}

/** Tells of commits: for adapters of storages. */
export class Commits {
  readonly #listeners = new Set<(tables: ReadonlySet<string>) => void>()

  /** Tells of a commit that wrote these tables; nothing of one that wrote none. */
  readonly tell = (tables: ReadonlySet<string>): void => {
    if (tables.size > 0) for (const listener of this.#listeners) listener(tables)
  }

  /** Calls `listener` after each commit; answers what ends that. */
  readonly on = (listener: (tables: ReadonlySet<string>) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
